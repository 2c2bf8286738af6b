import { AppError, toAppError } from '../base/errors.ts';
import { SingleFlight } from '../base/queue.ts';
import { type Clock, Deadline, systemClock } from '../base/time.ts';
import type { Fetcher } from '../net/fetch.ts';
import type { Gate } from '../net/gate.ts';
import type { Document } from './document.ts';
import { failureDocument } from './failure.ts';
import { fitDocument } from './fit.ts';
import { recordOfLocal } from './local.ts';
import { type Obtained, PageSource, since } from './obtain.ts';
import { createPageCache, documentKey, type PageCache, type PageRecord } from './page-cache.ts';
import type { DocumentOptions } from './page-job.ts';
import { PassageIndexes } from './passage-index.ts';
import { createPagePool, type PagePool } from './pool.ts';
import { verdict } from './reasons.ts';
import type { Attempt, PageStatus, ReadRequest, ReadResult } from './result.ts';
import { createHttpRung } from './rungs/http.ts';
import { createSheetLoader } from './sheets/load-sheets.ts';

export interface ReaderDependencies {
  readonly gate: Pick<Gate, 'checkUrl'>;
  readonly fetcher: Pick<Fetcher, 'fetch'>;
  readonly pool?: PagePool;
  readonly cache?: PageCache;
  readonly clock?: Clock;
}

export interface ReadCall {
  readonly signal: AbortSignal;
  progress(step: string, done: number, total: number | null): void;
}

export interface LocalPage {
  readonly name: string;
  readonly baseUrl: string | null;
  readonly request: ReadRequest;
}

export interface Reader {
  /** Rejects with AppError only for what the gate refuses, bad arguments, cancel and our own faults. */
  read(request: ReadRequest, call: ReadCall): Promise<ReadResult>;
  /** The same for bytes that are on this machine; nothing is fetched for them. */
  readLocal(bytes: Uint8Array, source: LocalPage, call: ReadCall): Promise<ReadResult>;
  /** Reads by status, cache and worker counts. */
  counters(): Readonly<Record<string, number>>;
  close(): Promise<void>;
}

const STEPS = ['gate', 'cache', 'fetch', 'style sheets', 'understand', 'fit'] as const;
type Step = (typeof STEPS)[number];

/** Statuses of pages that were read; everything else is never kept. */
const GOOD: ReadonlySet<PageStatus> = new Set(['ok', 'partial']);
/** Longest time a worker may take for one page; a page of 5 MB takes about 3 s. */
const MAX_UNDERSTANDING_MS = 20_000;

