import { availableParallelism } from 'node:os';
import { MessageChannel } from 'node:worker_threads';
import type { Piscina } from 'piscina';
import { AppError } from '../base/errors.ts';
import type { HeldPage } from '../browser/held-page.ts';
import { type Verdict, verdict } from './reasons.ts';
import type { LookOptions } from './see/look.ts';
import { ServedPage } from './see/serve-page.ts';
import type { SightJob, SightJobResult } from './see/sight-job.ts';
import { MAX_SHEET_BYTES } from './see/standing-page.ts';
import { startWorkers } from './start-workers.ts';

/** What was seen, as bytes (see/packed-sight.ts), or why the page was too much. */
export type Sighting =
  | Extract<SightJobResult, { type: 'seen' | 'scroll first' }>
  | { readonly type: 'killed'; readonly verdict: Verdict };

export interface SightPoolOptions {
  /** The worker’s file; default: the one beside this module, as it is built. */
  readonly workerUrl?: URL;
  /** Heap of one worker. A page of 100,000 elements needs about 700 MB. */
  readonly memoryMb?: number;
}

/** One a core: each thread has to learn anew how to run fast, and a page that waits for one only stands still longer. */
const MAX_THREADS = Math.min(4, Math.max(2, availableParallelism()));
const MEMORY_MB = 1_024;
/** Room for short-lived objects: with Node's 16 MB a fifth of the time of a large page goes into collecting them. */
const YOUNG_MB = 192;

/**
 * Threads in which pages are looked at: whatever is as large as the page stays off the event loop, and a page that is
 * too much is given up with its thread. Lazy: no thread is started before the first page is opened.
 */
export class SightPool {
  readonly #options: SightPoolOptions;
  #starting: Promise<Piscina> | null = null;

  constructor(options: SightPoolOptions = {}) {
    this.#options = options;
  }

  /** Has a thread ready by the time that a page has loaded. */
  async prepare(): Promise<void> {
    const piscina = await this.#start();
    if (piscina.idleThreads > 0 || piscina.threads.length >= MAX_THREADS) return;
    // A thread that is ended while it gets ready is no loss.
    await piscina.run(null, { name: 'ready' }).catch(() => {});
  }

  /** @throws what the page's commands fail with; the signal's reason; AppError for faults of ours. */
  async look(held: HeldPage, look: LookOptions, signal: AbortSignal): Promise<Sighting> {
    const piscina = await this.#start();
    const { port1, port2 } = new MessageChannel();
    const served = new ServedPage(held);
    served.serve(port1);
    const job: SightJob = {
      port: port2,
      frames: held.frames.map(({ session, frameId }) => ({ session: served.sessions.indexOf(session), frameId })),
      elements: held.elements,
      sheetFrameIds: held.sheets.frameIds,
      pageStyles: await held.sheets.pageStyles(MAX_SHEET_BYTES),
      look,
    };
    try {
      const result: SightJobResult = await piscina.run(job, { name: 'see', signal, transferList: [port2] });
      if (result.type === 'fault') throw served.faults[result.fault];
      return result;
    } catch (thrown) {
      signal.throwIfAborted();
      if (served.faults.includes(thrown)) throw thrown;
      if (isOutOfMemory(thrown)) return { type: 'killed', verdict: verdict('memory_limit', 'in the browser') };
      throw new AppError('extraction_failed', 'The page was rendered, but looking at it hit a fault of ours.', {
        hint: 'Try render="never", and report the address as a bug.',
        cause: thrown,
      });
    } finally {
      port1.close();
    }
  }

  async close(): Promise<void> {
    const closing = await this.#starting;
    this.#starting = null;
    await closing?.destroy();
  }

  #start(): Promise<Piscina> {
    const { workerUrl, memoryMb = MEMORY_MB } = this.#options;
    this.#starting ??= startWorkers({ workerUrl, maxThreads: MAX_THREADS, memoryMb, youngMb: YOUNG_MB });
    return this.#starting;
  }
}

function isOutOfMemory(thrown: unknown): boolean {
  if (!(thrown instanceof Error)) return false;
  return thrown.name === 'RangeError' || ('code' in thrown && thrown.code === 'ERR_WORKER_OUT_OF_MEMORY');
}
