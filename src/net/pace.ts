import { LRUCache } from 'lru-cache';
import { AppError } from '../base/errors.ts';
import { type Clock, delay, systemClock } from '../base/time.ts';
import { siteOf } from './site-of.ts';

export interface PaceOptions {
  /** Least time between the starts of two requests to one site (PLAINSIGHT_HOST_DELAY_MS); 0 paces nothing. */
  readonly hostDelayMs: number;
  /** Longest time a request waits in line before it is refused; default 10 s. */
  readonly maxWaitMs?: number;
  /** Most requests in line for one site; default 32. */
  readonly maxQueue?: number;
  /** Sites remembered; the least recently used is forgotten; default 2,000. */
  readonly maxSites?: number;
  readonly clock?: Clock;
}

export interface Pace {
  /**
   * Waits for this host's turn; with `part` (a piece of a page that was let in) only for the end of its rest. `port` sets addresses without a name apart from each other. Throws AppError
   * rate_limited with retryAfterMs at once when the wait would be longer than allowed; rejects with the signal's
   * reason when it aborts.
   */
  enter(
    host: string,
    port: number,
    limits: { readonly signal?: AbortSignal; readonly maxWaitMs?: number; readonly part?: boolean },
  ): Promise<void>;
  /** A server asked to be left alone for so long (Retry-After). */
  rest(host: string, port: number, ms: number): void;
}

interface Lane {
  /** When the next request may start. */
  freeAt: number;
  /** Until when the site asked to be left alone. */
  restUntil: number;
  waiting: number;
}

/**
 * One lane per site: each request takes the next free moment and moves it on by the delay, so the queue is a
 * number, not a list. A waiter that gives up keeps its moment; the lane is then quieter than it had to be.
 */
export function createPace(options: PaceOptions): Pace {
  const clock = options.clock ?? systemClock;
  const maxQueue = options.maxQueue ?? 32;
  const lanes = new LRUCache<string, Lane>({ max: options.maxSites ?? 2000 });
  const laneOf = (host: string, port: number) => {
    const site = siteOf(host);
    const key = site === host && !/[a-z]/u.test(host) ? `${host}|${port}` : site;
    let lane = lanes.get(key);
    if (!lane) {
      lane = { freeAt: 0, restUntil: 0, waiting: 0 };
      lanes.set(key, lane);
    }
    return lane;
  };

  return {
    async enter(host, port, { signal, maxWaitMs, part = false }) {
      signal?.throwIfAborted();
      const lane = laneOf(host, port);
      const now = clock.now();
      const wait = Math.max(0, (part ? lane.restUntil : Math.max(lane.freeAt, lane.restUntil)) - now);
      const longest = Math.min(options.maxWaitMs ?? 10_000, maxWaitMs ?? Number.POSITIVE_INFINITY);
      if (wait > longest || (wait > 0 && lane.waiting >= maxQueue)) throw tooSoon(wait);
      if (!part) lane.freeAt = now + wait + options.hostDelayMs;
      if (wait === 0) return;
      lane.waiting++;
      try {
        await delay(wait, signal);
      } finally {
        lane.waiting--;
      }
    },
    rest(host, port, ms) {
      const lane = laneOf(host, port);
      lane.restUntil = Math.max(lane.restUntil, clock.now() + ms);
    },
  };
}

function tooSoon(waitMs: number): AppError {
  const seconds = Math.ceil(waitMs / 1000);
  return new AppError('rate_limited', `This site is to be left alone for another ${seconds} s.`, {
    hint: `Read something else first and come back after ${seconds} s.`,
    retryable: true,
    retryAfterMs: Math.ceil(waitMs),
  });
}
