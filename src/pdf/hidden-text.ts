import { oneLine } from '../base/text.ts';
import type { Glyph, TextObject } from './glyph.ts';

/** One text of a page that no person sees, with the reason in a few fixed words. */
export interface HiddenText {
  readonly reason: string;
  readonly text: string;
}

/** Signs further apart than this share of their size belong to two words, where PDFium found no break either. */
const WORD_GAP = 0.25;
const MAX_TEXT = 60_000;

/** Signs in the order of the file as text: blanks where words or lines end. */
export function textOfGlyphs(glyphs: readonly Glyph[], texts: readonly TextObject[]): string {
  let text = '';
  let last: Glyph | null = null;
  for (const glyph of glyphs) {
    const size = Math.max(0.1, texts[glyph.object]?.size ?? 0);
    if (last !== null && isApart(last, glyph, size)) text += ' ';
    text += glyph.text;
    last = glyph;
    if (text.length > MAX_TEXT) break;
  }
  return oneLine(text);
}

function isApart(last: Glyph, next: Glyph, size: number): boolean {
  if (next.breakBefore) return true;
  if (last.object === next.object) return false;
  return Math.abs(next.y - last.y) > size * 0.6 || next.left - last.right > WORD_GAP * size;
}
