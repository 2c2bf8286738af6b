import {
  fromHsl,
  fromHwb,
  fromLab,
  fromLinear,
  fromOklab,
  fromPredefined,
  polar,
  type Rgb,
  toLab,
  toLinear,
  toOklab,
} from './color-spaces.ts';
import { parseNumber } from './length.ts';
import { NAMED_COLORS, SYSTEM_COLORS } from './named-colors.ts';
import { splitTop } from './tokens.ts';

/** sRGB, 0 to 255, alpha 0 to 1. */
export interface Color extends Rgb {
  readonly a: number;
}

/** `current` is currentColor; `unknown` is a colour by a syntax that is valid but not understood here. */
export type ParsedColor = Color | 'current' | 'unknown';

export const WHITE: Color = { r: 255, g: 255, b: 255, a: 1 };
export const BLACK: Color = { r: 0, g: 0, b: 0, a: 1 };
export const TRANSPARENT: Color = { r: 0, g: 0, b: 0, a: 0 };

export interface ColorContext {
  /** The used color scheme, for light-dark() and system colours. */
  readonly dark: boolean;
  /** What currentColor stands for inside color-mix(). */
  readonly current: Color | null;
}

const MAX_DEPTH = 6;

/** Null when the text is not a colour, so that the declaration is dropped as a browser would. */
export function parseColor(text: string, context: ColorContext, depth = 0): ParsedColor | null {
  const value = text.trim().toLowerCase();
  if (value.startsWith('#')) return hex(value.slice(1));
  if (value === 'transparent') return TRANSPARENT;
  if (value === 'currentcolor' || value === 'currenttext') return 'current';
  const named = NAMED_COLORS[value];
  if (named !== undefined) return { r: named >> 16, g: (named >> 8) & 255, b: named & 255, a: 1 };
  const system = SYSTEM_COLORS[value];
  if (system) return hex(context.dark ? system[1] : system[0]);
  const call = /^([a-z-]+)\(([\s\S]*?)\)?$/u.exec(value);
  if (!call || depth > MAX_DEPTH) return null;
  const [, name = '', body = ''] = call;
  if (name === 'light-dark') {
    const [light = '', dark = ''] = splitTop(body, ',');
    return parseColor(context.dark ? dark : light, context, depth + 1);
  }
  if (name === 'color-mix') return colorMix(body, context, depth);
  if (/^from\s/u.test(body.trim()) || name === 'contrast-color' || name === 'device-cmyk') return 'unknown';
  return colorFunction(name, body);
}

function hex(digits: string): Color | null {
  if (!/^(?:[0-9a-f]{3,4}|[0-9a-f]{6}|[0-9a-f]{8})$/u.test(digits)) return null;
  const pairs = digits.length < 6 ? [...digits].map((digit) => digit + digit) : (digits.match(/../gu) ?? []);
  const [r = 0, g = 0, b = 0, a = 255] = pairs.map((pair) => Number.parseInt(pair, 16));
  return { r, g, b, a: a / 255 };
}

interface Components {
  readonly values: readonly string[];
  readonly alpha: number;
}

function components(body: string): Components | null {
  const commas = splitTop(body, ',');
  const [main = '', alphaText] = commas.length > 1 ? [commas.slice(0, 3).join(' '), commas[3]] : splitTop(body, '/');
  const values = splitTop(main, ' ');
  const alpha = alphaText === undefined ? 1 : alphaText === 'none' ? 0 : parseNumber(alphaText, 1);
  return alpha === null || Number.isNaN(alpha) ? null : { values, alpha: Math.min(1, Math.max(0, alpha)) };
}

function colorFunction(name: string, body: string): Color | null {
  const parts = components(body);
  if (!parts) return null;
  const at = (index: number, whole: number, unit = 1) => {
    const text = parts.values[index];
    if (text === undefined) return Number.NaN;
    if (text === 'none') return 0;
    const value = parseNumber(text, whole);
    return value === null ? Number.NaN : text.includes('%') ? value : value * unit;
  };
  const rgb = convert(name, parts.values, at);
  if (!rgb || Number.isNaN(rgb.r + rgb.g + rgb.b)) return null;
  return { ...rgb, a: parts.alpha };
}

type Component = (index: number, whole: number, unit?: number) => number;

const unit = (value: number) => (Number.isNaN(value) ? value : Math.min(1, Math.max(0, value)));
const byte = (value: number) => (Number.isNaN(value) ? value : Math.min(255, Math.max(0, value)));

