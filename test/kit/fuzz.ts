/** Inputs that no parser expects, made from a seed, so that a failure can be repeated from its number. */
export interface Random {
  /** A whole number from 0 up to, not including, `below`. */
  int(below: number): number;
  pick<T>(items: readonly T[]): T;
  chance(share: number): boolean;
}

/** The mulberry32 generator: small, and good enough to be unlike the last input. */
export function random(seed: number): Random {
  let state = seed >>> 0;
  const next = () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let t = state;
    t = Math.imul(t ^ (t >>> 15), t | 1);
    t ^= t + Math.imul(t ^ (t >>> 7), t | 61);
    return ((t ^ (t >>> 14)) >>> 0) / 2 ** 32;
  };
  const int = (below: number) => Math.floor(next() * below);
  return {
    int,
    chance: (share) => next() < share,
    pick: <T>(items: readonly T[]): T => {
      const item = items[int(items.length)];
      if (item === undefined) throw new Error('nothing to pick from');
      return item;
    },
  };
}

const TAGS =
  'a b blockquote body br button canvas caption code dd details dialog div dl dt em font form frameset h1 h6 head html i iframe img input li link main math mi mglyph noscript object ol option p plaintext pre q ruby s script section select style summary svg title table tbody td template textarea th thead tr ul video xmp foreignObject annotation-xml'.split(
    ' ',
  );
const ATTRIBUTES =
  'class id style href src srcset colspan rowspan hidden open type value alt title aria-label aria-hidden role lang dir start data-src charset http-equiv content name rel media'.split(
    ' ',
  );
const VALUES = [
  'x',
  '',
  '-1',
  '999999999999',
  'none',
  'display:none',
  'color:red;;:',
  'javascript:alert(1)',
  'data:,',
  '//[',
  'http://[::1',
  '\u0000',
  '\ud800',
  '𝒳'.repeat(9),
  '{{',
  '&#x110000;',
  '&amp',
  'a"b\'c>',
  'url(',
  'tabpanel',
];
const TEXTS = [
  'word ',
  'two words ',
  '&lt;',
  '&#0;',
  '\u202e',
  '\u200b',
  'テキスト',
  '```',
  '| a | b |',
  '$x$',
  '\u{e0041}',
  '<',
  '&',
  '\r\n',
  '# h',
  '- [ ] ',
  '\\',
];

export function fuzzHtml(random: Random): string {
  let html = random.chance(0.4) ? '<!doctype html>' : '';
  const length = 5 + random.int(120);
  for (let i = 0; i < length; i++) {
    const tag = random.pick(TAGS);
    switch (random.int(7)) {
      case 0:
        html += `</${tag}>`;
        break;
      case 1:
        html += random.pick([
          '<!--',
          '-->',
          '<![CDATA[',
          ']]>',
          '<!doctype',
          '</',
          '<',
          '<?xml',
          '<script>',
          '</script>',
          '<style>',
        ]);
        break;
      case 2:
      case 3:
        html += random.pick(TEXTS);
        break;
      case 4:
        html += `<style>${fuzzCss(random)}</style>`;
        break;
      default:
        html += `<${tag}${fuzzAttributes(random)}${random.chance(0.1) ? '' : '>'}`;
    }
  }
  return html;
}

function fuzzAttributes(random: Random): string {
  let text = '';
  for (let i = random.int(4); i > 0; i--) {
    const quote = random.pick(['"', "'", '']);
    text += ` ${random.pick(ATTRIBUTES)}=${quote}${random.pick(VALUES)}${quote}`;
  }
  return text;
}

const CSS_PIECES =
  '* | a | .b | #c | > | + | ~ | :not( | :is( | :has( | ) | :nth-child(2n+1) | ::before | [x=y] | [ | { | } | ; | display:none | color:rgb(0 0 0 / 0) | var(--a) | --a:var(--a) | @media screen | @media (min-width:1px) and | @layer a,b; | @import url( | @supports (display:grid) | @container | @scope | calc(1px + | !important | /* | */ | " | \\ | url( | inherit | font-size:0 | opacity:1e99 | clip-path:inset(50%) | & | :host | <!-- | width:calc(1/0*1px)'.split(
    ' | ',
  );

