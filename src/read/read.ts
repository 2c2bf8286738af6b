import { toAppError } from '../base/errors.ts';
import { SingleFlight } from '../base/queue.ts';
import { type Clock, Deadline, systemClock } from '../base/time.ts';
import type { Fetcher } from '../net/fetch.ts';
import type { Gate } from '../net/gate.ts';
import type { PageCheck, QuoteRequest } from '../quotes/check.ts';
import { badSelector } from './bad-selector.ts';
import type { BlockMemory } from './block-memory.ts';
import { checkTemplateArgument } from './check-template-argument.ts';
import { chooseFrom } from './choose-from.ts';
import { dataQuestion } from './data-question.ts';
import type { Document } from './document.ts';
import { failureDocument } from './failure.ts';
import { fitDocument, type Receipt } from './fit.ts';
import type { Found } from './found.ts';
import type { EvidenceStore } from './kept/evidence-store.ts';
import { type Climb, climb, type LadderDependencies, since } from './ladder.ts';
import { recordOfLocal } from './local.ts';
import { type ObtainDependencies, PageSource } from './obtain.ts';
import { createPageCache, documentKey, type PageCache, type PageRecord } from './page-cache.ts';
import type { ChooseJobResult, DocumentOptions } from './page-job.ts';
import { MAX_INLINE_CHARACTERS, PassageIndexes } from './passage-index.ts';
import { createPagePool, type PagePool } from './pool.ts';
import { ReadAgain } from './read-again.ts';
import { verdict } from './reasons.ts';
import type { ReadRequest, ReadResult, Replayed, ReplayRequest } from './result.ts';
import type { Rung } from './rung.ts';
import { createHttpRung } from './rungs/http.ts';
import { createSheetLoader } from './sheets/load-sheets.ts';
import { whyOf } from './why.ts';

export interface ReaderDependencies {
  readonly gate: Pick<Gate, 'checkUrl'>;
  readonly fetcher: Pick<Fetcher, 'fetch'>;
  /** The ways to get a page, cheapest first; default: the plain fetch alone. */
  readonly rungs?: readonly Rung[];
  /** Which sites turn plain requests away; default: nothing is remembered. */
  readonly memory?: BlockMemory;
  /** The sources that known sites have of their pages; default: pages are read themselves. */
  readonly native?: Rung | null;
  readonly pool?: PagePool;
  readonly cache?: PageCache;
  readonly clock?: Clock;
  /** Keeps every read as it ends; none when not given. */
  readonly evidence?: EvidenceStore | null;
}

interface ReadCall {
  readonly signal: AbortSignal;
  progress(step: string, done: number, total: number | null): void;
}

/** A page as it was read, whole. */
export interface OpenedPage extends Receipt {
  readonly document: Document;
}

interface LocalPage {
  readonly name: string;
  readonly baseUrl: string | null;
  readonly request: ReadRequest;
}

/** An answer with the whole text of the page, of which the answer may hold a window. */
export interface WholeRead {
  readonly result: ReadResult;
  readonly text: string;
  /** What the document was made of; null when there was no page. */
  readonly record: PageRecord | null;
}

export interface Reader {
  /** Rejects with AppError only for what the gate refuses, bad arguments, cancel and our own faults. */
  read(request: ReadRequest, call: ReadCall): Promise<ReadResult>;
  /** The same, with the page itself for those who look for something else in it. */
  readWhole(request: ReadRequest, call: ReadCall): Promise<WholeRead>;
  /** The same by this one rung and never from the cache: for pictures, which are taken while the page is seen. */
  readBy(rung: Rung, request: ReadRequest, call: ReadCall): Promise<WholeRead>;
  /** The same for bytes that are on this machine; nothing is fetched for them. */
  readLocal(bytes: Uint8Array, source: LocalPage, call: ReadCall): Promise<ReadResult>;
  /** The whole page instead of a part that fits a budget, for those who compose answers from several pages. */
  open(request: ReadRequest, call: ReadCall): Promise<OpenedPage>;
  /** The passages of several pages that answer a query, in the order of an answer. */
  choose(pages: readonly Document[], query: string, signal: AbortSignal): Promise<ChooseJobResult>;
  /** Where quotes stand on one page, which is read for it or was read before. */
  checkQuotes(request: QuoteRequest, call: ReadCall): Promise<PageCheck>;
  /** A read that was kept as evidence, read again without a network. */
  replay(request: ReplayRequest, call: ReadCall): Promise<Replayed>;
  /** Reads by status, cache and worker counts. */
  counters(): Readonly<Record<string, number>>;
  close(): Promise<void>;
}

