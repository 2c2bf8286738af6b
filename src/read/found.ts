import type { Document } from './document.ts';
import type { PageRecord } from './page-cache.ts';
import type { Attempt } from './result.ts';

/** A page as the ladder found it. */
export interface Found {
  readonly document: Document;
  /** Null when nothing arrived. */
  readonly record: PageRecord | null;
  readonly fromCache: boolean;
  readonly attempts: readonly Attempt[];
  /** Why a better answer could not be had, in our own words. */
  readonly notes: readonly string[];
}
