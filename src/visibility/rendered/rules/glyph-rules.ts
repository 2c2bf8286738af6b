import { hidden, type TextCase, type TextRule } from '../text-case.ts';

/** Smaller glyphs are dots (visibility.md, step 4.4). */
const LEAST_GLYPH_PX = 4;
const TINY_GLYPH_PX = 6;
/** Height of a line box over that of its font. */
const LINE_HEIGHT = 1.15;
const LEAST_SIDE_PX = 0.5;
/** Advance of a letter over the height of its line, below which letters lie on one another. */
const LEAST_ADVANCE = 0.1;
/** A line this thick, as a share of the font size, can hide the letters it is drawn through. */
const THICK_LINE = 0.18;

/** What the glyphs themselves decide: which there are, how large, how close. */
export const GLYPH_RULES: readonly TextRule[] = [
  {
    name: 'icon font',
    apply: ({ text }) => (/^[\s\p{Co}]*$/u.test(text) ? hidden('svg or font icon') : null),
  },
  {
    name: 'no glyphs',
    apply: ({ text }) => (HAS_GLYPH.test(text) ? null : hidden('characters without glyphs')),
  },
  {
    name: 'no area',
    apply: ({ rect }) =>
      rect.width <= LEAST_SIDE_PX || rect.height <= LEAST_SIDE_PX ? hidden('a box of no size') : null,
  },
  { name: 'tiny', apply: tiny },
  {
    name: 'squeezed',
    apply: (each) => {
      const { text, rect, state, style, isControl } = each;
      // The rectangle of a control's value is a guess, and a long value is cut, not squeezed.
      if (isControl) return null;
      // Counting is slow, and the number of code units is an upper limit.
      // Turned text runs along whichever side is longer, but not edge on.
      const isTurned = state.rotated || style.vertical;
      const along = Math.min(isTurned ? Math.max(rect.width, rect.height) : rect.width, setLength(each));
      const across = isTurned ? style.fontSize : rect.height;
      if (along / text.length >= LEAST_ADVANCE * across) return null;
      const count = glyphCount(text);
      if (count <= 2) return null;
      return along / count < LEAST_ADVANCE * across ? hidden('letters on one spot') : null;
    },
  },
  {
    name: 'letters drawn on one another',
    apply: (text) => {
      if (text.style.letterSpacing < -0.35 * text.style.fontSize) text.doubtful('letter spacing');
      return null;
    },
  },
  {
    name: 'thick line',
    apply: (text) => {
      if (text.state.lineThickness > THICK_LINE * text.style.fontSize) text.doubtful('thick line on the text');
      return null;
    },
  },
  { name: 'masked', apply: ({ style, isControl }) => (style.masked && !isControl ? hidden('text-security') : null) },
];

const HAS_GLYPH = /[^\s\p{Default_Ignorable_Code_Point}]/u;

/** Characters that draw something. */
function glyphCount(text: string): number {
  return [...text.replace(/\s+/gu, ' ').replace(/\p{Default_Ignorable_Code_Point}/gu, '')].length;
}

/** SVG text can be told how long to be in all; captures give the length that it would have had. */
function setLength({ model: { document }, styleBox }: TextCase): number {
  const node = document.nodeOf(styleBox);
  if (!/^(?:text|tspan|textPath)$/u.test(document.nodeName(node))) return Number.POSITIVE_INFINITY;
  for (let up = node; up >= 0 && document.nodeName(up) !== 'svg'; up = document.parentNode(up)) {
    const written = document.attribute(up, 'textLength') ?? document.attribute(up, 'textlength');
    if (written !== null) return Number.parseFloat(written) || Number.POSITIVE_INFINITY;
  }
  return Number.POSITIVE_INFINITY;
}

function tiny(input: TextCase) {
  const { rect, style, state, model } = input;
  const along = Math.max(rect.width, rect.height);
  // Bounds of turned text say little: the longer side is the least it can be.
  const line = state.rotated ? along : style.vertical ? rect.width : rect.height;
  // Heights of lines are whole pixels: of small letters they say too much, unless something stretches them.
  const isPlain = line <= style.fontSize * LINE_HEIGHT + 1;
  const glyph = (isPlain ? Math.min(style.fontSize, line / LINE_HEIGHT) : line / LINE_HEIGHT) * model.frame.scale;
  if (glyph < LEAST_GLYPH_PX) return hidden('font-size under 4px');
  if (glyph < TINY_GLYPH_PX) input.flag('tiny');
  return null;
}
