import { type Clock, systemClock } from '../base/time.ts';
import { createMemoryStore } from '../stores/memory.ts';
import type { FetchedSheets } from '../visibility/sight.ts';
import { type Document, sha256 } from './document.ts';
import type { DocumentOptions } from './page-job.ts';
import type { RawPage, Validators } from './rung.ts';

/** A page as it was fetched, with everything its documents are made from. */
export interface PageRecord {
  readonly page: RawPage;
  readonly sheets: FetchedSheets;
  readonly rawSha256: string;
  /** Names the content: equal for two fetches that would give the same documents. */
  readonly contentKey: string;
  readonly fetchedAtMs: number;
}

/**
 * The memory of this process: pages as fetched, by address, and documents made of them, by content and options. So a
 * window, section or query of a known page costs no work, other options cost no fetch, and a page that was fetched
 * again but did not change is not understood again.
 */
export interface PageCache {
  /** A copy young enough to be the answer. */
  fresh(key: string, maxAgeS: number): PageRecord | undefined;
  /** What a copy of any age can be asked about with a conditional request; null when there is none. */
  validators(key: string): Validators | null;
  /** The copy turned out to be still right: it counts as fetched now. */
  renew(key: string): PageRecord | undefined;
  /** Only for pages that were read well; failures are never kept. */
  keep(key: string, record: PageRecord): void;
  document(record: PageRecord, options: DocumentOptions): Document | undefined;
  keepDocument(record: PageRecord, options: DocumentOptions, document: Document): void;
  ageS(record: PageRecord): number;
  readonly counters: { readonly pages: number; readonly documents: number; readonly bytes: number };
  clear(): void;
}

/** Shared evenly by pages and documents. */
const DEFAULT_MAX_BYTES = 96 * 1024 * 1024;
/** Answers without asking again: an hour (`max_age` may ask for less). */
const MAX_AGE_S = 3600;
/** Copies stay longer than that, since a conditional request can make them fresh again. */
const KEPT_MS = 6 * 60 * 60 * 1000;
/**
 * `Cache-Control: no-store` asks for no copy at all. Reading one page in windows still needs the same copy for the
 * length of that reading, so it is kept in memory for five minutes, and never longer.
 */
const NO_STORE_MS = 5 * 60 * 1000;

/** `maxBytes` 0 keeps nothing. */
export function createPageCache(clock: Clock = systemClock, maxBytes: number = DEFAULT_MAX_BYTES): PageCache {
  const pages = createMemoryStore<PageRecord>({ maxBytes: maxBytes / 2, ttlMs: KEPT_MS, sizeOf: recordSize, clock });
  const documents = createMemoryStore<Document>({
    maxBytes: maxBytes / 2,
    ttlMs: KEPT_MS,
    sizeOf: documentSize,
    clock,
  });
  const ageS = (record: PageRecord) => Math.max(0, (clock.now() - record.fetchedAtMs) / 1000);
  const keep = (key: string, record: PageRecord) => {
    const noStore = /\bno-store\b/iu.test(record.page.headers['cache-control'] ?? '');
    pages.set(key, withoutCookies(record), noStore ? NO_STORE_MS : KEPT_MS);
  };
  return {
    fresh(key, maxAgeS) {
      const record = pages.get(key);
      return record && ageS(record) < Math.min(maxAgeS, MAX_AGE_S) ? record : undefined;
    },
    validators(key) {
      const page = pages.get(key)?.page;
      const etag = page?.headers.etag ?? null;
      const lastModified = page?.headers['last-modified'] ?? null;
      return page && (etag !== null || lastModified !== null) ? { url: page.url, etag, lastModified } : null;
    },
    renew(key) {
      const record = pages.get(key);
      if (!record) return undefined;
      const renewed = { ...record, fetchedAtMs: clock.now() };
      keep(key, renewed);
      return renewed;
    },
    keep,
    document: (record, options) => documents.get(documentKey(record, options)),
    keepDocument: (record, options, document) => documents.set(documentKey(record, options), document),
    ageS,
    counters: {
      get pages() {
        return pages.entries;
      },
      get documents() {
        return documents.entries;
      },
      get bytes() {
        return pages.bytes + documents.bytes;
      },
    },
    clear() {
      pages.clear();
      documents.clear();
    },
  };
}

export function documentKey(record: PageRecord, options: DocumentOptions): string {
  const {
    format,
    selector,
    expand,
    includeHidden,
    includeLinks,
    includeImages,
    template = 'auto',
    factsOnly = false,
    data = null,
  } = options;
  const facts = [format, selector, expand, includeHidden, includeLinks, includeImages, template, factsOnly, data];
  return JSON.stringify([record.contentKey, ...facts]);
}

/** A record for a page that was just fetched. Headers take part: classification reads them. */
export function recordOf(requestedUrl: string, page: RawPage, sheets: FetchedSheets, nowMs: number): PageRecord {
  const rawSha256 = sha256(page.body);
  const stable = Object.entries(page.headers).filter(([name]) => CLASSIFYING_HEADERS.test(name));
  const facts = [
    requestedUrl,
    page.url,
    page.httpStatus,
    page.contentType,
    page.truncated,
    page.via,
    page.notes,
    stable,
    page.sight && sha256(page.sight),
    page.native ?? null,
  ];
  const contentKey = sha256(JSON.stringify([rawSha256, facts, [...sheets]]));
  return { page, sheets, rawSha256, contentKey, fetchedAtMs: nowMs };
}

/** Dates, cookies and trace ids change with every answer and say nothing about the page. */
const CLASSIFYING_HEADERS =
  /^(?:location|cf-mitigated|x-vercel-mitigated|x-amzn-waf-action|x-dd-b|x-datadome.*|x-kpsdk.*|x-sucuri.*)$/u;

/** They are one visit's, and each reading is a visit of its own. */
function withoutCookies(record: PageRecord): PageRecord {
  if ((record.page.cookies ?? []).length === 0) return record;
  return { ...record, page: { ...record.page, cookies: [] } };
}

function recordSize({ page, sheets }: PageRecord): number {
  let size = page.body.byteLength + (page.sight?.byteLength ?? 0) + 4000;
  for (const css of sheets.values()) size += 200 + (css?.length ?? 0) * 2;
  return size;
}

function documentSize({ page, threats, leftOut, fields }: Document): number {
  return (
    JSON.stringify(fields).length * 2 +
    page.text.length * 2 +
    page.blocks.length * 120 +
    page.sections.length * 300 +
    (threats.length + leftOut.length) * 500 +
    6000
  );
}
