import type { Document } from '../document.ts';
import type { PageRecord } from '../page-cache.ts';

export interface RecentContent {
  readonly url: string;
  readonly document: Document;
  readonly record: PageRecord;
}

interface Entry {
  readonly url: string;
  readonly document: WeakRef<Document>;
  readonly record: WeakRef<PageRecord>;
}

const MAX_ENTRIES = 2_000;

/**
 * Which page a content_sha256 was given for, lately, in this process. Holds nothing alive: how long a page is kept is the
 * cache's to decide.
 */
export class RecentContents {
  readonly #entries = new Map<string, Entry>();

  remember({ url, document, record }: RecentContent): void {
    const hash = document.provenance.content_sha256;
    this.#entries.delete(hash);
    this.#entries.set(hash, { url, document: new WeakRef(document), record: new WeakRef(record) });
    const oldest = this.#entries.size > MAX_ENTRIES ? this.#entries.keys().next().value : undefined;
    if (oldest !== undefined) this.#entries.delete(oldest);
  }

  get(hash: string): RecentContent | null {
    const entry = this.#entries.get(hash);
    const document = entry?.document.deref();
    const record = entry?.record.deref();
    return entry && document && record ? { url: entry.url, document, record } : null;
  }
}
