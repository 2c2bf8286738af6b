import type { Document } from './document.ts';
import type { PageRecord } from './page-cache.ts';
import type { Attempt } from './result.ts';

/** A rung that was tried, and what its page turned out to be. */
export interface Tried extends Attempt {
  /** The reason code of its page; absent while unknown. */
  readonly found?: string;
}

/** A page as the ladder found it. */
export interface Found {
  readonly document: Document;
  /** Null when nothing arrived. */
  readonly record: PageRecord | null;
  readonly fromCache: boolean;
  readonly attempts: readonly Tried[];
  /** Why a better answer could not be had, in our own words. */
  readonly notes: readonly string[];
  /** What the live site answered, when the page comes from the archive instead. */
  readonly live?: Document;
}
