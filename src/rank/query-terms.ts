import { isFunctionWord } from './function-words.ts';
import { fold, pairsOf, singlesOf, wordsOf } from './tokenize.ts';

/** One thing that a query asks for. */
export interface QueryTerm {
  readonly term: string;
  readonly kind: 'word' | 'pair' | 'single';
  /** 1 for ordinary terms. */
  readonly weight: number;
  /** Says something about the subject; only such a term can make a passage an answer. */
  readonly content: boolean;
}

/**
 * Weights chosen on the even-numbered questions of XQuAD (bench/rank.ts reports the others). Pairs that straddle two
 * words of the query are mostly accidents; single characters only break ties.
 */
const STRADDLING_WEIGHT = 0.4;
const SINGLE_WEIGHT = 0.3;
/** Longer queries are cut: the dictionary takes 17 µs a character, and each term costs a walk through the index. */
const MAX_QUERY = 2000;
const MAX_TERMS = 200;

/** The terms of a query, each once: a word said twice is no stronger wish. */
export function queryTerms(query: string): QueryTerm[] {
  const folded = fold(query.slice(0, MAX_QUERY));
  const found = new Map<string, QueryTerm>();
  let ends: ReadonlySet<number> | null = null;
  for (const { text, start, paired } of wordsOf(folded)) {
    if (found.size >= MAX_TERMS) break;
    if (!paired) {
      add(found, { term: text, kind: 'word', weight: 1, content: !isFunctionWord(text) });
      continue;
    }
    ends ??= wordEnds(folded);
    let at = start;
    for (const pair of pairsOf(text)) {
      at += (pair.codePointAt(0) ?? 0) > 0xffff ? 2 : 1;
      const weight = ends.has(at) && pair !== text ? STRADDLING_WEIGHT : 1;
      add(found, { term: pair, kind: 'pair', weight, content: !isFunctionWord(pair) });
    }
    for (const term of singlesOf(text)) add(found, { term, kind: 'single', weight: SINGLE_WEIGHT, content: false });
  }
  const terms = [...found.values()];
  // A query of nothing but function words, or of single characters, means them.
  return terms.some(({ content }) => content) ? terms : terms.map((term) => ({ ...term, content: true }));
}

function add(found: Map<string, QueryTerm>, term: QueryTerm): void {
  const known = found.get(term.term);
  if (!known || known.weight < term.weight) found.set(term.term, term);
}

/** Where words end, by the dictionary of ICU, which knows Chinese, Japanese, Thai, Khmer, Lao and Burmese. */
function wordEnds(text: string): Set<number> {
  const segmenter = new Intl.Segmenter(undefined, { granularity: 'word' });
  const ends = new Set<number>();
  for (const { index, segment } of segmenter.segment(text)) ends.add(index + segment.length);
  return ends;
}
