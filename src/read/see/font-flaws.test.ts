import type { Font, PathCommand } from 'fontkit';
import { describe, expect, it } from 'vitest';
import { flawsOf } from './font-flaws.ts';
import { RASTER_SIZE } from './glyph-raster.ts';
import { LETTER_SHAPES } from './letter-shapes.ts';

/** An outline of one square for each filled square of a letter's picture. */
function outline(letter: string): PathCommand[] {
  const picture = LETTER_SHAPES[letter]?.split(' ')[0] ?? '';
  const bits = [...picture].map((digit) => Number.parseInt(digit, 16).toString(2).padStart(4, '0')).join('');
  return [...bits].flatMap((bit, i) => {
    if (bit === '0') return [];
    const [x, y] = [i % RASTER_SIZE, RASTER_SIZE - Math.floor(i / RASTER_SIZE)];
    const corner = (command: PathCommand['command'], dx: number, dy: number) => ({ command, args: [x + dx, y + dy] });
    return [corner('moveTo', 0, 0), corner('lineTo', 1, 0), corner('lineTo', 1, -1), corner('lineTo', 0, -1)];
  });
}

interface Drawn {
  readonly shows?: string;
  readonly name?: string;
}

/** A font that draws each letter as itself unless told otherwise. */
function fontOf(letters: Readonly<Record<string, Drawn>>, tables: Readonly<Record<string, unknown>> = {}): Font {
  return {
    postscriptName: 'Test-Regular',
    familyName: 'Test',
    directory: { tables },
    hasGlyphForCodePoint: (point) => String.fromCodePoint(point) in letters,
    glyphForCodePoint(point) {
      const letter = String.fromCodePoint(point);
      const { shows = letter, name = null } = letters[letter] ?? {};
      return { id: point, name, path: { commands: shows === '' ? [] : outline(shows) } };
    },
  };
}

const all = (letters: string) => Object.fromEntries([...letters].map((letter) => [letter, {}]));
const WORD = 'abdefgkmpwyz';

describe('letters of a font', () => {
  it('that show themselves have no flaws', () => {
    const { blank, foreign, names } = flawsOf(fontOf(all(WORD)), WORD);
    expect([...blank, ...foreign]).toEqual([]);
    expect(names).toEqual(['Test-Regular', 'Test']);
  });

  it('without outlines are blank, unless the font draws in another way', () => {
    const letters = { ...all(WORD), k: { shows: '' } };
    expect([...flawsOf(fontOf(letters), WORD).blank]).toEqual(['k']);
    expect([...flawsOf(fontOf(letters, { COLR: {} }), WORD).blank]).toEqual([]);
  });

  it('with the outline of another letter are foreign, and so is that one', () => {
    expect([...flawsOf(fontOf({ ...all(WORD), k: { shows: 'm' } }), WORD).foreign].sort()).toEqual(['k', 'm']);
  });

  it('that trade places are foreign', () => {
    const letters = { ...all(WORD), e: { shows: 'w' }, w: { shows: 'e' } };
    expect([...flawsOf(fontOf(letters), WORD).foreign].sort()).toEqual(['e', 'w']);
  });

  it('whose glyphs have the names of others are foreign, but not those of capitals', () => {
    const letters = { ...all(WORD), k: { name: 'seven' }, p: { name: 'P' } };
    expect([...flawsOf(fontOf(letters), WORD).foreign]).toEqual(['k']);
  });

  it('that it does not have are those of another font', () => {
    expect([...flawsOf(fontOf(all('ab')), 'abz').blank]).toEqual([]);
  });
});
