import type { PageRecord } from '../page-cache.ts';
import type { DocumentOptions } from '../page-job.ts';

export interface RecentContent {
  readonly url: string;
  readonly record: PageRecord;
  readonly options: DocumentOptions;
}

const MAX_ENTRIES = 2_000;

/**
 * Which bytes, read how, a content_sha256 was given for, lately, in this process. Holds no page alive: how long one is
 * kept is the cache's to decide.
 */
export class RecentContents {
  readonly #entries = new Map<string, { url: string; record: WeakRef<PageRecord>; options: DocumentOptions }>();

  remember({ hash, url, record, options }: RecentContent & { readonly hash: string }): void {
    const { format, selector, expand, includeHidden, includeLinks, includeImages } = options;
    const kept = { format, selector, expand, includeHidden, includeLinks, includeImages };
    this.#entries.delete(hash);
    this.#entries.set(hash, { url, record: new WeakRef(record), options: kept });
    const oldest = this.#entries.size > MAX_ENTRIES ? this.#entries.keys().next().value : undefined;
    if (oldest !== undefined) this.#entries.delete(oldest);
  }

  get(hash: string): RecentContent | null {
    const entry = this.#entries.get(hash);
    const record = entry?.record.deref();
    return entry && record ? { url: entry.url, record, options: entry.options } : null;
  }
}
