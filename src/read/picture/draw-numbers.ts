import { CdpFault } from '../../browser/cdp/fault.ts';
import { evaluateAlone } from '../../browser/isolated-world.ts';
import { type BrowserPool, browserDied } from '../../browser/pool.ts';
import { captureScreenshot } from '../../browser/screenshot.ts';
import type { PictureArea, PictureElement, PictureFormat } from '../picture-result.ts';
import type { Shoot } from './fit-picture.ts';

/** What is drawn on: a picture of an area at one pixel for one CSS pixel. */
export interface Plate {
  readonly png: Buffer;
  readonly area: PictureArea;
}

const COLORS = ['#d6336c', '#1c6dd0', '#2b8a3e', '#c2410c', '#7c3aed', '#0b7285'];
const LABEL_PX = 14;
const DECODE_TIMEOUT_MS = 10_000;

/**
 * Numbers are drawn in a blank tab of ours, on a picture of the page: nothing is ever written into the page itself,
 * and the tab gets nothing of it but pixels and numbers. `work` is given what takes pictures of the drawing. Tried
 * twice, since the browser may die. @throws AppError `browser_unavailable`; the signal's reason.
 */
export async function withNumbers<T>(
  ...given: readonly [
    pool: BrowserPool,
    plate: Plate,
    drawing: Drawing,
    signal: AbortSignal,
    work: (shoot: Shoot) => Promise<T>,
  ]
): Promise<T> {
  try {
    return await drawOnce(...given);
  } catch (thrown) {
    if (!(thrown instanceof CdpFault)) throw thrown;
  }
  try {
    return await drawOnce(...given);
  } catch (thrown) {
    throw thrown instanceof CdpFault ? browserDied(thrown) : thrown;
  }
}

interface Drawing {
  readonly elements: readonly PictureElement[];
  readonly format: PictureFormat;
}

async function drawOnce<T>(
  pool: BrowserPool,
  plate: Plate,
  drawing: Drawing,
  signal: AbortSignal,
  work: (shoot: Shoot) => Promise<T>,
): Promise<T> {
  await using lease = await pool.acquire(signal);
  const { session, frameId } = lease.tab;
  const { width, height } = plate.area;
  await session.send('Page.setDocumentContent', { frameId, html: drawingOf(plate, drawing.elements) }, { signal });
  const decoded = { signal, timeoutMs: DECODE_TIMEOUT_MS };
  await evaluateAlone(session, frameId, 'document.images[0].decode().then(()=>1)', decoded);
  // Awaited here: the tab is given back when this returns.
  return await work((scale, quality) => {
    const clip = { x: 0, y: 0, width, height, scale };
    const { format } = drawing;
    return captureScreenshot(session, clip, { format, ...(quality !== null && { quality }) }, signal);
  });
}

function drawingOf({ png, area }: Plate, elements: readonly PictureElement[]): string {
  const boxes = elements.map((element) => box(element, area)).join('');
  return (
    `<!doctype html><style>html,body{margin:0;overflow:hidden}img{display:block}i,b{position:absolute;box-sizing:border-box}` +
    `i{border:2px solid;border-radius:3px;box-shadow:0 0 0 1px #fff}` +
    `b{font:bold 11px/${LABEL_PX}px Arial,sans-serif;color:#fff;padding:0 3px;border-radius:3px;box-shadow:0 0 0 1px #fff}` +
    `</style><img width="${area.width}" height="${area.height}" src="data:image/png;base64,${png.toString('base64')}">${boxes}`
  );
}

/** The number stands above its box, or inside where there is no room above. */
function box({ ref, x, y, width, height }: PictureElement, area: PictureArea): string {
  const color = COLORS[ref % COLORS.length];
  const left = Math.round(x - area.x);
  const top = Math.round(y - area.y);
  const above = top - LABEL_PX;
  const labelTop = above < 0 ? top : above;
  const size = `width:${Math.round(width)}px;height:${Math.round(height)}px`;
  return (
    `<i style="left:${left}px;top:${top}px;${size};border-color:${color}"></i>` +
    `<b style="left:${Math.max(0, left)}px;top:${labelTop}px;background:${color}">${ref}</b>`
  );
}
