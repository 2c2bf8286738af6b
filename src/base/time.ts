import { AppError } from './errors.ts';

/** Where time comes from; tests hand in their own. Milliseconds since the epoch. */
export interface Clock {
  now(): number;
}

export const systemClock: Clock = { now: () => Date.now() };

/** Waits `ms`, or rejects with the signal's reason as soon as it aborts. Never keeps the process alive. */
export function delay(ms: number, signal?: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    if (signal?.aborted) return reject(signal.reason);
    const onAbort = () => {
      clearTimeout(timer);
      reject(signal?.reason);
    };
    const timer = setTimeout(() => {
      signal?.removeEventListener('abort', onAbort);
      resolve();
    }, ms);
    signal?.addEventListener('abort', onAbort, { once: true });
  });
}

/**
 * One time budget shared by all the steps of a call. `signal` aborts when the time is over or the caller cancels:
 * with a TimeoutError in the first case, with an AppError `cancelled` in the second. Dispose it when the call ends.
 */
export class Deadline {
  readonly signal: AbortSignal;
  readonly #endsAt: number;
  readonly #controller = new AbortController();
  readonly #timer: NodeJS.Timeout;
  readonly #parent: AbortSignal | undefined;
  readonly #onParentAbort: () => void;

  constructor(ms: number, parent?: AbortSignal) {
    this.#endsAt = performance.now() + ms;
    this.signal = this.#controller.signal;
    this.#parent = parent;
    this.#onParentAbort = () =>
      this.#controller.abort(
        parent?.reason instanceof DOMException && parent.reason.name === 'TimeoutError'
          ? parent.reason
          : new AppError('cancelled', 'The call was cancelled.', { cause: parent?.reason }),
      );
    this.#timer = setTimeout(
      () => this.#controller.abort(new DOMException(`No answer within ${ms} ms`, 'TimeoutError')),
      ms,
    );
    this.#timer.unref();
    if (parent?.aborted) this.#onParentAbort();
    else parent?.addEventListener('abort', this.#onParentAbort, { once: true });
  }

  /** Milliseconds left, never below 0. */
  get remainingMs(): number {
    return Math.max(0, this.#endsAt - performance.now());
  }

  /** True when the time ran out, as opposed to a cancel by the caller. */
  get timedOut(): boolean {
    const reason: unknown = this.signal.reason;
    return reason instanceof DOMException && reason.name === 'TimeoutError';
  }

  [Symbol.dispose](): void {
    clearTimeout(this.#timer);
    this.#parent?.removeEventListener('abort', this.#onParentAbort);
  }
}
