import { SingleFlight } from '../base/queue.ts';
import type { Clock } from '../base/time.ts';
import type { Document } from './document.ts';
import { failureDocument } from './failure.ts';
import type { PageCache, PageRecord } from './page-cache.ts';
import { recordOf } from './page-cache.ts';
import type { Attempt } from './result.ts';
import type { RawPage, Rung } from './rung.ts';
import type { SheetLoader } from './sheets/load-sheets.ts';

export type Obtained =
  | {
      readonly type: 'record';
      readonly record: PageRecord;
      readonly fromCache: boolean;
      readonly attempts: readonly Attempt[];
    }
  | { readonly type: 'failed'; readonly document: Document; readonly attempts: readonly Attempt[] };

export interface ObtainRequest {
  /** Normalised, as the gate accepted it. */
  readonly url: string;
  readonly key: string;
  readonly maxAgeS: number;
  readonly signal: AbortSignal;
  readonly remainingMs: () => number;
  readonly progress: (step: 'fetch' | 'style sheets') => void;
}

export interface ObtainDependencies {
  readonly rung: Rung;
  readonly cache: PageCache;
  readonly sheets: SheetLoader;
  readonly clock: Clock;
}

/** Kept back from the fetch, for understanding what arrived. */
const RESERVE_SHARE = 0.2;
const MAX_RESERVE_MS = 4000;
/** Style sheets get at most this long, and at most half of what is left. */
const SHEETS_MS = 6000;

/** Gets pages by one rung, through the cache; concurrent calls for one address share one fetch. */
export class PageSource {
  readonly #dependencies: ObtainDependencies;
  readonly #flights = new SingleFlight<Obtained>();

  constructor(dependencies: ObtainDependencies) {
    this.#dependencies = dependencies;
  }

  async obtain(request: ObtainRequest): Promise<Obtained> {
    const started = performance.now();
    const fresh = this.#dependencies.cache.fresh(request.key, request.maxAgeS);
    if (fresh) {
      const attempts: Attempt[] = [{ rung: 'cache', outcome: 'hit', ms: since(started) }];
      return { type: 'record', record: fresh, fromCache: true, attempts };
    }
    return await this.#flights.run(request.key, (signal) => this.#fetch({ ...request, signal }), request.signal);
  }

  async #fetch(request: ObtainRequest): Promise<Obtained> {
    const { rung, cache } = this.#dependencies;
    request.progress('fetch');
    const started = performance.now();
    const remaining = request.remainingMs();
    const timeoutMs = Math.max(1, remaining - Math.min(MAX_RESERVE_MS, remaining * RESERVE_SHARE));
    const known = cache.validators(request.key);
    const outcome = await rung.fetch({ url: request.url, signal: request.signal, timeoutMs, known });
    const attempt = (text: string): Attempt[] => [{ rung: rung.name, outcome: text, ms: since(started) }];
    if (outcome.type === 'unchanged') {
      const record = cache.renew(request.key);
      if (record) return { type: 'record', record, fromCache: false, attempts: attempt('not modified') };
      // The copy went while we asked about it; without one there are no validators, so this ends.
      return await this.#fetch(request);
    }
    if (outcome.type === 'failed') {
      const { verdict, notes } = outcome;
      const document = failureDocument({ url: request.url, finalUrl: outcome.url, verdict, notes });
      return { type: 'failed', document, attempts: attempt(verdict.reason.code) };
    }
    const attempts = attempt(`HTTP ${outcome.page.httpStatus}`);
    const record = await this.#complete(request, outcome.page);
    return { type: 'record', record, fromCache: false, attempts };
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

/** Sheets are worth fetching only for a page that is read for its text. */
function mayBeHtml(page: RawPage): boolean {
  const type = (page.contentType ?? '').toLowerCase();
  const good = page.httpStatus !== null && page.httpStatus >= 200 && page.httpStatus < 300;
  return good && (type === '' || type.includes('html') || type.includes('xml'));
}

export function since(started: number): number {
  return Math.round(performance.now() - started);
}
