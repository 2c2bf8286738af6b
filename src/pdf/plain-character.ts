/** Signs of symbol fonts that files leave in the private area, as the fonts draw them. */
const SYMBOLS: Readonly<Record<number, string>> = {
  61607: '▪',
  61623: '•',
  61608: '◻',
  61656: '➢',
  61692: '✓',
  61472: ' ',
  61485: '-',
  61534: '■',
};

/** Windows-1252 from 0x80 on: fonts without a map of their own leave its codes where Unicode has controls. */
const WINDOWS_1252 = '€ ‚ƒ„…†‡ˆ‰Š‹Œ Ž  ‘’“”•–—˜™š›œ žŸ';

/**
 * The character as it is written on: presentation forms as plain letters, line-end hyphens as hyphens. Empty for what
 * names no character: controls, the private area, the marks PDFium uses for “unknown”.
 */
export function plainCharacter(code: number): string {
  // PDFium's own mark for a hyphen that ends a line.
  if (code === 2 || code === 0xad || code === 0x2010) return '-';
  if (code >= 0x80 && code < 0xa0) return (WINDOWS_1252[code - 0x80] ?? '').trim();
  if (code < 0x20 || code === 0x7f || code === 0xfffe || code === 0xffff || code === 0xfffd) return '';
  if (code >= 0xd800 && code < 0xe000) return '';
  const symbol = SYMBOLS[code];
  if (symbol !== undefined) return symbol;
  if (code >= 0xe000 && code < 0xf900) return '';
  if (code > 0x10ffff) return '';
  const character = String.fromCodePoint(code);
  const isForm = (code >= 0xfb00 && code <= 0xfdff) || (code >= 0xfe70 && code <= 0xfefc);
  return isForm ? character.normalize('NFKC') : character;
}

const LETTER = /[\p{L}\p{N}]/u;

/** Whether the text holds a letter or figure; asked for every sign, so the plain ones go without the expression. */
export function isLetter(text: string): boolean {
  const code = text.charCodeAt(0);
  if (text.length === 1 && code < 0x80) {
    return (code >= 0x61 && code <= 0x7a) || (code >= 0x41 && code <= 0x5a) || (code >= 0x30 && code <= 0x39);
  }
  return LETTER.test(text);
}
