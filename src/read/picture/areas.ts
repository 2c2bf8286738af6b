import type { PictureArea } from '../picture-result.ts';

/** A taller area is cut into tiles. */
export const TALLEST_PX = 2_000;
/** About two screens: what stands in it can still be read in a picture that a model scales down. */
export const TILE_PX = 1_500;
/** A wider page is cut off there; the picture would be a strip. */
export const WIDEST_PX = 6_000;

export interface Tile {
  readonly number: number;
  readonly count: number;
  readonly area: PictureArea;
}

/** The part of an area with this number, from 1; the last one for a number that is too high. Null for one whole. */
export function tileOf(area: PictureArea, number: number | null): Tile | null {
  if (area.height <= TALLEST_PX) return null;
  const count = Math.ceil(area.height / TILE_PX);
  const chosen = Math.min(Math.max(1, number ?? 1), count);
  const y = area.y + (chosen - 1) * TILE_PX;
  const height = Math.min(TILE_PX, area.y + area.height - y);
  return { number: chosen, count, area: { ...area, y, height } };
}

/** Whole pixels around an area, within the page; null when nothing of it is there. */
export function onPaper(area: PictureArea, page: { readonly width: number; readonly height: number }) {
  const x = Math.max(0, Math.floor(area.x));
  const y = Math.max(0, Math.floor(area.y));
  const width = Math.min(page.width, Math.ceil(area.x + area.width)) - x;
  const height = Math.min(page.height, Math.ceil(area.y + area.height)) - y;
  return width > 0 && height > 0 ? { x, y, width: Math.min(width, WIDEST_PX), height } : null;
}
