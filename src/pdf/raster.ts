import type { Engine } from './engine.ts';
import type { Box } from './glyph.ts';
import type { PageSpace } from './page-space.ts';

/** A picture of a part of the page. Valid until the next one is painted into the same slot. */
export interface Picture {
  /** Blue in the lowest byte, then green and red; the highest is not used. */
  readonly pixels: Uint32Array;
  readonly width: number;
  readonly height: number;
  /** Pixels for each point, across and down. */
  readonly scaleX: number;
  readonly scaleY: number;
  /** The page’s upper left corner in this picture’s pixels. */
  readonly offsetX: number;
  readonly offsetY: number;
}

/** Largest picture: 8 MB of pixels. */
export const MAX_PIXELS = 2_000_000;
/** Of a whole page: enough to tell ink from paper; letters that are too fine for it get a closer look. */
const WANTED_PIXELS = 320_000;
const LEAST_SCALE = 0.75;
const BYTES_PER_PIXEL = 4;
/** FPDFBitmap_BGRx: without an alpha channel, so that what is transparent is white as on paper. */
const BGRX = 3;
const WHITE = 0xffffffff;
const WHITE_PIXEL = 0xffffffff;
const MAX_SIDE = 200_000;

/** Room for pictures that is used again for every page, as a new one for each would be work for the collector. */
export class Canvas {
  readonly #slots = new Map<string, Uint32Array>();

  slot(name: string, pixels: number): Uint32Array {
    const known = this.#slots.get(name);
    if (known && known.length >= pixels) return known.subarray(0, pixels);
    const fresh = new Uint32Array(pixels);
    this.#slots.set(name, fresh);
    return fresh;
  }
}

/** Draws a page, or a part of it, the way PDFium shows it on a screen. */
export class Painter {
  readonly #engine: Engine;
  readonly #page: number;
  readonly #space: PageSpace;
  readonly #canvas: Canvas;

  constructor(engine: Engine, page: number, space: PageSpace, canvas: Canvas) {
    this.#canvas = canvas;
    this.#engine = engine;
    this.#page = page;
    this.#space = space;
  }

  /** The scale at which the whole page is looked at: as on a screen, small pages larger, huge ones smaller. */
  pageScale(): number {
    const { width, height } = this.#space;
    const area = Math.max(1, width * height);
    return Math.min(2, Math.max(LEAST_SCALE, Math.sqrt(WANTED_PIXELS / area)), Math.sqrt(MAX_PIXELS / area));
  }

  whole(): Box {
    return { left: 0, top: 0, right: this.#space.width, bottom: this.#space.height };
  }

  /** @throws RangeError when there is no memory for the picture. */
  paint(slot: string, region: Box, scale: number): Picture {
    const { width: pageWidth, height: pageHeight } = this.#space;
    const across = Math.max(1, Math.min(MAX_SIDE, Math.round(pageWidth * scale)));
    const down = Math.max(1, Math.min(MAX_SIDE, Math.round(pageHeight * scale)));
    const scaleX = across / Math.max(pageWidth, Number.EPSILON);
    const scaleY = down / Math.max(pageHeight, Number.EPSILON);
    const left = Math.floor(region.left * scaleX);
    const top = Math.floor(region.top * scaleY);
    const width = Math.max(1, Math.min(across, Math.ceil(region.right * scaleX) - left));
    const height = Math.max(1, Math.min(down, Math.ceil(region.bottom * scaleY) - top));
    const pixels = this.#canvas.slot(slot, width * height);
    this.#draw(pixels, [-left, -top, across, down], width, height);
    return { pixels, width, height, scaleX, scaleY, offsetX: -left, offsetY: -top };
  }

  #draw(
    pixels: Uint32Array,
    [x, y, across, down]: readonly [number, number, number, number],
    width: number,
    height: number,
  ) {
    const { calls } = this.#engine;
    const bitmap = calls.FPDFBitmap_CreateEx(width, height, BGRX, 0, 0);
    if (bitmap === 0) throw new RangeError('out of memory');
    try {
      calls.FPDFBitmap_FillRect(bitmap, 0, 0, width, height, WHITE);
      calls.FPDF_RenderPageBitmap(bitmap, this.#page, x, y, across, down, 0, 0);
      const stride = calls.FPDFBitmap_GetStride(bitmap) / BYTES_PER_PIXEL;
      const all = this.#engine.words(calls.FPDFBitmap_GetBuffer(bitmap), stride * height);
      for (let row = 0; row < height; row++) pixels.set(all.subarray(row * stride, row * stride + width), row * width);
    } finally {
      calls.FPDFBitmap_Destroy(bitmap);
    }
  }

  /** Puts one code in the place of all of a text object's; false where that cannot be done. */
  fill(pointer: number, code: number, count: number): boolean {
    const codes = this.#engine.place(new Uint8Array(new Uint32Array(count).fill(code).buffer));
    const done = this.#engine.calls.FPDFText_SetCharcodes(pointer, codes, count);
    this.#engine.raw.free(codes);
    return done;
  }

  /** Draws without some of the text objects, which are put back afterwards. */
  paintWithout(pointers: readonly number[], slot: string, region: Box, scale: number): Picture {
    return this.without(pointers, () => this.paint(slot, region, scale));
  }

  without(pointers: readonly number[], paint: () => Picture): Picture {
    const { calls } = this.#engine;
    for (const pointer of pointers) calls.FPDFPageObj_SetIsActive(pointer, false);
    try {
      return paint();
    } finally {
      for (const pointer of pointers) calls.FPDFPageObj_SetIsActive(pointer, true);
    }
  }

  /** Draws with a text object in full black that is of another render mode, which it is given back. Its colour stays. */
  inked(pointer: number, renderMode: number, paint: () => Picture): Picture {
    const { calls } = this.#engine;
    calls.FPDFPageObj_SetFillColor(pointer, 0, 0, 0, 255);
    calls.FPDFTextObj_SetTextRenderMode(pointer, 0);
    try {
      return paint();
    } finally {
      calls.FPDFTextObj_SetTextRenderMode(pointer, renderMode);
    }
  }
}

/** How much the pixels of two pictures of one place differ, looked at where it is asked for. */
export class Difference {
  readonly #shown: Picture;
  readonly #without: Picture | null;