function convert(name: string, values: readonly string[], at: Component): Rgb | null {
  switch (name) {
    case 'rgb':
    case 'rgba':
      return { r: byte(at(0, 255)), g: byte(at(1, 255)), b: byte(at(2, 255)) };
    case 'hsl':
    case 'hsla':
      return fromHsl(at(0, 360), unit(at(1, 1, 0.01)), unit(at(2, 1, 0.01)));
    case 'hwb':
      return fromHwb(at(0, 360), unit(at(1, 1, 0.01)), unit(at(2, 1, 0.01)));
    case 'lab':
      return fromLab([at(0, 100), at(1, 125), at(2, 125)]);
    case 'lch':
      return fromLab([at(0, 100), ...polar(at(1, 150), at(2, 360))]);
    case 'oklab':
      return fromOklab([at(0, 1), at(1, 0.4), at(2, 0.4)]);
    case 'oklch':
      return fromOklab([at(0, 1), ...polar(at(1, 0.4), at(2, 360))]);
    case 'color':
      return fromPredefined(values[0] ?? '', [at(1, 1), at(2, 1), at(3, 1)]);
    default:
      return null;
  }
}

/**
 * color-mix(). The polar spaces are mixed in their rectangular form: exact for greys and for equal hues, near enough
 * to judge contrast otherwise.
 */
function colorMix(body: string, context: ColorContext, depth: number): ParsedColor | null {
  const parts = splitTop(body, ',');
  const space = /^in\s+([a-z0-9-]+)/u.exec(parts[0] ?? '')?.[1];
  const inputs = parts.slice(space ? 1 : 0).map((part) => mixInput(part, context, depth));
  const [first, second] = inputs;
  if (!first || !second || inputs.length !== 2) return null;
  if (first.color === 'unknown' || second.color === 'unknown') return 'unknown';
  const p1 = first.share ?? (second.share === null ? 0.5 : 1 - second.share);
  const p2 = second.share ?? 1 - p1;
  const sum = p1 + p2;
  if (sum <= 0) return null;
  return mix(first.color, second.color, p2 / sum, space ?? 'oklab', Math.min(1, sum));
}

function mixInput(
  part: string,
  context: ColorContext,
  depth: number,
): { color: Color | 'unknown'; share: number | null } | null {
  const words = splitTop(part, ' ');
  const shareText = words.find((word) => /^[\d.]+%$/u.test(word));
  const parsed = parseColor(words.filter((word) => word !== shareText).join(' '), context, depth + 1);
  if (parsed === null) return null;
  const color = parsed === 'current' ? (context.current ?? 'unknown') : parsed;
  return { color, share: shareText === undefined ? null : Number.parseFloat(shareText) / 100 };
}

function mix(a: Color, b: Color, share: number, space: string, alphaScale: number): Color {
  const alpha = a.a * (1 - share) + b.a * share;
  const weigh = (x: number, y: number) => (alpha === 0 ? 0 : (x * a.a * (1 - share) + y * b.a * share) / alpha);
  const join = (x: readonly [number, number, number], y: readonly [number, number, number]) =>
    [weigh(x[0], y[0]), weigh(x[1], y[1]), weigh(x[2], y[2])] as const;
  let rgb: Rgb;
  if (space === 'oklab' || space === 'oklch') rgb = fromOklab(join(toOklab(a), toOklab(b)));
  else if (space === 'lab' || space === 'lch') rgb = fromLab(join(toLab(a), toLab(b)));
  else if (space === 'srgb-linear' || space.startsWith('xyz')) rgb = fromLinear(join(toLinear(a), toLinear(b)));
  else rgb = { r: weigh(a.r, b.r), g: weigh(a.g, b.g), b: weigh(a.b, b.b) };
  return { ...rgb, a: alpha * alphaScale };
}

/** `top` painted over `ground`. */
export function over(top: Color, ground: Color): Color {
  const a = top.a + ground.a * (1 - top.a);
  if (a === 0) return TRANSPARENT;
  const blend = (t: number, g: number) => (t * top.a + g * ground.a * (1 - top.a)) / a;
  return { r: blend(top.r, ground.r), g: blend(top.g, ground.g), b: blend(top.b, ground.b), a };
}

/**
 * How well ink stands out: the larger of the WCAG contrast ratio and 1 + RGB distance ÷ 220. Below 1.2 nobody reads
 * it (visibility.md, step 4.7). Both colours are taken as opaque.
 */
export function contrast(ink: Rgb, ground: Rgb): number {
  const [a, b] = [luminance(ink), luminance(ground)];
  const ratio = (Math.max(a, b) + 0.05) / (Math.min(a, b) + 0.05);
  const distance = Math.hypot(ink.r - ground.r, ink.g - ground.g, ink.b - ground.b);
  return Math.max(ratio, 1 + distance / 220);
}

function luminance(color: Rgb): number {
  const [r, g, b] = toLinear(color);
  return 0.2126 * r + 0.7152 * g + 0.0722 * b;
}
