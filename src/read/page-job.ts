import type { Block } from '../rank/blocks.ts';
import type { Ranked } from '../rank/bm25.ts';
import type { Passage } from '../rank/passages.ts';
import type { FetchedSheets } from '../visibility/sight.ts';
import type { Document } from './document.ts';
import type { TextFormat } from './page-text.ts';
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
  readonly template?: string;
  /** Only what kind of page it is: its text is not extracted, a sample stands in for it. */
  readonly factsOnly?: true;
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

/** A query over a text that is too long to be ranked beside the event loop. */
export interface RankJob {
  readonly text: string;
  readonly blocks: readonly Block[];
  readonly language: string | null;
  readonly query: string;
}

export interface RankJobResult {
  readonly passages: readonly Passage[];
  readonly ranked: Ranked[];
}
