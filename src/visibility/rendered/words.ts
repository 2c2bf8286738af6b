import { type Rect, share } from './geometry.ts';
import type { TextVerdict } from './verdict.ts';

/** One word of a text node, by its place in the node's text. */
export interface Word {
  readonly start: number;
  readonly length: number;
  /** In pixels of its document. */
  readonly rect: Rect;
}

/** A word counts as seen from this share of it. */
const SEEN_SHARE = 0.5;

/**
 * Cuts a partly visible line into what is seen and what is not. `isPainted` asks the pictures where there are any.
 * The parts cover the whole line.
 */
export function splitByWords(
  verdict: TextVerdict,
  words: readonly Word[],
  isPainted: (word: Word) => boolean | null,
): TextVerdict[] {
  const end = verdict.start + verdict.length;
  const inLine = words.filter((word) => word.start >= verdict.start && word.start < end);
  if (inLine.length === 0) return [verdict];
  const parts: Array<{ start: number; end: number; seen: boolean }> = [];
  for (const word of inLine) {
    const seen = share(verdict.shown, word.rect) >= SEEN_SHARE && (isPainted(word) ?? true);
    const wordEnd = Math.min(end, word.start + word.length);
    const last = parts.at(-1);
    if (last?.seen === seen) last.end = wordEnd;
    else parts.push({ start: last?.end ?? verdict.start, end: wordEnd, seen });
  }
  const last = parts.at(-1);
  if (last) last.end = end;
  return parts.map(({ start, end: partEnd, seen }) => ({
    ...verdict,
    start,
    length: partEnd - start,
    text: verdict.text.slice(start - verdict.start, partEnd - verdict.start),
    label: seen ? 'visible' : 'hidden',
    reason: seen ? verdict.reason : 'end of a line that is cut off or covered',
    flags: seen ? verdict.flags : [],
  }));
}

/** Without rectangles of words (generated text): as many characters as the visible share allows. */
export function splitByShare(verdict: TextVerdict): TextVerdict[] {
  const { rect, shown } = verdict;
  const visible = rect.width > 0 ? Math.max(0, Math.min(1, (shown.x + shown.width - rect.x) / rect.width)) : 1;
  const count = Math.floor(verdict.length * visible);
  if (count >= verdict.length) return [verdict];
  const tail: TextVerdict = {
    ...verdict,
    start: verdict.start + count,
    length: verdict.length - count,
    text: verdict.text.slice(count),
    label: 'hidden',
    reason: 'end of a line that is cut off or covered',
    flags: [],
  };
  return count === 0 ? [tail] : [{ ...verdict, length: count, text: verdict.text.slice(0, count) }, tail];
}
