import { mendJson } from '../metadata/json-ld.ts';

/**
 * JSON as it was written: numbers keep every digit, keys their order, and a key that stands twice stands twice. Keys
 * are never those of an object of ours, so that `__proto__` is a key like any other. All strings are page-written.
 */
export type DataNode =
  | { readonly type: 'text'; readonly text: string }
  /** A number, `true`, `false` or `null`, as it was written. */
  | { readonly type: 'value'; readonly source: string }
  | { readonly type: 'list'; readonly items: DataNode[] }
  | { readonly type: 'object'; readonly entries: Array<readonly [key: string, value: DataNode]> };

export interface ParsedData {
  readonly node: DataNode;
  /** Values that were too many to keep. */
  readonly dropped: number;
}

/** More values than any page has a use for; about 60 MB of memory. */
export const MAX_NODES = 400_000;

export const textNode = (text: string): DataNode => ({ type: 'text', text });
export const NOTHING: DataNode = { type: 'value', source: 'null' };

/** The values of JSON, with the small faults that pages make in it; null for what is none. Takes any depth. */
export function parseData(source: string): ParsedData | null {
  const mended = mendJson(source);
  return mended === null ? null : new TreeBuilder(mended.source).build();
}

type Container = Extract<DataNode, { type: 'list' | 'object' }>;

/** Reads valid JSON without recursion: a page may nest a hundred thousand lists. */
class TreeBuilder {
  readonly #source: string;
  readonly #open: Container[] = [];
  #key: string | null = null;
  #root: DataNode = NOTHING;
  #count = 0;
  #at = 0;

  constructor(source: string) {
    this.#source = source;
  }

  build(): ParsedData {
    while (this.#at < this.#source.length) this.#token(this.#source.charAt(this.#at));
    return { node: this.#root, dropped: Math.max(0, this.#count - MAX_NODES) };
  }

  #token(character: string): void {
    if (character === '"') this.#string();
    else if (character === '{') this.#enter({ type: 'object', entries: [] });
    else if (character === '[') this.#enter({ type: 'list', items: [] });
    else if (character === '}' || character === ']') this.#open.pop();
    else if (/[^\s,:]/u.test(character)) {
      const end = endOfWord(this.#source, this.#at);
      this.#add({ type: 'value', source: this.#source.slice(this.#at, end) });
      this.#at = end;
      return;
    }
    if (character !== '"') this.#at++;
  }

  #string(): void {
    const end = endOfString(this.#source, this.#at);
    const written = this.#source.slice(this.#at, end);
    const text = written.includes('\\') ? decoded(written) : written.slice(1, -1);
    this.#at = end;
    if (this.#open.at(-1)?.type === 'object' && this.#key === null) this.#key = text;
    else this.#add(textNode(text));
  }

  #enter(container: Container): void {
    this.#add(container);
    this.#open.push(container);
  }

  #add(node: DataNode): void {
    const parent = this.#open.at(-1);
    const key = this.#key ?? '';
    this.#key = null;
    if (!parent) this.#root = node;
    else if (this.#count < MAX_NODES && parent.type === 'list') parent.items.push(node);
    else if (this.#count < MAX_NODES && parent.type === 'object') parent.entries.push([key, node]);
    this.#count++;
  }
}

/** After the closing quote of the string that begins at `start`; the end of the text when it is not closed. */
export function endOfString(source: string, start: number): number {
  const quote = source.charAt(start);
  for (let at = start + 1; at < source.length; at++) {
    const character = source.charAt(at);
    if (character === '\\') at++;
    else if (character === quote) return at + 1;
  }
  return source.length;
}

function endOfWord(source: string, start: number): number {
  let end = start;
  while (end < source.length && !/[\s,:{}[\]"]/u.test(source.charAt(end))) end++;
  return end;
}

function decoded(written: string): string {
  const text: unknown = JSON.parse(written);
  return typeof text === 'string' ? text : '';
}
