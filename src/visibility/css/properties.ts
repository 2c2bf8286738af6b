import { splitTop } from './tokens.ts';

/** Every property that can decide whether text is seen, with its initial value and whether it is inherited. */
interface PropertyFacts {
  readonly initial: string;
  readonly inherited: boolean;
}

const own = (initial: string): PropertyFacts => ({ initial, inherited: false });
const inherited = (initial: string): PropertyFacts => ({ initial, inherited: true });

export const PROPERTIES = {
  display: own('inline'),
  visibility: inherited('visible'),
  opacity: own('1'),
  'content-visibility': own('visible'),
  'font-size': inherited('medium'),
  'font-family': inherited(''),
  'line-height': inherited('normal'),
  'letter-spacing': inherited('normal'),
  'word-spacing': inherited('normal'),
  zoom: own('1'),
  color: inherited('canvastext'),
  '-webkit-text-fill-color': inherited('currentcolor'),
  '-webkit-text-stroke-width': inherited('0'),
  '-webkit-text-stroke-color': inherited('currentcolor'),
  '-webkit-text-security': inherited('none'),
  'text-shadow': inherited('none'),
  'text-indent': inherited('0'),
  'text-decoration-thickness': own('auto'),
  'text-align': inherited('start'),
  'list-style-type': inherited('disc'),
  'white-space': inherited('normal'),
  'text-overflow': own('clip'),
  direction: inherited('ltr'),
  'writing-mode': inherited('horizontal-tb'),
  'color-scheme': inherited('normal'),
  fill: inherited('black'),
  'fill-opacity': inherited('1'),
  stroke: inherited('none'),
  'background-color': own('transparent'),
  'background-image': own('none'),
  'background-clip': own('border-box'),
  'background-blend-mode': own('normal'),
  'background-size': own('auto'),
  'box-shadow': own('none'),
  'border-image': own('none'),
  'border-width': own('0'),
  'border-style': own('none'),
  position: own('static'),
  left: own('auto'),
  right: own('auto'),
  top: own('auto'),
  bottom: own('auto'),
  float: own('none'),
  'z-index': own('auto'),
  width: own('auto'),
  height: own('auto'),
  'min-width': own('auto'),
  'min-height': own('auto'),
  'max-width': own('none'),
  'max-height': own('none'),
  'margin-top': own('0'),
  'margin-right': own('0'),
  'margin-bottom': own('0'),
  'margin-left': own('0'),
  'padding-top': own('0'),
  'padding-right': own('0'),
  'padding-bottom': own('0'),
  'padding-left': own('0'),
  'overflow-x': own('visible'),
  'overflow-y': own('visible'),
  'overflow-clip-margin': own('0'),
  contain: own('none'),
  clip: own('auto'),
  'clip-path': own('none'),
  transform: own('none'),
  scale: own('none'),
  rotate: own('none'),
  translate: own('none'),
  perspective: own('none'),
  'offset-path': own('none'),
  'backface-visibility': own('visible'),
  filter: own('none'),
  'backdrop-filter': own('none'),
  'mask-image': own('none'),
  'mix-blend-mode': own('normal'),
  'outline-width': own('0'),
  'outline-style': own('none'),
  'outline-offset': own('0'),
  'animation-name': own('none'),
  'animation-fill-mode': own('none'),
  'animation-iteration-count': own('1'),
  '-webkit-line-clamp': own('none'),
  'flex-direction': own('row'),
  'column-count': own('auto'),
  'grid-template-rows': own('none'),
  content: own('normal'),
  'grid-area': own('auto'),
  'grid-row': own('auto'),
  'grid-column': own('auto'),
  'mask-size': own('auto'),
  'grid-template-columns': own('none'),
  'flex-grow': own('0'),
  'flex-shrink': own('1'),
  'flex-basis': own('auto'),
  'flex-wrap': own('nowrap'),
  'vertical-align': own('baseline'),
  'aspect-ratio': own('auto'),
} as const;

