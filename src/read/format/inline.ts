/**
 * The inline part of the Markdown that extraction writes: escapes, code, math, links, images, emphasis and breaks.
 * Made for our own writer, not for all of CommonMark; what it does not know stays text. Every search is bounded, so a
 * hostile page costs linear time.
 */
export type Inline =
  | { readonly type: 'text'; readonly text: string }
  | { readonly type: 'code'; readonly text: string }
  | { readonly type: 'break' }
  | { readonly type: 'image'; readonly alt: string; readonly source: string }
  | { readonly type: 'link'; readonly target: string; readonly children: readonly Inline[] }
  | { readonly type: 'open' | 'close'; readonly tag: 'strong' | 'em' | 'del' };

const MAX_SEARCH = 2000;
const MAX_DEPTH = 4;
const MARKS = { '**': 'strong', __: 'strong', '~~': 'del', '*': 'em', _: 'em' } as const;
const ENTITIES: Readonly<Record<string, string>> = {
  amp: '&',
  lt: '<',
  gt: '>',
  quot: '"',
  nbsp: '\u00a0',
  '#39': "'",
  '#124': '|',
};

export function parseInline(source: string, depth = 0): Inline[] {
  return new InlineParser(source, depth).parse();
}

/** The words alone; a break becomes a blank, an image its description. */
export function plainInline(source: string): string {
  return plainText(parseInline(source));
}

export function plainText(inlines: readonly Inline[], lineBreak = ' '): string {
  return inlines
    .map((inline) => {
      if (inline.type === 'text' || inline.type === 'code') return inline.text;
      if (inline.type === 'break') return lineBreak;
      if (inline.type === 'image') return inline.alt;
      return inline.type === 'link' ? plainText(inline.children, lineBreak) : '';
    })
    .join('');
}

class InlineParser {
  readonly #source: string;
  readonly #depth: number;
  readonly #found: Inline[] = [];
  readonly #open: string[] = [];
  #text = '';
  #at = 0;

  constructor(source: string, depth: number) {
    this.#source = source;
    this.#depth = depth;
  }

