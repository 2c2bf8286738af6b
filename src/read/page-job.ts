import type { Block } from '../rank/blocks.ts';
import type { Ranked } from '../rank/bm25.ts';
import type { SourcePassage } from '../rank/rank.ts';
import type { FetchedSheets } from '../visibility/sight.ts';
import type { Document } from './document.ts';
import type { TextFormat } from './page-text.ts';
import type { DataQuestion } from './result.ts';
import type { RawPage } from './rung.ts';

/** Options of a read that change the document; windows, sections and queries do not. */
export interface DocumentOptions {
  readonly format: TextFormat;
  readonly selector: string | null;
  readonly expand: boolean;
  readonly includeHidden: boolean;
  readonly includeLinks: boolean;
  readonly includeImages: boolean;
  /** `auto` (also when absent), `none`, the name of a template, or a template as JSON. */
  readonly template?: string | undefined;
  /** Only what kind of page it is: its text is not extracted, a sample stands in for it. */
  readonly factsOnly?: true | undefined;
  /** Embedded data in the place of the page's text; absent for the page itself. */
  readonly data?: DataQuestion | undefined;
}

/** What the worker is given: plain data only, as it crosses a thread. */
export interface PageJob {
  /** The address as the caller asked for it; the file’s name for a local page. */
  readonly url: string;
  /** What relative addresses stand on. */
  readonly baseUrl: string;
  readonly page: RawPage;
  readonly rawSha256: string;
  readonly sheets: FetchedSheets;
  readonly options: DocumentOptions;
}

export type PageJobResult =
  | { readonly type: 'document'; readonly document: Document }
  /** The selector cannot be parsed: an argument’s fault, not the page’s. */
  | { readonly type: 'bad_selector' };

/** Characters that are looked at. The fetcher’s own cap (10 MB) is the usual limit; this one holds for local files. */
export const MAX_PAGE_CHARACTERS = 10_000_000;

/** A text to rank, as it crosses to the worker. */
export interface RankedText {
  readonly text: string;
  readonly blocks: readonly Block[];
  readonly language: string | null;
  /** Counts for every passage; empty when it says nothing that the text does not. */
  readonly title: string;
}

/** A query over texts that are too long to be ranked beside the event loop. */
export interface RankJob {
  readonly sources: readonly RankedText[];
  readonly query: string;
}

export interface RankJobResult {
  readonly passages: readonly SourcePassage[];
  readonly ranked: Ranked[];
}

/** A passage that competes for a place in an answer, with those of the same wording. */
export interface ChosenPassage {
  readonly candidate: SourcePassage & { readonly score: number };
  readonly copies: readonly SourcePassage[];
}

export interface ChooseJobResult {
  /** In the order in which they should be shown. */
  readonly choices: readonly ChosenPassage[];
  readonly setAside: number;
  readonly duplicates: number;
}

/** Quotes to be looked up in a text that is too long for the event loop. */
export interface QuoteJob {
  readonly text: string;
  readonly quotes: readonly string[];
}
