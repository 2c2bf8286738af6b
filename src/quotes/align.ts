import { isWordToken } from './tokens.ts';

/** One step of an alignment; indexes of tokens. */
export type Step =
  | { readonly type: 'same' | 'changed'; readonly quote: number; readonly page: number }
  | { readonly type: 'added'; readonly quote: number }
  | { readonly type: 'missing'; readonly page: number };

export interface Alignment {
  readonly steps: readonly Step[];
  /** 1 for the same words, 0 for none in common. */
  readonly similarity: number;
}

const WORD_COST = 3;
const SIGN_COST = 1;
const CHANGE_COST = 4;
const MIXED_COST = 6;

/** The whole quote against the part of the window that suits it best (edit distance by tokens, ends of the window free). */
export function align(quote: readonly string[], page: readonly string[]): Alignment {
  const width = page.length + 1;
  const cost = new Uint16Array((quote.length + 1) * width);
  for (let i = 1; i <= quote.length; i++) {
    const word = quote[i - 1] ?? '';
    const add = costOf(word);
    cost[i * width] = (cost[(i - 1) * width] ?? 0) + add;
    for (let j = 1; j < width; j++) {
      const other = page[j - 1] ?? '';
      const changed = (cost[(i - 1) * width + j - 1] ?? 0) + changeCost(word, other);
      const added = (cost[(i - 1) * width + j] ?? 0) + add;
      const missing = (cost[i * width + j - 1] ?? 0) + costOf(other);
      cost[i * width + j] = Math.min(changed, added, missing);
    }
  }
  let end = 0;
  for (let j = 1; j < width; j++) {
    // Of equals the longest: a word that the page has before the last one is missing, not the last one added.
    if ((cost[quote.length * width + j] ?? 0) <= (cost[quote.length * width + end] ?? 0)) end = j;
  }
  const whole = quote.reduce((sum, word) => sum + costOf(word), 0);
  const similarity = whole === 0 ? 0 : 1 - (cost[quote.length * width + end] ?? 0) / whole;
  return { steps: trace(quote, page, cost, end), similarity };
}

function trace(quote: readonly string[], page: readonly string[], cost: Uint16Array, end: number): Step[] {
  const width = page.length + 1;
  const steps: Step[] = [];
  let i = quote.length;
  let j = end;
  while (i > 0) {
    const here = cost[i * width + j] ?? 0;
    const word = quote[i - 1] ?? '';
    const other = page[j - 1] ?? '';
    if (j > 0 && here === (cost[(i - 1) * width + j - 1] ?? 0) + changeCost(word, other)) {
      steps.push({ type: word === other ? 'same' : 'changed', quote: --i, page: --j });
    } else if (here === (cost[(i - 1) * width + j] ?? 0) + costOf(word)) steps.push({ type: 'added', quote: --i });
    else steps.push({ type: 'missing', page: --j });
  }
  return steps.reverse();
}

function costOf(word: string): number {
  return isWordToken(word) ? WORD_COST : SIGN_COST;
}

function changeCost(word: string, other: string): number {
  if (word === other) return 0;
  if (isWordToken(word) !== isWordToken(other)) return MIXED_COST;
  return isWordToken(word) ? CHANGE_COST : SIGN_COST;
}
