import type { Piscina } from 'piscina';
import { AppError } from '../base/errors.ts';
import type { PageJob, PageJobResult } from './page-job.ts';
import { type Verdict, verdict } from './reasons.ts';

export interface PagePool {
  /** The result, or the verdict on a page that needed more time or memory than it may have; the next job works. */
  run(job: PageJob, limits: { readonly signal: AbortSignal; readonly timeoutMs: number }): Promise<PoolOutcome>;
  readonly counters: { readonly jobs: number; readonly killed: number; readonly threads: number };
  close(): Promise<void>;
}

export type PoolOutcome = PageJobResult | { readonly type: 'killed'; readonly verdict: Verdict };

export interface PagePoolOptions {
  /** The worker’s file; default: the one beside this module, as it is built. */
  readonly workerUrl?: URL;
  readonly maxThreads?: number;
  /** Heap of one worker. 5 MB of HTML need about 300 MB; buffers are not counted and capped by the fetcher. */
  readonly memoryMb?: number;
}

const MAX_THREADS = 2;
const MEMORY_MB = 512;
const STACK_MB = 8;
/** A worker keeps its parsed libraries warm for the next read of a session. */
const IDLE_MS = 60_000;
const MAX_QUEUE = 64;

/** Lazy: no thread and no library is loaded before the first job. */
export function createPagePool(options: PagePoolOptions = {}): PagePool {
  let pool: Promise<Piscina> | null = null;
  let resolved: Piscina | null = null;
  let jobs = 0;
  let killed = 0;
  const start = async () => {
    const { Piscina } = await import('piscina');
    return new Piscina({
      filename: (options.workerUrl ?? new URL('./worker.js', import.meta.url)).href,
      minThreads: 0,
      maxThreads: options.maxThreads ?? MAX_THREADS,
      idleTimeout: IDLE_MS,
      maxQueue: MAX_QUEUE,
      env: {},
      resourceLimits: { maxOldGenerationSizeMb: options.memoryMb ?? MEMORY_MB, stackSizeMb: STACK_MB },
    });
  };
  return {
    async run(job, { signal, timeoutMs }) {
      pool ??= start();
      const running = await pool;
      resolved = running;
      const limit = AbortSignal.timeout(Math.max(1, Math.ceil(timeoutMs)));
      jobs++;
      try {
        return await running.run(job, { signal: AbortSignal.any([signal, limit]) });
      } catch (thrown) {
        killed++;
        if (limit.aborted) return { type: 'killed', verdict: verdict('extraction_time') };
        signal.throwIfAborted();
        if (codeOf(thrown) === 'ERR_WORKER_OUT_OF_MEMORY') return { type: 'killed', verdict: verdict('memory_limit') };
        if (isOverflow(thrown)) return { type: 'killed', verdict: verdict('memory_limit', 'nested too deeply') };
        throw extractionFailed(thrown);
      }
    },
    counters: {
      get jobs() {
        return jobs;
      },
      get killed() {
        return killed;
      },
      get threads() {
        return resolved?.threads.length ?? 0;
      },
    },
    async close() {
      const closing = await pool;
      pool = null;
      resolved = null;
      await closing?.destroy();
    },
  };
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