const STEPS = ['gate', 'cache', 'fetch', 'style sheets', 'understand', 'render', 'fit'] as const;
type Step = (typeof STEPS)[number];

/** Statuses of documents that are worth remembering. */
const REMEMBERED: ReadonlySet<string> = new Set(['ok', 'partial']);
/** Longest time a worker may take for one page; a page of 5 MB takes about 3 s. */
const MAX_UNDERSTANDING_MS = 20_000;
const MAX_RANKING_MS = 10_000;
const NEVER = new AbortController().signal;

export function createReader(dependencies: ReaderDependencies): Reader {
  const reader = new PageReading(dependencies);
  return {
    read: (request, call) => reader.read(request, call),
    readWhole: (request, call) => reader.readWhole(request, call),
    readBy: (rung, request, call) => reader.readBy(rung, request, call),
    readLocal: (bytes, source, call) => reader.readLocal(bytes, source, call),
    open: (request, call) => reader.open(request, call),
    choose: (pages, query, signal) => reader.choose(pages, query, signal),
    checkQuotes: (request, call) => reader.checkQuotes(request, call),
    replay: (request, call) => reader.replay(request, call),
    counters: () => reader.counters(),
    close: () => reader.close(),
  };
}

class PageReading implements Reader {
  readonly #gate: Pick<Gate, 'checkUrl'>;
  readonly #clock: Clock;
  readonly #cache: PageCache;
  readonly #pool: PagePool;
  readonly #ladder: LadderDependencies;
  readonly #obtaining: ObtainDependencies;
  readonly #indexes: PassageIndexes;
  readonly #again: ReadAgain;
  readonly #flights = new SingleFlight<Document>();
  readonly #statuses: Record<string, number> = {};

  constructor(dependencies: ReaderDependencies) {
    const { gate, fetcher } = dependencies;
    const clock = dependencies.clock ?? systemClock;
    const cache = dependencies.cache ?? createPageCache(clock);
    const sheets = createSheetLoader(fetcher);
    const rungs = dependencies.rungs ?? [createHttpRung(fetcher)];
    this.#obtaining = { cache, sheets, clock };
    this.#gate = gate;
    this.#clock = clock;
    this.#cache = cache;
    this.#pool = dependencies.pool ?? createPagePool();
    this.#indexes = new PassageIndexes(this.#pool);
    this.#ladder = {
      sources: rungs.map((rung) => new PageSource(rung, this.#obtaining)),
      cache,
      memory: dependencies.memory ?? null,
      native: dependencies.native ? new PageSource(dependencies.native, this.#obtaining) : null,
      documentOf: (given, record) => this.#documentOf(given, record),
    };
    this.#again = new ReadAgain({
      evidence: dependencies.evidence ?? null,
      pool: this.#pool,
      gate,
      find: (request, deadline) => this.#find(this.#ladder, request, deadline, () => {}),
      documentOf: (given, record) => this.#documentOf(given, record),
      answer: (url, given, found) => this.#answer(url, given, found),
    });
  }

  async read(request: ReadRequest, call: ReadCall): Promise<ReadResult> {
    return (await this.readWhole(request, call)).result;
  }

