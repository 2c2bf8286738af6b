import type { Block } from './blocks.ts';
import { createRankIndex, type Ranked } from './bm25.ts';
import { type Passage, splitPassages } from './passages.ts';
import { type Stem, tokenize } from './tokenize.ts';

/** A text prepared for any number of queries. */
export interface PassageIndex {
  readonly passages: readonly Passage[];
  /** Best first. Scores compare within one query only. */
  search(query: string): Ranked[];
}

export function indexPassages(text: string, blocks: readonly Block[], stem: Stem): PassageIndex {
  const passages = splitPassages(text, blocks);
  const index = createRankIndex(
    passages.map(({ start, end, heading }) => {
      const block = heading === null ? undefined : blocks[heading];
      return {
        terms: tokenize(text.slice(start, end), stem),
        headingTerms: block ? tokenize(text.slice(block.start, block.end), stem) : [],
      };
    }),
  );
  return { passages, search: (query) => index.search(tokenize(query, stem)) };
}