export function createReader(dependencies: ReaderDependencies): Reader {
  const clock = dependencies.clock ?? systemClock;
  const cache = dependencies.cache ?? createPageCache(clock);
  const pool = dependencies.pool ?? createPagePool();
  const source = new PageSource({
    rung: createHttpRung(dependencies.fetcher),
    cache,
    sheets: createSheetLoader(dependencies.fetcher),
    clock,
  });
  const indexes = new PassageIndexes();
  const flights = new SingleFlight<Document>();
  const statuses: Record<string, number> = {};

  const documentOf = async (url: string, record: PageRecord, request: ReadRequest, deadline: Deadline) => {
    const options = optionsOf(request);
    const known = cache.document(record, options);
    if (known) return known;
    const work = (signal: AbortSignal) => understand(pool, url, record, options, signal, deadline.remainingMs);
    const document = await flights.run(documentKey(record, options), work, deadline.signal);
    if (GOOD.has(document.status)) cache.keepDocument(record, options, document);
    return document;
  };

  const answer = async (url: string, document: Document, request: ReadRequest, given: Given): Promise<ReadResult> => {
    const index = request.query === null ? null : await indexes.of(document);
    const receipt = {
      url,
      cached: given.fromCache && given.record ? { age_s: Math.round(cache.ageS(given.record)) } : null,
      fetchedAt: new Date(given.record?.fetchedAtMs ?? clock.now()).toISOString(),
      attempts: given.attempts,
      notes: given.notes,
    };
    statuses[document.status] = (statuses[document.status] ?? 0) + 1;
    return fitDocument(document, request, receipt, index);
  };

  return {
    async read(request, call) {
      using deadline = new Deadline(request.timeoutS * 1000, call.signal);
      const step = steps(call);
      step('gate');
      refuseRendering(request);
      const asked = dependencies.gate.checkUrl(request.url);
      const url = asked.href;
      asked.hash = '';
      step('cache');
      const started = performance.now();
      try {
        const obtained = await source.obtain({
          url: asked.href,
          key: asked.href,
          maxAgeS: request.maxAgeS,
          signal: deadline.signal,
          remainingMs: () => deadline.remainingMs,
          progress: step,
        });
        if (obtained.type === 'failed') return await answer(url, obtained.document, request, failedGiven(obtained));
        const { record, fromCache, attempts } = obtained;
        step('understand');
        const document = await documentOf(asked.href, record, request, deadline);
        if (GOOD.has(document.status)) cache.keep(asked.href, record);
        step('fit');
        const notes = document.status === 'rate_limited' ? retryNotes(record) : [];
        return await answer(url, document, request, { record, fromCache, attempts, notes });
      } catch (thrown) {
        if (!deadline.timedOut) throw toAppError(deadline.signal.aborted ? deadline.signal.reason : thrown);
        const document = failureDocument({ url, finalUrl: url, verdict: verdict('time_limit'), notes: [] });
        const attempts: Attempt[] = [{ rung: 'http', outcome: 'time_limit', ms: since(started) }];
        return await answer(url, document, request, { record: null, fromCache: false, attempts, notes: [] });
      }
    },

    async readLocal(bytes, { name, baseUrl, request }, call) {
      using deadline = new Deadline(request.timeoutS * 1000, call.signal);
      const step = steps(call);
      const record = recordOfLocal(bytes, name, baseUrl, clock.now());
      step('understand');
      try {
        const document = await documentOf(name, record, request, deadline);
        step('fit');
        return await answer(name, document, request, { record, fromCache: false, attempts: [], notes: [] });
      } catch (thrown) {
        if (!deadline.timedOut) throw toAppError(deadline.signal.aborted ? deadline.signal.reason : thrown);
        const document = failureDocument({ url: name, finalUrl: name, verdict: verdict('extraction_time'), notes: [] });
        return await answer(name, document, request, { record, fromCache: false, attempts: [], notes: [] });
      }
    },

    counters: () => ({
      ...Object.fromEntries(Object.entries(statuses).map(([status, count]) => [`reads_${status}`, count])),
      cache_pages: cache.counters.pages,
      cache_documents: cache.counters.documents,
      cache_bytes: cache.counters.bytes,
      worker_jobs: pool.counters.jobs,
      worker_kills: pool.counters.killed,
      worker_threads: pool.counters.threads,
    }),

    close: () => pool.close(),
  };
}

interface Given {
  readonly record: PageRecord | null;
  readonly fromCache: boolean;
  readonly attempts: readonly Attempt[];
  readonly notes: readonly string[];
}

function failedGiven({ attempts }: Obtained): Given {
  return { record: null, fromCache: false, attempts, notes: [] };
}

async function understand(
  pool: PagePool,
  url: string,
  record: PageRecord,
  options: DocumentOptions,
  signal: AbortSignal,
  remainingMs: number,
): Promise<Document> {
  const { page, rawSha256, sheets } = record;
  const job = { url, baseUrl: page.url, page, rawSha256, sheets, options };
  const outcome = await pool.run(job, { signal, timeoutMs: Math.min(MAX_UNDERSTANDING_MS, remainingMs) });
  if (outcome.type === 'document') return outcome.document;
  if (outcome.type === 'killed') {
    const { verdict: killed } = outcome;
    return failureDocument({ url, finalUrl: page.url, verdict: killed, notes: page.notes, page, rawSha256 });
  }
  throw new AppError('invalid_argument', 'The selector is not a CSS selector that can be used here.', {
    hint: 'Give a plain CSS selector such as "main", "#content" or "table.prices".',
  });
}

function optionsOf(request: ReadRequest): DocumentOptions {
  const { format, selector, expand, includeHidden, includeLinks, includeImages } = request;
  return { format, selector, expand, includeHidden, includeLinks, includeImages };
}

/** Until the browser rung is there, a page that must be rendered cannot be read. */
function refuseRendering(request: ReadRequest): void {
  if (request.render !== 'always') return;
  throw new AppError('browser_unavailable', 'render="always" needs a browser, and none can be used.', {
    hint: 'Run `plainsight setup` to get one, or ask again with render="auto".',
  });
}

/** Each step once and in order, whatever path the read takes. */
function steps(call: ReadCall): (step: Step) => void {
  let last = 0;
  return (step) => {
    const done = STEPS.indexOf(step) + 1;
    if (done <= last) return;
    last = done;
    call.progress(step, done, STEPS.length);
  };
}

function retryNotes({ page }: PageRecord): string[] {
  return page.retryAfterMs === null
    ? []
    : [`The site asks to wait ${Math.ceil(page.retryAfterMs / 1000)} s before the next request.`];
}
