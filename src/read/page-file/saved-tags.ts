/** Elements that are written as they are; everything else gives way to what is in it. */
export const KEPT_TAGS: ReadonlySet<string> = new Set(
  `a abbr address article aside b bdi bdo blockquote br caption cite code col colgroup dd del details dfn div dl dt em
  figcaption figure footer h1 h2 h3 h4 h5 h6 header hgroup hr i img ins kbd legend fieldset li main mark menu nav ol p pre q
  rp rt ruby s samp search section small span strong sub summary sup table tbody td tfoot th thead time tr u ul var wbr
  math mfrac mi mmultiscripts mn mo mover mpadded mphantom mprescripts mroot mrow ms mspace msqrt mstyle msub msubsup msup
  mtable mtd mtext mtr munder munderover`.split(/\s+/u),
);

export const VOID_TAGS: ReadonlySet<string> = new Set(['br', 'hr', 'img', 'wbr', 'col']);

/** Elements of the same look under another name. */
export const RENAMED: ReadonlyMap<string, string> = new Map([
  ['tt', 'code'],
  ['strike', 's'],
  ['center', 'div'],
  ['dir', 'ul'],
  ['form', 'div'],
  ['dialog', 'div'],
  ['listing', 'pre'],
  ['xmp', 'pre'],
  ['optgroup', 'div'],
]);

/** Attributes whose value can hold no words: numbers and the direction of writing. */
export const PLAIN_ATTRIBUTES: ReadonlyMap<string, RegExp> = new Map([
  ['colspan', /^\d{1,4}$/u],
  ['rowspan', /^\d{1,4}$/u],
  ['span', /^\d{1,4}$/u],
  ['start', /^-?\d{1,9}$/u],
  ['value', /^-?\d{1,9}$/u],
  ['width', /^\d{1,5}$/u],
  ['height', /^\d{1,5}$/u],
  ['dir', /^(?:ltr|rtl|auto)$/iu],
  ['lang', /^[a-z]{2,3}(?:-[a-z0-9]{2,8}){0,3}$/iu],
  ['scope', /^(?:col|row|colgroup|rowgroup)$/iu],
  ['reversed', /^$/u],
]);
