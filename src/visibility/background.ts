import { type Color, over } from './css/color.ts';
import type { ComputedStyle } from './css/computed-style.ts';
import { splitTop } from './css/tokens.ts';

/** The colours that may lie behind a text; null when an image or something else unknown does. */
export type Ground = readonly Color[] | null;

const MAX_COLORS = 8;

/** What an element paints under its own text, on top of `ground`. */
export function paintBackground(style: ComputedStyle, ground: Ground): Ground {
  const image = style.get('background-image');
  const plain =
    style.is('background-color', 'transparent') && image === 'none' && !style.get('box-shadow').includes('inset');
  if (plain) return ground;
  const fill = style.colorOf('background-color');
  let colors = fill === 'unknown' ? null : layer(fill, ground);
  if (image !== 'none' && style.get('background-clip') !== 'text') colors = paintImages(style, image, colors);
  const shadow = insetFill(style);
  return shadow === null ? colors : shadow === 'unknown' ? null : layer(shadow, colors);
}

function layer(color: Color, ground: Ground): Ground {
  if (color.a >= 0.995) return [color];
  if (color.a === 0) return ground;
  return ground === null ? null : ground.map((under) => over(color, under));
}

function paintImages(style: ComputedStyle, image: string, under: Ground): Ground {
  let colors = under;
  for (const part of splitTop(image, ',').reverse()) {
    const stops = gradientStops(style, part);
    if (stops === null) return null;
    const painted: Color[] = style.is('background-size', 'given') && colors ? [...colors] : [];
    for (const stop of stops) {
      const result = layer(stop, colors);
      if (result === null) return null;
      painted.push(...result);
    }
    colors = dedupe(painted);
  }
  return colors;
}

function dedupe(colors: readonly Color[]): Color[] {
  const seen = new Map(colors.map((color) => [`${color.r},${color.g},${color.b}`, color]));
  return [...seen.values()].slice(0, MAX_COLORS);
}

/** Colours of the stops of a gradient; null for images and for gradients with unread colours. */
export function gradientStops(style: ComputedStyle, image: string): Color[] | null {
  const call = /^(?:-webkit-|-moz-|-o-)?(?:repeating-)?(?:linear|radial|conic)-gradient\(([\s\S]*)\)$/iu.exec(
    image.trim(),
  );
  if (!call) return null;
  const stops: Color[] = [];
  splitTop(call[1] ?? '', ',').forEach((part, index) => {
    const words = splitTop(part, ' ');
    const parsed = words.map((word) => style.colorFrom(word.toLowerCase())).find((color) => color !== 'unknown');
    if (parsed) stops.push(parsed);
    else if (index > 0 && words.length > 1) stops.length = 0;
  });
  return stops.length > 0 ? stops : null;
}

/** An inset shadow so wide that it fills the box, as a layer; `unknown` when it may reach the text. */
function insetFill(style: ComputedStyle): Color | 'unknown' | null {
  let fill: Color | 'unknown' | null = null;
  for (const shadow of splitTop(style.get('box-shadow'), ',')) {
    const words = splitTop(shadow, ' ');
    if (!words.includes('inset')) continue;
    const lengths = words.map((word) => style.lengthOf(word)).filter((length) => length !== null);
    const [x = 0, y = 0, blur = 0, spread = 0] = lengths;
    const reach = Math.max(Math.abs(x), Math.abs(y)) + blur + spread;
    if (reach <= 12) continue;
    const color = words
      .map((word) => (word === 'inset' ? 'unknown' : style.colorFrom(word)))
      .find((found) => found !== 'unknown');
    fill = spread >= 40 || Math.abs(x) >= 600 || Math.abs(y) >= 100 ? (color ?? style.color) : 'unknown';
  }
  return fill;
}
