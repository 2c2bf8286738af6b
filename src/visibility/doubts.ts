import type { HtmlElement, HtmlParent } from '../html/tree.ts';
import type { ElementStyles } from './css/cascade.ts';
import { contrast, over } from './css/color.ts';
import type { ComputedStyle } from './css/computed-style.ts';
import { SCREEN } from './css/media.ts';
import type { PropertyName } from './css/properties.ts';
import { splitTop } from './css/tokens.ts';
import { DOUBT, type StyleFacts } from './facts.ts';
import { type ElementCase, lineWidth, textAmount } from './rules/rule.ts';
import { inkOf, LEAST_CONTRAST, showsByFill } from './rules/text-rules.ts';
import type { View } from './view.ts';

/**
 * Doubts: what a style allows that only pixels could decide. None of them hides anything; each of them makes the
 * static answer incomplete.
 */
export function textDoubts(view: View, doubts: Set<string>): void {
  const { style } = view;
  const ink = inkOf(view);
  if (view.ground === null || view.gradientText !== null) doubts.add(DOUBT.image);
  if (ink === 'unknown') doubts.add(DOUBT.color);
  else if (ink && view.ground && view.ground.length > 1) {
    if (view.ground.some((ground) => contrast(over(ink, ground), ground) < LEAST_CONTRAST + 0.3))
      doubts.add(DOUBT.image);
  }
  if (view.line > 0.18 || (style.length('-webkit-text-stroke-width') ?? 0) > 0.6) doubts.add(DOUBT.decoration);
  if (view.svg) doubts.add(DOUBT.drawing);
  if (!showsByFill(view)) doubts.add(DOUBT.effects);
  const indent = style.length('text-indent') ?? 0;
  if (indent < -60 || indent > 400) doubts.add(DOUBT.position);
  if (view.clipped && indent > 60) doubts.add(DOUBT.position);
  const spread = Math.max(Math.abs(style.length('word-spacing') ?? 0) / 2, (style.length('letter-spacing') ?? 0) * 1.5);
  if (spread > style.fontSize) doubts.add(DOUBT.position);
  if ((style.length('word-spacing') ?? 0) < -0.2 * style.fontSize) doubts.add(DOUBT.cover);
  if ((style.length('letter-spacing') ?? 0) < -0.15 * style.fontSize || lineHeight(style) < 0.6)
    doubts.add(DOUBT.cover);
  if (view.blur > 0.06 * style.fontSize) doubts.add(DOUBT.effects);
  if (view.scale < 0.5) doubts.add(DOUBT.zoom);
}

/** A text that may not fit the box that clips it. */
export function lengthDoubts(text: string, view: View, doubts: Set<string>): void {
  if (view.clip.fixed && overflows(text, view)) doubts.add(DOUBT.clipped);
}

const FIELD_WIDTH_PX = 150;

/** A value may be moved out of its field, or the field may be too small for it. */
export function valueDoubts({ style }: View, doubts: Set<string>): void {
  const of = (name: PropertyName) => style.length(name, FIELD_WIDTH_PX) ?? 0;
  const width = style.length('width') ?? style.length('max-width') ?? FIELD_WIDTH_PX;
  const height = style.length('height') ?? style.length('max-height') ?? 2 * style.fontSize;
  const moved = Math.abs(of('text-indent')) + Math.max(of('padding-left'), of('padding-right'));
  const pushed = Math.max(of('padding-top'), of('padding-bottom'));
  const fits = width >= 2 * style.fontSize + moved && height >= 0.8 * style.fontSize + pushed;
  if (!fits || moved > 0.5 * FIELD_WIDTH_PX) doubts.add(DOUBT.clipped);
}

/** Line height as a share of the font size. */
function lineHeight(style: ComputedStyle): number {
  const written = style.get('line-height');
  if (written === 'normal') return 1.2;
  const value = style.length('line-height', style.fontSize);
  if (value === null || Number.isNaN(value)) return 1.2;
  return /^[\d.]+$/u.test(written) ? value : value / Math.max(1, style.fontSize);
}

/** A narrower line than this is taken to fit any box whose width is not known. */
const ORDINARY_WIDTH_PX = 250;

function overflows(text: string, view: View): boolean {
  const { style, clip } = view;
  const width = lineWidth(text, style.fontSize);
  if (/nowrap|pre$/u.test(style.get('white-space'))) return width > (clip.width ?? ORDINARY_WIDTH_PX);
  if (clip.height === null) return clip.width !== null && clip.width < 60;
  const lines = Math.ceil(width / (clip.width ?? ORDINARY_WIDTH_PX));
  return lines * style.fontSize * Math.max(1, lineHeight(style)) > clip.height;
}

/** Columns of an unknown table or grid may be this narrow; wider boxes may reach out of the one that clips them. */
const NARROW_PX = 120;