  readWhole(request: ReadRequest, call: ReadCall): Promise<WholeRead> {
    return this.#readWith(this.#ladder, request, call);
  }

  readBy(rung: Rung, request: ReadRequest, call: ReadCall): Promise<WholeRead> {
    const ladder = { ...this.#ladder, sources: [new PageSource(rung, this.#obtaining)] };
    return this.#readWith(ladder, { ...request, render: 'always', maxAgeS: 0 }, call);
  }

  async #readWith(ladder: LadderDependencies, request: ReadRequest, call: ReadCall): Promise<WholeRead> {
    using deadline = new Deadline(request.timeoutS * 1000, call.signal);
    const progress = steps(call);
    const { shown, given, found } = await this.#find(ladder, request, deadline, progress);
    progress('fit');
    const { document, record } = found;
    return { result: await this.#answer(shown, given, found), text: document.page.text, record };
  }

  async open(request: ReadRequest, call: ReadCall): Promise<OpenedPage> {
    using deadline = new Deadline(request.timeoutS * 1000, call.signal);
    const { shown, found } = await this.#find(this.#ladder, request, deadline, steps(call));
    const { document } = found;
    this.#statuses[document.status] = (this.#statuses[document.status] ?? 0) + 1;
    return { ...this.#receipt(shown, found), document };
  }

  choose(pages: readonly Document[], query: string, signal: AbortSignal): Promise<ChooseJobResult> {
    const sources = pages.map(({ page, provenance, title }) => {
      return { text: page.text, blocks: page.blocks, language: provenance.language, title };
    });
    // Short texts are ranked here: a worker may be busy with a page that takes its time.
    const size = sources.reduce((sum, { text }) => sum + text.length, 0);
    if (size <= MAX_INLINE_CHARACTERS) return chooseFrom({ sources, query });
    return this.#pool.choose({ sources, query }, { signal, timeoutMs: MAX_RANKING_MS });
  }

  async #find(ladder: LadderDependencies, request: ReadRequest, deadline: Deadline, progress: (step: Step) => void) {
    progress('gate');
    await checkTemplateArgument(request.template);
    dataQuestion(request.section, request.query);
    const asked = this.#gate.checkUrl(request.url);
    const shown = asked.href;
    asked.hash = '';
    progress('cache');
    const given: Climb = { url: asked.href, request, deadline, progress, attempts: [] };
    const found = await this.#within(given, 'time_limit', () => climb(ladder, given));
    const nowMs = this.#clock.now();
    return { shown, given, found: await this.#again.ended({ shownUrl: shown, ...given, found, nowMs }) };
  }

  checkQuotes(request: QuoteRequest, call: ReadCall): Promise<PageCheck> {
    return this.#again.checkQuotes(request, call);
  }

  replay(request: ReplayRequest, call: ReadCall): Promise<Replayed> {
    return this.#again.replay(request, call);
  }

  async readLocal(bytes: Uint8Array, { name, baseUrl, request }: LocalPage, call: ReadCall): Promise<ReadResult> {
    await checkTemplateArgument(request.template);
    using deadline = new Deadline(request.timeoutS * 1000, call.signal);
    const progress = steps(call);
    progress('understand');
    const record = recordOfLocal(bytes, name, baseUrl, this.#clock.now());
    const given: Climb = { url: name, request, deadline, progress, attempts: [] };
    const found = await this.#within(given, 'extraction_time', async () => {
      const document = await this.#documentOf(given, record);
      return { document, record, fromCache: false, attempts: [], notes: [] };
    });
    progress('fit');
    return await this.#answer(name, given, found);
  }

  counters(): Readonly<Record<string, number>> {
    const { counters: cache } = this.#cache;
    const { counters: pool } = this.#pool;
    return {
      ...Object.fromEntries(Object.entries(this.#statuses).map(([status, count]) => [`reads_${status}`, count])),
      cache_pages: cache.pages,
      cache_documents: cache.documents,
      cache_bytes: cache.bytes,
      worker_jobs: pool.jobs,
      worker_kills: pool.killed,
      worker_threads: pool.threads,
      ...this.#again.counters(),
    };
  }

  close(): Promise<void> {
    return this.#pool.close();
  }

  /** Work whose running out of time is a status, and whose other ends are errors a caller can act on. */
  async #within(given: Climb, late: 'time_limit' | 'extraction_time', work: () => Promise<Found>): Promise<Found> {
    const { deadline, url, attempts } = given;
    const started = performance.now();
    try {
      return await work();
    } catch (thrown) {
      if (!deadline.timedOut) throw toAppError(deadline.signal.aborted ? deadline.signal.reason : thrown);
      const document = failureDocument({ url, finalUrl: url, verdict: verdict(late), notes: [] });
      const last = { rung: 'http', outcome: late, ms: since(started) } as const;
      const known = attempts.length > 0 ? attempts : [last];
      return { document, record: null, fromCache: false, attempts: known, notes: [] };
    }
  }

  async #documentOf({ url, request, deadline }: Climb, record: PageRecord): Promise<Document> {
    const options = optionsOf(request);
    const known = this.#cache.document(record, options);
    if (known) return known;
    const limit = () => Math.min(MAX_UNDERSTANDING_MS, deadline.remainingMs);
    const work = (signal: AbortSignal) => this.#understand(url, record, options, signal, limit());
    const document = await this.#flights.run(documentKey(record, options), work, deadline.signal);
    if (REMEMBERED.has(document.status)) this.#cache.keepDocument(record, options, document);
    return document;
  }

  async #understand(url: string, record: PageRecord, options: DocumentOptions, signal: AbortSignal, timeoutMs: number) {
    const { page, rawSha256, sheets } = record;
    const job = { url, baseUrl: page.url, page, rawSha256, sheets, options };
    const outcome = await this.#pool.run(job, { signal, timeoutMs });
    if (outcome.type === 'document') return outcome.document;
    if (outcome.type === 'killed') {
      const failure = { url, finalUrl: page.url, verdict: outcome.verdict, notes: page.notes };
      return failureDocument({ ...failure, page, rawSha256 });
    }
    throw badSelector();
  }

