import { oneLine } from '../base/text.ts';
import type { Glyph, TextObject } from './glyph.ts';
import { type HiddenText, textOfGlyphs } from './hidden-text.ts';

/** A text in place of signs without characters is believed up to this many characters for each sign. */
const CHARACTERS_PER_SIGN = 3;

/**
 * What a file wants said in place of drawn signs (PDF 32000-1, 14.9.4) is believed only where the signs name no
 * characters of their own; where it differs from what is drawn it is given back as hidden, and the signs are read.
 */
export function settleActualText(glyphs: readonly Glyph[], texts: readonly TextObject[]): HiddenText[] {
  const hidden: HiddenText[] = [];
  for (let from = 0; from < glyphs.length; ) {
    const wanted = texts[glyphs[from]?.object ?? -1]?.actualText ?? null;
    let end = from + 1;
    while (wanted !== null && end < glyphs.length && texts[glyphs[end]?.object ?? -1]?.actualText === wanted) end++;
    if (wanted !== null) hidden.push(...settle(wanted, glyphs.slice(from, end), texts));
    from = end;
  }
  return hidden;
}

function settle(wanted: string, run: readonly Glyph[], texts: readonly TextObject[]): HiddenText[] {
  const drawn = textOfGlyphs(run, texts);
  if (plain(wanted).length <= 1 || plain(drawn).includes(plain(wanted))) return [];
  const isNamed = /[\p{L}\p{N}]/u.test(drawn);
  if (!isNamed && [...wanted].length <= run.length * CHARACTERS_PER_SIGN) {
    run.forEach((glyph, index) => {
      glyph.text = index === 0 ? oneLine(wanted) : '';
    });
    return [];
  }
  return [{ reason: 'other text than is drawn (ActualText)', text: oneLine(wanted) }];
}

function plain(text: string): string {
  return text
    .normalize('NFKC')
    .replace(/[\s\u00ad\u200b-\u200d\ufeff-]+/gu, '')
    .toLowerCase();
}
