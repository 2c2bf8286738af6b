import { clipPathResult, legacyClipResult } from './clip-shape.ts';
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
  /** Plain, and no rule on elements or doubt about covers can have anything to say. */
  readonly quiet: boolean;
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
  size: 'letters sized by their container',
  content: 'content-visibility',
  overlay: 'a box over the whole page',
  shadow: 'components',
} as const;

/** `item`: the parent lays its children out itself (flex, grid), which makes boxes of inline elements. */
export function factsOf(style: ComputedStyle, item: boolean): StyleFacts {
  const display = style.get('display');
  const boxless = display === 'contents';
  const position = style.get('position');
  const outOfFlow = position === 'absolute' || position === 'fixed';
  const inline = display === 'inline' && !item && !outOfFlow && style.is('float', 'none');
  const filter = filterOf(style);
  const transform = inline || boxless ? NO_TRANSFORM : transformOf(style);
  const overflow = overflowOf(style, inline || boxless);
  const opacity = boxless ? 1 : Math.min(1, Math.max(0, parseNumber(style.get('opacity')) ?? 1)) * filter.opacity;
  const doubts = [...filter.doubts, ...doubtsOf(style, transform)];
  const contains = position !== 'static' || transform !== NO_TRANSFORM || containsByEffect(style);
  const still = !outOfFlow && transform === NO_TRANSFORM && !hasNegativeMargin(style);
  // The width of a cell is the table's affair: `max-width: 0` there only lets text be cut.
  const cell = display === 'table-cell';
  const boxWidth = inline || boxless || cell ? null : extent(style, 'width');
  const boxHeight = inline || boxless ? null : extent(style, 'height');
  const free = !overflow.clipsX && !overflow.clipsY && boxWidth === null && boxHeight === null;
  const plain = isPlain(style) && !contains && opacity === 1 && doubts.length === 0 && free;
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
    plain,
    quiet: plain && still && isQuiet(style),
  };
}

/** Filters and containment make a box the reference of what is positioned inside it. */
function containsByEffect(style: ComputedStyle): boolean {
  return !style.is('filter', 'none') || /paint|layout|strict|content/u.test(style.get('contain'));
}

/** Displays whose children become boxes of their own. */
export const LAYS_OUT = /flex|grid|-webkit-box/u;

function isPlain(style: ComputedStyle): boolean {
  return (
    style.is('clip-path', 'none') &&
    style.is('content-visibility', 'visible') &&
    style.is('animation-name', 'none') &&
    style.is('zoom', '1') &&
    !LAYS_OUT.test(style.get('display'))
  );
}

function hasNegativeMargin(style: ComputedStyle): boolean {
  return MARGINS.some((name) => style.get(name).startsWith('-') || style.get(name).includes('('));
}

const PADDING_THAT_MOVES_PX = 100;
const MARGINS = ['margin-top', 'margin-right', 'margin-bottom', 'margin-left'] as const;

function isQuiet(style: ComputedStyle): boolean {
  return (
    style.is('position', 'static') &&
    !((style.length('padding-left', 1280) ?? 0) > PADDING_THAT_MOVES_PX) &&
    style.is('mask-image', 'none') &&
    style.is('content', 'normal') &&
    style.is('visibility', 'visible') &&
    style.is('z-index', 'auto') &&
    style.is('grid-area', 'auto') &&
    style.is('grid-row', 'auto') &&
    !/^(?:none|contents|table-column|table-column-group)$/u.test(style.get('display'))
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
  // What stands in the margin of the clip shows; whether it does is for layout to say.
  if (!style.is('overflow-clip-margin', '0')) [x, y] = [x, y].map((value) => (value === 'clip' ? 'visible' : value));
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
  const collapses = side === 'height' && size === null && /size|strict/u.test(style.get('contain'));
  if (size === null && most === null && !collapses) return null;
  const inner = Math.max(
    Math.min(size ?? (collapses ? 0 : Number.POSITIVE_INFINITY), most ?? Number.POSITIVE_INFINITY),
    least ?? 0,
  );
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
    else if (name === 'drop-shadow' && splitTop(argument, ' ').some((word) => Math.abs(style.lengthOf(word) ?? 0) > 12))
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
  if (style.get('font-size').includes('cq')) doubts.push(DOUBT.size);
  if (!style.is('border-image', 'none')) doubts.push(DOUBT.image);
  if (clipPathResult(style, null, null) === 'part' || legacyClipResult(style) === 'part') doubts.push(DOUBT.shape);
  if (transform.complex || !style.is('perspective', 'none')) doubts.push(DOUBT.transform);
  if (!style.is('offset-path', 'none')) doubts.push(DOUBT.position);
  const raised = style.length('vertical-align', style.fontSize);
  if (raised !== null && !(Math.abs(raised) <= style.fontSize)) doubts.push(DOUBT.position);
  if (!style.is('aspect-ratio', 'auto') && !style.is('overflow-y', 'visible')) doubts.push(DOUBT.clipped);
  if (style.is('display', 'table-cell') && style.is('max-width', '0')) doubts.push(DOUBT.clipped);
  if (!style.is('overflow-clip-margin', '0')) doubts.push(DOUBT.clipped);
  if (!style.is('-webkit-line-clamp', 'none')) doubts.push(DOUBT.clipped);
  if (!style.is('writing-mode', 'horizontal-tb')) doubts.push(DOUBT.writing);
  const offset = style.length('outline-offset') ?? 0;
  const outline = style.is('outline-style', 'none') ? 0 : (style.length('outline-width') ?? 3);
  if (outline > 4 && offset < -2) doubts.push(DOUBT.cover);
  if (outline > 8 || (outline > 4 && offset > 8)) doubts.push(DOUBT.cover);
  return doubts;
}
