import { type Alignment, align } from './align.ts';
import { differencesOf } from './difference.ts';
import type { QuoteMatch } from './match.ts';
import { ABSENT } from './match.ts';
import { type Run, runsOf } from './occurrences.ts';
import { innerRange, type QuoteForm } from './quote-forms.ts';
import type { QuoteText } from './quote-text.ts';
import { isWordToken, type Tokens } from './tokens.ts';

/** From this share of the words on, a passage is called close to the quote. */
const CLOSE = 0.6;
const MIN_SAME_WORDS = 2;
/** Longer quotes are compared by their beginning only. */
const MAX_QUOTE_TOKENS = 1200;
const MAX_WINDOWS = 3;

/** The passage with most of the quote's words near each other, and what differs; absent when none is alike. */
export function findNearest(text: QuoteText, form: QuoteForm): QuoteMatch {
  const page = form.bare ? text.bare : text.full;
  const inner = innerRange(form.tokens);
  const range = { from: inner.from, to: Math.min(inner.to, inner.from + MAX_QUOTE_TOKENS) };
  const quote = form.tokens.words.slice(range.from, range.to);
  let best: { window: Run; alignment: Alignment } | null = null;
  for (const window of windowsOf(page, quote)) {
    const alignment = align(quote, page.words.slice(window.from, window.to));
    if (!best || alignment.similarity > best.alignment.similarity) best = { window, alignment };
  }
  if (!best || !isClose(best.alignment, quote)) return { ...ABSENT, notes: joinedNote(page, quote) };
  const { window, alignment } = best;
  const touched = alignment.steps.flatMap((step) => (step.type === 'added' ? [] : [window.from + step.page]));
  const place = { start: page.start[touched[0] ?? 0] ?? 0, end: page.end[touched.at(-1) ?? 0] ?? 0 };
  const difference = differencesOf(text, page, window, form, range, alignment);
  const cut = difference.length === 0 ? ['The quote begins or ends inside a word or number of the page.'] : [];
  return { found: 'close', place, occurrences: 0, difference, notes: cut };
}

function isClose({ steps, similarity }: Alignment, quote: readonly string[]): boolean {
  const same = steps.filter((step) => step.type === 'same' && isWordToken(quote[step.quote] ?? '')).length;
  return similarity >= CLOSE && same >= MIN_SAME_WORDS;
}

interface Hit {
  readonly token: number;
  readonly word: string;
}

/** The windows of the page that hold most of the quote's words, rare ones counting more. One pass over the page. */
function windowsOf(page: Tokens, quote: readonly string[]): Run[] {
  const needed = new Map<string, number>();
  for (const word of quote) if (isWordToken(word)) needed.set(word, (needed.get(word) ?? 0) + 1);
  const hits: Hit[] = [];
  const frequency = new Map<string, number>();
  for (let token = 0; token < page.words.length; token++) {
    const word = page.words[token] ?? '';
    if (!needed.has(word)) continue;
    hits.push({ token, word });
    frequency.set(word, (frequency.get(word) ?? 0) + 1);
  }
  const width = Math.ceil(quote.length * 1.5) + 8;
  const top = bestWindows(hits, needed, frequency, width);
  return top.map(({ from, to }) => ({ from: Math.max(0, from - 4), to: Math.min(page.words.length, to + 5) }));
}

function bestWindows(
  hits: readonly Hit[],
  needed: ReadonlyMap<string, number>,
  frequency: ReadonlyMap<string, number>,
  width: number,
): Run[] {
  const inside = new Map<string, number>();
  const top: Array<Run & { score: number }> = [];
  let score = 0;
  let left = 0;
  const weight = (word: string) => 1 / (1 + Math.log2(frequency.get(word) ?? 1));
  const change = (word: string, by: 1 | -1) => {
    const before = inside.get(word) ?? 0;
    const counts = by === 1 ? before < (needed.get(word) ?? 0) : before <= (needed.get(word) ?? 0);
    inside.set(word, before + by);
    if (counts) score += by * weight(word);
  };
  for (const hit of hits) {
    change(hit.word, 1);
    for (let first = hits[left]; first && hit.token - first.token >= width; first = hits[left]) {
      change(first.word, -1);
      left++;
    }
    const from = hits[left]?.token ?? hit.token;
    keepBest(top, { from, to: hit.token + 1, score });
  }
  return top;
}

/** Keeps the best few that do not overlap. */
function keepBest(top: Array<Run & { score: number }>, window: Run & { score: number }): void {
  const overlapping = top.findIndex((other) => window.from < other.to && other.from < window.to);
  if (overlapping >= 0) {
    if ((top[overlapping]?.score ?? 0) < window.score - 1e-9) top.splice(overlapping, 1, window);
    return;
  }
  if (top.length < MAX_WINDOWS) top.push(window);
  else {
    const weakest = top.reduce((low, other, i) => (other.score < (top[low]?.score ?? 0) ? i : low), 0);
    if ((top[weakest]?.score ?? 0) < window.score) top.splice(weakest, 1, window);
  }
}

const MIN_JOINED_TOKENS = 4;

/** Said when the quote is two passages of the page put together. */
function joinedNote(page: Tokens, quote: readonly string[]): string[] {
  const head = longest(quote.length, (length) => runsOf(page, quote.slice(0, length), 0, 1)[0]);
  const tail = longest(quote.length, (length) => runsOf(page, quote.slice(quote.length - length), 0, 1)[0]);
  if (head.length + tail.length < quote.length || !head.run || !tail.run) return [];
  if (Math.min(head.length, tail.length) < MIN_JOINED_TOKENS || head.length === quote.length) return [];
  return ['The quote joins words from two places of the page; an ellipsis (…) would have to stand between them.'];
}

/** The longest beginning (or end) that stands on the page: what holds for one length holds for all shorter ones. */
function longest(limit: number, find: (length: number) => Run | undefined): { length: number; run: Run | null } {
  let low = 0;
  let high = limit;
  let run: Run | null = null;
  while (low < high) {
    const middle = (low + high + 1) >> 1;
    const found = find(middle);
    if (found) {
      low = middle;
      run = found;
    } else high = middle - 1;
  }
  return { length: low, run };
}
