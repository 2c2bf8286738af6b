/**
 * Text as a row of tokens that compare by meaning: words, numbers with their sign, currency and percent, single
 * characters of scripts without blanks, punctuation. Case, blanks, kinds of quotation marks and dashes, ligatures and composed letters are
 * folded; digits, signs, superscripts and every word stay.
 */
export interface Tokens {
  /** Canonical forms joined by single blanks, with one at each end, so that whole tokens are found by `indexOf`. */
  readonly line: string;
  readonly words: readonly string[];
  /** Index in `line` of each token. */
  readonly lineStart: Uint32Array;
  /** Place of each token in the text. */
  readonly start: Uint32Array;
  readonly end: Uint32Array;
}

export interface TokenOptions {
  /** Leave out marks of footnotes (`[1]`) and put words together that are divided at the end of a line. */
  readonly bare: boolean;
}

const QUOTES = '\'"‘’‚‛“”„‟«»‹›`´ʼʻˮ′″〝〞〟「」『』｢｣＂＇';
const DASHES = '\\-‐‑‒–—―−﹘﹣－⸺⸻';
const NO_BLANKS = '\\p{sc=Han}\\p{sc=Hira}\\p{sc=Kana}\\p{sc=Thai}\\p{sc=Lao}\\p{sc=Khmr}\\p{sc=Mymr}ー';
const RAISED = '⁰¹²³⁴⁵⁶⁷⁸⁹⁺⁻';
const APOSTROPHES = "'‘’`´ʼ′＇";
const APOSTROPHE = new RegExp(`[${APOSTROPHES}]`, 'gu');
/** One blank of any kind; a line may end within a number, a paragraph may not. */
const BLANK = '(?:[^\\S\\n]|\\n(?!\\s*\\n))';
const CURRENCY = '\\p{Sc}';
/** Kinds, by group: divided word, mark of a note, ellipsis, number, character, word, dash, quotation mark, other. */
const TOKEN = new RegExp(
  [
    `(\\p{L}{2,40}[-‐]\\n[ \\t]*\\p{Ll}[\\p{L}\\p{M}]*)`,
    `(\\[(?:\\^[^\\]\\s]{1,40}|\\d{1,4}|[a-z]|[ivx]{1,5}|(?:note|nb|n|lower-alpha)${BLANK}?\\d{1,3}|(?:citation|quote|verification|clarification)${BLANK}needed|edit|[*†‡§])\\])`,
    `(\\[…\\]|\\[ ?\\. ?\\. ?\\. ?\\]|\\(…\\)|\\(\\.\\.\\.\\)|…+|\\.(?:${BLANK}{0,2}\\.){2,})`,
    `((?:${CURRENCY}${BLANK}{0,2})?(?:(?<![\\p{L}\\p{N}\\])%])[${DASHES}+±](?:${CURRENCY})?)?\\p{Nd}(?:${numberTail()})*(?:[${RAISED}]+|\\^\\(?[${DASHES}+]?\\d+\\)?)?(?:${BLANK}{0,2}[%‰°])?)`,
    `([${NO_BLANKS}]\\p{M}*)`,
    `((?:(?![${NO_BLANKS}])\\p{L})(?:(?![${NO_BLANKS}])[\\p{L}\\p{M}\\p{N}])*(?:[${APOSTROPHES}](?=\\p{L})(?:(?![${NO_BLANKS}])[\\p{L}\\p{M}\\p{N}])+)*)`,
    `([${DASHES}]+)`,
    `([${QUOTES}]+)`,
    `([^\\s\\p{M}\\p{Cf}])`,
  ].join('|'),
  'gu',
);
/** Signs that people leave out and that change nothing. */
const IGNORED = /^[®™©℠\u00ad]$/u;

/** What goes on a number: groups of three after a blank, or a digit after a sign that stands within numbers. */
function numberTail(): string {
  const inner = `[.,:/'’·٫٬]`;
  return `\\p{Nd}|${inner}(?=\\p{Nd})|${BLANK}{0,2}[${DASHES}]${BLANK}{0,2}(?:${CURRENCY})?(?=\\p{Nd})|(?<=(?<!\\p{Nd})\\p{Nd}{1,3}|(?<!\\p{Nd})\\p{Nd}{1,3}(?:${BLANK}{1,2}\\p{Nd}{3}){1,4})${BLANK}{1,2}(?=\\p{Nd}{3}(?!\\p{Nd}))`;
}

export function tokenize(text: string, { bare }: TokenOptions): Tokens {
  const writer = new TokenWriter(text.length);
  const inches = inchMarks(text);
  for (const match of text.matchAll(TOKEN)) {
    const at = match.index;
    const end = at + match[0].length;
    if (inches.has(at)) writer.add('″', at, end);
    else for (const word of canonical(match, bare)) writer.add(word, at, end);
  }
  return writer.finish();
}

