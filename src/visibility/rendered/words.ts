import { type Rect, share } from './geometry.ts';
import type { TextVerdict } from './verdict.ts';

/** One word of a text node, by its place in the node's text. */
export interface Word {
  readonly start: number;
  readonly length: number;
  /** In pixels of its document. */
  readonly rect: Rect;
}

const CUT_OFF = 'outside the box that clips it';
const COVERED = 'not painted (part of a line)';
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
  const parts: Array<{ start: number; end: number; reason: string }> = [];
  for (const word of inLine) {
    const reason = share(verdict.shown, word.rect) < SEEN_SHARE ? CUT_OFF : (isPainted(word) ?? true) ? '' : COVERED;
    const wordEnd = Math.min(end, word.start + word.length);
    const last = parts.at(-1);
    if (last?.reason === reason) last.end = wordEnd;
    else parts.push({ start: last?.end ?? verdict.start, end: wordEnd, reason });
  }
  const last = parts.at(-1);
  if (last) last.end = end;
  return parts.map(({ start, end: partEnd, reason }) => ({
    ...verdict,
    start,
    length: partEnd - start,
    text: verdict.text.slice(start - verdict.start, partEnd - verdict.start),
    label: reason === '' ? 'visible' : 'hidden',
    reason: reason || verdict.reason,
    flags: reason === '' ? verdict.flags : [],
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
    reason: CUT_OFF,
    flags: [],
  };
  return count === 0 ? [tail] : [{ ...verdict, length: count, text: verdict.text.slice(0, count) }, tail];
}
