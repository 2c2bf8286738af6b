import { AppError } from '../base/errors.ts';
import { Semaphore } from '../base/queue.ts';

/** How many calls may run and wait at once. */
export interface CallLimitOptions {
  readonly running: number;
  readonly waiting: number;
}

export const DEFAULT_CALL_LIMITS: CallLimitOptions = { running: 16, waiting: 256 };
const RETRY_AFTER_MS = 2_000;

/** The cap on calls in flight: first come, first served, and a full queue is refused at once. */
export class CallLimits {
  readonly #running: Semaphore;
  readonly #options: CallLimitOptions;

  constructor(options: CallLimitOptions = DEFAULT_CALL_LIMITS) {
    this.#options = options;
    this.#running = new Semaphore(options.running);
  }

  get running(): number {
    return this.#running.held;
  }

  get waiting(): number {
    return this.#running.waiting;
  }

  /** Resolves, when it is this call's turn, to the function that ends it. Rejects when the signal aborts first. */
  async enter(signal: AbortSignal): Promise<() => void> {
    const full = this.#running.held >= this.#options.running && this.#running.waiting >= this.#options.waiting;
    if (full) {
      throw new AppError(
        'rate_limited',
        `${this.#options.running} calls are running and as many as may wait are waiting.`,
        {
          hint: 'Wait for an answer before asking again, or send fewer calls at once.',
          retryAfterMs: RETRY_AFTER_MS,
        },
      );
    }
    return this.#running.acquire(signal);
  }
}
