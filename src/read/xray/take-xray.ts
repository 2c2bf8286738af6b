import type { Rect } from '../../visibility/rendered/geometry.ts';
import { placesOf } from '../picture/page-places.ts';
import { dressFor, isOnScreen, pageSize, toTop } from '../picture/stage.ts';
import type { SeenLook } from '../see/see-page.ts';
import { type Collected, collectRemoved, placeOnPaper } from './collect-removed.ts';
import type { XrayPicture } from './xray.ts';

/** What was taken of a page while it stood still. */
export interface PlateOfPage extends Collected {
  readonly size: { readonly width: number; readonly height: number };
  readonly pictures: readonly XrayPicture[];
  readonly notes: readonly string[];
}

const STRIP_PX = 2_000;
const MAX_WIDTH_PX = 4_000;
/** Taller pages are pictured down to here, and the rest is said. */
const MAX_HEIGHT_PX = 40_000;
const MAX_BYTES = 16 * 1024 * 1024;
const FORMAT = { format: 'webp', quality: 75 } as const;

/** The whole page as pictures, with overlays as they stand, and everything that was removed; to be called in the hold. */
export async function takeXray(look: SeenLook, signal: AbortSignal): Promise<PlateOfPage> {
  const { held, seen } = look;
  await toTop(look, signal);
  await dressFor(look, null);
  const page = await pageSize(look, signal);
  const width = Math.min(page.width, MAX_WIDTH_PX);
  const pictures: XrayPicture[] = [];
  let bytes = 0;
  let height = 0;
  while (height < Math.min(page.height, MAX_HEIGHT_PX) && bytes < MAX_BYTES) {
    const area: Rect = { x: 0, y: height, width, height: Math.min(STRIP_PX, page.height - height) };
    const data = await held.screenshot(area, { ...FORMAT, beyondViewport: !isOnScreen(look, area) });
    pictures.push({ mimeType: 'image/webp', data, area });
    bytes += data.byteLength;
    height += area.height;
  }
  const size = { width, height };
  const notes = height < page.height ? [`The picture ends at ${height} of ${page.height} px.`] : [];
  return { size, pictures, notes, ...collectRemoved(seen, placeOnPaper(seen, placesOf(seen.classified), size)) };
}
