import { BLACK, type Color, parseColor, WHITE } from './color.ts';
import { parseLength } from './length.ts';
import { PROPERTIES, PROPERTY_NAMES, type PropertyName } from './properties.ts';
import { type CustomProperties, NO_VARIABLES } from './variables.ts';

export type StyleValues = Readonly<Record<PropertyName, string>>;

const KEEP_CASE: ReadonlySet<string> = new Set([
  'font-family',
  'content',
  'background-image',
  'animation-name',
  'mask-image',
]);

const INITIAL: StyleValues = Object.fromEntries(
  PROPERTY_NAMES.map((name) => [name, PROPERTIES[name].initial]),
) as StyleValues; // seam: one entry for each name
const INHERITED = PROPERTY_NAMES.filter((name) => PROPERTIES[name].inherited);

/** What is in force on one element (or on all elements that share parent style, rules and attributes). */
export class ComputedStyle {
  readonly id: number;
  readonly values: StyleValues;
  readonly variables: CustomProperties;
  /** Pixels, without `zoom` and transforms. */
  readonly fontSize: number;
  readonly rootFontSize: number;
  readonly dark: boolean;
  readonly color: Color | 'unknown';

  constructor(id: number, parent: ComputedStyle | null, values: StyleValues, variables: CustomProperties) {
    this.id = id;
    this.values = values;
    this.variables = variables;
    const parentSize = parent?.fontSize ?? 16;
    this.fontSize = fontSizeOf(values['font-size'], parentSize, parent?.rootFontSize ?? 16);
    this.rootFontSize = parent?.rootFontSize ?? this.fontSize;
    this.dark = parent === null || values['color-scheme'] !== 'normal' ? isDark(values['color-scheme']) : parent.dark;
    this.color = this.#ownColor(parent);
  }

  get(property: PropertyName): string {
    return this.values[property];
  }

  is(property: PropertyName, value: string): boolean {
    return this.values[property] === value;
  }

  /** Pixels; null for keywords such as `auto`; NaN when only layout could tell. */
  length(property: PropertyName, percent: number | null = null): number | null {
    return parseLength(this.values[property], { fontSize: this.fontSize, rootFontSize: this.rootFontSize, percent });
  }

  lengthOf(text: string, percent: number | null = null): number | null {
    return parseLength(text, { fontSize: this.fontSize, rootFontSize: this.rootFontSize, percent });
  }

  colorOf(property: PropertyName): Color | 'unknown' {
    return this.colorFrom(this.values[property]);
  }

  colorFrom(text: string): Color | 'unknown' {
    const current = this.color === 'unknown' ? null : this.color;
    const parsed = parseColor(text, { dark: this.dark, current });
    return parsed === 'current' ? this.color : (parsed ?? 'unknown');
  }

  #ownColor(parent: ComputedStyle | null): Color | 'unknown' {
    const inherited = parent?.color ?? (this.dark ? WHITE : BLACK);
    const written = this.values.color;
    if (parent && written === parent.values.color && this.dark === parent.dark) return inherited;
    const parsed = parseColor(written, { dark: this.dark, current: inherited === 'unknown' ? null : inherited });
    return parsed === 'current' ? inherited : (parsed ?? 'unknown');
  }
}

/**
 * Values after the cascade: `winners` holds specified longhands, `fallback` what the browser's own sheet says (for
 * `revert`). Everything missing is inherited or initial.
 */
export function resolveValues(
  parent: ComputedStyle | null,
  winners: ReadonlyMap<PropertyName, string>,
  fallback: ReadonlyMap<PropertyName, string>,
): StyleValues {
  const values: Record<PropertyName, string> = { ...INITIAL };
  if (parent) for (const name of INHERITED) values[name] = parent.values[name];
  for (const [name, written] of winners) {
    let value = written;
    let keyword = value.length <= 12 ? value.toLowerCase() : value;
    if (keyword === 'revert' || keyword === 'revert-layer') {
      value = fallback.get(name) ?? 'unset';
      keyword = value.toLowerCase();
    }
    if (keyword === 'unset') keyword = PROPERTIES[name].inherited ? 'inherit' : 'initial';
    if (keyword === 'initial') values[name] = INITIAL[name];
    else if (keyword === 'inherit') values[name] = parent ? parent.values[name] : INITIAL[name];
    else values[name] = KEEP_CASE.has(name) ? value : value.toLowerCase();
  }
  absolutize(values, winners, parent);
  return values;
}

/** Inherited lengths in em refer to the element that declared them, so they become pixels there. */
function absolutize(
  values: Record<PropertyName, string>,
  winners: ReadonlyMap<PropertyName, string>,
  parent: ComputedStyle | null,
): void {
  if (winners.has('font-size') || parent === null) {
    const size = fontSizeOf(values['font-size'], parent?.fontSize ?? 16, parent?.rootFontSize ?? 16);
    values['font-size'] = IN_CONTAINER_UNITS.test(values['font-size']) ? `calc(${size}px + 0cqi)` : `${size}px`;
  }
  const fontSize = fontSizeOf(values['font-size'], parent?.fontSize ?? 16, parent?.rootFontSize ?? 16);
  for (const name of ['text-indent', 'letter-spacing', 'word-spacing', '-webkit-text-stroke-width'] as const) {
    if (!winners.has(name) || !/[a-z]/u.test(values[name])) continue;
    const pixels = parseLength(values[name], {
      fontSize,
      rootFontSize: parent?.rootFontSize ?? fontSize,
      percent: null,
    });
    if (pixels !== null && !Number.isNaN(pixels)) values[name] = `${pixels}px`;
  }
}

/** Sizes that only layout can tell, for this element and all that inherit them: marked by a unit of nothing. */
const IN_CONTAINER_UNITS = /\dcq/iu;

const KEYWORD_SIZES: Readonly<Record<string, number>> = {
  'xx-small': 9,
  'x-small': 10,
  small: 13,
  medium: 16,
  large: 18,
  'x-large': 24,
  'xx-large': 32,
  'xxx-large': 48,
};

function fontSizeOf(value: string, parentSize: number, rootSize: number): number {
  const keyword = KEYWORD_SIZES[value];
  if (keyword !== undefined) return keyword;
  if (value === 'smaller') return parentSize / 1.2;
  if (value === 'larger') return parentSize * 1.2;
  const size = parseLength(value, { fontSize: parentSize, rootFontSize: rootSize, percent: parentSize });
  return size === null || Number.isNaN(size) ? parentSize : Math.max(0, size);
}

function isDark(scheme: string): boolean {
  const words = scheme.split(/\s+/u);
  return words.includes('dark') && !words.includes('light');
}

export const ROOT_STYLE = new ComputedStyle(0, null, INITIAL, NO_VARIABLES);
