import { createGrams, type Grams } from './grams.ts';
import { type QueryTerm, queryTerms } from './query-terms.ts';
import { isSingle, type Stem } from './tokenize.ts';

/** One passage as the ranker sees it: terms in the fields they stand in, unstemmed (see tokenize.ts). */
export interface RankText {
  readonly terms: readonly string[];
  /** What it stands under: a heading, the header of its table. These weigh more than the body. */
  readonly headingTerms: readonly string[];
  /** Headings further up and the title of the page. */
  readonly titleTerms: readonly string[];
  /** Stemmer of its language; the same function for all texts of one language. */
  readonly stem: Stem;
}

export interface Ranked {
  /** Position of the passage in the index. */
  readonly index: number;
  readonly score: number;
}

export interface RankIndex {
  /** Passages that share a telling term with the query, best first; equal scores keep document order. */
  search(query: string): Ranked[];
}

/** Robertson and Zaragoza’s usual values; measured on XQuAD they are within noise of the best. */
const SATURATION = 1.2;
const LENGTH_SHARE = 0.75;
const HEADING_WEIGHT = 2;
const TITLE_WEIGHT = 0.6;
/** What a shared piece of a word is worth beside a shared word. Chosen on half of XQuAD: .957 → .964 en, .923 → .951 de. */
const GRAM_WEIGHT = 0.2;

/** For each passage that holds a term, how much of it. */
type Postings = Map<number, number>;

/**
 * BM25F: counts of all fields are added (weighted) before saturation, so that a word in heading and body is not paid
 * twice in full. Words of one stem are one term. Long words also match by pieces of four letters, which finds
 * compounds ("Brückenbau" for "Brücke") and slips of the pen. Building is linear in the number of terms.
 */
export function createRankIndex(texts: readonly RankText[]): RankIndex {
  const words = new Map<string, Postings>();
  const stems = new Map<Stem, Map<string, Set<string>>>();
  const lengths = texts.map(({ terms }) => terms.reduce((sum, term) => sum + (isSingle(term) ? 0 : 1), 0));
  const average = Math.max(1, lengths.reduce((sum, length) => sum + length, 0) / Math.max(1, texts.length));
  texts.forEach(({ terms, headingTerms, titleTerms, stem }, index) => {
    const share = 1 - LENGTH_SHARE + (LENGTH_SHARE * (lengths[index] ?? 0)) / average;
    const counts = new Map<string, number>();
    const count = (term: string, weight: number) => counts.set(term, (counts.get(term) ?? 0) + weight);
    for (const term of terms) count(term, 1 / share);
    for (const term of headingTerms) count(term, HEADING_WEIGHT);
    for (const term of titleTerms) count(term, TITLE_WEIGHT);
    const families = stems.get(stem) ?? new Map<string, Set<string>>();
    stems.set(stem, families);
    for (const [term, weight] of counts) {
      const postings = words.get(term);
      if (postings) postings.set(index, weight);
      else words.set(term, new Map([[index, weight]]));
      const root = stem(term);
      const family = families.get(root);
      if (family) family.add(term);
      else families.set(root, new Set([term]));
    }
  });
  const index = { words, stems, total: texts.length };
  let grams: Grams | null = null;
  return {
    search(query) {
      grams ??= createGrams(words.keys());
      return search(index, grams, queryTerms(query));
    },
  };
}

interface Index {
  readonly words: ReadonlyMap<string, Postings>;
  readonly stems: ReadonlyMap<Stem, ReadonlyMap<string, ReadonlySet<string>>>;
  readonly total: number;
}

function search(index: Index, grams: Grams, terms: readonly QueryTerm[]): Ranked[] {
  const scores = new Map<number, number>();
  const answers = new Set<number>();
  const counted = new Set<string>();
  for (const { term, kind, weight, content } of terms) {
    const family = kind === 'word' ? familyOf(index, term) : [term];
    // “bridge bridges” asks for one thing.
    const name = `=${[...family].sort().join(' ')}`;
    if (family.length > 0 && counted.has(name)) continue;
    counted.add(name);
    const postings = together(index, family);
    addScores(scores, postings, index.total, weight);
    if (content) for (const found of postings.keys()) answers.add(found);
    if (kind !== 'word') continue;
    for (const gram of grams.of(term)) {
      if (!counted.has(gram)) addScores(scores, together(index, grams.words(gram)), index.total, GRAM_WEIGHT);
      counted.add(gram);
    }
    const near = content ? grams.near(term) : [];
    for (const word of near) for (const found of index.words.get(word)?.keys() ?? []) answers.add(found);
  }
  return [...answers]
    .map((found) => ({ index: found, score: scores.get(found) ?? 0 }))
    .sort((a, b) => b.score - a.score || a.index - b.index);
}

/** The words that are forms of this one in any of the languages at hand. */
function familyOf({ words, stems }: Index, term: string): string[] {
  const family = new Set<string>(words.has(term) ? [term] : []);
  for (const [stem, roots] of stems) for (const word of roots.get(stem(term)) ?? []) family.add(word);
  return [...family];
}

function together({ words }: Index, family: readonly string[]): Postings {
  const lists = family.flatMap((word) => words.get(word) ?? []);
  if (lists.length === 1 && lists[0]) return lists[0];
  const sum: Postings = new Map();
  for (const list of lists) for (const [index, weight] of list) sum.set(index, (sum.get(index) ?? 0) + weight);
  return sum;
}

function addScores(scores: Map<number, number>, postings: Postings, total: number, weight: number): void {
  const rarity = Math.log(1 + (total - postings.size + 0.5) / (postings.size + 0.5)) * weight;
  for (const [index, count] of postings) {
    const gain = (rarity * count * (SATURATION + 1)) / (count + SATURATION);
    scores.set(index, (scores.get(index) ?? 0) + gain);
  }
}
