import type { Font, Glyph, PathCommand } from 'fontkit';
import { likeness, RASTER_SIZE, rasterOf } from './glyph-raster.ts';
import { LETTER_SHAPES } from './letter-shapes.ts';

/** Letters of a font that do not show themselves. */
export interface FontFlaws {
  /** Names under which the browser may speak of the font. */
  readonly names: readonly string[];
  /** Without an outline. */
  readonly blank: ReadonlySet<string>;
  /** With the outline of another letter. */
  readonly foreign: ReadonlySet<string>;
}

/** Tables that draw glyphs other than by outlines: colours, pictures. */
const DRAWN_OTHERWISE = ['COLR', 'CBDT', 'sbix', 'SVG ', 'EBDT'];
const MAX_LETTERS = 600;
/** Letters look the same or nearly so: capitals and small ones, strokes, rings. */
const LOOKALIKES = ['il1|jt', 'o0dq', 'sz52', 'b68', 'uv', 'nhrm', 'g9q', 'ce'];
/** Judgement, from the six decorative and seven plain faces that were looked at. */
const LIKE = 0.72;
const MARGIN = 0.22;
/** Two letters that trade places tell more than one odd letter does. */
const LEAST_TRADED = 2;
const MANY_TRADED = 6;

const DIGIT_NAMES = ['zero', 'one', 'two', 'three', 'four', 'five', 'six', 'seven', 'eight', 'nine'];

/** Looks at the glyphs that a font has for these letters. Throws for fonts that cannot be read. */
export function flawsOf(font: Font, letters: Iterable<string>): FontFlaws {
  const names = [font.postscriptName, font.familyName].filter((name) => name !== null);
  const blank = new Set<string>();
  const foreign = new Set<string>();
  const drawsOtherwise = DRAWN_OTHERWISE.some((table) => font.directory?.tables[table] !== undefined);
  if (drawsOtherwise) return { names, blank, foreign };
  const rasters = new Map<string, Uint8Array>();
  const outlines = new Map<string, string>();
  for (const letter of [...letters].slice(0, MAX_LETTERS)) {
    const point = letter.codePointAt(0) ?? 0;
    if (!/[\p{L}\p{N}]/u.test(letter) || !font.hasGlyphForCodePoint(point)) continue;
    const glyph = font.glyphForCodePoint(point);
    const { commands } = glyph.path;
    const raster = rasterOf(commands);
    if (raster === null) {
      blank.add(letter);
      continue;
    }
    if (isNamedOtherwise(letter, glyph)) foreign.add(letter);
    if (!/[A-Za-z0-9]/u.test(letter)) continue;
    rasters.set(letter, raster);
    const outline = outlineKey(commands);
    const twin = outlines.get(outline);
    if (twin === undefined) outlines.set(outline, letter);
    else if (!areAlike(twin, letter)) {
      foreign.add(twin);
      foreign.add(letter);
    }
  }
  for (const letter of traded(rasters)) foreign.add(letter);
  return { names, blank, foreign };
}

/** The font says itself that the glyph is another letter. */
function isNamedOtherwise(letter: string, { name }: Glyph): boolean {
  if (name === null || !/[A-Za-z0-9]/u.test(letter)) return false;
  const digit = DIGIT_NAMES.indexOf(name);
  const says = digit >= 0 ? String(digit) : /^[A-Za-z]$/u.test(name) ? name : null;
  return says !== null && !areAlike(says, letter);
}

function outlineKey(commands: readonly PathCommand[]): string {
  return commands.map(({ command, args }) => `${command}${args.join()}`).join(';');
}

/** Letters that look like others, while those look like others in turn: a face that is only odd does not trade. */
function traded(rasters: ReadonlyMap<string, Uint8Array>): string[] {
  const looks = new Map<string, string>();
  for (const [letter, raster] of rasters) {
    const other = looksLike(letter, raster);
    if (other !== null) looks.set(letter, other);
  }
  const found = [...looks].filter(([, other]) => !rasters.has(other) || looks.has(other)).map(([letter]) => letter);
  // Many letters are not traded one by one: then none of them is to be believed.
  if (found.length >= MANY_TRADED && found.length > 0.2 * rasters.size) return [...rasters.keys()];
  return found.length >= LEAST_TRADED ? found : [];
}

function looksLike(letter: string, raster: Uint8Array): string | null {
  let best: string | null = null;
  let most = 0;
  let own = 0;
  for (const [other, shapes] of references()) {
    const like = Math.max(...shapes.map((shape) => likeness(raster, shape)));
    if (areAlike(other, letter)) own = Math.max(own, like);
    else if (like > most) [most, best] = [like, other];
  }
  return most >= LIKE && most - own >= MARGIN ? best : null;
}

function areAlike(one: string, other: string): boolean {
  const [a, b] = [one.toLowerCase(), other.toLowerCase()];
  return a === b || LOOKALIKES.some((group) => group.includes(a) && group.includes(b));
}

let shapes: ReadonlyMap<string, readonly Uint8Array[]> | null = null;

function references(): ReadonlyMap<string, readonly Uint8Array[]> {
  shapes ??= new Map(
    Object.entries(LETTER_SHAPES).map(([letter, written]) => [letter, written.split(' ').map(squaresOf)]),
  );
  return shapes;
}

function squaresOf(written: string): Uint8Array {
  const squares = new Uint8Array(RASTER_SIZE * RASTER_SIZE);
  [...written].forEach((digit, i) => {
    const four = Number.parseInt(digit, 16);
    for (let bit = 0; bit < 4; bit++) squares[4 * i + bit] = (four >> (3 - bit)) & 1;
  });
  return squares;
}