export type PropertyName = keyof typeof PROPERTIES;

export const PROPERTY_NAMES: readonly PropertyName[] = Object.keys(PROPERTIES) as PropertyName[]; // seam: keys of a literal

const KNOWN: ReadonlyMap<string, PropertyFacts> = new Map(Object.entries(PROPERTIES));

export function isPropertyName(name: string): name is PropertyName {
  return KNOWN.has(name);
}

/** Aliases and logical names for the horizontal left-to-right page; other writing modes are rare and not proven. */
const ALIASES: Readonly<Record<string, PropertyName>> = {
  '-webkit-opacity': 'opacity',
  '-webkit-transform': 'transform',
  '-webkit-filter': 'filter',
  '-webkit-clip-path': 'clip-path',
  '-webkit-mask-image': 'mask-image',
  '-webkit-mask-box-image': 'mask-image',
  '-webkit-mask-size': 'mask-size',
  'grid-row-start': 'grid-row',
  'grid-column-start': 'grid-column',
  '-webkit-mask-box-image-source': 'mask-image',
  '-webkit-background-clip': 'background-clip',
  '-webkit-box-shadow': 'box-shadow',
  '-webkit-perspective': 'perspective',
  '-webkit-backface-visibility': 'backface-visibility',
  '-webkit-animation-name': 'animation-name',
  '-webkit-backdrop-filter': 'backdrop-filter',
  'line-clamp': '-webkit-line-clamp',
  'border-image-source': 'border-image',
  '-webkit-border-image': 'border-image',
  'inline-size': 'width',
  'block-size': 'height',
  'min-inline-size': 'min-width',
  'min-block-size': 'min-height',
  'max-inline-size': 'max-width',
  'max-block-size': 'max-height',
  'inset-inline-start': 'left',
  'inset-inline-end': 'right',
  'inset-block-start': 'top',
  'inset-block-end': 'bottom',
  'margin-inline-start': 'margin-left',
  'margin-inline-end': 'margin-right',
  'margin-block-start': 'margin-top',
  'margin-block-end': 'margin-bottom',
  '-webkit-margin-start': 'margin-left',
  'padding-inline-start': 'padding-left',
  'padding-inline-end': 'padding-right',
  'padding-block-start': 'padding-top',
  'padding-block-end': 'padding-bottom',
  'overflow-inline': 'overflow-x',
  'overflow-block': 'overflow-y',
  'white-space-collapse': 'white-space',
};

type Expand = (value: string) => readonly (readonly [PropertyName, string])[];

const sides =
  (top: PropertyName, right: PropertyName, bottom: PropertyName, left: PropertyName): Expand =>
  (value) => {
    const [a = '', b = a, c = a, d = b] = splitTop(value, ' ');
    return [
      [top, a],
      [right, b],
      [bottom, c],
      [left, d],
    ];
  };

const pair =
  (first: PropertyName, second: PropertyName): Expand =>
  (value) => {
    const [a = '', b = a] = splitTop(value, ' ');
    return [
      [first, a],
      [second, b],
    ];
  };

