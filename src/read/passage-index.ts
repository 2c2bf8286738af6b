import { indexPassages, type PassageIndex } from '../rank/rank.ts';
import { loadStem } from '../rank/stem.ts';
import type { Document } from './document.ts';
import type { PagePool } from './pool.ts';

/** Stems of words that were not met before cost about 1 ms for each 1,000 characters; longer texts go to a worker. */
export const MAX_INLINE_CHARACTERS = 50_000;

export interface IndexLimits {
  readonly signal: AbortSignal;
  readonly timeoutMs: number;
}

/**
 * Passages of documents, ranked by queries. The index of an ordinary page is kept as long as its document is, so that
 * the second query costs under a millisecond; that of a long page is made in a worker for each query.
 */
export class PassageIndexes {
  readonly #pool: PagePool;
  readonly #indexes = new WeakMap<Document, Promise<PassageIndex>>();

  constructor(pool: PagePool) {
    this.#pool = pool;
  }

  async of(document: Document, query: string, limits: IndexLimits): Promise<PassageIndex> {
    const { text, blocks } = document.page;
    const { language } = document.provenance;
    if (text.length > MAX_INLINE_CHARACTERS) {
      const { passages, ranked } = await this.#pool.rank(
        { sources: [{ text, blocks, language, title: '' }], query },
        limits,
      );
      return { passages, search: () => ranked };
    }
    const index = this.#indexes.get(document) ?? loadStem(language).then((stem) => indexPassages(text, blocks, stem));
    this.#indexes.set(document, index);
    return await index;
  }
}
