import { type Color, contrast, TRANSPARENT } from '../css/color.ts';
import { parseNumber } from '../css/length.ts';
import { SCREEN } from '../css/media.ts';
import { splitTop } from '../css/tokens.ts';
import { composite, type View } from '../view.ts';
import { lineWidth, type TextCase, type TextRule } from './rule.ts';

/** Smaller glyphs are dots (visibility.md, step 4.4). */
const LEAST_FONT_SIZE_PX = 4;
/** Below this contrast nobody reads; see contrast() for the measure. */
export const SAME_COLOUR = 'same colour as its background';
/** Where a line is drawn, and whether it leaves the letters out, only pixels tell. */
export const THICK_LINE = 'a line as thick as the letters';
export const LEAST_CONTRAST = 1.2;

export const TEXT_RULES: readonly TextRule[] = [
  {
    name: 'visibility',
    test: ({ view }) => (view.style.is('visibility', 'visible') ? null : `visibility:${view.style.get('visibility')}`),
  },
  { name: 'clipped', test: ({ view }) => view.clip.hidden },
  {
    name: 'tiny',
    test: ({ view }) => (view.style.fontSize * view.scale < LEAST_FONT_SIZE_PX ? 'font-size under 4px' : null),
  },
  {
    name: 'blur',
    test: ({ view }) => (view.blur > 0.2 * view.style.fontSize ? 'blurred' : null),
  },
  {
    name: 'security',
    test: ({ view }) => (view.style.is('-webkit-text-security', 'none') ? null : 'text-security'),
  },
  {
    name: 'stacked',
    test: ({ view }) =>
      (view.style.length('letter-spacing') ?? 0) < -0.45 * view.style.fontSize ? 'letters on one spot' : null,
  },
  {
    name: 'line',
    test: ({ view }) => (view.line >= 0.6 ? THICK_LINE : null),
  },
  {
    name: 'stroke',
    test: ({ view }) => {
      const width = view.style.length('-webkit-text-stroke-width') ?? 0;
      const stroke = view.style.colorOf('-webkit-text-stroke-color');
      const ground = view.ground?.[0];
      if (width < 0.3 * view.style.fontSize || stroke === 'unknown' || ground === undefined) return null;
      return contrastOn(view, stroke, ground) < LEAST_CONTRAST ? 'covered by its own stroke' : null;
    },
  },
  { name: 'indent', readsText: true, test: indented },
  { name: 'color', test: ({ view }) => colorReason(view) },
];

function indented({ text, view }: TextCase): string | null {
  const { style } = view;
  const indent = style.length('text-indent', SCREEN.width) ?? 0;
  if (indent === 0 || Number.isNaN(indent)) return null;
  const width = lineWidth(text, style.fontSize);
  if (indent < -100 && (-indent >= width || indent <= -900)) return 'text-indent out of sight';
  const reach = view.clip.width ?? SCREEN.width;
  const clips = view.clipped || view.lockedRight;
  return clips && indent >= Math.min(reach, SCREEN.width * 0.9) ? 'text-indent out of sight' : null;
}

/** The reason why ink and ground are too near, or null. Unknown grounds and inks give null; doubts cover them. */
function colorReason(view: View): string | null {
  const ink = inkOf(view);
  if (ink === null || ink === 'unknown') return null;
  if (ink.a < 0.03 && !paintedOtherwise(view)) return 'transparent text';
  if (paintedOtherwise(view) || view.ground === null) return null;
  const best = Math.max(...view.ground.map((ground) => contrastOn(view, ink, ground)));
  if (best >= LEAST_CONTRAST) return null;
  if (view.opacity < 0.3) return 'opacity close to 0';
  return ink.a < 0.3 ? 'transparent text' : SAME_COLOUR;
}

/** The fill of the letters is enough to see them; else something beside it paints them, which may stand elsewhere. */
export function showsByFill(view: View): boolean {
  const ink = inkOf(view);
  if (ink === null || ink === 'unknown' || view.ground === null) return true;
  return view.ground.some((ground) => contrastOn(view, ink, ground) >= LEAST_CONTRAST);
}

function contrastOn(view: View, ink: Color, ground: Color): number {
  const seen = composite(view, ink, ground);
  return contrast(seen.ink, seen.ground);
}

/** The colour that fills the glyphs: SVG fill, text fill or the text colour; for gradient text its best stop. */
export function inkOf(view: View): Color | 'unknown' | null {
  const { style } = view;
  if (view.svg) {
    if (style.is('fill', 'none')) return TRANSPARENT;
    if (style.get('fill').startsWith('url')) return 'unknown';
    const fill = style.colorOf('fill');
    const alpha = parseNumber(style.get('fill-opacity')) ?? 1;
    return fill === 'unknown' ? fill : { ...fill, a: fill.a * Math.min(1, Math.max(0, alpha)) };
  }
  return style.colorOf('-webkit-text-fill-color');
}

/** Something other than the fill paints the glyphs: a stroke, a shadow, or a background clipped to them. */
function paintedOtherwise(view: View): boolean {
  const { style } = view;
  const ground = view.ground?.[0];
  const differs = (color: Color | 'unknown') =>
    color === 'unknown' ||
    (color.a > 0.1 && (ground === undefined || contrastOn(view, color, ground) >= LEAST_CONTRAST));
  const stroke = view.svg ? (style.is('stroke', 'none') ? 0 : 1) : (style.length('-webkit-text-stroke-width') ?? 0);
  if (stroke >= 0.4 && differs(style.colorOf(view.svg ? 'stroke' : '-webkit-text-stroke-color'))) return true;
  if (view.gradientText && (view.gradientText.length === 0 || view.gradientText.some(differs))) return true;
  if (style.is('text-shadow', 'none')) return false;
  return splitTop(style.get('text-shadow'), ',').some((shadow) => {
    const color = splitTop(shadow, ' ')
      .map((word) => style.colorFrom(word))
      .find((found) => found !== 'unknown');
    return differs(color ?? style.color);
  });
}
