import type { HtmlElement } from '../../html/tree.ts';
import type { PropertyName } from './properties.ts';

export type Pairs = readonly (readonly [PropertyName, string])[];

/** The parts of the HTML Standard's rendering section (15.3) and of Chromium's default sheet that matter here. */
const none: Pairs = [['display', 'none']];
const block: Pairs = [['display', 'block']];
const paragraph: Pairs = [
  ['display', 'block'],
  ['margin-top', '1em'],
  ['margin-bottom', '1em'],
];
const heading = (size: string, margin: string): Pairs => [
  ['display', 'block'],
  ['font-size', size],
  ['margin-top', margin],
  ['margin-bottom', margin],
];
const mono: Pairs = [
  ['font-size', '.8125em'],
  ['font-family', 'monospace'],
];
const list: Pairs = [
  ['display', 'block'],
  ['margin-top', '1em'],
  ['margin-bottom', '1em'],
  ['padding-left', '40px'],
];
const field: Pairs = [
  ['display', 'inline-block'],
  ['font-size', '13.333px'],
  ['color', 'fieldtext'],
  ['background-color', 'field'],
  ['text-indent', '0'],
  ['letter-spacing', 'normal'],
  ['text-shadow', 'none'],
  ['line-height', 'normal'],
];
const button: Pairs = [
  ...field.filter(([name]) => name !== 'color' && name !== 'background-color'),
  ['color', 'buttontext'],
  ['background-color', 'buttonface'],
];

const BY_TAG: Readonly<Record<string, Pairs>> = {
  ...Object.fromEntries(
    'address article aside body center dir div fieldset figcaption footer form header hgroup html legend main nav search section details summary optgroup option slot-block frameset frame dt'
      .split(' ')
      .map((tag) => [tag, block] as const),
  ),
  ...Object.fromEntries(
    'area base basefont datalist head link meta noembed noframes param rp script style template title source track noscript'
      .split(' ')
      .map((tag) => [tag, none] as const),
  ),
  body: [
    ['display', 'block'],
    ['margin-top', '8px'],
    ['margin-right', '8px'],
    ['margin-bottom', '8px'],
    ['margin-left', '8px'],
  ],
  p: paragraph,
  dl: paragraph,
  blockquote: [...paragraph, ['margin-left', '40px'], ['margin-right', '40px']],
  figure: [...paragraph, ['margin-left', '40px'], ['margin-right', '40px']],
  pre: [...paragraph, ...mono, ['white-space', 'pre']],
  listing: [...paragraph, ...mono, ['white-space', 'pre']],
  xmp: [...paragraph, ...mono, ['white-space', 'pre']],
  plaintext: [...paragraph, ...mono, ['white-space', 'pre']],
  code: mono,
  kbd: mono,
  samp: mono,
  tt: mono,
  ul: list,
  ol: list,
  menu: list,
  dd: [
    ['display', 'block'],
    ['margin-left', '40px'],
  ],
  li: [['display', 'list-item']],
  hr: [
    ['display', 'block'],
    ['overflow-x', 'hidden'],
    ['overflow-y', 'hidden'],
  ],
  h1: heading('2em', '.67em'),
  h2: heading('1.5em', '.83em'),
  h3: heading('1.17em', '1em'),
  h4: heading('1em', '1.33em'),
  h5: heading('.83em', '1.67em'),
  h6: heading('.67em', '2.33em'),
  small: [['font-size', 'smaller']],
  big: [['font-size', 'larger']],
  sub: [['font-size', 'smaller']],
  sup: [['font-size', 'smaller']],
  rt: [['font-size', '50%']],
  mark: [
    ['background-color', 'mark'],
    ['color', 'marktext'],
  ],
  table: [
    ['display', 'table'],
    ['text-indent', '0'],
  ],
  caption: [['display', 'table-caption']],
  colgroup: [['display', 'table-column-group']],
  col: [['display', 'table-column']],
  thead: [['display', 'table-header-group']],
  tbody: [['display', 'table-row-group']],
  tfoot: [['display', 'table-footer-group']],
  tr: [['display', 'table-row']],
  td: [['display', 'table-cell']],
  th: [['display', 'table-cell']],
  input: field,
  textarea: [...field, ['white-space', 'pre-wrap'], ['font-family', 'monospace']],
  select: field,
  button,
  img: [['display', 'inline']],
  video: [['display', 'inline']],
  meter: [['display', 'inline-block']],
  progress: [['display', 'inline-block']],
  marquee: [['display', 'inline-block']],
  slot: [['display', 'contents']],
  svg: [
    ['overflow-x', 'hidden'],
    ['overflow-y', 'hidden'],
  ],
};

const CLOSED_DIALOG = none;

/** The browser's own declarations for an element. `hidden` and its kin are told apart by the rules, not here. */
export function userAgentPairs(element: HtmlElement): Pairs {
  const { tag, attributes } = element;
  if (element.namespace === 'svg')
    return tag === 'svg' ? (BY_TAG.svg ?? []) : tag === 'style' || tag === 'script' ? none : [];
  let pairs = BY_TAG[tag] ?? [];
  if (attributes.size === 0) return tag === 'dialog' ? CLOSED_DIALOG : pairs;
  if (tag === 'a' && attributes.has('href')) pairs = [['color', 'linktext']];
  if (tag === 'input') pairs = inputPairs(attributes.get('type')?.toLowerCase() ?? 'text');
  if (tag === 'dialog')
    pairs = attributes.has('open')
      ? [
          ['display', 'block'],
          ['position', 'absolute'],
          ['background-color', 'canvas'],
          ['color', 'canvastext'],
        ]
      : CLOSED_DIALOG;
  const hidden = attributes.get('hidden');
  if (hidden !== undefined && tag !== 'embed') {
    pairs = [...pairs, hidden.toLowerCase() === 'until-found' ? ['content-visibility', 'hidden'] : ['display', 'none']];
  }
  if (attributes.has('popover')) pairs = [...pairs, ['display', 'none']];
  return pairs;
}

function inputPairs(type: string): Pairs {
  if (type === 'hidden') return none;
  if (type === 'submit' || type === 'button' || type === 'reset') return button;
  return type === 'checkbox' || type === 'radio' || type === 'range' || type === 'image' || type === 'file'
    ? [['display', 'inline-block']]
    : field;
}
