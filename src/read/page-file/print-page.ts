import { raised, selectorOf } from '../../visibility/rendered/selector.ts';
import { overlaysAway } from '../picture/overlays-away.ts';
import { dressFor, pageSize, toTop } from '../picture/stage.ts';
import { FrameRules } from '../see/frame-sheets.ts';
import type { SeenLook } from '../see/see-page.ts';
import { MAX_SHEET_BYTES } from '../see/standing-page.ts';
import { openPane } from './open-pane.ts';
import { screenHeights, usesScreenHeight } from './screen-heights.ts';
import { unreachedAway, unseenAway } from './unseen-away.ts';

export interface PrintedPage {
  readonly pdf: Buffer;
  /** Overlays that were left out. */
  readonly overlays: number;
  /** Seen texts in panes that paper cannot scroll. */
  readonly textsLeft: number;
  /** All that was seen, white space left out, to know it again in the file. */
  readonly seen: string;
}

/** A4. The page is laid out as wide as on the screen and made as small as the paper asks. */
const PAPER = { paperWidth: 8.27, paperHeight: 11.69, margin: 0.3 };
const PX_PER_INCH = 96;
/** Letters of 16 px are 5 points high then. */
const LEAST_SCALE = 0.42;
/** What readers of PDF show, 200 inches, less than the height that belongs to it. */
const MAX_PAPER_INCHES = 140;
const MAX_BYTES = 32 * 1024 * 1024;

/** Boxes in the margin of a sheet into which a page's styles can write what no screen ever shows. */
const MARGIN_BOXES = ['top', 'bottom'].flatMap((side) =>
  ['left-corner', 'left', 'center', 'right', 'right-corner'].map((at) => `${side}-${at}`),
);
const SIDE_BOXES = ['left', 'right'].flatMap((side) => ['top', 'middle', 'bottom'].map((at) => `${side}-${at}`));

/**
 * For paper: the sheet is ours, colours are not changed to save ink, and what stands in for scripts, which are off
 * while Chrome prints, stays out of sight as it was.
 */
const PAPER_RULES =
  `@page{size:auto!important;margin:${PAPER.margin}in!important;` +
  `${[...MARGIN_BOXES, ...SIDE_BOXES].map((box) => `@${box}{content:none!important}`).join('')}}` +
  `${raised('*')},${raised('*')}::before,${raised('*')}::after{print-color-adjust:exact!important}` +
  `${raised('noscript')}{display:none!important}`;

/** Prints the page as it was seen, from its top, without what nobody saw of it; to be called in the hold, and last. */
export async function printSeen(look: SeenLook, hideOverlays: boolean, signal: AbortSignal): Promise<PrintedPage> {
  const { held, seen } = look;
  await toTop(look, signal);
  const away = hideOverlays ? overlaysAway(seen) : null;
  const rules = away?.rules ?? new FrameRules();
  const unreached = unseenAway(seen.classified, rules);
  const pane = openPane(seen);
  const page = seen.classified.models[0]?.[0];
  if (page && usesScreenHeight(page, await held.sheets.pageStyles(MAX_SHEET_BYTES)))
    rules.add(page.document, screenHeights(page));
  if (page) rules.add(page.document, pane.css);
  for (const model of seen.classified.models.flat()) {
    rules.add(model.document, PAPER_RULES);
    rules.add(model.document, onOneSheet(model));
  }
  await dressFor(look, rules);
  const { width } = await pageSize(look, signal);
  const pdf = await held.print({ ...sheetFor(width), maxBytes: MAX_BYTES }, (session) =>
    unreachedAway(session, unreached, signal),
  );
  return { pdf, overlays: away?.count ?? 0, textsLeft: pane.textsLeft, seen: squeezed(seenText(look)) };
}

/** The paper grows with pages that are so wide that their letters would be too small to read on it. */
function sheetFor(width: number) {
  const printed = (PAPER.paperWidth - 2 * PAPER.margin) * PX_PER_INCH;
  const scale = Math.min(1, printed / width);
  if (scale >= LEAST_SCALE) return { ...PAPER, scale };
  const paperWidth = Math.min(MAX_PAPER_INCHES, (width * LEAST_SCALE) / PX_PER_INCH + 2 * PAPER.margin);
  const paperHeight = (paperWidth * PAPER.paperHeight) / PAPER.paperWidth;
  return { ...PAPER, paperWidth, paperHeight, scale: LEAST_SCALE };
}

function seenText({ seen: { classified } }: SeenLook): string {
  return classified.verdicts.map(({ label, text }) => (label === 'visible' ? text : ' ')).join('');
}

/** How a text is compared with that of the file, where blanks fall elsewhere. */
export function squeezed(text: string): string {
  return text.normalize('NFKC').replace(/\s+/gu, '').toLowerCase();
}

/** What stays with the screen would be on every sheet, over the text: it stands where the first screen shows it. */
function onOneSheet({ document, styles }: SeenLook['seen']['classified']['models'][number][number]): string {
  const selectors: string[] = [];
  for (let box = 0; box < document.boxCount; box++) {
    if (!document.isMain(box) || styles[box]?.position !== 'fixed') continue;
    const selector = selectorOf(document, document.nodeOf(box));
    if (selector !== null) selectors.push(selector);
  }
  return selectors.length === 0 ? '' : `${selectors.join(',')}{position:absolute!important}`;
}
