import type { Glyph, TextObject } from './glyph.ts';
import { isLetter } from './plain-character.ts';

/** Letters that are measured; fewer may all be points or dashes. */
const MEASURED = 3;

/**
 * Fonts drawn by the file itself (Type 3) may be of any size whatever the text says. Where the letters’ own boxes tell
 * another story, they are believed.
 */
export function settleSizes(texts: readonly TextObject[], glyphs: readonly Glyph[]): void {
  const measures = new Map<number, { letters: number; width: number; height: number }>();
  for (const glyph of glyphs) {
    if (!isLetter(glyph.text)) continue;
    const measure = measures.get(glyph.object) ?? { letters: 0, width: 0, height: 0 };
    measures.set(glyph.object, measure);
    measure.letters++;
    measure.width = Math.max(measure.width, glyph.right - glyph.left);
    measure.height = Math.max(measure.height, glyph.bottom - glyph.top);
  }
  for (const [position, { letters, width, height }] of measures) {
    const object = texts[position];
    if (!object || letters < MEASURED) continue;
    // A capital is 0.7 of the size high, a wide letter as broad.
    const measured = Math.min(width, height) / 0.6;
    if (measured > object.size * 2.5 || measured < object.size * 0.25) object.size = measured;
  }
}
