import type { PictureArea, ScreenshotRequest } from '../picture-result.ts';
import type { SeenLook } from '../see/see-page.ts';
import { onPaper, type Tile, tileOf, WIDEST_PX } from './areas.ts';
import type { Plate } from './draw-numbers.ts';
import { BLOCK_LIMITS, type Encoded, FILE_LIMITS, fitPicture } from './fit-picture.ts';
import { type Interactive, interactiveElements } from './interactive.ts';
import { overlaysAway } from './overlays-away.ts';
import { placeOfSelector } from './page-places.ts';
import { dressFor, isOnScreen, pageSize, toTop } from './stage.ts';

/** What was taken of a page while it stood still. */
export interface Shots {
  readonly page: { readonly width: number; readonly height: number };
  /** What was asked for, before it was cut into tiles. */
  readonly whole: PictureArea;
  readonly tile: Tile | null;
  readonly overlays: number;
  /** The picture for the answer; null when nothing could be taken, or when numbers are still to be drawn on `plate`. */
  readonly block: Encoded | null;
  readonly file: Encoded | null;
  readonly plate: Plate | null;
  readonly interactive: Interactive;
  readonly notes: readonly string[];
}

const NOTHING: Interactive = { elements: [], omitted: 0 };

/** Takes the pictures; to be called in the hold. Throws a SyntaxError for a selector that cannot be parsed. */
export async function shootPage(look: SeenLook, request: ScreenshotRequest, signal: AbortSignal): Promise<Shots> {
  const { held, seen } = look;
  await toTop(look, signal);
  const overlays = overlaysAway(seen);
  const away = request.hideOverlays ? overlays : null;
  await dressFor(look, away?.rules ?? null);
  const page = await pageSize(look, signal);
  const notes: string[] = [];
  const asked = areaFor(look, request, page, notes);
  const whole = asked && onPaper(asked, page);
  const empty = { page, overlays: away?.count ?? 0, interactive: NOTHING, plate: null, block: null, file: null };
  if (!whole) return { ...empty, whole: { x: 0, y: 0, width: 0, height: 0 }, tile: null, notes };
  if (asked.width > WIDEST_PX) notes.push(`The page is ${page.width} px wide; the picture ends at ${WIDEST_PX} px.`);
  const tile = tileOf(whole, request.tile);
  if (tile && request.tile !== null && request.tile > tile.count) notes.push(`There are ${tile.count} tiles.`);
  if (!tile && (request.tile ?? 1) > 1) notes.push('The picture is not cut into tiles; this is the whole.');
  const shown = tile?.area ?? whole;
  const take = (area: PictureArea) => (scale: number, quality: number | null) =>
    held.screenshot(
      { ...area, scale },
      { format: request.format, ...(quality !== null && { quality }), beyondViewport: !isOnScreen(look, area) },
    );
  const taken = { ...empty, whole, tile, notes };
  if (request.annotate) {
    const png = await held.screenshot(shown, { beyondViewport: !isOnScreen(look, shown) });
    const interactive = interactiveElements(seen, shown, (model, box, rect) =>
      away ? away.holds(model, box) : overlays.covers(rect) && !overlays.holds(model, box),
    );
    return { ...taken, interactive, plate: { png, area: shown } };
  }
  const block = await fitPicture(shown, request.format, BLOCK_LIMITS, take(shown));
  const file = await fitPicture(whole, request.format, FILE_LIMITS, take(whole));
  return { ...taken, block, file };
}

function areaFor(
  { held, seen }: SeenLook,
  { selector, fullPage }: ScreenshotRequest,
  page: { width: number; height: number },
  notes: string[],
): PictureArea | null {
  if (selector === null) {
    const { viewport } = held.tab.browser.identity;
    return { x: 0, y: 0, ...(fullPage ? page : viewport) };
  }
  const { rect, shown } = placeOfSelector(seen.classified, selector);
  if (shown > 1) notes.push(`${shown} shown elements match the selector; this is the first.`);
  if (rect === null) notes.push('The selector matches nothing that is shown, so there is no picture.');
  return rect;
}
