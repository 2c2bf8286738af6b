import type { Engine } from './engine.ts';

const LETTERS = 'abcdefghijklmnopqrstuvwxyz';
const SIZE = 1000;
const MAX_NAME_BYTES = 200;

/**
 * Knows a font of the file again on another page, where PDFium may give it another number: its name, the size of its
 * data, and how wide it sets each letter. The widths are found by way of the map from signs to characters, so that two
 * fonts which draw alike and are said to mean different letters are not taken for one.
 */
export function fontKey(engine: Engine, font: number): string {
  const { calls } = engine;
  if (font === 0) return '';
  const name = engine.text(
    (buffer, bytes) => calls.FPDFFont_GetBaseFontName(font, buffer, bytes),
    MAX_NAME_BYTES,
    'utf-8',
  );
  engine.setInt(0, 0);
  calls.FPDFFont_GetFontData(font, 0, 0, engine.slot(0));
  const parts = [name, engine.int(0)];
  for (const letter of LETTERS) {
    const found = calls.FPDFFont_GetGlyphWidth(font, letter.charCodeAt(0), SIZE, engine.slot(0));
    parts.push(found ? Math.round(engine.float(0)) : -1);
  }
  return parts.join(' ');
}