  parse(): Inline[] {
    while (this.#at < this.#source.length) if (!this.#special()) this.#text += this.#source.charAt(this.#at++);
    this.#flush();
    for (const mark of this.#open.reverse()) this.#found.push({ type: 'close', tag: tagOf(mark) });
    return this.#found;
  }

  #special(): boolean {
    const character = this.#source.charAt(this.#at);
    if (character === '\\') return this.#escape();
    if (character === '`') return this.#code();
    if (character === '$') return this.#math();
    if (character === '!' && this.#source.charAt(this.#at + 1) === '[') return this.#link(true);
    if (character === '[') return this.#link(false);
    if (character === '<') return this.#angle();
    if (character === '&') return this.#entity();
    if (character === '\n') return this.#lineFeed();
    return character === '*' || character === '_' || character === '~' ? this.#mark() : false;
  }

  #flush(): void {
    if (this.#text !== '') this.#found.push({ type: 'text', text: this.#text });
    this.#text = '';
  }

  #push(inline: Inline, end: number): true {
    this.#flush();
    this.#found.push(inline);
    this.#at = end;
    return true;
  }

  #escape(): boolean {
    const next = this.#source.charAt(this.#at + 1);
    if (next === '\n') return this.#push({ type: 'break' }, this.#at + 2);
    if (!/[!-/:-@[-`{-~]/u.test(next)) return false;
    this.#text += next;
    this.#at += 2;
    return true;
  }

  #code(): boolean {
    const ticks = /^`+/u.exec(this.#source.slice(this.#at, this.#at + 100))?.[0] ?? '`';
    const start = this.#at + ticks.length;
    const window = this.#source.slice(start, start + MAX_SEARCH);
    for (const run of window.matchAll(/`+/gu)) {
      if (run[0].length !== ticks.length) continue;
      const inner = window.slice(0, run.index).replaceAll('\n', ' ');
      const padded = /^ .* $/su.test(inner) && inner.trim() !== '';
      return this.#push({ type: 'code', text: padded ? inner.slice(1, -1) : inner }, start + run.index + ticks.length);
    }
    this.#text += ticks;
    this.#at = start;
    return true;
  }

  /** Math is shown as written: its underscores and stars are not emphasis. */
  #math(): boolean {
    const match = /^(\$\$?)(?=\S)[^$]{1,1000}?\1/u.exec(this.#source.slice(this.#at, this.#at + 1010));
    if (!match) return false;
    this.#text += match[0];
    this.#at += match[0].length;
    return true;
  }

  #link(image: boolean): boolean {
    const open = this.#at + (image ? 2 : 1);
    const close = matching(this.#source, open, '[', ']');
    if (close < 0 || this.#source.charAt(close + 1) !== '(') return false;
    const end = matching(this.#source, close + 2, '(', ')');
    if (end < 0) return false;
    const target = destination(this.#source.slice(close + 2, end));
    const label = this.#source.slice(open, close);
    if (image) return this.#push({ type: 'image', alt: plainInlineOf(label, this.#depth), source: target }, end + 1);
    const children =
      this.#depth < MAX_DEPTH ? parseInline(label, this.#depth + 1) : [{ type: 'text' as const, text: label }];
    return this.#push({ type: 'link', target, children }, end + 1);
  }

  #angle(): boolean {
    const match = /^<(?:(br)\s*\/?|(https?:\/\/[^\s<>]{1,2000}))>/iu.exec(
      this.#source.slice(this.#at, this.#at + 2010),
    );
    if (!match) return false;
    const end = this.#at + match[0].length;
    if (match[1]) return this.#push({ type: 'break' }, end);
    const target = match[2] ?? '';
    return this.#push({ type: 'link', target, children: [{ type: 'text', text: target }] }, end);
  }

  #entity(): boolean {
    const match = /^&(amp|lt|gt|quot|nbsp|#39|#124);/u.exec(this.#source.slice(this.#at, this.#at + 8));
    if (!match) return false;
    this.#text += ENTITIES[match[1] ?? ''] ?? '';
    this.#at += match[0].length;
    return true;
  }

  #lineFeed(): boolean {
    if (!this.#text.endsWith('  ')) return false;
    this.#text = this.#text.trimEnd();
    return this.#push({ type: 'break' }, this.#at + 1);
  }

  #mark(): boolean {
    const two = this.#source.slice(this.#at, this.#at + 2);
    const mark = two in MARKS ? two : two.charAt(0);
    if (!(mark in MARKS)) return false;
    const before = this.#source.charAt(this.#at - 1);
    const after = this.#source.charAt(this.#at + mark.length);
    const inWord = mark.startsWith('_') && /[\p{L}\p{N}]/u.test(before) && /[\p{L}\p{N}]/u.test(after);
    if (inWord) return false;
    if (this.#open.at(-1) === mark && /\S/u.test(before)) {
      this.#open.pop();
      return this.#push({ type: 'close', tag: tagOf(mark) }, this.#at + mark.length);
    }
    const later = this.#source.indexOf(mark, this.#at + mark.length + 1);
    if (!/\S/u.test(after) || later < 0 || later - this.#at > MAX_SEARCH || this.#open.includes(mark)) return false;
    this.#open.push(mark);
    return this.#push({ type: 'open', tag: tagOf(mark) }, this.#at + mark.length);
  }
}

function tagOf(mark: string): 'strong' | 'em' | 'del' {
  return mark in MARKS ? MARKS[mark as keyof typeof MARKS] : 'em'; // seam: checked by the line itself
}

function plainInlineOf(label: string, depth: number): string {
  return depth < MAX_DEPTH ? plainText(parseInline(label, depth + 1)) : label;
}

/** Index of the bracket that closes the one before `from`; −1 when there is none within reach. */
function matching(source: string, from: number, open: string, close: string): number {
  let depth = 1;
  const end = Math.min(source.length, from + MAX_SEARCH);
  for (let i = from; i < end; i++) {
    const character = source.charAt(i);
    if (character === '\\') i++;
    else if (character === open) depth++;
    else if (character === close && --depth === 0) return i;
  }
  return -1;
}

function destination(written: string): string {
  const inner = /^\s*<([^<>\n]*)>/u.exec(written)?.[1] ?? written.trim().split(/\s/u)[0] ?? '';
  return inner.replace(/\\([!-/:-@[-`{-~])/gu, '$1');
}
