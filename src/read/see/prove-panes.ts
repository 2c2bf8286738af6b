import type { Band, Suspect } from '../../visibility/rendered/bands.ts';
import { area, moved, type Rect, share } from '../../visibility/rendered/geometry.ts';
import { judgeMeasure } from '../../visibility/rendered/judge-measure.ts';
import type { DocumentModel } from '../../visibility/rendered/model.ts';
import { measure } from '../../visibility/rendered/picture.ts';
import { type HiddenPseudos, hideAll, STILL, shift } from '../../visibility/rendered/proof-sheets.ts';
import { selectorOf } from '../../visibility/rendered/selector.ts';
import { NONE } from '../../visibility/rendered/snapshot.ts';
import { hideOverprinted } from '../../visibility/rendered/text-over-text.ts';
import type { TextVerdict } from '../../visibility/rendered/verdict.ts';
import { FrameRules } from './frame-sheets.ts';
import type { Photographer } from './photographer.ts';

/** Pairs of pictures; each shows one place of every pane. Texts further away stay unproven. */
const MAX_ROUNDS = 10;
/** A text counts as brought into its pane from this share of it. */
const INSIDE = 0.9;

/** A pane with texts that have to be scrolled to, and where it shows on the page. */
interface Pane {
  readonly model: DocumentModel;
  readonly selector: string;
  readonly window: Rect;
  readonly onPage: Rect;
  waiting: TextVerdict[];
}

/**
 * Photographs texts that panes show only when scrolled. Their content is moved by a style sheet of ours: scrolling
 * would be seen by the page.
 */
export async function provePanes(
  photographer: Photographer,
  verdicts: readonly TextVerdict[],
  pseudos: HiddenPseudos,
): Promise<void> {
  const panes = panesOf(photographer, verdicts);
  const all = panes.map(({ waiting }) => waiting.filter(({ overText }) => overText));
  for (let round = 0; round < MAX_ROUNDS; round++) {
    const open = panes.filter(({ waiting }) => waiting.length > 0);
    if (open.length === 0) break;
    const shifts = new FrameRules();
    const bands = open.map((pane) => nextBand(pane, shifts));
    await photographer.dress(STILL, shifts);
    const shown = await photographer.shoot(bands);
    await photographer.dress(STILL + hideAll(pseudos), shifts);
    const hidden = await photographer.shoot(bands);
    bands.forEach((band, index) => {
      const [withText, without] = [shown[index], hidden[index]];
      if (!withText || !without) return;
      for (const { verdict, rect } of band.suspects) {
        Object.assign(verdict, judgeMeasure(measure(withText, without, null, rect), verdict.reason, verdict.text));
      }
    });
  }
  for (const texts of all) hideOverprinted(texts.map((verdict) => ({ verdict, rect: verdict.rect })));
}

function panesOf(photographer: Photographer, verdicts: readonly TextVerdict[]): Pane[] {
  const panes = new Map<string, Pane>();
  for (const verdict of verdicts) {
    if (verdict.label !== 'pixels' || verdict.pane === NONE) continue;
    const key = `${verdict.session} ${verdict.document} ${verdict.pane}`;
    let pane = panes.get(key);
    if (!pane) {
      const made = paneOf(photographer, verdict);
      if (!made) continue;
      pane = made;
      panes.set(key, pane);
    }
    pane.waiting.push(verdict);
  }
  return [...panes.values()];
}

/** Null for a pane that does not show where it stands, or that no selector reaches. */
function paneOf(photographer: Photographer, verdict: TextVerdict): Pane | null {
  const model = photographer.model(verdict);
  const clip = model?.confinements.inside(verdict.pane).chain?.clip;
  if (!model || !clip || clip.box !== verdict.pane) return null;
  const selector = selectorOf(model.document, model.document.nodeOf(verdict.pane));
  const reach = model.reach(verdict.pane, clip.rect);
  if (!selector || !reach.reachable || reach.pane !== null) return null;
  const onPage = photographer.place(model, reach.rect);
  return onPage && area(onPage) > 1 ? { model, selector, window: reach.rect, onPage, waiting: [] } : null;
}

/** Brings the first waiting text into the pane, with all others that come along. */
function nextBand(pane: Pane, shifts: FrameRules): Band {
  const [first] = pane.waiting;
  const x = first ? offset(first.rect.x, first.rect.width, first.shown.x, first.shown.width) : 0;
  const y = first ? offset(first.rect.y, first.rect.height, first.shown.y, first.shown.height) : 0;
  shifts.add(pane.model.document, shift(pane.selector, x, y));
  const [pageX, pageY] = [pane.onPage.x - pane.window.x, pane.onPage.y - pane.window.y];
  const suspects: Suspect[] = [];
  const later: TextVerdict[] = [];
  for (const verdict of pane.waiting) {
    const rect = moved(verdict.rect, x, y);
    if (verdict === first || share(pane.window, rect) >= INSIDE) {
      suspects.push({ verdict, rect: moved(rect, pageX, pageY) });
    } else later.push(verdict);
  }
  pane.waiting = later;
  const { x: left, y: top, width, height } = pane.onPage;
  const whole = {
    x: Math.max(0, Math.floor(left)),
    y: Math.max(0, Math.floor(top)),
    width: Math.max(1, Math.ceil(width) + 1),
    height: Math.max(1, Math.ceil(height) + 1),
  };
  return { area: whole, suspects, calibration: [] };
}

/** How far to move: not at all where the text is cut for other reasons than the pane's window. */
function offset(from: number, size: number, to: number, shownSize: number): number {
  return Math.abs(size - shownSize) < 1 || from !== to ? to - from : 0;
}