const LENGTH = /^[+-]?(?:\d|\.\d)|^calc\(|^(?:thin|medium|thick)$/iu;
const LINE_STYLE = /^(?:none|hidden|dotted|dashed|solid|double|groove|ridge|inset|outset|auto)$/iu;
const THICKNESS = /^(?:[+-]?(?:\d|\.\d).*|calc\(.*)$/iu;

const SHORTHANDS: Readonly<Record<string, Expand>> = {
  margin: sides('margin-top', 'margin-right', 'margin-bottom', 'margin-left'),
  padding: sides('padding-top', 'padding-right', 'padding-bottom', 'padding-left'),
  inset: sides('top', 'right', 'bottom', 'left'),
  'margin-inline': pair('margin-left', 'margin-right'),
  'margin-block': pair('margin-top', 'margin-bottom'),
  'padding-inline': pair('padding-left', 'padding-right'),
  'padding-block': pair('padding-top', 'padding-bottom'),
  'inset-inline': pair('left', 'right'),
  'inset-block': pair('top', 'bottom'),
  overflow: pair('overflow-x', 'overflow-y'),
  background: expandBackground,
  font: expandFont,
  mask: (value) => [['mask-image', firstImage(value)]],
  '-webkit-mask': (value) => [['mask-image', firstImage(value)]],
  animation: expandAnimation,
  '-webkit-animation': expandAnimation,
  outline: (value) => lineParts(value, 'outline-width', 'outline-style'),
  border: (value) => lineParts(value, 'border-width', 'border-style'),
  'border-top': (value) => lineParts(value, 'border-width', 'border-style'),
  'border-left': (value) => lineParts(value, 'border-width', 'border-style'),
  'border-right': (value) => lineParts(value, 'border-width', 'border-style'),
  'border-bottom': (value) => lineParts(value, 'border-width', 'border-style'),
  '-webkit-text-stroke': (value) => {
    const parts = splitTop(value, ' ');
    const width = parts.find((part) => LENGTH.test(part));
    return [
      ['-webkit-text-stroke-width', width ?? '0'],
      ['-webkit-text-stroke-color', parts.find((part) => part !== width) ?? 'currentcolor'],
    ];
  },
  'text-decoration': (value) => [
    ['text-decoration-thickness', splitTop(value, ' ').find((part) => THICKNESS.test(part)) ?? 'auto'],
  ],
  flex: expandFlex,
  '-webkit-flex': expandFlex,
  'flex-flow': (value) => {
    const words = splitTop(value, ' ');
    return [
      ['flex-direction', words.find((word) => /^(?:row|column)/iu.test(word)) ?? 'row'],
      ['flex-wrap', words.find((word) => /wrap/iu.test(word)) ?? 'nowrap'],
    ];
  },
  columns: (value) => [['column-count', value]],
  'list-style': (value) => [
    ['list-style-type', splitTop(value, ' ').find((part) => /^["']|^none$/iu.test(part)) ?? 'disc'],
  ],
  'grid-template': expandGrid,
  grid: expandGrid,
};

export function isRelevantProperty(name: string): boolean {
  return name.startsWith('--') || KNOWN.has(name) || name === 'all' || name in ALIASES || name in SHORTHANDS;
}

export const WIDE_KEYWORD = /^(?:inherit|initial|unset|revert|revert-layer)$/iu;

/** A declaration as longhands. `all` is left to the caller. Values that still hold var() must not come here. */
export function expandDeclaration(name: string, value: string): readonly (readonly [PropertyName, string])[] {
  if (isPropertyName(name)) return [[name, value]];
  const alias = ALIASES[name];
  if (alias) return [[alias, value]];
  const shorthand = SHORTHANDS[name];
  if (!shorthand) return [];
  const parts = shorthand(value);
  return WIDE_KEYWORD.test(value) ? shorthand('0').map(([property]) => [property, value]) : parts;
}

function lineParts(
  value: string,
  width: PropertyName,
  style: PropertyName,
): readonly (readonly [PropertyName, string])[] {
  const parts = splitTop(value, ' ');
  return [
    [width, parts.find((part) => LENGTH.test(part)) ?? 'medium'],
    [style, parts.find((part) => LINE_STYLE.test(part)) ?? 'none'],
  ];
}

const IMAGE =
  /^(?:url|(?:-webkit-|-moz-|-o-)?(?:repeating-)?(?:linear|radial|conic)-gradient|-webkit-gradient|image-set|-webkit-image-set|image|cross-fade|-webkit-cross-fade|element|paint)\(/iu;

function firstImage(value: string): string {
  const images = splitTop(value, ',').flatMap((layer) => splitTop(layer, ' ').filter((part) => IMAGE.test(part)));
  return images.join(',') || 'none';
}

const NOT_COLOUR =
  /^(?:none|top|left|right|bottom|center|repeat|repeat-x|repeat-y|no-repeat|space|round|scroll|fixed|local|cover|contain|auto|border-box|padding-box|content-box|text|\/|[+-]?(?:\d|\.\d).*|calc\(.*|min\(.*|max\(.*|clamp\(.*)$/iu;

function expandBackground(value: string): readonly (readonly [PropertyName, string])[] {
  const layers = splitTop(value, ',');
  const last = splitTop((layers.at(-1) ?? '').replaceAll('/', ' / '), ' ').filter((part) => part !== '');
  const unslashed = splitTop(layers.at(-1) ?? '', ' ').flatMap((part) => (IMAGE.test(part) ? [] : [part]));
  const colour = unslashed
    .flatMap((part) => (/\(/u.test(part) ? [part] : part.split('/')))
    .find((part) => part !== '' && !NOT_COLOUR.test(part));
  return [
    ['background-color', colour ?? 'transparent'],
    ['background-image', firstImage(value)],
    ['background-clip', last.includes('text') ? 'text' : 'border-box'],
    ['background-size', layers.some((layer) => splitTop(layer, '/').length > 1) ? 'given' : 'auto'],
  ];
}

function expandFont(value: string): readonly (readonly [PropertyName, string])[] {
  if (/^(?:caption|icon|menu|message-box|small-caption|status-bar)$/iu.test(value)) return [['font-size', '13.333px']];
  const sized =
    /(?:^|\s)((?:[+-]?(?:\d+\.?\d*|\.\d+)(?:[a-z]+|%)|0|(?:calc|min|max|clamp|var)\([^\s]*(?:\s[^/]*?)?\)|xx-small|x-small|small|medium|large|x-large|xx-large|xxx-large|smaller|larger))(?:\s*\/\s*([^\s]+))?\s+(\S[\s\S]*)$/iu.exec(
      value,
    );
  if (!sized) return [];
  return [
    ['font-size', sized[1] ?? 'medium'],
    ['line-height', sized[2] ?? 'normal'],
    ['font-family', sized[3] ?? ''],
  ];
}

function expandGrid(value: string): readonly (readonly [PropertyName, string])[] {
  const [rows = 'none', columns = 'none'] = splitTop(value, '/');
  return [
    ['grid-template-rows', rows],
    ['grid-template-columns', columns],
  ];
}

/** `flex: 1` is `1 1 0`, `none` is `0 0 auto`, `auto` is `1 1 auto`. */
function expandFlex(value: string): readonly (readonly [PropertyName, string])[] {
  const words = value === 'none' ? ['0', '0', 'auto'] : value === 'auto' ? ['1', '1', 'auto'] : splitTop(value, ' ');
  const numbers = words.filter((word) => /^[\d.]+$/u.test(word));
  const basis = words.find((word) => !/^[\d.]+$/u.test(word));
  return [
    ['flex-grow', numbers[0] ?? '1'],
    ['flex-shrink', numbers[1] ?? '1'],
    ['flex-basis', numbers[2] ?? basis ?? '0'],
  ];
}

const ANIMATION_WORD =
  /^(?:[+-]?(?:\d|\.\d).*|infinite|normal|reverse|alternate|alternate-reverse|none|forwards|backwards|both|running|paused|linear|ease|ease-in|ease-out|ease-in-out|step-start|step-end|(?:cubic-bezier|steps|linear|scroll|view|calc)\(.*)$/iu;

function expandAnimation(value: string): readonly (readonly [PropertyName, string])[] {
  const parts = splitTop(value, ',').map((animation) => splitTop(animation, ' '));
  const names = parts.map((words) => words.find((word) => !ANIMATION_WORD.test(word)) ?? 'none');
  return [
    ['animation-name', names.join(',')],
    [
      'animation-fill-mode',
      parts.map((words) => words.find((word) => /^(?:forwards|both|backwards)$/iu.test(word)) ?? 'none').join(','),
    ],
    ['animation-iteration-count', parts.map((words) => (words.includes('infinite') ? 'infinite' : '1')).join(',')],
  ];
}
