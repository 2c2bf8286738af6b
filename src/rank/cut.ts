import type { Block } from './blocks.ts';

/** Where a block may be cut when it has to be, best first. */
const SENTENCE_END = /[.!?…](?:["'”’»)\]]*)\s+|[。！？](?:[」』”）]*)/gu;

/**
 * The last good place to cut `text` in (from, limit], both UTF-16 indexes within `block`: a line for code, tables,
 * lists and quotes, else the end of a sentence, else a blank, else any place that does not split a surrogate pair.
 * Always above `from` as long as `limit` is at least two above it.
 */
export function cutWithin(text: string, block: Block, from: number, limit: number): number {
  // Within the piece only: a block of one line would be walked back to its beginning for each of its pieces.
  const line = from + text.slice(from, limit).lastIndexOf('\n') + 1;
  if (line > from && line <= limit && (block.kind !== 'table' || line >= block.bodyStart)) return line;
  if (block.kind !== 'code') {
    const sentence = lastSentenceEnd(text.slice(from, limit));
    // A cut that keeps less than half of what fits would turn one long paragraph into many tiny windows.
    if (sentence * 2 >= limit - from) return from + sentence;
  }
  const blank = lastBlank(text, from, limit);
  if (blank > from) return blank;
  const hard = isLowSurrogate(text, limit) ? limit - 1 : limit;
  return hard > from ? hard : Math.min(text.length, limit + 1);
}

function lastSentenceEnd(piece: string): number {
  let last = 0;
  for (const match of piece.matchAll(SENTENCE_END)) last = match.index + match[0].length;
  return last;
}

function lastBlank(text: string, from: number, limit: number): number {
  for (let i = limit; i > from; i--) {
    const before = text.charAt(i - 1);
    if (before === ' ' || before === '\n' || before === '\t') return i;
  }
  return from;
}

function isLowSurrogate(text: string, index: number): boolean {
  const unit = text.charCodeAt(index);
  const before = text.charCodeAt(index - 1);
  return unit >= 0xdc00 && unit <= 0xdfff && before >= 0xd800 && before <= 0xdbff;
}
