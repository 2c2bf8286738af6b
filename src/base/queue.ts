/** A first-in, first-out gate for at most `limit` holders at once. A waiter whose signal aborts leaves the queue. */
export class Semaphore {
  readonly #limit: number;
  #held = 0;
  readonly #waiting: Array<() => void> = [];

  constructor(limit: number) {
    this.#limit = limit;
  }

  get held(): number {
    return this.#held;
  }

  get waiting(): number {
    return this.#waiting.length;
  }

  /** Resolves to the function that gives the place back; calling it twice does nothing more. */
  async acquire(signal?: AbortSignal): Promise<() => void> {
    signal?.throwIfAborted();
    if (this.#held < this.#limit) this.#held++;
    else await this.#wait(signal);
    let released = false;
    return () => {
      if (released) return;
      released = true;
      const next = this.#waiting.shift();
      if (next) next();
      else this.#held--;
    };
  }

  async run<T>(work: () => Promise<T>, signal?: AbortSignal): Promise<T> {
    const release = await this.acquire(signal);
    try {
      return await work();
    } finally {
      release();
    }
  }

  #wait(signal?: AbortSignal): Promise<void> {
    return new Promise((resolve, reject) => {
      const enter = () => {
        signal?.removeEventListener('abort', leave);
        resolve();
      };
      const leave = () => {
        this.#waiting.splice(this.#waiting.indexOf(enter), 1);
        reject(signal?.reason);
      };
      this.#waiting.push(enter);
      signal?.addEventListener('abort', leave, { once: true });
    });
  }
}

/** A FIFO lock: one holder at a time. */
export class Mutex extends Semaphore {
  constructor() {
    super(1);
  }
}

/**
 * Joins concurrent calls for the same key into one flight. The flight is aborted only when every caller has gone:
 * one impatient caller must not take the page away from the others.
 */
export class SingleFlight<T> {
  readonly #flights = new Map<string, { promise: Promise<T>; riders: number; controller: AbortController }>();

  async run(key: string, work: (signal: AbortSignal) => Promise<T>, signal?: AbortSignal): Promise<T> {
    signal?.throwIfAborted();
    let flight = this.#flights.get(key);
    if (!flight) {
      const controller = new AbortController();
      flight = { promise: work(controller.signal), riders: 0, controller };
      const started = flight;
      this.#flights.set(key, started);
      const land = () => {
        if (this.#flights.get(key) === started) this.#flights.delete(key);
      };
      started.promise.then(land, land);
    }
    const mine = flight;
    mine.riders++;
    try {
      return await abortable(mine.promise, signal);
    } finally {
      mine.riders--;
      if (mine.riders === 0 && this.#flights.get(key) === mine) {
        this.#flights.delete(key);
        mine.controller.abort(signal?.reason);
      }
    }
  }
}

/** The promise, or a rejection with the signal's reason, whichever comes first. */
export function abortable<T>(promise: Promise<T>, signal?: AbortSignal): Promise<T> {
  if (!signal) return promise;
  return new Promise((resolve, reject) => {
    if (signal.aborted) {
      promise.catch(() => {});
      return reject(signal.reason);
    }
    const onAbort = () => reject(signal.reason);
    signal.addEventListener('abort', onAbort, { once: true });
    promise.then(resolve, reject).finally(() => signal.removeEventListener('abort', onAbort));
  });
}
