/** One passage as the ranker sees it. */
export interface RankText {
  readonly terms: readonly string[];
  /** Terms of the heading it stands under; they weigh more than the body (see HEADING_WEIGHT). */
  readonly headingTerms: readonly string[];
}

export interface Ranked {
  /** Position of the passage in the index. */
  readonly index: number;
  readonly score: number;
}

export interface RankIndex {
  /** Passages that share a term with the query, best first; equal scores keep document order. */
  search(queryTerms: readonly string[]): Ranked[];
}

/** Robertson and Zaragoza’s usual values; measured on XQuAD they are within noise of the best. */
const SATURATION = 1.2;
const LENGTH_SHARE = 0.75;
const HEADING_WEIGHT = 2;

/**
 * BM25F over two fields: counts of both are added (weighted) before saturation, so that a word in heading and body
 * is not paid twice in full. Building and searching are linear in the number of terms.
 */
export function createRankIndex(texts: readonly RankText[]): RankIndex {
  const postings = new Map<string, Array<{ index: number; weight: number }>>();
  const lengths = texts.map(({ terms }) => terms.length);
  const average = Math.max(1, lengths.reduce((sum, length) => sum + length, 0) / Math.max(1, texts.length));
  texts.forEach(({ terms, headingTerms }, index) => {
    const weights = new Map<string, number>();
    const share = 1 - LENGTH_SHARE + (LENGTH_SHARE * terms.length) / average;
    for (const term of terms) weights.set(term, (weights.get(term) ?? 0) + 1 / share);
    for (const term of headingTerms) weights.set(term, (weights.get(term) ?? 0) + HEADING_WEIGHT);
    for (const [term, weight] of weights) {
      const list = postings.get(term);
      if (list) list.push({ index, weight });
      else postings.set(term, [{ index, weight }]);
    }
  });
  return { search: (queryTerms) => search(postings, texts.length, queryTerms) };
}

function search(
  postings: ReadonlyMap<string, ReadonlyArray<{ index: number; weight: number }>>,
  total: number,
  queryTerms: readonly string[],
): Ranked[] {
  const scores = new Map<number, number>();
  // A set: a word said twice in a query is no stronger wish.
  for (const term of new Set(queryTerms)) {
    const list = postings.get(term) ?? [];
    const rarity = Math.log(1 + (total - list.length + 0.5) / (list.length + 0.5));
    for (const { index, weight } of list) {
      const gain = (rarity * weight * (SATURATION + 1)) / (weight + SATURATION);
      scores.set(index, (scores.get(index) ?? 0) + gain);
    }
  }
  return [...scores].map(([index, score]) => ({ index, score })).sort((a, b) => b.score - a.score || a.index - b.index);
}