/** Double marks after a digit that close nothing: 5″ is not 5′. */
function inchMarks(text: string): ReadonlySet<number> {
  const marks = new Set<number>();
  let isOpen = false;
  for (const { index, 0: mark } of text.matchAll(/["″“”„«»\n]/gu)) {
    if (mark === '\n') isOpen = false;
    else if (!isOpen && /["″]/u.test(mark) && /\p{Nd}/u.test(text.charAt(index - 1))) marks.add(index);
    else isOpen = !isOpen;
  }
  return marks;
}

function canonical(match: RegExpExecArray, bare: boolean): readonly string[] {
  const [all, divided, mark, ellipsis, number, character, word, dash, quote] = match;
  if (divided !== undefined) return dividedWord(divided, bare);
  if (mark !== undefined) return bare ? [] : [mark.toLowerCase().replace(/\s+/gu, '_')];
  if (ellipsis !== undefined) return ['…'];
  if (number !== undefined) return [canonicalNumber(number)];
  if (word !== undefined) return canonicalWord(word, bare);
  if (character !== undefined) return [character.normalize('NFKC').toLowerCase()];
  if (dash !== undefined) return ['-'];
  if (quote !== undefined) return ["'"];
  return IGNORED.test(all) ? [] : [other(all)];
}

/** Raised and lowered digits stay apart from plain ones: 10² is not 102. */
function other(sign: string): string {
  const folded = sign.normalize('NFKC');
  if (/\p{No}/u.test(sign) && /^\d+$/u.test(folded)) return `^${folded}`;
  return folded.replaceAll('⁄', '/').toLowerCase().replaceAll(' ', '');
}

function canonicalNumber(number: string): string {
  const signed = number.replace(new RegExp(`[${DASHES}]`, 'gu'), '-').replace(/[’]/gu, "'");
  const raised = signed.replace(new RegExp(`[${RAISED}]+`, 'u'), (run) => `^${run.normalize('NFKC')}`);
  return raised
    .replace(/[()]/gu, '')
    .replace(/\s*([-%‰°])\s*/gu, '$1')
    .replace(/(\p{Sc})\s*/gu, '$1')
    .normalize('NFKC')
    .replaceAll('−', '-')
    .replace(/\s+/gu, '_');
}

const RAISED_END = new RegExp(`[${RAISED}]+$`, 'u');

/** A raised number at the end of a long word is the mark of a note; after a short one it may be an exponent (m²). */
function canonicalWord(word: string, bare: boolean): readonly string[] {
  const raised = RAISED_END.exec(word)?.[0];
  if (raised === undefined || word.length - raised.length < 4) return [foldWord(word)];
  const stem = foldWord(word.slice(0, -raised.length));
  return bare ? [stem] : [stem, `[${raised.normalize('NFKC')}]`];
}

function dividedWord(divided: string, bare: boolean): readonly string[] {
  const parts = divided.split(/[-‐]\n[ \t]*/u).map(foldWord);
  return bare ? [parts.join('')] : [parts[0] ?? '', '-', parts[1] ?? ''];
}

/** Case folded as Unicode does it, as far as it is not one letter for one; ligatures spelled out. */
export function foldWord(word: string): string {
  if (/^[a-z]+$/u.test(word)) return word;
  return word
    .replace(APOSTROPHE, "'")
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[ßẞ]/gu, 'ss')
    .replaceAll('ς', 'σ')
    .replaceAll('œ', 'oe')
    .replaceAll('æ', 'ae')
    .replaceAll('i\u0307', 'i');
}

class TokenWriter {
  readonly #words: string[] = [];
  #start: Uint32Array;
  #end: Uint32Array;

  constructor(length: number) {
    this.#start = new Uint32Array(length * 3 + 3);
    this.#end = new Uint32Array(length * 3 + 3);
  }

  add(word: string, start: number, end: number): void {
    // Two quotation marks that meet are one more or less of the same kind (“‘, '').
    if (word === "'" && this.#words.at(-1) === "'" && this.#end[this.#words.length - 1] === start) return;
    this.#start[this.#words.length] = start;
    this.#end[this.#words.length] = end;
    this.#words.push(word);
  }

  finish(): Tokens {
    const words = this.#words;
    const lineStart = new Uint32Array(words.length);
    let at = 1;
    for (let i = 0; i < words.length; i++) {
      lineStart[i] = at;
      at += (words[i]?.length ?? 0) + 1;
    }
    const line = words.length === 0 ? ' ' : ` ${words.join(' ')} `;
    return {
      line,
      words,
      lineStart,
      start: this.#start.slice(0, words.length),
      end: this.#end.slice(0, words.length),
    };
  }
}

/** Tokens that say something: words and numbers, not punctuation. */
export function isWordToken(word: string): boolean {
  return /[\p{L}\p{N}]/u.test(word);
}

export function isNumberToken(word: string): boolean {
  return /^[^\p{L}]?[^\p{L}]?\p{Nd}/u.test(word);
}