  async #answer(url: string, { request, deadline }: Climb, found: Found) {
    const { document } = found;
    // The time of the call is for getting the page; ranking it always gets a little more.
    const limits = { signal: deadline.timedOut ? NEVER : deadline.signal, timeoutMs: MAX_RANKING_MS };
    const index = request.query === null ? null : await this.#indexes.of(document, request.query, limits);
    this.#statuses[document.status] = (this.#statuses[document.status] ?? 0) + 1;
    return fitDocument(document, request, this.#receipt(url, found), index);
  }

  #receipt(url: string, found: Found): Receipt {
    const { document, record, fromCache, attempts, notes } = found;
    return {
      url,
      cached: fromCache && record ? { age_s: Math.round(this.#cache.ageS(record)) } : null,
      fetchedAt: new Date(record?.fetchedAtMs ?? this.#clock.now()).toISOString(),
      attempts,
      why: whyOf(url, found),
      notes: [...notes, ...(document.status === 'rate_limited' ? retryNotes(record) : [])],
    };
  }
}

function optionsOf(request: ReadRequest): DocumentOptions {
  const { format, selector, expand, includeHidden, includeLinks, includeImages, template, factsOnly } = request;
  const options = { format, selector, expand, includeHidden, includeLinks, includeImages };
  const data = dataQuestion(request.section, request.query) ?? request.data;
  return {
    ...options,
    ...(template !== undefined && { template }),
    ...(factsOnly && { factsOnly }),
    ...(data && { data }),
  };
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

function retryNotes(record: PageRecord | null): string[] {
  const wait = record?.page.retryAfterMs ?? null;
  return wait === null ? [] : [`The site asks to wait ${Math.ceil(wait / 1000)} s before the next request.`];
}
