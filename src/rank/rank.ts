import type { Block } from './blocks.ts';
import { createRankIndex, type Ranked, type RankText } from './bm25.ts';
import { type Passage, splitPassages } from './passages.ts';
import { type Stem, tokenize } from './tokenize.ts';

/** A text prepared for any number of queries. */
export interface PassageIndex {
  readonly passages: readonly Passage[];
  /** Best first. Scores compare within one query only. */
  search(query: string): Ranked[];
}

/** One of several texts that are ranked together. */
export interface RankSource {
  readonly text: string;
  readonly blocks: readonly Block[];
  /** Title of the page; empty when it says nothing that the text does not. */
  readonly title: string;
  readonly stem: Stem;
}

/** A passage and the position of the text it is from. */
export interface SourcePassage extends Passage {
  readonly source: number;
}

export interface SourcesIndex {
  readonly passages: readonly SourcePassage[];
  search(query: string): Ranked[];
}

export function indexPassages(text: string, blocks: readonly Block[], stem: Stem): PassageIndex {
  return indexSources([{ text, blocks, title: '', stem }]);
}

/** One index over the passages of several texts, so that a word that is rare in all of them counts for more. */
export function indexSources(sources: readonly RankSource[]): SourcesIndex {
  const passages: SourcePassage[] = [];
  const texts: RankText[] = [];
  sources.forEach((source, position) => {
    const headings = new HeadingTerms(source);
    for (const passage of splitPassages(source.text, source.blocks)) {
      passages.push({ ...passage, source: position });
      texts.push({
        terms: termsOf(source.text.slice(passage.start, passage.end)),
        headingTerms: headings.nearest(passage),
        titleTerms: headings.above(passage),
        stem: source.stem,
      });
    }
  });
  const index = createRankIndex(texts);
  return { passages, search: (query) => index.search(query) };
}

/** Where a link of our Markdown leads: nobody reads it, and long ones would drown the words. */
const TARGET = /\]\((?:[^\s()]|\([^\s()]*\))*\)/gu;

/** The terms of a piece of Markdown as a person reads it. */
export function termsOf(markdown: string): string[] {
  return tokenize(markdown.replace(TARGET, ']'));
}

/** The terms of headings, made once for each, since many passages share them. */
class HeadingTerms {
  readonly #source: RankSource;
  readonly #known = new Map<number, readonly string[]>();
  readonly #title: readonly string[];

  constructor(source: RankSource) {
    this.#source = source;
    this.#title = tokenize(source.title);
  }

  nearest({ heading, table }: Passage): string[] {
    return [...this.#of(heading), ...this.#of(table)];
  }

  /** Each word once: a title is usually the outermost heading too. */
  above({ above }: Passage): string[] {
    return [...new Set([...this.#title, ...above.flatMap((position) => this.#of(position))])];
  }

  #of(position: number | null): readonly string[] {
    if (position === null) return [];
    const known = this.#known.get(position);
    if (known) return known;
    const { text, blocks } = this.#source;
    const block = blocks[position];
    // Of a table, the header rows; the whole of a heading.
    const end = block?.kind === 'table' ? block.bodyStart : (block?.end ?? 0);
    const terms = block ? termsOf(text.slice(block.start, end)) : [];
    this.#known.set(position, terms);
    return terms;
  }
}