  /** Against white paper when there is no second picture. */
  constructor(shown: Picture, without: Picture | null) {
    this.#shown = shown;
    this.#without = without;
  }

  /**
   * Whether `ink` would find a change of at least `leastChange` and a cover of at least `leastCover`; stops as soon as
   * that is sure, which for most letters is half-way.
   */
  isClear(box: Box, leastChange: number, leastCover: number): boolean {
    const { width, pixels } = this.#shown;
    const ground = this.#without?.pixels ?? null;
    const { left, right, top, bottom } = this.#within(box);
    const wanted = leastCover * Math.max(0, right - left) * Math.max(0, bottom - top);
    let most = 0;
    let sum = 0;
    for (let y = top; y < bottom; y++) {
      for (let i = y * width + left; i < y * width + right; i++) {
        const [one, other] = [pixels[i] ?? 0, ground === null ? WHITE_PIXEL : (ground[i] ?? 0)];
        if (one === other) continue;
        const level = farthest(one, other);
        sum += level;
        if (level > most) most = level;
      }
      // A level is 255 at most, so the cover cannot fall below this any more.
      if (most >= leastChange && sum >= wanted * 255) return true;
    }
    return most >= leastChange && sum >= wanted * most;
  }

  #within(box: Box): Box {
    const { width, height, scaleX, scaleY, offsetX, offsetY } = this.#shown;
    return {
      left: Math.max(0, Math.floor(box.left * scaleX + offsetX)),
      right: Math.min(width, Math.ceil(box.right * scaleX + offsetX)),
      top: Math.max(0, Math.floor(box.top * scaleY + offsetY)),
      bottom: Math.min(height, Math.ceil(box.bottom * scaleY + offsetY)),
    };
  }

  /** What text left inside a box of the page. */
  ink(box: Box): Ink {
    const { width, pixels } = this.#shown;
    const ground = this.#without?.pixels ?? null;
    const { left, right, top, bottom } = this.#within(box);
    let most = 0;
    let sum = 0;
    for (let y = top; y < bottom; y++) {
      for (let i = y * width + left; i < y * width + right; i++) {
        const [one, other] = [pixels[i] ?? 0, ground === null ? WHITE_PIXEL : (ground[i] ?? 0)];
        if (one === other) continue;
        const level = farthest(one, other);
        sum += level;
        if (level > most) most = level;
      }
    }
    const area = Math.max(0, right - left) * Math.max(0, bottom - top);
    return { most, cover: area === 0 || most === 0 ? 0 : sum / (area * most), area };
  }
}

/** How much one pixel of two pictures of the same place differs, 0 to 255. */
export function changeAt(one: Picture, other: Picture, index: number): number {
  return farthest(one.pixels[index] ?? 0, other.pixels[index] ?? 0);
}

/** The largest difference of a channel; the unused fourth does not count. */
function farthest(one: number, other: number): number {
  const blue = Math.abs((one & 255) - (other & 255));
  const green = Math.abs(((one >>> 8) & 255) - ((other >>> 8) & 255));
  const red = Math.abs(((one >>> 16) & 255) - ((other >>> 16) & 255));
  return Math.max(blue, green, red);
}

export interface Ink {
  /** The strongest change of a pixel, 0 to 255. */
  readonly most: number;
  /** The share of the box that changed, weighed by how strongly: 0 to 1. */
  readonly cover: number;
  /** Pixels of the box that lie in the picture. */
  readonly area: number;
}
