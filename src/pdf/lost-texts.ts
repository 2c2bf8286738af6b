import type { Engine } from './engine.ts';
import type { Box, Glyph, TextObject } from './glyph.ts';
import { type HiddenText, textOfGlyphs } from './hidden-text.ts';
import type { PageObjects } from './page-objects.ts';
import type { PageSpace } from './page-space.ts';
import { readGlyphs } from './read-glyphs.ts';

const MAX_LOST = 2000;
/** Of two boxes, what they share of what they cover together. */
const SAME_PLACE = 0.7;

/**
 * Text that PDFium hands out no letters of: without any width, or drawn twice on one place. The former is reported;
 * to read it, it is given a size. The page must not be drawn after this.
 */
export function readLostTexts(
  engine: Engine,
  page: number,
  objects: PageObjects,
  glyphs: readonly Glyph[],
  space: PageSpace,
): HiddenText[] {
  const lost = lostObjects(objects, glyphs);
  const kept = [...new Set(glyphs.map(({ object }) => object))].flatMap((position) => objects.texts[position] ?? []);
  const unseen = lost.filter(({ box }) => isFlat(box) || !kept.some((other) => share(box, other.box) >= SAME_PLACE));
  if (unseen.length === 0) return [];
  unseen.forEach(({ pointer }, index) => {
    // Each on a line of its own, far from all others, so that none is taken for a repetition.
    setMatrix(engine, pointer, [1, 0, 0, 1, 20_000, 20_000 + index * 50]);
  });
  const textPage = engine.calls.FPDFText_LoadPage(page);
  if (textPage === 0) return [];
  const wanted = new Set(unseen.map(({ pointer }) => pointer));
  const read = readGlyphs(engine, textPage, objects, space).glyphs;
  engine.calls.FPDFText_ClosePage(textPage);
  const text = textOfGlyphs(
    read.filter(({ object }) => wanted.has(objects.texts[object]?.pointer ?? 0)),
    objects.texts,
  );
  return text === '' ? [] : [{ reason: 'letters too small to read', text }];
}

export function lostObjects({ texts }: PageObjects, glyphs: readonly Glyph[]): TextObject[] {
  const found = new Set(glyphs.map(({ object }) => object));
  return texts.filter((_, position) => !found.has(position)).slice(0, MAX_LOST);
}

function isFlat({ left, right, top, bottom }: Box): boolean {
  return right - left < 0.5 || bottom - top < 0.5;
}

export function share(one: Box, other: Box): number {
  const across = Math.min(one.right, other.right) - Math.max(one.left, other.left);
  const down = Math.min(one.bottom, other.bottom) - Math.max(one.top, other.top);
  if (across <= 0 || down <= 0) return 0;
  const area = (box: Box) => (box.right - box.left) * (box.bottom - box.top);
  return (across * down) / (area(one) + area(other) - across * down);
}

function setMatrix(engine: Engine, pointer: number, values: readonly number[]): void {
  engine.setFloats(values);
  engine.calls.FPDFPageObj_SetMatrix(pointer, engine.slot(0));
}
