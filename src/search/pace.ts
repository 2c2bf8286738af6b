import { AppError } from '../base/errors.ts';
import { delay } from '../base/time.ts';
import type { KeyValueStore, LaneRule } from '../stores/key-value.ts';

/** PLAINSIGHT_SEARCH_RATE and PLAINSIGHT_SEARCH_QUEUE_S. */
export interface PaceSettings {
  /** Most searches, and most requests to one engine, in a window. */
  readonly limit: number;
  readonly windowMs: number;
  /** Longest wait for a turn. */
  readonly queueMs: number;
}

/** A service's own limit. */
export interface Rate {
  readonly count: number;
  readonly seconds: number;
}

/** A burst looks like a machine even when it is within the limit. Of a longer window a tenth, of “3 per 10 s” a second. */
const GAP_SHARE = 0.1;
/** Engines count from when a request arrives, and some are longer on their way than others. */
const GAP_MARGIN = 1.2;
const BROWSER_RULE: LaneRule = { limit: 4, windowMs: 60_000, gapMs: 2_000 };
/** For a keyed service that states no limit of its own. */
const KEYED_RATE = { count: 1, seconds: 1 };

/** The turns of searches and of requests to engines, first come, first served, shared through the store. */
export class SearchPace {
  readonly #store: KeyValueStore;
  readonly #settings: PaceSettings;
  readonly #rule: LaneRule;
  /** When the latest turn of a lane was really taken in this process; one entry for each engine. */
  readonly #taken = new Map<string, number>();

  constructor(store: KeyValueStore, settings: PaceSettings) {
    this.#store = store;
    this.#settings = settings;
    const { limit, windowMs } = settings;
    this.#rule = { limit, windowMs, gapMs: Math.min(windowMs * GAP_SHARE, windowMs / limit) * GAP_MARGIN };
  }

  /**
   * Waits for this search's turn among all searches.
   * @throws AppError `rate_limited` with retryAfterMs when the line is too long; the signal's reason.
   */
  async enter(signal: AbortSignal): Promise<void> {
    const waitMs = await this.#take('searches', this.#rule, this.#settings.queueMs, signal);
    if (waitMs === 0) return;
    const seconds = Math.ceil(waitMs / 1000);
    throw new AppError('rate_limited', `Too many searches at once: the next turn is free in ${seconds} s.`, {
      hint: `Search again after ${seconds} s, or read what was found so far.`,
      retryAfterMs: waitMs,
    });
  }

  /** Waits for a request's turn at one engine. Milliseconds to wait when the line is too long for `maxWaitMs`, else 0. */
  async enterEngine(
    engine: string,
    way: 'page' | 'browser' | 'keyed' | 'searxng',
    limits: { readonly signal: AbortSignal; readonly maxWaitMs: number; readonly rate?: Rate | undefined },
  ): Promise<number> {
    const { signal, rate = KEYED_RATE } = limits;
    const maxWaitMs = Math.max(0, Math.min(limits.maxWaitMs, this.#settings.queueMs));
    if (way === 'browser') {
      const busy = await this.#take('browser', BROWSER_RULE, Math.min(maxWaitMs, BROWSER_RULE.gapMs * 2), signal);
      if (busy > 0) return busy;
    }
    return this.#take(`engine:${engine}`, this.#ruleOf(way, rate), maxWaitMs, signal);
  }

  /** A search may ask SearXNG twice; how many searches there are is held before. */
  #ruleOf(way: 'page' | 'browser' | 'keyed' | 'searxng', { count, seconds }: Rate): LaneRule {
    if (way === 'keyed') return { limit: count, windowMs: seconds * 1000 * GAP_MARGIN, gapMs: 0 };
    return way === 'searxng' ? { ...this.#rule, limit: this.#rule.limit * 2 } : this.#rule;
  }

  async #take(lane: string, rule: LaneRule, maxWaitMs: number, signal: AbortSignal): Promise<number> {
    signal.throwIfAborted();
    const { granted, waitMs } = await this.#store.reserve(`lane:${lane}`, rule, maxWaitMs);
    if (!granted) return Math.ceil(waitMs);
    if (waitMs > 0) await delay(waitMs, signal);
    await this.#holdGap(lane, rule.gapMs, signal);
    return 0;
  }

  /** Timers that a busy process held up fire all at once; the gap is held by when turns were really taken. */
  async #holdGap(lane: string, gapMs: number, signal: AbortSignal): Promise<void> {
    for (;;) {
      const now = performance.now();
      const early = (this.#taken.get(lane) ?? Number.NEGATIVE_INFINITY) + gapMs - now;
      if (early <= 0) {
        this.#taken.set(lane, now);
        return;
      }
      await delay(Math.ceil(early), signal);
    }
  }
}