/** Doubts about boxes inside one that clips: wider than it, set on one line, or stacked beyond its height. */
export function clippedDoubts(facts: StyleFacts, parent: View, lockedSideways: boolean, doubts: Set<string>): void {
  const { style } = facts;
  if (!parent.clipped && !lockedSideways) return;
  const room = parent.clip.width ?? (parent.clipped ? NARROW_PX : SCREEN.width);
  const least = style.length('min-width') ?? 0;
  if ((facts.boxWidth ?? 0) > room || least > room) doubts.add(DOUBT.clipped);
  const stiff =
    parent.flexRow &&
    (style.is('flex-shrink', '0') || !style.is('flex-basis', 'auto')) &&
    (parent.clipped || style.is('flex-shrink', '0'));
  const strung = style.get('display').startsWith('inline-') && /nowrap|pre$/u.test(parent.style.get('white-space'));
  if (stiff || strung) doubts.add(DOUBT.clipped);
  if (!parent.clipped) return;
  if (!style.is('column-count', 'auto')) doubts.add(DOUBT.clipped);
  if (parent.clip.fixed && parent.clip.height !== null && !facts.inline && !facts.boxless) doubts.add(DOUBT.clipped);
}

/** A text of its own that an item has for a marker. */
function quoted(style: ComputedStyle): string {
  const marker = style.get('list-style-type');
  return /^["']/u.test(marker) ? withoutEscapes(marker) : '';
}

/** Doubts about boxes that nothing here works out. */
export function oddDoubts({ element, facts, parent }: ElementCase, { odd }: ElementStyles, doubts: Set<string>): void {
  const isItem = facts.style.is('display', 'list-item');
  if (odd || (isItem && /[\p{L}\p{N}]{2}/u.test(quoted(facts.style)))) doubts.add(DOUBT.generated);
  if (element.namespace === 'html' && parent.svg) doubts.add(DOUBT.drawing);
  // A column takes its cells with it.
  if (/^col/u.test(element.tag) && !facts.style.is('visibility', 'visible')) doubts.add(DOUBT.clipped);
}

/** Doubts about what an element's own boxes and generated content show. */
export function contentDoubts(element: HtmlElement, styles: ElementStyles, view: View, doubts: Set<string>): void {
  for (const box of [styles.before, styles.after]) if (box) generatedDoubts(box, doubts);
  if (
    (element.tag === 'iframe' || element.tag === 'frame' || element.tag === 'object' || element.tag === 'embed') &&
    element.namespace === 'html'
  )
    doubts.add(DOUBT.frames);
  if (FAR.some((name) => (view.style.length(name) ?? 0) > FAR_PX)) doubts.add(DOUBT.position);
  // The clip limits a line at a time above; many lines of a whole block are counted here.
  if (!view.clip.fixed || view.clip.height === null) return;
  const { style } = view;
  const width = textAmount(element, 4000) * 0.55 * style.fontSize;
  const lines = Math.ceil(width / Math.max(40, view.clip.width ?? 2 * ORDINARY_WIDTH_PX)) + blocksIn(element) - 1;
  if (width > 0 && lines * style.fontSize * Math.max(1.1, lineHeight(style)) > view.clip.height)
    doubts.add(DOUBT.clipped);
}

/** Nobody scrolls through screens of nothing; two of them, and layout has to say how many there are. */
const FAR_PX = 1_600;
const FAR = [
  'height',
  'min-height',
  'margin-top',
  'margin-bottom',
  'padding-top',
  'padding-bottom',
  'min-width',
  'margin-left',
  'padding-left',
] as const;

function blocksIn(element: HtmlElement): number {
  let blocks = 1;
  for (const child of element.children) if (child.type === 'element' && !INLINE.has(child.tag)) blocks++;
  return blocks;
}

const INLINE = new Set([
  'a',
  'b',
  'i',
  'em',
  'strong',
  'span',
  'code',
  'small',
  'sub',
  'sup',
  'mark',
  'abbr',
  'time',
  'q',
  'cite',
  'u',
  's',
  'kbd',
  'label',
  'wbr',
]);

function generatedDoubts(box: ComputedStyle, doubts: Set<string>): void {
  const content = box.get('content');
  const words = content.replace(/\b(?:counters?|url|var|element|target-counter)\([^)]*\)/giu, '');
  if (/attr\(/iu.test(words) || /[\p{L}\p{N}]{2,}/u.test(withoutEscapes(words))) doubts.add(DOUBT.generated);
  const position = box.get('position');
  const moved =
    position === 'absolute' ||
    position === 'fixed' ||
    /(?:^|\s)-/u.test(`${box.get('margin-top')} ${box.get('margin-left')}`);
  if (moved && paints(box)) doubts.add(position === 'fixed' ? DOUBT.fixed : DOUBT.cover);
}

/** Icon fonts write private-use code points as escapes: `"\f101"` is no text. */
function withoutEscapes(text: string): string {
  return text
    .replace(/\\[0-9a-f]{1,6}\s?/giu, (written) => {
      const code = Number.parseInt(written.slice(1), 16);
      return (code >= 0xe000 && code <= 0xf8ff) || code >= 0xf0000
        ? ''
        : code < 0x110000
          ? String.fromCodePoint(code)
          : '';
    })
    .replace(/\b(?:open-quote|close-quote|no-open-quote|no-close-quote|none|normal)\b/giu, '');
}

/** Whether a box paints something that could lie over text. */
function paints(style: ComputedStyle): boolean {
  if (
    !style.is('background-image', 'none') ||
    !style.is('border-image', 'none') ||
    !style.is('backdrop-filter', 'none')
  )
    return true;
  const fill = style.colorOf('background-color');
  if (fill === 'unknown' || fill.a > 0.02) return true;
  if (outlineWidth(style) > 3) return true;
  const border = style.is('border-style', 'none') ? 0 : (style.length('border-width') ?? 3);
  return border > 3 || (!style.is('box-shadow', 'none') && /\d/u.test(style.get('box-shadow')));
}

function outlineWidth(style: ComputedStyle): number {
  return style.is('outline-style', 'none') ? 0 : (style.length('outline-width') ?? 3);
}

interface CoverCase {
  readonly element: HtmlElement;
  readonly facts: StyleFacts;
  readonly parent: View;
  /** Something inside can be seen. */
  readonly visible: boolean;
  readonly styles: ElementStyles;
}

/** Margins drawn in further than this can pull a box over its neighbours; grid rows use up to 40 px sideways. */
const PULLED_UP_PX = 6;
const PULLED_SIDEWAYS_PX = 40;

export function coverDoubt(input: CoverCase, doubts: Set<string>): void {
  const { element, facts, visible } = input;
  const { style } = facts;
  if (facts.boxless || element.tag === 'html' || element.tag === 'body') return;
  if (!visible && !paints(style)) return;
  // Outlines are painted over everything in the flow.
  if (outlineWidth(style) + (style.length('outline-offset') ?? 0) > 8) doubts.add(DOUBT.cover);
  if (facts.outOfFlow) {
    doubts.add(style.is('position', 'fixed') ? DOUBT.fixed : DOUBT.cover);
    return;
  }
  const number = (name: 'margin-top' | 'margin-bottom' | 'margin-left' | 'margin-right') =>
    style.length(name, 600) ?? 0;
  if (Math.min(number('margin-top'), number('margin-bottom')) < -PULLED_UP_PX) doubts.add(DOUBT.margin);
  if (Math.min(number('margin-left'), number('margin-right')) < -PULLED_SIDEWAYS_PX) doubts.add(DOUBT.margin);
  const { transform } = facts;
  const away = Math.max(
    Math.abs(transform.x),
    Math.abs(transform.y),
    Math.abs(transform.xPercent) / 4,
    Math.abs(transform.yPercent) / 4,
  );
  const inset = facts.positioned
    ? Math.max(...(['left', 'right', 'top', 'bottom'] as const).map((side) => Math.abs(style.length(side, 600) ?? 0)))
    : 0;
  const sticky = style.get('position').includes('sticky');
  if (away > 8 || (!sticky && (inset > 8 || Number.isNaN(inset)))) doubts.add(DOUBT.cover);
  if (style.get('z-index').startsWith('-')) doubts.add(DOUBT.cover);
  if ((facts.positioned || facts.contains || facts.opacity < 1) && castsSolidShadow(style)) doubts.add(DOUBT.cover);
  if (
    facts.boxHeight !== null &&
    facts.boxHeight < 0.8 * style.fontSize &&
    !facts.clipsY &&
    visible &&
    textAmount(element, 4) > 3
  )
    doubts.add(DOUBT.cover);
  if (placedOnGrid(style)) doubts.add(DOUBT.cover);
}

/** An outer shadow that reaches past its box with hardly any blur is a sheet laid over the neighbours. */
function castsSolidShadow(style: ComputedStyle): boolean {
  if (style.is('box-shadow', 'none')) return false;
  return splitTop(style.get('box-shadow'), ',').some((shadow) => {
    const lengths = splitTop(shadow, ' ').flatMap((word) => style.lengthOf(word) ?? []);
    const [x = 0, y = 0, blur = 0, spread = 0] = lengths;
    return !shadow.includes('inset') && Math.max(Math.abs(x), Math.abs(y)) + spread - blur / 2 > 12;
  });
}

/** Two boxes can share a grid cell only when rows are assigned by number or by a name used twice. */
function placedOnGrid(style: ComputedStyle): boolean {
  const area = style.get('grid-area');
  if (area !== 'auto' && /\d|\//u.test(area)) return true;
  return !/^(?:auto|span\s+\d+)$/u.test(style.get('grid-row'));
}

/** Named areas that two children of one grid share. */
export class GridAreas {
  readonly #seen = new Map<HtmlParent, Set<string>>();

  /** True when a sibling was given the same area. */
  add(element: HtmlElement, style: ComputedStyle): boolean {
    const area = style.get('grid-area');
    if (area === 'auto' || !element.parent) return false;
    const seen = this.#seen.get(element.parent) ?? new Set<string>();
    this.#seen.set(element.parent, seen);
    if (seen.has(area)) return true;
    seen.add(area);
    return false;
  }
}
