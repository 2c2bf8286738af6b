/**
 * The words that a person sees of a Markdown text, with the place of every character in the source: links without
 * their addresses, no emphasis, no list and heading marks, no pictures. Made for the Markdown that extraction writes and good
 * enough for what people write; what it does not know stays text. Linear time: every search ahead is bounded.
 */
export interface VisibleText {
  readonly text: string;
  /** For each UTF-16 unit of `text` its index in the source. */
  readonly at: Uint32Array;
}

const MAX_SEARCH = 2000;
const MAX_BLOCK = 20_000;
/** Brackets within an address; a page of opened links would otherwise be searched again for each. */
const MAX_NESTED = 8;
const ENTITY = /&(?:(amp|lt|gt|quot|apos|nbsp)|#(\d{1,7})|#x([\da-f]{1,6}));/iuy;
const ENTITIES: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'", nbsp: '\u00a0' };
/** Invisible characters that split or join words for the layout only. */
const INVISIBLE = /[\u00ad\u200b-\u200f\u2060-\u2064\ufeff]/u;
const PUNCTUATION = /[!-/:-@[-`{-~]/u;
const PREFIX =
  /(?:[ \t]*>)*[ \t]*(?:(?:[-*+]|\d{1,9}[.)])[ \t]+)*(?:\[[ xX]\][ \t]+)?(?:#{1,6}(?:[ \t]+|(?=\n)))?(?:\[\^[^\]\s]{1,40}\]:[ \t]*)?/uy;
const FENCE = /(`{3,}|~{3,})[^\n]*/uy;
const RULE = /(?:[-*_=][ \t]*){3,}(?=\n|$)|=+[ \t]*(?=\n|$)/uy;
const DELIMITER_ROW = /\|?[ \t]*:?-+:?[ \t]*(?:\|[ \t]*:?-+:?[ \t]*)*\|?[ \t]*(?=\n|$)/uy;
const ANGLE = /<(?:(br)[ \t]*\/?|(https?:\/\/[^\s<>]{1,2000})|(\/?(?:sup|sub|b|i|em|strong|u|s|mark|small|span)))>/iuy;
/** A mark that leads to a note: on the page it is a small raised sign. */
const NOTE_LABEL = /^(?:\\?\[)?(?:\d{1,4}|[a-z]|[ivx]{1,5}|[*†‡§]|(?:note|n)[ .]?\d{1,3})(?:\\?\])?$/iu;

export function visibleText(source: string): VisibleText {
  return new Scanner(source).run();
}

class Scanner {
  readonly #source: string;
  readonly #lastLink: number;
  readonly #closing = new Map<number, number>();
  #matchedTo = 0;
  /** Where link texts end, innermost last, and where the scan goes on behind their addresses. */
  readonly #links: Array<{ close: number; end: number; note: boolean }> = [];
  #fence = '';
  #table = false;
  #i = 0;
  #parts: string[] = [];
  #at: Uint32Array;
  #length = 0;

  constructor(source: string) {
    this.#source = source;
    this.#lastLink = source.lastIndexOf('](');
    this.#at = new Uint32Array(source.length + 64);
  }

  run(): VisibleText {
    const source = this.#source;
    let lineStart = true;
    while (this.#i < source.length) {
      if (lineStart && this.#startLine()) continue;
      lineStart = source.charCodeAt(this.#i) === 10;
      this.#step();
    }
    return { text: this.#parts.join(''), at: this.#at.slice(0, this.#length) };
  }

  /** Marks at the beginning of a line; true when the whole line was one. */
  #startLine(): boolean {
    const source = this.#source;
    if (this.#fence !== '') return this.#fencedLine();
    this.#i = sticky(PREFIX, source, this.#i)?.end ?? this.#i;
    const fence = sticky(FENCE, source, this.#i);
    if (fence && !(fence.match.startsWith('`') && fence.match.slice(3).replace(/^`+/u, '').includes('`'))) {
      this.#fence = /^(?:`+|~+)/u.exec(fence.match)?.[0] ?? '```';
      this.#i = Math.min(fence.end + 1, source.length);
      return true;
    }
    const skipped = sticky(RULE, source, this.#i) ?? sticky(DELIMITER_ROW, source, this.#i);
    if (skipped && skipped.match.trim().length > 1) {
      this.#i = Math.min(skipped.end + 1, source.length);
      return true;
    }
    this.#table = source.charAt(this.#i) === '|';
    return this.#i >= source.length;
  }

  #fencedLine(): boolean {
    const source = this.#source;
    const feed = source.indexOf('\n', this.#i);
    const end = feed < 0 ? source.length : feed;
    const line = source
      .slice(this.#i, end)
      .replace(/^[ \t>]+/u, '')
      .trimEnd();
    const closes = line.startsWith(this.#fence) && line === this.#fence.charAt(0).repeat(line.length);
    if (closes) this.#fence = '';
    else for (let i = this.#i; i < Math.min(end + 1, source.length); i++) this.#emit(source.charAt(i), i);
    this.#i = Math.min(end + 1, source.length);
    return true;
  }

  #step(): void {
    const source = this.#source;
    const link = this.#links.at(-1);
    if (link && this.#i >= link.close) {
      this.#links.pop();
      if (link.note) this.#emit(']', Math.min(link.close, source.length - 1));
      // Code may have reached over the end of the link.
      this.#i = Math.max(this.#i, link.end);
      return;
    }
    const character = source.charAt(this.#i);
    if (this.#special(character)) return;
    this.#emit(character, this.#i);
    this.#i++;
  }

  #special(character: string): boolean {
    switch (character) {
      case '\\':
        return this.#escape();
      case '`':
        return this.#code();
      case '!':
        return this.#source.charAt(this.#i + 1) === '[' && this.#picture();
      case '[':
        return this.#link();
      case '<':
        return this.#angle();
      case '&':
        return this.#entity();
      case '|':
        return this.#table && this.#replace(' ', 1);
      case '*':
      case '_':
      case '~':
        return this.#emphasis(character);
      default:
        return INVISIBLE.test(character) && this.#replace('', 1);
    }
  }

  #replace(shown: string, length: number): true {
    for (const unit of shown) this.#emit(unit, this.#i);
    this.#i += length;
    return true;
  }

  #escape(): boolean {
    const next = this.#source.charAt(this.#i + 1);
    if (next === '\n') return this.#replace('', 1);
    if (!PUNCTUATION.test(next)) return false;
    this.#emit(next, this.#i + 1);
    this.#i += 2;
    return true;
  }

  #code(): boolean {
    const source = this.#source;
    const ticks = /^`+/u.exec(source.slice(this.#i, this.#i + 100))?.[0] ?? '`';
    const start = this.#i + ticks.length;
    const window = source.slice(start, start + MAX_SEARCH);
    for (const run of window.matchAll(/`+/gu)) {
      if (run[0].length !== ticks.length) continue;
      for (let i = 0; i < run.index; i++) this.#emit(window.charAt(i), start + i);
      this.#i = start + run.index + ticks.length;
      return true;
    }
    return this.#replace(ticks, ticks.length);
  }

  #picture(): boolean {
    const close = this.#closeOf(this.#i + 1);
    const end = close < 0 ? -1 : this.#addressEnd(close);
    if (end < 0) return false;
    this.#i = end;
    return true;
  }

  #link(): boolean {
    if (this.#i > this.#lastLink) return false;
    const close = this.#closeOf(this.#i);
    const end = close < 0 ? -1 : this.#addressEnd(close);
    if (end < 0) return false;
    const label = close - this.#i < 16 ? this.#source.slice(this.#i + 1, close) : '';
    const isNote = NOTE_LABEL.test(label) && this.#source.slice(close, end).includes('#');
    const bare = isNote && !label.includes('[');
    if (bare) this.#emit('[', this.#i);
    this.#links.push({ close, end, note: bare });
    this.#i++;
    return true;
  }

  /** Index behind `(address)` after the bracket at `close`; −1 when there is none. */
  #addressEnd(close: number): number {
    const source = this.#source;
    if (source.charAt(close + 1) !== '(') return -1;
    const end = Math.min(source.length, close + MAX_SEARCH);
    let depth = 0;
    for (let i = close + 1; i < end; i++) {
      const character = source.charAt(i);
      if (character === '\n') return -1;
      if (character === '\\') i++;
      else if (character === '(' && ++depth > MAX_NESTED) return -1;
      else if (character === ')' && --depth === 0) return i + 1;
    }
    return -1;
  }

  /** The bracket that closes the one at `open`. All brackets of a block are matched in one pass, once. */
  #closeOf(open: number): number {
    if (open >= this.#matchedTo) this.#matchBrackets(open);
    return this.#closing.get(open) ?? -1;
  }

  #matchBrackets(from: number): void {
    const source = this.#source;
    const blank = source.indexOf('\n\n', from);
    const end = Math.min(blank < 0 ? source.length : blank, from + MAX_BLOCK);
    const open: number[] = [];
    this.#closing.clear();
    for (let i = from; i < end; i++) {
      const character = source.charCodeAt(i);
      if (character === 92) i++;
      else if (character === 91) open.push(i);
      else if (character === 93) {
        const start = open.pop();
        if (start !== undefined) this.#closing.set(start, i);
      }
    }
    this.#matchedTo = end;
  }

  #angle(): boolean {
    const found = sticky(ANGLE, this.#source, this.#i);
    if (!found) return false;
    if (found.groups[1] !== undefined) return this.#replace(' ', found.match.length);
    const target = found.groups[2] ?? '';
    for (let i = 0; i < target.length; i++) this.#emit(target.charAt(i), this.#i + 1 + i);
    this.#i = found.end;
    return true;
  }

  #entity(): boolean {
    const found = sticky(ENTITY, this.#source, this.#i);
    if (!found) return false;
    const [, name, decimal, hex] = found.groups;
    const code = decimal !== undefined ? Number(decimal) : Number.parseInt(hex ?? '', 16);
    const shown =
      name !== undefined ? ENTITIES[name.toLowerCase()] : code > 0 && code < 0x110000 ? String.fromCodePoint(code) : '';
    for (let i = 0; i < (shown ?? '').length; i++) this.#emit((shown ?? '').charAt(i), this.#i);
    this.#i = found.end;
    return true;
  }

  /** A mark is emphasis unless it stands between blanks, or is an underscore inside a word. */
  #emphasis(mark: string): boolean {
    const source = this.#source;
    let end = this.#i;
    while (source.charAt(end) === mark) end++;
    const before = source.charAt(this.#i - 1);
    const after = source.charAt(end);
    const isBlank = (unit: string) => unit === '' || /\s/u.test(unit);
    const isWord = (unit: string) => /[\p{L}\p{N}]/u.test(unit);
    const literal =
      (isBlank(before) && isBlank(after)) ||
      (mark === '_' && isWord(before) && isWord(after)) ||
      (mark === '~' && end - this.#i !== 2);
    if (!literal) this.#i = end;
    else for (; this.#i < end; this.#i++) this.#emit(mark, this.#i);
    return true;
  }

  #emit(unit: string, at: number): void {
    if (this.#length >= this.#at.length) {
      const larger = new Uint32Array(this.#at.length * 2);
      larger.set(this.#at);
      this.#at = larger;
    }
    this.#parts.push(unit);
    this.#at[this.#length++] = at;
  }
}

interface StickyMatch {
  readonly match: string;
  readonly groups: RegExpExecArray;
  readonly end: number;
}

function sticky(pattern: RegExp, text: string, at: number): StickyMatch | null {
  pattern.lastIndex = at;
  const groups = pattern.exec(text);
  return groups === null ? null : { match: groups[0], groups, end: at + groups[0].length };
}
