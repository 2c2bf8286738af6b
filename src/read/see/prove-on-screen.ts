import type { Band } from '../../visibility/rendered/bands.ts';
import { moved, type Rect } from '../../visibility/rendered/geometry.ts';
import { FIXED_IMAGE } from '../../visibility/rendered/ink.ts';
import { judgeMeasure, type PixelVerdict } from '../../visibility/rendered/judge-measure.ts';
import type { DocumentModel } from '../../visibility/rendered/model.ts';
import { measure } from '../../visibility/rendered/picture.ts';
import { type HiddenPseudos, hideAll, STILL, scrollPage } from '../../visibility/rendered/proof-sheets.ts';
import { NONE } from '../../visibility/rendered/snapshot.ts';
import type { TextVerdict } from '../../visibility/rendered/verdict.ts';
import { FrameRules } from './frame-sheets.ts';
import type { Photographer } from './photographer.ts';

/** Pairs of pictures, each of one screen. Texts on screens beyond that stay unproven. */
const MAX_SCREENS = 9;
/** Where on the screen a text is looked at, as shares of its height: first the middle. */
const PLACES = [0.5, 0.2, 0.8];

interface Waiting {
  readonly verdict: TextVerdict;
  tries: number;
  answer: PixelVerdict | null;
}

/**
 * Texts over a background that stays with the screen look as they do on a screen only, and not on a picture of the whole
 * page. The page is moved below the screen by a style sheet of ours: scrolling would be seen by the page. Takes the
 * texts that it can judge out of `pixels`; to be called before the others are photographed.
 */
export async function proveOnScreen(
  photographer: Photographer,
  verdicts: readonly TextVerdict[],
  pseudos: HiddenPseudos,
): Promise<void> {
  const waiting: Waiting[] = [];
  for (const verdict of verdicts) {
    const model = photographer.model(verdict);
    const isOnPage = verdict.session === 0 && verdict.document === 0 && verdict.pane === NONE;
    if (verdict.label !== 'pixels' || verdict.reason !== FIXED_IMAGE || !model || !isOnPage) continue;
    if (scrollsWithPage(model, verdict.box)) waiting.push({ verdict, tries: 0, answer: null });
  }
  const [page] = waiting.flatMap(({ verdict }) => photographer.model(verdict) ?? []);
  if (!page) return;
  for (let screen = 0; screen < MAX_SCREENS; screen++) {
    const first = waiting.find(({ tries, answer }) => tries < PLACES.length && answer?.label !== 'visible');
    if (!first) break;
    await judgeScreen(photographer, page, { first, waiting, pseudos });
  }
  for (const { verdict, answer } of waiting) {
    Object.assign(verdict, answer ?? { label: 'unproven', reason: 'not photographed' });
  }
}

interface Screen {
  readonly first: Waiting;
  readonly waiting: readonly Waiting[];
  readonly pseudos: HiddenPseudos;
}

async function judgeScreen(photographer: Photographer, page: DocumentModel, screen: Screen): Promise<void> {
  const { document } = page;
  const { first, waiting, pseudos } = screen;
  const { width, height } = document.viewport;
  const area: Rect = { x: 0, y: 0, width, height };
  const wanted = first.verdict.rect.y - (PLACES[first.tries] ?? 0) * height;
  const down = Math.round(Math.min(Math.max(0, wanted), Math.max(0, document.content.height - height)));
  const suspects = waiting
    .filter(({ answer }) => answer?.label !== 'visible')
    .map((each) => ({ each, rect: moved(each.verdict.rect, 0, -down) }))
    .filter(({ each, rect }) => each === first || (rect.y >= 0 && rect.y + rect.height <= height));
  const band: Band = {
    area,
    suspects: suspects.map(({ each, rect }) => ({ verdict: each.verdict, rect })),
    calibration: [],
  };
  const rules = new FrameRules();
  rules.add(document, scrollPage(down));
  await photographer.dress(STILL, rules);
  const [shown] = await photographer.shoot([band]);
  await photographer.dress(STILL + hideAll(pseudos), rules);
  const [hidden] = await photographer.shoot([band]);
  for (const { each, rect } of suspects) {
    each.tries++;
    if (!shown || !hidden) continue;
    each.answer = judgeMeasure(measure(shown, hidden, null, rect), each.verdict.reason, each.verdict.text);
  }
}

/** Nothing between the text and the page is taken out of the flow, so that it moves when the page does. */
function scrollsWithPage({ document, ...model }: DocumentModel, box: number): boolean {
  for (let up = box; up !== NONE; up = document.parent(up)) {
    if (/^(?:absolute|fixed|sticky)$/u.test(model.styles[up]?.position ?? '')) return false;
  }
  return true;
}
