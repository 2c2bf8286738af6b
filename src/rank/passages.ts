import type { Block } from './blocks.ts';
import { cutWithin } from './cut.ts';

/** A piece of the text that can be judged and shown by itself. Offsets are UTF-16 indexes. */
export interface Passage {
  readonly start: number;
  readonly end: number;
  /** Position in the block list of the heading it stands under; null above the first heading. */
  readonly heading: number | null;
  /** The passage lies inside a code fence, or is one. */
  readonly fence: boolean;
  /** A piece of a block that was too long to stay whole. */
  readonly piece: boolean;
}

/**
 * Paragraphs shorter than the low mark join their neighbours, blocks longer than the high mark are split. XQuAD
 * paragraphs (median 750 characters) rank best near these sizes; smaller ones lose the words of their context.
 */
const JOIN_BELOW = 500;
const SPLIT_ABOVE = 1600;
const PIECE_LENGTH = 1200;

/** Splits a text into passages: never across a heading, code and tables at their lines. Rules are left out. */
export function splitPassages(text: string, blocks: readonly Block[]): Passage[] {
  const passages: Passage[] = [];
  let heading: number | null = null;
  let joined: Passage | null = null;
  const flush = () => {
    if (joined) passages.push(joined);
    joined = null;
  };
  blocks.forEach((block, position) => {
    if (block.kind === 'heading') {
      flush();
      heading = position;
      return;
    }
    if (block.kind === 'rule') {
      flush();
      return;
    }
    const fence = block.kind === 'code';
    if (block.end - block.start > SPLIT_ABOVE) {
      flush();
      passages.push(...pieces(text, block, heading));
      return;
    }
    const fits = joined && block.end - joined.start <= SPLIT_ABOVE && joined.end - joined.start < JOIN_BELOW;
    if (joined && fits && joined.fence === fence) joined = { ...joined, end: block.end };
    else {
      flush();
      joined = { start: block.start, end: block.end, heading, fence, piece: false };
    }
  });
  flush();
  return [...headingsWithoutText(blocks), ...passages].sort((a, b) => a.start - b.start);
}

function pieces(text: string, block: Block, heading: number | null): Passage[] {
  const found: Passage[] = [];
  const fence = block.kind === 'code';
  let start = fence ? block.bodyStart : block.start;
  const end = fence ? block.bodyEnd : block.end;
  while (start < end) {
    const stop = end - start <= SPLIT_ABOVE ? end : cutWithin(text, block, start, start + PIECE_LENGTH);
    found.push({ start, end: stop, heading, fence, piece: true });
    start = stop;
  }
  return found;
}

/** A heading directly followed by another one, or by nothing, is text too: a list of links may consist of them. */
function headingsWithoutText(blocks: readonly Block[]): Passage[] {
  const found: Passage[] = [];
  blocks.forEach((block, position) => {
    const next = blocks[position + 1];
    if (block.kind !== 'heading' || (next && next.kind !== 'heading')) return;
    found.push({ start: block.start, end: block.end, heading: position, fence: false, piece: false });
  });
  return found;
}
