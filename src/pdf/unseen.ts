import type { Box, Color, Glyph, TextObject, Unseen } from './glyph.ts';
import type { PageSpace } from './page-space.ts';
import type { Picture } from './raster.ts';

/** Letters of less than this many points leave grey dust on a screen and on paper. */
const LEAST_SIZE = 2.2;
/** On a page as wide as a wall nobody finds what is this small a part of it: 0.6 point on a letter. */
const LEAST_SHARE = 1 / 1300;
/** A longer text behind a single sign is no ligature; the longest that Latin fonts have is of three. */
const LONGEST_LIGATURE = 3;
const SAME_COLOUR = 18;

export function isTiny({ size }: TextObject, space: PageSpace): boolean {
  return size < LEAST_SIZE || size < Math.max(space.width, space.height) * LEAST_SHARE;
}

/** Objects most of whose signs stand for several characters are no text with a ligature here and there. */
const MOST_LIGATURES = 0.4;
const LEAST_SIGNS = 4;

/** Objects and single signs that stand for more text than is drawn. */
export function findStuffed(glyphs: readonly Glyph[]): (glyph: Glyph) => boolean {
  const counts = new Map<number, { all: number; several: number }>();
  for (const { object, text } of glyphs) {
    const count = counts.get(object) ?? { all: 0, several: 0 };
    counts.set(object, count);
    count.all++;
    if (text.length > 1 && isSeveral(text)) count.several++;
  }
  return ({ object, text }) => {
    if (text.length > LONGEST_LIGATURE && [...text].length > LONGEST_LIGATURE && !JOINED_SCRIPT.test(text)) return true;
    const count = counts.get(object);
    return count !== undefined && count.all >= LEAST_SIGNS && count.several > count.all * MOST_LIGATURES;
  };
}

function isSeveral(text: string): boolean {
  return [...text.replace(/\p{M}/gu, '')].length > 1 && !JOINED_SCRIPT.test(text);
}

/** Scripts whose signs stand for syllables and whole words. */
const JOINED_SCRIPT =
  /[\p{Script=Arabic}\p{Script=Devanagari}\p{Script=Bengali}\p{Script=Tamil}\p{Script=Telugu}\p{Script=Kannada}\p{Script=Malayalam}\p{Script=Gujarati}\p{Script=Gurmukhi}\p{Script=Khmer}\p{Script=Thai}\p{Script=Sinhala}\p{Script=Myanmar}]/u;

export function isOffPage(box: Box, space: PageSpace): boolean {
  return box.right <= 0 || box.bottom <= 0 || box.left >= space.width || box.top >= space.height;
}

/** The most telling reason for a sign that leaves no ink. The picture of what lies beneath is null for white paper. */
export function reasonOf(glyph: Glyph, object: TextObject, space: PageSpace, beneath: Picture | null): Unseen {
  if (isTiny(object, space)) return 'letters too small to read';
  if (isOffPage(glyph, space)) return 'off the page';
  if (object.renderMode === 3 || object.renderMode === 7) return 'no ink: text render mode 3 or 7';
  if (object.fill !== null && object.fill.alpha < 8) return 'fully transparent';
  if (object.optional) return 'optional content switched off';
  if (object.fill !== null && contrast(glyph, object.fill, beneath) < SAME_COLOUR) return 'colour of what lies beneath';
  if (object.clipped) return 'clipped away';
  return beneath === null ? 'leaves no mark on the page' : 'painted over';
}

/** How far a colour is from what lies beneath a sign, 0 to 255; 255 where that is not known. */
export function contrast(box: Box, { red, green, blue }: Color, picture: Picture | null): number {
  const ground = picture === null ? { red: 255, green: 255, blue: 255 } : groundAt(picture, box);
  if (ground === null) return 255;
  return Math.max(Math.abs(red - ground.red), Math.abs(green - ground.green), Math.abs(blue - ground.blue));
}

function groundAt(picture: Picture, box: Box): Omit<Color, 'alpha'> | null {
  const x = Math.floor(((box.left + box.right) / 2) * picture.scaleX + picture.offsetX);
  const y = Math.floor(((box.top + box.bottom) / 2) * picture.scaleY + picture.offsetY);
  if (x < 0 || y < 0 || x >= picture.width || y >= picture.height) return null;
  const pixel = picture.pixels[y * picture.width + x] ?? 0;
  return { red: (pixel >>> 16) & 255, green: (pixel >>> 8) & 255, blue: pixel & 255 };
}

/** Levels between the lightest and darkest pixel of a box: a letter of a scan differs from its paper by far more. */
const SCANNED_CONTRAST = 60;

/** Whether something stands in the picture where an unseen text claims to be. */
export function hasInkBeneath(picture: Picture, box: Box): boolean {
  const left = Math.max(0, Math.floor(box.left * picture.scaleX + picture.offsetX));
  const right = Math.min(picture.width, Math.ceil(box.right * picture.scaleX + picture.offsetX));
  const top = Math.max(0, Math.floor(box.top * picture.scaleY + picture.offsetY));
  const bottom = Math.min(picture.height, Math.ceil(box.bottom * picture.scaleY + picture.offsetY));
  let [least, most] = [255, 0];
  for (let y = top; y < bottom; y++) {
    for (let x = left; x < right; x++) {
      const level = ((picture.pixels[y * picture.width + x] ?? 0) >>> 8) & 255;
      if (level < least) least = level;
      if (level > most) most = level;
    }
  }
  return most - least >= SCANNED_CONTRAST;
}
