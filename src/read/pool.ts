import type { Piscina } from 'piscina';
import { AppError } from '../base/errors.ts';
import type { LookedUp } from '../quotes/look-up.ts';
import type { SaveJob, SaveOutcome } from './page-file/save-job.ts';
import type { ChooseJobResult, PageJob, PageJobResult, QuoteJob, RankJob, RankJobResult } from './page-job.ts';
import { type Verdict, verdict } from './reasons.ts';
import { startWorkers } from './start-workers.ts';
import type { PackedTablesJob, PackedTablesOutcome, TablesJob, TablesOutcome } from './tables/table-job.ts';

export interface PagePool {
  /** The result, or the verdict on a page that needed more time or memory than it may have; the next job works. */
  run(job: PageJob, limits: PoolLimits): Promise<PoolOutcome>;
  /** Rejects with the signal’s reason or a TimeoutError, and with AppError for faults of ours. */
  rank(job: RankJob, limits: PoolLimits): Promise<RankJobResult>;
  /** The same, with copies found and the order of an answer; rejects alike. */
  choose(job: RankJob, limits: PoolLimits): Promise<ChooseJobResult>;
  /** Quotes looked up in a long text; rejects alike. */
  lookUp(job: QuoteJob, limits: PoolLimits): Promise<LookedUp[]>;
  /** The tables of a page; ends as `run` does. */
  tables(job: TablesJob, limits: PoolLimits): Promise<TablesOutcome | Killed>;
  /** A page as one file of HTML; ends as `run` does. */
  save(job: SaveJob, limits: PoolLimits): Promise<SaveOutcome | Killed>;
  /** More about tables found before. Rejects as `rank` does. */
  packedTables(job: PackedTablesJob, limits: PoolLimits): Promise<PackedTablesOutcome>;
  readonly counters: { readonly jobs: number; readonly killed: number; readonly threads: number };
  close(): Promise<void>;
}

interface PoolLimits {
  readonly signal: AbortSignal;
  readonly timeoutMs: number;
}

type Killed = { readonly type: 'killed'; readonly verdict: Verdict };
type PoolOutcome = PageJobResult | Killed;

export interface PagePoolOptions {
  /** The worker’s file; default: the one beside this module, as it is built. */
  readonly workerUrl?: URL;
  readonly maxThreads?: number;
  /** Heap of one worker. 5 MB of HTML need about 300 MB; buffers are not counted and capped by the fetcher. */
  readonly memoryMb?: number;
}

const MAX_THREADS = 2;
const MEMORY_MB = 512;
/** Room for short-lived objects: a page is thousands of them, and with 96 MB a 1 MB page takes a third less CPU. */
const YOUNG_MB = 96;

/** Lazy: no thread and no library is loaded before the first job. */
export function createPagePool(options: PagePoolOptions = {}): PagePool {
  return new WorkerPool(options);
}

class WorkerPool implements PagePool {
  readonly #options: PagePoolOptions;
  #starting: Promise<Piscina> | null = null;
  #piscina: Piscina | null = null;
  #jobs = 0;
  #killed = 0;

  constructor(options: PagePoolOptions) {
    this.#options = options;
  }

  get counters() {
    return { jobs: this.#jobs, killed: this.#killed, threads: this.#piscina?.threads.length ?? 0 };
  }

  run(job: PageJob, limits: PoolLimits): Promise<PoolOutcome> {
    return this.#pageWork<PageJobResult>('default', job, limits);
  }

  tables(job: TablesJob, limits: PoolLimits): Promise<TablesOutcome | Killed> {
    return this.#pageWork<TablesOutcome>('tables', job, limits);
  }

  save(job: SaveJob, limits: PoolLimits): Promise<SaveOutcome | Killed> {
    return this.#pageWork<SaveOutcome>('save', job, limits);
  }

  rank(job: RankJob, limits: PoolLimits): Promise<RankJobResult> {
    return this.#work<RankJobResult>('rank', job, limits);
  }

  choose(job: RankJob, limits: PoolLimits): Promise<ChooseJobResult> {
    return this.#work<ChooseJobResult>('choose', job, limits);
  }

  lookUp(job: QuoteJob, limits: PoolLimits): Promise<LookedUp[]> {
    return this.#work<LookedUp[]>('lookUpQuotes', job, limits);
  }

  packedTables(job: PackedTablesJob, limits: PoolLimits): Promise<PackedTablesOutcome> {
    return this.#work<PackedTablesOutcome>('packedTables', job, limits);
  }

  /** Work on a page as it came: what it does to the worker is a verdict on the page. */
  async #pageWork<Result>(name: string, job: unknown, { signal, timeoutMs }: PoolLimits): Promise<Result | Killed> {
    const piscina = await this.#start();
    const limit = timeLimit(timeoutMs);
    this.#jobs++;
    try {
      return await piscina.run(job, { name, signal: AbortSignal.any([signal, limit]) });
    } catch (thrown) {
      this.#killed++;
      if (limit.aborted) return { type: 'killed', verdict: verdict('extraction_time') };
      signal.throwIfAborted();
      if (codeOf(thrown) === 'ERR_WORKER_OUT_OF_MEMORY') return { type: 'killed', verdict: verdict('memory_limit') };
      if (isOverflow(thrown)) return { type: 'killed', verdict: verdict('memory_limit', 'nested too deeply') };
      throw extractionFailed(thrown);
    }
  }

  /** Work on what was read already. */
  async #work<Result>(name: string, job: unknown, { signal, timeoutMs }: PoolLimits): Promise<Result> {
    const piscina = await this.#start();
    const limit = timeLimit(timeoutMs);
    try {
      return await piscina.run(job, { name, signal: AbortSignal.any([signal, limit]) });
    } catch (thrown) {
      signal.throwIfAborted();
      throw limit.aborted ? limit.reason : extractionFailed(thrown);
    }
  }

  async close(): Promise<void> {
    const closing = await this.#starting;
    this.#starting = null;
    this.#piscina = null;
    await closing?.destroy();
  }

  async #start(): Promise<Piscina> {
    const { workerUrl, maxThreads = MAX_THREADS, memoryMb = MEMORY_MB } = this.#options;
    this.#starting ??= startWorkers({ workerUrl, maxThreads, memoryMb, youngMb: YOUNG_MB });
    this.#piscina = await this.#starting;
    return this.#piscina;
  }
}

function timeLimit(ms: number): AbortSignal {
  return AbortSignal.timeout(Math.max(1, Math.ceil(ms)));
}

function codeOf(thrown: unknown): unknown {
  return thrown instanceof Error && 'code' in thrown ? thrown.code : undefined;
}

function isOverflow(thrown: unknown): boolean {
  return thrown instanceof Error && thrown.name === 'RangeError';
}

/** The cause stays inside: a fault’s message may quote the page. */
function extractionFailed(cause: unknown): AppError {
  return new AppError('extraction_failed', 'The page was fetched, but reading it hit a fault of ours.', {
    hint: 'Try format="text" or a selector, and report the address as a bug.',
    cause,
  });
}
