import { setFlagsFromString } from 'node:v8';
import type { Piscina } from 'piscina';

export interface WorkerOptions {
  /** The worker’s file; default: the one beside this module, as it is built. */
  readonly workerUrl?: URL | undefined;
  readonly maxThreads: number;
  /** Heap of one worker; buffers are not counted in it. */
  readonly memoryMb: number;
  /** Of it, the room for short-lived objects. */
  readonly youngMb: number;
}

const STACK_MB = 8;
/** A worker keeps its parsed libraries warm for the next read of a session. */
const IDLE_MS = 60_000;
const MAX_QUEUE = 64;

/**
 * How much a heap may grow, in percent of what is in use, before all of it is searched for what is not. Such a search
 * throws away the compiled code of functions that live for one page only; left to itself the engine does it at every
 * second page, and then compiles the same functions anew at every page, which in turn keeps the page before alive
 * (measured: with this, a 200 KB page takes 115 ms of CPU in place of 190). The engine knows this of a whole process
 * only, so it holds for its main thread as well; the limits of workers stay what they are.
 */
const HEAP_GROWTH_PERCENT = 200;

/** Threads of read/worker.ts, started when there is work for them, without the environment of this process. */
export async function startWorkers({ workerUrl, maxThreads, memoryMb, youngMb }: WorkerOptions): Promise<Piscina> {
  const { Piscina } = await import('piscina');
  setFlagsFromString(`--heap-growing-percent=${HEAP_GROWTH_PERCENT}`);
  const piscina = new Piscina({
    filename: (workerUrl ?? new URL('./worker.js', import.meta.url)).href,
    minThreads: 0,
    maxThreads,
    idleTimeout: IDLE_MS,
    maxQueue: MAX_QUEUE,
    env: {},
    resourceLimits: {
      maxYoungGenerationSizeMb: youngMb,
      maxOldGenerationSizeMb: memoryMb,
      stackSizeMb: STACK_MB,
    },
  });
  // A thread that ends between two jobs is replaced at the next one; without a listener it would end the program.
  piscina.on('error', () => {});
  return piscina;
}
