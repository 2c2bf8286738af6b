import type { Box, Glyph } from './glyph.ts';

export const EMPTY: Box = { left: 0, right: 0, top: 0, bottom: 0 };

/** The part of the page that holds these signs, with a point around them. */
export function regionOf(glyphs: ReadonlyArray<Glyph | undefined>): Box {
  let [left, right, top, bottom] = [Infinity, -Infinity, Infinity, -Infinity];
  for (const glyph of glyphs) {
    if (!glyph) continue;
    left = Math.min(left, glyph.left);
    right = Math.max(right, glyph.right);
    top = Math.min(top, glyph.top);
    bottom = Math.max(bottom, glyph.bottom);
  }
  return left > right ? EMPTY : { left: left - 1, right: right + 1, top: top - 1, bottom: bottom + 1 };
}
