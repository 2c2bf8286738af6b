import type { Glyph, TextObject } from './glyph.ts';
import type { PageObjects } from './page-objects.ts';
import { changeAt, type Painter, type Picture } from './raster.ts';
import { regionOf } from './region.ts';

/** Text that paints nothing and only clips what is painted after it (PDF 32000-1, 9.3.6). */
const CLIPS = 7;
/** Of what the later drawings change around the letters, the share that must lie within their shapes. */
const LEAST_WITHIN = 0.8;
/** Of a letter's shape, the share that must change. */
const LEAST_FILLED = 0.4;
/** A pixel belongs to a letter, wholly or at its edge. */
const INSIDE = 128;
const EDGE = 8;

interface Ink {
  within: number;
  shape: number;
}

/**
 * Which letters of a clip are seen as what was painted through it: a picture or a colour that fills exactly their
 * shapes. The shapes are known by painting the letters themselves; what fills them, by leaving out all that is painted
 * after the text. Both pictures are of this place only.
 */
export function seenThrough(
  painter: Painter,
  { texts, painters }: PageObjects,
  object: number,
  glyphs: readonly Glyph[],
  scale: number,
  leastChange: number,
): readonly boolean[] {
  const text = texts[object];
  const later = painters.filter(({ texts: before }) => before > object).map(({ pointer }) => pointer);
  if (text?.renderMode !== CLIPS || later.length === 0) return glyphs.map(() => false);
  const region = regionOf(glyphs);
  const shape = paintShape(painter, { texts, painters }, text, () => painter.paint('alone', region, scale));
  const shown = painter.paint('close', region, scale);
  const without = painter.paintWithout(later, 'close without', region, scale);
  let [all, within] = [0, 0];
  for (let i = 0; i < shown.pixels.length; i++) {
    if (changeAt(shown, without, i) < leastChange) continue;
    all++;
    if (darkness(shape, i) >= EDGE) within++;
  }
  if (all === 0 || within < all * LEAST_WITHIN) return glyphs.map(() => false);
  return glyphs.map((glyph) => {
    const ink = inkOf(glyph, shape, (index) => changeAt(shown, without, index) >= leastChange);
    return ink.shape > 0 && ink.within >= ink.shape * LEAST_FILLED;
  });
}

/** In black, with nothing else on the page; afterwards all is as it was. The colour of a text without ink says nothing. */
function paintShape(
  painter: Painter,
  { texts, painters }: Pick<PageObjects, 'texts' | 'painters'>,
  text: TextObject,
  paint: () => Picture,
): Picture {
  const others = [...texts, ...painters].map(({ pointer }) => pointer).filter((pointer) => pointer !== text.pointer);
  return painter.inked(text.pointer, CLIPS, () => painter.without(others, paint));
}

function inkOf(glyph: Glyph, shape: Picture, isChanged: (index: number) => boolean): Ink {
  const { width, height, scaleX, scaleY, offsetX, offsetY } = shape;
  const left = Math.max(0, Math.floor(glyph.left * scaleX + offsetX));
  const right = Math.min(width, Math.ceil(glyph.right * scaleX + offsetX));
  const top = Math.max(0, Math.floor(glyph.top * scaleY + offsetY));
  const bottom = Math.min(height, Math.ceil(glyph.bottom * scaleY + offsetY));
  const ink: Ink = { within: 0, shape: 0 };
  for (let y = top; y < bottom; y++) {
    for (let i = y * width + left; i < y * width + right; i++) {
      if (darkness(shape, i) < INSIDE) continue;
      ink.shape++;
      if (isChanged(i)) ink.within++;
    }
  }
  return ink;
}

function darkness({ pixels }: Picture, index: number): number {
  return 255 - (((pixels[index] ?? 0) >>> 8) & 255);
}
