import type { HtmlElement } from '../../html/tree.ts';
import { NAMED_COLORS } from './named-colors.ts';
import type { PropertyName } from './properties.ts';
import { isPropertyName } from './properties.ts';

type Pair = readonly [PropertyName, string];

/** Declarations that HTML and SVG attributes stand for; they lose to every style sheet rule. */
export function presentationalHints(element: HtmlElement): readonly Pair[] {
  if (element.attributes.size === 0) return NO_HINTS;
  if (element.namespace === 'svg') return svgHints(element);
  if (element.namespace === 'math') return mathHints(element);
  for (const name of element.attributes.keys()) if (HINTING.has(name)) return htmlHints(element);
  return NO_HINTS;
}

const HINTING = new Set(['bgcolor', 'text', 'color', 'size', 'background', 'width', 'height', 'dir', 'nowrap']);
const NO_HINTS: readonly Pair[] = [];

const SIZED = new Set([
  'img',
  'iframe',
  'video',
  'canvas',
  'embed',
  'object',
  'table',
  'td',
  'th',
  'hr',
  'marquee',
  'input',
]);
const FONT_SIZES = ['x-small', 'small', 'medium', 'large', 'x-large', 'xx-large', 'xxx-large'];

function htmlHints(element: HtmlElement): readonly Pair[] {
  const found: Pair[] = [];
  const { tag, attributes } = element;
  const legacy = (name: string, property: PropertyName) => {
    const value = attributes.get(name);
    const color = value === undefined ? null : legacyColor(value);
    if (color) found.push([property, color]);
  };
  legacy('bgcolor', 'background-color');
  if (tag === 'body') legacy('text', 'color');
  if (tag === 'font') {
    legacy('color', 'color');
    const size = fontSize(attributes.get('size'));
    if (size) found.push(['font-size', size]);
  }
  const background = attributes.get('background');
  if (background && /^(?:body|table|thead|tbody|tfoot|tr|td|th)$/u.test(tag))
    found.push(['background-image', `url("${background.replaceAll('"', '')}")`]);
  if (SIZED.has(tag)) {
    for (const name of ['width', 'height'] as const) {
      const size = /^\s*(\d+(?:\.\d+)?)(%?)/u.exec(attributes.get(name) ?? '');
      if (size) found.push([name, `${size[1]}${size[2] || 'px'}`]);
    }
  }
  const direction = attributes.get('dir')?.toLowerCase();
  if (direction === 'rtl' || direction === 'ltr') found.push(['direction', direction]);
  if (attributes.has('nowrap') && (tag === 'td' || tag === 'th')) found.push(['white-space', 'nowrap']);
  return found;
}

function svgHints(element: HtmlElement): readonly Pair[] {
  const found: Pair[] = [];
  for (const [name, value] of element.attributes) {
    if (SVG_ATTRIBUTES.has(name) && isPropertyName(name))
      found.push([name, name === 'font-size' && /^[\d.]+$/u.test(value) ? `${value}px` : value]);
    else if (element.tag === 'svg' && (name === 'width' || name === 'height'))
      found.push([name, /^[\d.]+$/u.test(value) ? `${value}px` : value]);
    else if (name === 'mask') found.push(['mask-image', value]);
  }
  return found;
}

/** MathML Core, section 2.1.6: the attributes that stand for declarations. */
const MATH_ATTRIBUTES: Readonly<Record<string, PropertyName>> = {
  mathcolor: 'color',
  mathbackground: 'background-color',
  mathsize: 'font-size',
};

function mathHints({ attributes }: HtmlElement): readonly Pair[] {
  const found: Pair[] = [];
  for (const [name, value] of attributes) {
    const property = MATH_ATTRIBUTES[name];
    if (property) found.push([property, value]);
  }
  return found;
}

const SVG_ATTRIBUTES = new Set([
  'fill',
  'fill-opacity',
  'opacity',
  'visibility',
  'display',
  'font-size',
  'stroke',
  'clip-path',
  'filter',
  'color',
  'direction',
  'letter-spacing',
  'font-family',
]);

function fontSize(value: string | undefined): string | null {
  const parts = /^\s*([+-]?)(\d+)/u.exec(value ?? '');
  if (!parts) return null;
  const size = parts[1] === '' ? Number(parts[2]) : 3 + Number(`${parts[1]}${parts[2]}`);
  return FONT_SIZES[Math.min(7, Math.max(1, size)) - 1] ?? null;
}

/** The HTML Standard's "rules for parsing a legacy colour value", which accept nearly anything. */
function legacyColor(written: string): string | null {
  let value = written.trim().toLowerCase();
  if (value === '' || value === 'transparent') return null;
  if (NAMED_COLORS[value] !== undefined) return value;
  if (/^#[0-9a-f]{3}$/u.test(value)) return value;
  value = value
    .slice(0, 128)
    .replace(/^#/u, '')
    .replace(/[^0-9a-f]/gu, '0');
  while (value.length === 0 || value.length % 3 !== 0) value += '0';
  const third = value.length / 3;
  let parts = [value.slice(0, third), value.slice(third, 2 * third), value.slice(2 * third)];
  if (third > 8) parts = parts.map((part) => part.slice(-8));
  while ((parts[0]?.length ?? 0) > 2 && parts.every((part) => part.startsWith('0')))
    parts = parts.map((part) => part.slice(1));
  return `#${parts.map((part) => part.slice(0, 2).padStart(2, '0')).join('')}`;
}
