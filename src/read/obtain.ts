import { SingleFlight } from '../base/queue.ts';
import type { Clock } from '../base/time.ts';
import type { Document } from './document.ts';
import { failureDocument } from './failure.ts';
import type { PageCache, PageRecord } from './page-cache.ts';
import { recordOf } from './page-cache.ts';
import type { RawPage, Rung } from './rung.ts';
import type { SheetLoader } from './sheets/load-sheets.ts';

export type Obtained =
  | { readonly type: 'record'; readonly record: PageRecord; readonly outcome: string }
  | { readonly type: 'failed'; readonly document: Document; readonly outcome: string };

export interface ObtainRequest {
  /** Normalised, as the gate accepted it. */
  readonly url: string;
  /** What a cheaper rung got from it; null when nothing. */
  readonly atHand: RawPage | null;
  readonly expand: boolean;
  /** Why cheaper rungs did not get the page; null when none was tried. */
  readonly instead: string | null;
  /** Most time for the rung itself; what remains for understanding the page comes off `remainingMs`. */
  readonly limitMs: number;
  readonly signal: AbortSignal;
  readonly remainingMs: () => number;
  readonly progress: (step: 'fetch' | 'style sheets' | 'render') => void;
}

export interface ObtainDependencies {
  readonly cache: PageCache;
  readonly sheets: SheetLoader;
  readonly clock: Clock;
}

/** Kept back from the fetch, for understanding what arrived. */
const RESERVE_SHARE = 0.2;
const MAX_RESERVE_MS = 4000;
/** Style sheets get at most this long, and at most half of what is left. */
const SHEETS_MS = 6000;

/** Gets pages by one rung; concurrent calls for one address share one fetch. */
export class PageSource {
  readonly rung: Rung;
  /** Asked when the page turned its visitor away; see Rung.again. */
  readonly again: PageSource | null;
  /** What is special about this way, for the list of attempts; mostly empty. */
  readonly manner: string;
  readonly #dependencies: ObtainDependencies;
  readonly #flights = new SingleFlight<Obtained>();

  constructor(rung: Rung, dependencies: ObtainDependencies, manner = '') {
    this.manner = manner;
    this.rung = rung;
    this.again = rung.again === undefined ? null : new PageSource(rung.again, dependencies, rung.again.manner);
    this.#dependencies = dependencies;
  }

  /** Names a page in the cache: a rendered copy is another one than a plain copy, and one looked at opened another. */
  keyOf(url: string, expand: boolean): string {
    if (this.rung.name === 'archive') return `archived ${url}`;
    if (this.rung.name === 'native') return `native ${url}`;
    if (!this.rung.renders) return url;
    return `${expand ? 'opened' : 'rendered'} ${url}`;
  }

  obtain(request: ObtainRequest): Promise<Obtained> {
    return this.#flights.run(
      this.keyOf(request.url, request.expand),
      (signal) => this.#fetch({ ...request, signal }),
      request.signal,
    );
  }

  async #fetch(request: ObtainRequest): Promise<Obtained> {
    const { cache } = this.#dependencies;
    const key = this.keyOf(request.url, request.expand);
    request.progress(this.rung.renders ? 'render' : 'fetch');
    const remaining = request.remainingMs();
    const spare = remaining - Math.min(MAX_RESERVE_MS, remaining * RESERVE_SHARE);
    const timeoutMs = Math.max(1, Math.min(request.limitMs, spare));
    const { url, signal, atHand, expand, instead } = request;
    const known = this.rung.name === 'http' || this.rung.name === 'native' ? cache.validators(key) : null;
    const outcome = await this.rung.fetch({ url, signal, timeoutMs, known, atHand, expand, instead });
    if (outcome.type === 'unchanged') {
      const record = cache.renew(key);
      if (record) return { type: 'record', record, outcome: 'not modified' };
      // The copy went while we asked about it; without one there are no validators, so this ends.
      return await this.#fetch(request);
    }
    if (outcome.type === 'failed') {
      const { verdict, notes } = outcome;
      const document = failureDocument({ url: request.url, finalUrl: outcome.url, verdict, notes });
      return { type: 'failed', document, outcome: verdict.reason.code };
    }
    const record = await this.#complete(request, outcome.page);
    return { type: 'record', record, outcome: answered(outcome.page) };
  }

  async #complete(request: ObtainRequest, page: RawPage): Promise<PageRecord> {
    const { sheets, clock } = this.#dependencies;
    const fetchedAt = clock.now();
    if (!mayBeHtml(page)) return recordOf(request.url, page, new Map(), fetchedAt);
    request.progress('style sheets');
    // Addresses in tags are ASCII but for rare ones, so the bytes can be looked through without decoding them.
    const source = Buffer.from(page.body.buffer, page.body.byteOffset, page.body.byteLength).toString('latin1');
    const timeoutMs = Math.min(SHEETS_MS, request.remainingMs() / 2);
    const fetched = await sheets.load(source, page.url, { signal: request.signal, timeoutMs });
    return recordOf(request.url, page, fetched, fetchedAt);
  }
}

function answered({ httpStatus }: RawPage): string {
  return httpStatus === null ? 'a document of its own' : `HTTP ${httpStatus}`;
}

/**
 * Sheets are worth fetching only for a page that is read for its text, and that no browser has styled. What the site
 * sends today may not decide what was to be seen on a copy of then.
 */
function mayBeHtml(page: RawPage): boolean {
  if (page.sight !== null || page.via === 'archive') return false;
  const type = (page.contentType ?? '').toLowerCase();
  const good = page.httpStatus !== null && page.httpStatus >= 200 && page.httpStatus < 300;
  return good && (type === '' || type.includes('html') || type.includes('xml'));
}
