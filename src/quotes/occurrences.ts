import type { Place } from './match.ts';
import type { QuoteText } from './quote-text.ts';
import { isNumberToken, type Tokens } from './tokens.ts';

/** A run of tokens that stands in a text word by word. Token indexes, `to` excluded. */
export interface Run {
  readonly from: number;
  readonly to: number;
}

export const MAX_COUNTED = 50;

/** Where the words stand as whole tokens, in order, at most MAX_COUNTED times, from a token on. */
export function runsOf(page: Tokens, words: readonly string[], fromToken = 0, limit = MAX_COUNTED): Run[] {
  const needle = ` ${words.join(' ')} `;
  const head = needle.slice(0, HEAD_LENGTH);
  const runs: Run[] = [];
  let at = Math.max(0, (page.lineStart[fromToken] ?? page.line.length) - 1);
  for (let tries = 0; runs.length < limit && tries < MAX_TRIES; tries++) {
    const found = page.line.indexOf(head, at);
    if (found < 0) break;
    at = found + 1;
    if (!page.line.startsWith(needle, found)) continue;
    const from = tokenAt(page, found + 1);
    runs.push({ from, to: from + words.length });
  }
  return runs;
}

/**
 * Searching for a long text takes, at worst, its length for each place of the page (both of one word, repeated). Of a
 * long quote its beginning is searched for, and the rest compared where that stands.
 */
const HEAD_LENGTH = 500;
const MAX_TRIES = 2_000;

/** Index of the token that begins at a place of the line. */
function tokenAt({ lineStart }: Tokens, place: number): number {
  let low = 0;
  let high = lineStart.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((lineStart[middle] ?? 0) < place) low = middle + 1;
    else high = middle;
  }
  return low;
}

export function placeOf(page: Tokens, run: Run): Place {
  return { start: page.start[run.from] ?? 0, end: page.end[run.to - 1] ?? 0 };
}

const NEGATIVE_PREFIX = /(?:^|[^\p{L}])(?:non|un|anti|pseudo|quasi|semi|ex|in|dis|nicht|sub)[-‐‑–]$/iu;

/** False for a quote that begins or ends inside a number, a hyphenated number or behind “non-”. */
export function hasWholeEdges(text: QuoteText, page: Tokens, run: Run): boolean {
  const { start, end } = placeOf(page, run);
  const before = text.seen.slice(Math.max(0, start - 12), start);
  const after = text.seen.slice(end, end + 2);
  if (NEGATIVE_PREFIX.test(before)) return false;
  const first = page.words[run.from] ?? '';
  const last = page.words[run.to - 1] ?? '';
  if (isNumberToken(first) && /[\p{L}\p{N}]$|[\p{L}\p{N}][-‐‑–.,]$/u.test(before)) return false;
  return !(isNumberToken(last) && /^[\p{L}\p{N}\p{Sc}]|^[-‐‑–][\p{L}\p{N}]/u.test(after) && !isCjk(after));
}

function isCjk(text: string): boolean {
  return /^[\p{sc=Han}\p{sc=Hira}\p{sc=Kana}\p{sc=Hang}\p{sc=Thai}]/u.test(text);
}
