import { parseColor } from './color.ts';
import { parseLength } from './length.ts';
import type { PropertyName } from './properties.ts';
import { WIDE_KEYWORD } from './properties.ts';
import { splitTop } from './tokens.ts';

/**
 * Whether a browser would accept a value. A rejected declaration must not override an earlier one: after
 * `display: none; display: bogus` the element is still not shown.
 */
export function isValidValue(property: PropertyName, value: string): boolean {
  if (WIDE_KEYWORD.test(value)) return true;
  const test = TESTS[property];
  return test === undefined || test(value.toLowerCase());
}

type Test = (value: string) => boolean;

const words = (list: string): Test => {
  const set = new Set(list.split(' '));
  return (value) => set.has(value);
};

const REFERENCE = { fontSize: 16, rootFontSize: 16, percent: 100 };

/** A length or percentage: a bare number other than 0 is not one, except in quirks mode (ignored here). */
const length = (value: string): boolean => {
  const parsed = parseLength(value, REFERENCE);
  return parsed !== null && (parsed === 0 || !/^[+-]?[\d.]+(?:e[+-]?\d+)?$/u.test(value));
};
const number = (value: string): boolean => parseLength(value, REFERENCE) !== null;
const either =
  (...tests: readonly Test[]): Test =>
  (value) =>
    tests.some((test) => test(value));
const color: Test = (value) => parseColor(value, { dark: false, current: null }) !== null;

const DISPLAY = words(
  'none block inline inline-block flex inline-flex grid inline-grid table inline-table table-row table-cell table-row-group table-header-group table-footer-group table-column table-column-group table-caption list-item contents flow-root run-in ruby ruby-text math -webkit-box -webkit-inline-box -webkit-flex -webkit-inline-flex flow',
);
const DISPLAY_WORDS = words('block inline flow flow-root flex grid table ruby math list-item run-in');
const SIZING = words(
  'auto none min-content max-content fit-content stretch -webkit-fill-available -webkit-min-content -webkit-max-content -webkit-fit-content intrinsic min-intrinsic',
);
const size = either(length, SIZING, (value) => value.startsWith('fit-content('));
const inset = either(words('auto'), length);
const padding: Test = (value) => length(value) && !value.startsWith('-');
const margin = either(words('auto'), length);
const overflow = words('visible hidden clip scroll auto overlay');
const fontSize = either(
  words('xx-small x-small small medium large x-large xx-large xxx-large smaller larger math'),
  (value) => length(value) && !value.startsWith('-'),
);
const functions =
  (names: string): Test =>
  (value) =>
    value === 'none' ||
    splitTop(value, ' ').every((part) => names.includes(` ${part.slice(0, part.indexOf('('))} `) && part.includes('('));

const transform = functions(
  ' matrix matrix3d translate translatex translatey translatez translate3d scale scalex scaley scalez scale3d rotate rotatex rotatey rotatez rotate3d skew skewx skewy perspective ',
);
const filter = functions(
  ' opacity blur brightness contrast drop-shadow grayscale hue-rotate invert saturate sepia url ',
);
const BOXES = words('border-box padding-box content-box margin-box fill-box stroke-box view-box');
const clipPath: Test = (value) =>
  value === 'none' ||
  splitTop(value, ' ').every(
    (part) =>
      BOXES(part) || /^(?:inset|circle|ellipse|polygon|path|url|rect|xywh|shape|-webkit-image-set)\(/u.test(part),
  );

const TESTS: Partial<Readonly<Record<PropertyName, Test>>> = {
  display: (value) => DISPLAY(value) || (value.includes(' ') && splitTop(value, ' ').every(DISPLAY_WORDS)),
  visibility: words('visible hidden collapse'),
  opacity: number,
  'content-visibility': words('visible hidden auto'),
  'font-size': fontSize,
  'line-height': either(words('normal'), number),
  zoom: either(words('normal reset'), number),
  color,
  '-webkit-text-fill-color': color,
  '-webkit-text-stroke-color': color,
  '-webkit-text-stroke-width': either(words('thin medium thick'), length),
  '-webkit-text-security': words('none disc circle square'),
  'text-indent': (value) => splitTop(value, ' ').every(either(length, words('hanging each-line'))),
  'text-decoration-thickness': either(words('auto from-font'), length),
  direction: words('ltr rtl'),
  'fill-opacity': number,
  'background-color': color,
  position: words('static relative absolute fixed sticky -webkit-sticky'),
  left: inset,
  right: inset,
  top: inset,
  bottom: inset,
  float: words('none left right inline-start inline-end'),
  'z-index': either(words('auto'), number),
  width: size,
  height: size,
  'min-width': size,
  'min-height': size,
  'max-width': size,
  'max-height': size,
  'margin-top': margin,
  'margin-right': margin,
  'margin-bottom': margin,
  'margin-left': margin,
  'padding-top': padding,
  'padding-right': padding,
  'padding-bottom': padding,
  'padding-left': padding,
  'overflow-x': overflow,
  'overflow-y': overflow,
  clip: (value) => value === 'auto' || value.startsWith('rect('),
  'clip-path': clipPath,
  transform,
  scale: (value) => value === 'none' || splitTop(value, ' ').every(number),
  rotate: (value) => value === 'none' || splitTop(value, ' ').every(either(number, words('x y z'))),
  translate: (value) => value === 'none' || splitTop(value, ' ').every(length),
  filter,
  'backdrop-filter': filter,
  'letter-spacing': either(words('normal'), length),
  'word-spacing': either(words('normal'), length),
  'outline-offset': length,
  'mix-blend-mode': words(
    'normal multiply screen overlay darken lighten color-dodge color-burn hard-light soft-light difference exclusion hue saturation color luminosity plus-darker plus-lighter',
  ),
  'writing-mode': words('horizontal-tb vertical-rl vertical-lr sideways-rl sideways-lr tb tb-rl lr lr-tb rl rl-tb'),
};
