import type { Engine } from './engine.ts';
import type { Box, Turn } from './glyph.ts';

/** From the coordinates of the file to points on the upright page, y downwards (see Glyph). */
export interface PageSpace {
  /** In points. */
  readonly width: number;
  readonly height: number;
  readonly a: number;
  readonly b: number;
  readonly c: number;
  readonly d: number;
  readonly e: number;
  readonly f: number;
}

/** PDFium answers in whole pixels, so it is asked about a page of this many times its size. */
const ENLARGED = 512;

export function pageSpace(engine: Engine, page: number): PageSpace {
  const { calls } = engine;
  const width = calls.FPDF_GetPageWidthF(page);
  const height = calls.FPDF_GetPageHeightF(page);
  const scale = Math.max(1, Math.min(ENLARGED, 1_000_000 / Math.max(width, height, 1)));
  const at = (x: number, y: number): [number, number] => {
    const [right, down] = [Math.round(width * scale), Math.round(height * scale)];
    calls.FPDF_PageToDevice(page, 0, 0, right, down, 0, x, y, engine.slot(0), engine.slot(1));
    return [(engine.int(0) * width) / Math.max(1, right), (engine.int(1) * height) / Math.max(1, down)];
  };
  // Far points make the rounding small.
  const step = 1000;
  const [e, f] = at(0, 0);
  const [ax, ay] = at(step, 0);
  const [cx, cy] = at(0, step);
  return {
    width,
    height,
    a: (ax - e) / step,
    b: (ay - f) / step,
    c: (cx - e) / step,
    d: (cy - f) / step,
    e,
    f,
  };
}

export function toPage(space: PageSpace, x: number, y: number): { x: number; y: number } {
  return { x: space.a * x + space.c * y + space.e, y: space.b * x + space.d * y + space.f };
}

export function boxToPage(space: PageSpace, left: number, bottom: number, right: number, top: number): Box {
  const one = toPage(space, left, bottom);
  const other = toPage(space, right, top);
  return {
    left: Math.min(one.x, other.x),
    right: Math.max(one.x, other.x),
    top: Math.min(one.y, other.y),
    bottom: Math.max(one.y, other.y),
  };
}

/** The direction that text with this matrix runs in on the page. */
export function turnOnPage(space: PageSpace, a: number, b: number): Turn {
  const dx = space.a * a + space.c * b;
  const dy = space.b * a + space.d * b;
  const degrees = (Math.atan2(-dy, dx) * 180) / Math.PI;
  const quarter = Math.round(degrees / 90);
  if (Math.abs(degrees - quarter * 90) > 3) return null;
  const turn = (quarter + 4) % 4;
  return turn === 0 || turn === 1 || turn === 2 || turn === 3 ? turn : null;
}
