import type { Block } from './blocks.ts';
import { cutWithin } from './cut.ts';

/** A piece of the text that can be judged and shown by itself. Offsets are UTF-16 indexes; no blanks at its ends. */
export interface Passage {
  readonly start: number;
  readonly end: number;
  /** Position in the block list of the heading it stands under; null above the first heading. */
  readonly heading: number | null;
  /** Positions of the headings that one stands under, outermost first. */
  readonly above: readonly number[];
  /** The passage lies inside a code fence, or is one. */
  readonly fence: boolean;
  /** A piece of a block that was too long to stay whole. */
  readonly piece: boolean;
  /** Position of the table whose header rows belong to this piece of it; else null. */
  readonly table: number | null;
}

/**
 * Paragraphs shorter than the low mark join their neighbours, blocks longer than the high mark are split. XQuAD
 * paragraphs (median 750 characters) rank best near these sizes; smaller ones lose the words of their context. In
 * scripts that say more with a character, one counts for three, so that passages cost about the same everywhere.
 */
const JOIN_BELOW = 500;
const SPLIT_ABOVE = 1600;
const PIECE_SIZE = 1200;
const WIDE_FROM = 0x2e80;
const WIDE_SIZE = 3;

/** Splits a text into passages: never across a heading, code and tables at their lines. Rules are left out. */
export function splitPassages(text: string, blocks: readonly Block[]): Passage[] {
  const splitter = new Splitter(text, blocks);
  for (let position = 0; position < blocks.length; position++) splitter.take(position);
  return splitter.finish();
}

class Splitter {
  readonly #text: string;
  readonly #blocks: readonly Block[];
  readonly #passages: Passage[] = [];
  /** Open headings, outermost first. */
  #trail: number[] = [];
  #joined: Passage | null = null;
  #joinedSize = 0;

  constructor(text: string, blocks: readonly Block[]) {
    this.#text = text;
    this.#blocks = blocks;
  }

  take(position: number): void {
    const block = this.#blocks[position];
    if (!block) return;
    if (block.kind === 'heading') this.#heading(position, block);
    else if (block.kind === 'rule') this.#flush();
    else this.#content(position, block);
  }

  finish(): Passage[] {
    this.#flush();
    return this.#passages;
  }

  #heading(position: number, block: Block): void {
    this.#flush();
    const open = this.#trail.filter((above) => (this.#blocks[above]?.level ?? 0) < block.level);
    this.#trail = [...open, position];
    // A heading directly followed by another one, or by nothing, is text too: a list of links may consist of them.
    const next = this.#blocks[position + 1];
    if (!next || next.kind === 'heading') this.#push(this.#passage(block.start, block.end, { fence: false }));
  }

  #content(position: number, block: Block): void {
    const fence = block.kind === 'code';
    const size = sizeOf(this.#text, block.start, block.end);
    if (size > SPLIT_ABOVE) {
      this.#flush();
      this.#pieces(position, block, size);
      return;
    }
    const joined = this.#joined;
    if (joined?.fence === fence && this.#joinedSize < JOIN_BELOW && this.#joinedSize + size <= SPLIT_ABOVE) {
      this.#joined = { ...joined, end: block.end };
      this.#joinedSize += size;
    } else {
      this.#flush();
      this.#joined = this.#passage(block.start, block.end, { fence });
      this.#joinedSize = size;
    }
  }

  #pieces(position: number, block: Block, size: number): void {
    const fence = block.kind === 'code';
    const end = fence ? block.bodyEnd : block.end;
    let start = fence ? block.bodyStart : block.start;
    let left = size;
    while (start < end) {
      const limit = reach(this.#text, start, end, PIECE_SIZE);
      const stop = left <= SPLIT_ABOVE ? end : cutWithin(this.#text, block, start, limit);
      left -= sizeOf(this.#text, start, stop);
      const table = block.kind === 'table' && start > block.start ? position : null;
      this.#push(this.#passage(start, stop, { fence, piece: true, table }));
      start = stop;
    }
  }

  #passage(
    start: number,
    end: number,
    more: { readonly fence: boolean; readonly piece?: boolean; readonly table?: number | null },
  ): Passage {
    const heading = this.#trail.at(-1) ?? null;
    return { start, end, heading, above: this.#trail.slice(0, -1), piece: false, table: null, ...more };
  }

  #flush(): void {
    if (this.#joined) this.#push(this.#joined);
    this.#joined = null;
  }

  #push(passage: Passage): void {
    const { start, end } = tightSpan(this.#text, passage);
    if (start < end) this.#passages.push({ ...passage, start, end });
  }
}

/** The span without the blanks at its ends. The indent of a first line of code stays. */
function tightSpan(text: string, { start, end, fence }: Passage): { start: number; end: number } {
  const slice = text.slice(start, end);
  const tight = slice.trimEnd();
  const blank = fence ? /^(?:[ \t]*\n)*/u.exec(tight)?.[0].length : tight.length - tight.trimStart().length;
  return { start: start + (blank ?? 0), end: start + tight.length };
}

function sizeOf(text: string, start: number, end: number): number {
  let size = 0;
  for (let i = start; i < end; i++) size += text.charCodeAt(i) >= WIDE_FROM ? WIDE_SIZE : 1;
  return size;
}

/** The index at which the text from `start` has this size; at least two above it, so that a cut is always possible. */
function reach(text: string, start: number, end: number, size: number): number {
  let left = size;
  let index = start;
  while (index < end && left > 0) {
    left -= text.charCodeAt(index) >= WIDE_FROM ? WIDE_SIZE : 1;
    index++;
  }
  return Math.max(index, Math.min(end, start + 2));
}
