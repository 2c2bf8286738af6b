import type { ComputedStyle } from './css/computed-style.ts';
import { parseNumber } from './css/length.ts';
import { splitTop } from './css/tokens.ts';
import { NO_TRANSFORM, type TransformEffect, transformOf } from './transform.ts';

/** What one style means for sight, worked out once for all elements that share it. */
export interface StyleFacts {
  readonly style: ComputedStyle;
  /** No box of its own (`display: contents`): box properties do nothing. */
  readonly boxless: boolean;
  /** An inline box: sizes, clips and transforms do not apply to it. */
  readonly inline: boolean;
  readonly positioned: boolean;
  /** Taken out of the flow: `absolute` or `fixed`. */
  readonly outOfFlow: boolean;
  /** Absolutely positioned descendants are laid out and clipped by this box. */
  readonly contains: boolean;
  readonly opacity: number;
  readonly blur: number;
  /** Filters that make everything one colour, by name. */
  readonly flattening: string | null;
  readonly transform: TransformEffect;
  readonly clipsX: boolean;
  readonly clipsY: boolean;
  readonly scrollsX: boolean;
  readonly scrollsY: boolean;
  /** Outer limits of the padding box in pixels, null when the content decides. */
  readonly boxWidth: number | null;
  readonly boxHeight: number | null;
  /** Reasons why what is painted cannot be told from the style alone. */
  readonly doubts: readonly string[];
  /** Nothing here changes sight except colour, font and ground. */
  readonly plain: boolean;
}

export const DOUBT = {
  scripts: 'scripts can change the page',
  sheets: 'a style sheet was not read',
  image: 'text over an image or gradient',
  cover: 'positioned boxes could cover text',
  fixed: 'fixed boxes could cover text',
  effects: 'filters, masks or blending',
  shape: 'clip shapes',
  transform: 'three-dimensional or skewed boxes',
  animation: 'animations',
  clipped: 'clipped boxes',
  position: 'boxes moved by an unknown distance',
  margin: 'negative margins could cover text',
  frames: 'frames',
  fonts: 'web fonts',
  generated: 'generated text',
  firstLine: 'styles of the first line',
  drawing: 'text in drawings',
  locked: 'the page cannot be scrolled',
  decoration: 'thick lines on text',
  color: 'a colour that is not understood',
  writing: 'vertical text',
  redirect: 'the page replaces itself',
  limits: 'the page is too large to be read in full',
  zoom: 'zoomed boxes',
  content: 'content-visibility',
  overlay: 'a box over the whole page',
  shadow: 'components',
} as const;

export function factsOf(style: ComputedStyle): StyleFacts {
  const display = style.get('display');
  const boxless = display === 'contents';
  const position = style.get('position');
  const outOfFlow = position === 'absolute' || position === 'fixed';
  const inline = display === 'inline' && !outOfFlow && style.is('float', 'none');
  const filter = filterOf(style);
  const transform = inline || boxless ? NO_TRANSFORM : transformOf(style);
  const overflow = overflowOf(style, inline || boxless);
  const opacity = boxless ? 1 : Math.min(1, Math.max(0, parseNumber(style.get('opacity')) ?? 1)) * filter.opacity;
  const doubts = [...filter.doubts, ...doubtsOf(style, transform)];
  const contains =
    position !== 'static' ||
    transform !== NO_TRANSFORM ||
    !style.is('filter', 'none') ||
    /paint|layout|strict|content/u.test(style.get('contain'));
  const boxWidth = inline || boxless ? null : extent(style, 'width');
  const boxHeight = inline || boxless ? null : extent(style, 'height');
  return {
    style,
    boxless,
    inline,
    positioned: position !== 'static',
    outOfFlow,
    contains,
    opacity,
    blur: filter.blur,
    flattening: filter.flattening,
    transform,
    ...overflow,
    boxWidth,
    boxHeight,
    doubts,
    plain:
      isPlain(style) &&
      !contains &&
      opacity === 1 &&
      doubts.length === 0 &&
      !overflow.clipsX &&
      !overflow.clipsY &&
      boxWidth === null &&
      boxHeight === null,
  };
}

function isPlain(style: ComputedStyle): boolean {
  return (
    style.is('clip-path', 'none') &&
    style.is('content-visibility', 'visible') &&
    style.is('animation-name', 'none') &&
    style.is('zoom', '1') &&
    !style.get('display').includes('flex')
  );
}

