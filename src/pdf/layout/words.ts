import type { Glyph, LinkArea, TextObject, Turn } from '../glyph.ts';

/** A word, turned so that it runs to the right. Places are in points, y downwards. */
export interface Word {
  text: string;
  left: number;
  right: number;
  /** The writing line. */
  y: number;
  readonly size: number;
  readonly bold: boolean;
  readonly fixedPitch: boolean;
  readonly url: string | null;
}

export interface DirectedWords {
  readonly words: readonly Word[];
  /** Of the page, turned like the words. */
  readonly height: number;
}

export interface PageGlyphs {
  readonly width: number;
  readonly height: number;
  readonly glyphs: readonly Glyph[];
  readonly texts: readonly TextObject[];
  readonly links: readonly LinkArea[];
}

/** Signs may be this far apart, in sizes, before they count as two words where PDFium saw no blank. */
const WORD_GAP = 0.5;
const OBJECT_GAP = 1.5;
/** Raised and lowered signs belong to the word that they touch. */
const RAISED = 0.55;

export function wordsOf(page: PageGlyphs): DirectedWords[] {
  const byTurn = new Map<Turn, Glyph[]>();
  // The main direction comes first.
  for (const glyph of page.glyphs) {
    const turn = page.texts[glyph.object]?.turn ?? null;
    const group = byTurn.get(turn);
    if (group) group.push(glyph);
    else byTurn.set(turn, [glyph]);
  }
  const groups = [...byTurn].sort(([, one], [, other]) => other.length - one.length);
  return groups.map(([turn, glyphs]) => ({
    words: joinGlyphs(glyphs, turn, page),
    height: turn === 1 || turn === 3 ? page.width : page.height,
  }));
}

function joinGlyphs(glyphs: readonly Glyph[], turn: Turn, page: PageGlyphs): Word[] {
  const words: Word[] = [];
  let open: Word | null = null;
  let last = -1;
  for (const glyph of glyphs) {
    if (glyph.text === '') continue;
    const object = page.texts[glyph.object];
    const size = Math.max(1, object?.size ?? 1);
    const place = upright(glyph, turn, page);
    if (open !== null && continues(open, glyph, place, size, glyph.object === last)) {
      open.text += glyph.text;
      open.left = Math.min(open.left, place.left);
      open.right = Math.max(open.right, place.right);
      last = glyph.object;
      continue;
    }
    const url = page.links.find((link) => contains(link, glyph))?.url ?? null;
    open = {
      text: glyph.text,
      ...place,
      size,
      bold: object?.bold ?? false,
      fixedPitch: object?.fixedPitch ?? false,
      url,
    };
    words.push(open);
    last = glyph.object;
  }
  return words;
}

function continues(open: Word, glyph: Glyph, place: Place, size: number, sameObject: boolean): boolean {
  if (glyph.breakBefore && !touches(open, place, size)) return false;
  if (Math.abs(place.y - open.y) > RAISED * Math.max(size, open.size)) return false;
  const gap = place.left - open.right;
  // Letters of one object are set with their own spacing, and PDFium has found the blanks among them.
  const widest = (sameObject ? OBJECT_GAP : WORD_GAP) * Math.max(size, open.size);
  // Text that runs to the left comes in the order of reading.
  if (RIGHT_TO_LEFT.test(glyph.text)) return Math.abs(open.left - place.right) < widest || Math.abs(gap) < widest;
  return gap < widest && gap > -Math.max(size, open.size);
}

/** PDFium sees a break before raised figures; they still stand right at the word. */
function touches(open: Word, place: Place, size: number): boolean {
  const gap = place.left - open.right;
  return size < open.size * 0.8 && Math.abs(place.y - open.y) > 0.1 * open.size && Math.abs(gap) < 0.1 * open.size;
}

export const RIGHT_TO_LEFT = /[\p{Script=Arabic}\p{Script=Hebrew}\p{Script=Syriac}\p{Script=Thaana}]/u;

interface Place {
  readonly left: number;
  readonly right: number;
  readonly y: number;
}

/** The page is turned so that the text runs to the right. */
function upright(glyph: Glyph, turn: Turn, { width, height }: PageGlyphs): Place {
  switch (turn) {
    case 1:
      return { left: height - glyph.bottom, right: height - glyph.top, y: glyph.x };
    case 2:
      return { left: width - glyph.right, right: width - glyph.left, y: height - glyph.y };
    case 3:
      return { left: glyph.top, right: glyph.bottom, y: width - glyph.x };
    default:
      return { left: glyph.left, right: glyph.right, y: glyph.y };
  }
}

function contains(link: LinkArea, { left, right, top, bottom }: Glyph): boolean {
  const x = (left + right) / 2;
  const y = (top + bottom) / 2;
  return x >= link.left && x <= link.right && y >= link.top && y <= link.bottom;
}
