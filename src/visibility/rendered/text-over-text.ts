import { area, overlap, type Rect } from './geometry.ts';
import type { DocumentModel } from './model.ts';
import type { TextVerdict } from './verdict.ts';

/** Share of the smaller of two boxes from which one text disturbs the other (visibility.md, step 4.8). */
const DISTURBS = 0.35;

/** Lines of one element that cover each other by this share of the smaller cannot be read: `line-height: 0`. */
const ONE_SPOT = 0.6;

/** Pairs that are compared; a page with more has crowds of texts in one row, which pixels then judge. */
const MAX_PAIRS = 3_000_000;

/** Marks texts that stand on one spot: each needs a picture without the others. */
export function markTextOverText(model: DocumentModel, verdicts: readonly TextVerdict[]): void {
  const open = verdicts
    .filter(
      (verdict) =>
        (verdict.label === 'visible' || verdict.label === 'pixels') &&
        verdict.kind === 'text' &&
        !verdict.flags.includes('behind-overlay'),
    )
    .sort((a, b) => a.rect.y - b.rect.y);
  let pairs = 0;
  open.forEach((one, i) => {
    if (pairs > MAX_PAIRS && one.label === 'visible') {
      one.label = 'pixels';
      one.reason = 'crowd of texts';
    }
    for (let j = i + 1; j < open.length; j++) {
      const other = open[j];
      if (!other || other.rect.y >= one.rect.y + one.rect.height) break;
      if (++pairs > MAX_PAIRS) break;
      if (one.pane !== other.pane) continue;
      if (isOneSpot(one, other)) {
        for (const verdict of [one, other]) {
          verdict.label = 'hidden';
          verdict.reason = 'lines on one spot';
        }
      }
      if (!disturbs(model, one, other)) continue;
      for (const verdict of [one, other]) {
        verdict.overText = true;
        if (verdict.label !== 'visible') continue;
        verdict.label = 'pixels';
        verdict.reason = 'text over text';
      }
    }
  });
}

function isOneSpot(one: TextVerdict, other: TextVerdict): boolean {
  if (one.styleBox !== other.styleBox || one.text.trim() === other.text.trim()) return false;
  return overlap(one.rect, other.rect) > ONE_SPOT * Math.min(area(one.rect), area(other.rect));
}

function disturbs(model: DocumentModel, one: TextVerdict, other: TextVerdict): boolean {
  if (one.box === other.box || one.styleBox === other.styleBox) return false;
  const smaller = Math.min(area(one.rect), area(other.rect));
  if (overlap(one.rect, other.rect) < DISTURBS * smaller) return false;
  if (one.text.trim() === other.text.trim()) return false;
  return model.confinements.around(one.box).fixed === model.confinements.around(other.box).fixed;
}

/** Share of a text under another that is painted as well, from which it cannot be read. */
const OVERPRINTED = 0.5;

/** Two texts that both paint on one spot can neither be read. For texts of one pane, or of none, after their pictures. */
export function hideOverprinted(texts: readonly { readonly verdict: TextVerdict; readonly rect: Rect }[]): void {
  const painted = texts.filter(({ verdict }) => verdict.label === 'visible');
  const illegible = painted.filter((one) =>
    painted.some(
      (other) =>
        other.verdict.styleBox !== one.verdict.styleBox && overlap(one.rect, other.rect) > OVERPRINTED * area(one.rect),
    ),
  );
  for (const { verdict } of illegible) {
    verdict.label = 'hidden';
    verdict.reason = 'overprinted by other text';
  }
}
