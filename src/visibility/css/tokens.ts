import { tokenize } from 'css-tree/tokenizer';

/** Token types of CSS Syntax 3 as css-tree numbers them; only those that the parser asks for. */
export const TOKEN = {
  ident: 1,
  function: 2,
  atKeyword: 3,
  hash: 4,
  string: 5,
  url: 7,
  delim: 9,
  number: 10,
  percentage: 11,
  dimension: 12,
  whitespace: 13,
  cdo: 14,
  cdc: 15,
  colon: 16,
  semicolon: 17,
  comma: 18,
  leftSquare: 19,
  rightSquare: 20,
  leftParen: 21,
  rightParen: 22,
  leftCurly: 23,
  rightCurly: 24,
  comment: 25,
} as const;

/** A tokenized source; `match[i]` is the index of the closing partner of an opening token, or the token count. */
export interface Tokens {
  readonly source: string;
  readonly count: number;
  readonly types: Uint8Array;
  readonly starts: Uint32Array;
  readonly ends: Uint32Array;
  readonly match: Uint32Array;
}

/** Tokenizes in linear time; brackets are paired as CSS Syntax 3 does (a wrong closer is an ordinary token). */
export function tokensOf(source: string): Tokens {
  let types = new Uint8Array(Math.max(64, source.length >> 2));
  let starts = new Uint32Array(types.length);
  let ends = new Uint32Array(types.length);
  let count = 0;
  tokenize(source, (type, start, end) => {
    if (count === types.length) {
      types = grown(types, new Uint8Array(count * 2));
      starts = grown(starts, new Uint32Array(count * 2));
      ends = grown(ends, new Uint32Array(count * 2));
    }
    types[count] = type;
    starts[count] = start;
    ends[count] = end;
    count++;
  });
  return { source, count, types, starts, ends, match: pair(types, count) };
}

function grown<T extends Uint8Array | Uint32Array>(from: T, to: T): T {
  to.set(from);
  return to;
}

function pair(types: Uint8Array, count: number): Uint32Array {
  const match = new Uint32Array(count).fill(count);
  const open: number[] = [];
  const wanted: number[] = [];
  for (let i = 0; i < count; i++) {
    const type = types[i];
    if (type === TOKEN.leftCurly || type === TOKEN.leftParen || type === TOKEN.leftSquare || type === TOKEN.function) {
      open.push(i);
      wanted.push(type === TOKEN.function ? TOKEN.rightParen : (type ?? 0) + 1);
    } else if (type === wanted[wanted.length - 1] && open.length > 0) {
      const start = open.pop();
      wanted.pop();
      if (start !== undefined) match[start] = i;
    }
  }
  return match;
}

export function tokenText(tokens: Tokens, index: number): string {
  return tokens.source.slice(tokens.starts[index], tokens.ends[index]);
}

/** Source between two tokens (end exclusive), comments taken out, ends trimmed. */
export function sourceBetween(tokens: Tokens, from: number, to: number): string {
  if (from >= to) return '';
  const text = tokens.source.slice(tokens.starts[from], tokens.ends[to - 1]);
  if (!text.includes('/*')) return text.trim();
  let joined = '';
  for (let i = from; i < to; i++) if (tokens.types[i] !== TOKEN.comment) joined += tokenText(tokens, i);
  return joined.trim();
}

/** Resolves CSS escapes: `\6e one` is `none`. A hex escape swallows one following white space. */
export function unescapeCss(text: string): string {
  if (!text.includes('\\')) return text;
  return text.replace(
    /\\(?:([0-9a-f]{1,6})(?:\r\n|[ \t\r\n\f])?|(\r\n|[\n\f\r])|([\s\S]))/giu,
    (_all, hex, line, char) => {
      if (hex === undefined) return line === undefined ? (char ?? '') : '';
      const code = Number.parseInt(hex, 16);
      return code === 0 || code > 0x10ffff || (code >= 0xd800 && code <= 0xdfff)
        ? '\ufffd'
        : String.fromCodePoint(code);
    },
  );
}

/** The content of a string token or a `url(...)` token. */
export function unquoteCss(token: string): string {
  let text = token.trim();
  const url = /^url\(\s*([\s\S]*?)\s*\)?$/iu.exec(text);
  if (url?.[1] !== undefined) text = url[1];
  const quote = text[0];
  if (quote === '"' || quote === "'") text = text.slice(1, text.endsWith(quote) && text.length > 1 ? -1 : undefined);
  return unescapeCss(text);
}

/** Splits on a separator at the top level of brackets and quotes: `a(1,2),b` → [`a(1,2)`, `b`]. */
export function splitTop(text: string, separator: ',' | ' ' | '/'): string[] {
  const parts: string[] = [];
  let depth = 0;
  let quote = '';
  let start = 0;
  const push = (end: number) => {
    const part = text.slice(start, end).trim();
    if (part || separator === ',') parts.push(part);
  };
  for (let i = 0; i < text.length; i++) {
    const char = text[i] ?? '';
    if (char === '\\') i++;
    else if (quote) quote = char === quote ? '' : quote;
    else if (char === '"' || char === "'") quote = char;
    else if (char === '(' || char === '[') depth++;
    else if (char === ')' || char === ']') depth--;
    else if (depth === 0 && (separator === ' ' ? /\s/u.test(char) : char === separator)) {
      push(i);
      start = i + 1;
    }
  }
  push(text.length);
  return parts;
}