export function fuzzCss(random: Random): string {
  let css = '';
  for (let i = 3 + random.int(60); i > 0; i--) css += random.pick(CSS_PIECES) + random.pick(['', ' ', '\n']);
  return css;
}

export function fuzzData(random: Random): string {
  const pieces = [
    '{',
    '}',
    '[',
    ']',
    ',',
    ':',
    '"a"',
    '"',
    '1e999',
    '-',
    'null',
    'tru',
    '<a>',
    '</a>',
    '<?xml version="1.0"?>',
    '<rss>',
    '<item>',
    '<title>',
    '<![CDATA[',
    ']]>',
    '&bogus;',
    'a,b\n',
    '"x""y",',
    '\t',
    '\ufeff',
    '<feed xmlns="http://www.w3.org/2005/Atom">',
  ];
  let text = '';
  for (let i = 2 + random.int(80); i > 0; i--) text += random.pick(pieces);
  return text;
}

export function fuzzBytes(random: Random): Buffer {
  const bytes = Buffer.alloc(random.int(600));
  for (let i = 0; i < bytes.length; i++) bytes[i] = random.chance(0.5) ? random.int(256) : 32 + random.int(90);
  return bytes;
}

export const CONTENT_TYPES = [
  'text/html',
  'text/html; charset=utf-16',
  'text/html;charset="gbk',
  'text/html; charset=x-nonsense',
  'text/html; charset=iso-2022-jp',
  'application/json',
  'application/xml',
  'application/rss+xml',
  'text/csv',
  'text/plain; charset=shift_jis',
  'application/xhtml+xml',
  'application/octet-stream',
  'image/png',
  ';;',
  '',
];

/** A whole HTTP response as bytes on the wire, mostly wrong somewhere. */
export function fuzzResponse(random: Random): Buffer {
  const status = random.pick([
    'HTTP/1.1 200 OK',
    'HTTP/1.1 999 ?',
    'HTTP/1.0 200',
    'HTTP/2 200 OK',
    'HTTP/1.1 abc',
    'ICY 200 OK',
    '',
    'HTTP/1.1 302 Found',
    'HTTP/1.1 204 No Content',
    'HTTP/1.1 103 Early Hints',
  ]);
  const headers = [
    'Content-Type: text/html',
    'Content-Length: 5',
    'Content-Length: -1',
    'Content-Length: 99999',
    'Transfer-Encoding: chunked',
    'Content-Encoding: gzip',
    'Content-Encoding: br',
    'Location: ///',
    'Location: http://[',
    'Set-Cookie: =',
    ': empty',
    'No colon here',
    `X-Long: ${'x'.repeat(20_000)}`,
    'Bad\u0001Name: 1',
    'Retry-After: -5',
    'Refresh: 0',
  ];
  const chosen = Array.from({ length: random.int(5) }, () => random.pick(headers));
  const end = random.pick(['\r\n\r\n', '\n\n', '\r\n', '']);
  return Buffer.concat([Buffer.from([status, ...chosen].join('\r\n') + end, 'latin1'), fuzzBytes(random)]);
}

const ARGUMENT_VALUES: readonly unknown[] = [
  null,
  '',
  'null',
  0,
  -1,
  1e99,
  Number.MAX_SAFE_INTEGER,
  true,
  'true',
  [],
  ['x'],
  {},
  { a: { b: [1] } },
  'x'.repeat(5_000),
  '\u0000',
  '\ud800',
  '[1',
  '{"a":',
  'http://',
  '5',
  '5.5',
  'NaN',
];
const ARGUMENT_NAMES = [
  'url',
  'query',
  'section',
  'start',
  'max_tokens',
  'format',
  'selector',
  'render',
  'expand',
  'include_hidden',
  'include_links',
  'max_age',
  'timeout_s',
  'constructor',
  '__proto__',
  'toString',
  '',
];

export function fuzzArguments(random: Random): Record<string, unknown> {
  const entries: Array<[string, unknown]> = [];
  for (let i = random.int(8); i > 0; i--) entries.push([random.pick(ARGUMENT_NAMES), random.pick(ARGUMENT_VALUES)]);
  return Object.fromEntries(entries);
}
