import type { Box, Glyph, TextObject } from './glyph.ts';
import type { PageSpace } from './page-space.ts';
import type { Picture } from './raster.ts';
import { hasInkBeneath } from './unseen.ts';

/** Of the page that pictures must cover for it to be a scan. */
const LEAST_COVERED = 0.5;
/** Of the unseen letters that must stand where the picture shows something. */
const LEAST_MATCHING = 0.7;

/**
 * Whether the unseen text of a page is what a program read from its picture: letters without ink, set over or under a
 * picture of most of the page, where that picture shows something. What the picture really says is not known here.
 */
export function isScanLayer(
  unseen: readonly Glyph[],
  texts: readonly TextObject[],
  images: readonly Box[],
  space: PageSpace,
  beneath: Picture | null,
): boolean {
  if (beneath === null || unseen.length === 0 || covered(images, space) < LEAST_COVERED) return false;
  let matching = 0;
  for (const glyph of unseen) {
    const object = texts[glyph.object];
    const noInk = object !== undefined && (object.renderMode === 3 || covered(images, space) > 0.85);
    if (noInk && hasInkBeneath(beneath, glyph)) matching++;
  }
  return matching >= unseen.length * LEAST_MATCHING;
}

function covered(images: readonly Box[], { width, height }: PageSpace): number {
  let sum = 0;
  for (const { left, right, top, bottom } of images) {
    const across = Math.min(width, right) - Math.max(0, left);
    const down = Math.min(height, bottom) - Math.max(0, top);
    if (across > 0 && down > 0) sum += across * down;
  }
  return sum / Math.max(1, width * height);
}
