import type { Engine } from './engine.ts';
import type { Box } from './glyph.ts';
import type { PageSpace } from './page-space.ts';

/** A picture of a part of the page: BGRX, four bytes a pixel. */
export interface Picture {
  readonly pixels: Uint8Array;
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
const BYTES_PER_PIXEL = 4;
/** FPDFBitmap_BGRx: without an alpha channel, so that what is transparent is white as on paper. */
const BGRX = 3;
const WHITE = 0xffffffff;
const MAX_SIDE = 200_000;

/** Draws a page, or a part of it, the way PDFium shows it on a screen. One bitmap is kept and reused. */
export class Painter {
  readonly #engine: Engine;
  readonly #page: number;
  readonly #space: PageSpace;

  constructor(engine: Engine, page: number, space: PageSpace) {
    this.#engine = engine;
    this.#page = page;
    this.#space = space;
  }

  /** The scale at which the whole page is looked at: as on a screen, small pages larger, huge ones smaller. */
  pageScale(): number {
    const { width, height } = this.#space;
    const area = Math.max(1, width * height);
    return Math.min(2, Math.max(1, Math.sqrt(300_000 / area)), Math.sqrt(MAX_PIXELS / area));
  }

  whole(): Box {
    return { left: 0, top: 0, right: this.#space.width, bottom: this.#space.height };
  }

  /** @throws RangeError when there is no memory for the picture. */
  paint(region: Box, scale: number): Picture {
    const { width: pageWidth, height: pageHeight } = this.#space;
    const across = Math.max(1, Math.min(MAX_SIDE, Math.round(pageWidth * scale)));
    const down = Math.max(1, Math.min(MAX_SIDE, Math.round(pageHeight * scale)));
    const scaleX = across / Math.max(pageWidth, Number.EPSILON);
    const scaleY = down / Math.max(pageHeight, Number.EPSILON);
    const left = Math.floor(region.left * scaleX);
    const top = Math.floor(region.top * scaleY);
    const width = Math.max(1, Math.min(across, Math.ceil(region.right * scaleX) - left));
    const height = Math.max(1, Math.min(down, Math.ceil(region.bottom * scaleY) - top));
    const pixels = this.#draw(-left, -top, across, down, width, height);
    return { pixels, width, height, scaleX, scaleY, offsetX: -left, offsetY: -top };
  }

  #draw(x: number, y: number, across: number, down: number, width: number, height: number): Uint8Array {
    const { calls } = this.#engine;
    const bitmap = calls.FPDFBitmap_CreateEx(width, height, BGRX, 0, 0);
    if (bitmap === 0) throw new RangeError('out of memory');
    try {
      calls.FPDFBitmap_FillRect(bitmap, 0, 0, width, height, WHITE);
      calls.FPDF_RenderPageBitmap(bitmap, this.#page, x, y, across, down, 0, 0);
      const stride = calls.FPDFBitmap_GetStride(bitmap);
      const all = this.#engine.bytes(calls.FPDFBitmap_GetBuffer(bitmap), stride * height);
      return stride === width * BYTES_PER_PIXEL ? all : packed(all, stride, width, height);
    } finally {
      calls.FPDFBitmap_Destroy(bitmap);
    }
  }

  /** Draws without some of the text objects, which are put back afterwards. */
  paintWithout(pointers: readonly number[], region: Box, scale: number): Picture {
    const { calls } = this.#engine;
    for (const pointer of pointers) calls.FPDFPageObj_SetIsActive(pointer, false);
    try {
      return this.paint(region, scale);
    } finally {
      for (const pointer of pointers) calls.FPDFPageObj_SetIsActive(pointer, true);
    }
  }
}

function packed(all: Uint8Array, stride: number, width: number, height: number): Uint8Array {
  const row = width * BYTES_PER_PIXEL;
  const pixels = new Uint8Array(row * height);
  for (let y = 0; y < height; y++) pixels.set(all.subarray(y * stride, y * stride + row), y * row);
  return pixels;
}

/** How much each pixel differs between two pictures of the same place: the largest difference of a channel. */
export class Difference {
  readonly #levels: Uint8Array;
  readonly #picture: Picture;

  /** Against white paper when there is no second picture. */
  constructor(shown: Picture, without: Picture | null) {
    this.#picture = shown;
    const count = shown.width * shown.height;
    const levels = new Uint8Array(count);
    const [a, b] = [shown.pixels, without?.pixels];
    for (let i = 0, at = 0; i < count; i++, at += BYTES_PER_PIXEL) {
      let most = 0;
      for (let channel = 0; channel < 3; channel++) {
        const delta = Math.abs((a[at + channel] ?? 0) - (b === undefined ? 255 : (b[at + channel] ?? 0)));
        if (delta > most) most = delta;
      }
      levels[i] = most;
    }
    this.#levels = levels;
  }

  /** What text left inside a box of the page. */
  ink(box: Box): Ink {
    const { width, height, scaleX, scaleY, offsetX, offsetY } = this.#picture;
    const left = Math.max(0, Math.floor(box.left * scaleX + offsetX));
    const right = Math.min(width, Math.ceil(box.right * scaleX + offsetX));
    const top = Math.max(0, Math.floor(box.top * scaleY + offsetY));
    const bottom = Math.min(height, Math.ceil(box.bottom * scaleY + offsetY));
    let most = 0;
    let sum = 0;
    for (let y = top; y < bottom; y++) {
      for (let i = y * width + left; i < y * width + right; i++) {
        const level = this.#levels[i] ?? 0;
        sum += level;
        if (level > most) most = level;
      }
    }
    const area = Math.max(0, right - left) * Math.max(0, bottom - top);
    return { most, cover: area === 0 || most === 0 ? 0 : sum / (area * most), area };
  }
}

export interface Ink {
  /** The strongest change of a pixel, 0 to 255. */
  readonly most: number;
  /** The share of the box that changed, weighed by how strongly: 0 to 1. */
  readonly cover: number;
  /** Pixels of the box that lie in the picture. */
  readonly area: number;
}
