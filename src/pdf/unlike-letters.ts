import type { Glyph, TextObject, Turn } from './glyph.ts';

/**
 * A file can draw one letter and say that it stands for another. What a letter is cannot be read from its outline here,
 * but how far it reaches up and down can: `b d f h k l` stand taller than `a c e m n o r s u v w x z`, and `g p q y`
 * reach below the line. In honest fonts nearly all letters keep to this, with letters exchanged about half.
 */
const TALL = new Set('bdfhkl');
const LOW = new Set('acemnorsuvwxzgpqy');
const BELOW = new Set('gpqy');
const ON_LINE = new Set('abcdehklmnorsuvwx');

/** Of the letters of each kind, those that keep to it; honest fonts are above nine tenths, chance is one half. */
const LEAST_AGREEMENT = 0.78;
const LEAST_LETTERS = 24;
const LEAST_DISTINCT = 8;
/** Tall letters are a third taller and more than low ones; small capitals are all of one height. */
const LEAST_CONTRAST = 1.2;
/** Below the line by more than this share of the size; round letters reach a little below it. */
const REACHES_BELOW = 0.08;
/** One letter that a text is full of says no more than others. */
const MAX_PER_LETTER = 10;

/** Letters of one font as they are drawn, a few of each. */
export type DrawnLetters = Map<string, Reach[]>;

/** The letters of each font of a page, by the font's number in PDFium. */
export function lettersByFont(glyphs: readonly Glyph[], texts: readonly TextObject[]): Map<number, DrawnLetters> {
  const fonts = new Map<number, DrawnLetters>();
  for (const glyph of glyphs) {
    const object = texts[glyph.object];
    if (!object || object.turn === null || object.size <= 0 || !(TALL.has(glyph.text) || LOW.has(glyph.text))) continue;
    const letters = fonts.get(object.font) ?? new Map<string, Reach[]>();
    fonts.set(object.font, letters);
    const reaches = letters.get(glyph.text) ?? [];
    letters.set(glyph.text, reaches);
    if (reaches.length < MAX_PER_LETTER) reaches.push(reachOf(glyph, object.turn, object.size));
  }
  return fonts;
}

/** Adds what one page shows of a font to what others showed of it. */
export function addLetters(all: DrawnLetters, more: DrawnLetters): void {
  for (const [letter, reaches] of more) {
    const known = all.get(letter) ?? [];
    all.set(letter, [...known, ...reaches].slice(0, MAX_PER_LETTER));
  }
}

export interface Reach {
  /** Above and below the line, in sizes. */
  readonly up: number;
  readonly down: number;
}

function reachOf({ left, right, top, bottom, x, y }: Glyph, turn: Exclude<Turn, null>, size: number): Reach {
  const [up, down] = [
    [y - top, bottom - y],
    [x - left, right - x],
    [bottom - y, y - top],
    [right - x, x - left],
  ][turn] ?? [0, 0];
  return { up: (up ?? 0) / size, down: (down ?? 0) / size };
}

/** True for a font whose letters do not look like what the file says that they are; false also when too few are known. */
export function isUnlike(letters: DrawnLetters): boolean {
  const all = [...letters].flatMap(([letter, reaches]) => reaches.map((reach) => ({ letter, ...reach })));
  if (letters.size < LEAST_DISTINCT || all.length < LEAST_LETTERS) return false;
  const heights = all.map(({ up }) => up).sort((one, other) => one - other);
  const low = heights[Math.floor(heights.length * 0.15)] ?? 0;
  const high = heights[Math.floor(heights.length * 0.93)] ?? 0;
  if (low <= 0 || high / low < LEAST_CONTRAST) return false;
  const middle = (low + high) / 2;
  const shares = [
    shareOf(
      all,
      ({ letter }) => TALL.has(letter),
      ({ up }) => up > middle,
    ),
    shareOf(
      all,
      ({ letter }) => LOW.has(letter),
      ({ up }) => up <= middle,
    ),
    shareOf(
      all,
      ({ letter }) => BELOW.has(letter),
      ({ down }) => down > REACHES_BELOW,
    ),
    shareOf(
      all,
      ({ letter }) => ON_LINE.has(letter),
      ({ down }) => down <= REACHES_BELOW,
    ),
  ].filter((share) => share !== null);
  // Each kind counts the same: most letters are low ones, and would agree by chance.
  return shares.length > 1 && shares.reduce((sum, share) => sum + share, 0) < shares.length * LEAST_AGREEMENT;
}

interface Letter extends Reach {
  readonly letter: string;
}

const LEAST_OF_KIND = 3;

function shareOf(
  all: readonly Letter[],
  isKind: (one: Letter) => boolean,
  keeps: (one: Letter) => boolean,
): number | null {
  const kind = all.filter(isKind);
  return kind.length < LEAST_OF_KIND ? null : kind.filter(keeps).length / kind.length;
}