/** `visible` beside a scrolling axis becomes `auto` (CSS Overflow 3, section 3.1). */
function overflowOf(
  style: ComputedStyle,
  none: boolean,
): Pick<StyleFacts, 'clipsX' | 'clipsY' | 'scrollsX' | 'scrollsY'> {
  const paint = !none && /paint|strict|content/u.test(style.get('contain'));
  let [x, y]: string[] = none ? ['visible', 'visible'] : [style.get('overflow-x'), style.get('overflow-y')];
  const scrolls = (value: string | undefined) => value === 'auto' || value === 'scroll' || value === 'overlay';
  const softened = (value: string | undefined, other: string | undefined) =>
    value === 'visible' && (other === 'hidden' || scrolls(other)) ? 'auto' : value;
  [x, y] = [softened(x, y), softened(y, x)];
  return {
    clipsX: paint || x !== 'visible',
    clipsY: paint || y !== 'visible',
    scrollsX: scrolls(x),
    scrollsY: scrolls(y),
  };
}

const EDGES = { width: ['padding-left', 'padding-right'], height: ['padding-top', 'padding-bottom'] } as const;

/** The largest the padding box can be; NaN paddings (percentages) leave it open. */
function extent(style: ComputedStyle, side: 'width' | 'height'): number | null {
  const size = known(style, side);
  const most = known(style, side === 'width' ? 'max-width' : 'max-height');
  const least = known(style, side === 'width' ? 'min-width' : 'min-height');
  if (size === null && most === null) return null;
  const inner = Math.max(Math.min(size ?? Number.POSITIVE_INFINITY, most ?? Number.POSITIVE_INFINITY), least ?? 0);
  const [first, second] = EDGES[side];
  const padding = (style.length(first) ?? 0) + (style.length(second) ?? 0);
  return Number.isNaN(padding) || !Number.isFinite(inner) ? null : inner + padding;
}

/** Pixels when they are known without layout: `0%` is, other percentages are not. */
function known(
  style: ComputedStyle,
  name: 'width' | 'height' | 'max-width' | 'max-height' | 'min-width' | 'min-height',
): number | null {
  if (/^0+(?:\.0+)?%$/u.test(style.get(name))) return 0;
  const size = style.length(name);
  return size === null || Number.isNaN(size) ? null : size;
}

interface FilterFacts {
  readonly opacity: number;
  readonly blur: number;
  readonly flattening: string | null;
  readonly doubts: readonly string[];
}

const NO_FILTER: FilterFacts = { opacity: 1, blur: 0, flattening: null, doubts: [] };

function filterOf(style: ComputedStyle): FilterFacts {
  if (style.is('filter', 'none')) return NO_FILTER;
  let opacity = 1;
  let blur = 0;
  let flattening: string | null = null;
  const doubts: string[] = [];
  for (const call of splitTop(style.get('filter'), ' ')) {
    const open = call.indexOf('(');
    const name = call.slice(0, open);
    const argument = call
      .slice(open + 1)
      .replace(/\)$/u, '')
      .trim();
    const amount = argument === '' ? 1 : (parseNumber(argument) ?? 1);
    if (name === 'opacity') opacity *= Math.min(1, Math.max(0, amount));
    else if (name === 'blur') blur = Math.max(blur, style.lengthOf(argument || '0') ?? 0);
    else if ((name === 'brightness' && (amount < 0.15 || amount > 12)) || (name === 'contrast' && amount < 0.15))
      flattening = name;
    else if (name === 'url' || name === 'invert' || name === 'brightness' || name === 'contrast')
      doubts.push(DOUBT.effects);
    else if (name !== 'drop-shadow' && amount !== 0) doubts.push(DOUBT.effects);
  }
  return { opacity, blur, flattening, doubts };
}

function doubtsOf(style: ComputedStyle, transform: TransformEffect): string[] {
  const doubts: string[] = [];
  if (
    !style.is('mask-image', 'none') ||
    !style.is('mix-blend-mode', 'normal') ||
    !style.is('background-blend-mode', 'normal')
  )
    doubts.push(DOUBT.effects);
  if (!style.is('border-image', 'none')) doubts.push(DOUBT.image);
  if (transform.complex || !style.is('perspective', 'none')) doubts.push(DOUBT.transform);
  if (!style.is('offset-path', 'none')) doubts.push(DOUBT.position);
  if (!style.is('-webkit-line-clamp', 'none')) doubts.push(DOUBT.clipped);
  if (!style.is('writing-mode', 'horizontal-tb')) doubts.push(DOUBT.writing);
  const offset = style.length('outline-offset') ?? 0;
  const outline = style.is('outline-style', 'none') ? 0 : (style.length('outline-width') ?? 3);
  if (outline > 4 && offset < -2) doubts.push(DOUBT.cover);
  return doubts;
}
