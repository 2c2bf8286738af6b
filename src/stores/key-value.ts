/**
 * Small values that several parts, and later several processes, share: what was answered, who rests, when the next
 * request may start. Every driver passes the suite in test/kit/key-value-contract.ts.
 */
export interface KeyValueStore {
  /** Null once the time of the value is over. */
  get(key: string): Promise<string | null>;
  set(key: string, value: string, ttlMs: number): Promise<void>;
  delete(key: string): Promise<void>;
  /** The live values whose keys begin with `prefix`, by key, in the order of the keys. */
  list(prefix: string): Promise<ReadonlyArray<readonly [key: string, value: string]>>;
  /**
   * Takes the next free moment of a lane, in one step: first come, first served. When that moment is further away than
   * `maxWaitMs`, nothing is taken.
   */
  reserve(key: string, rule: LaneRule, maxWaitMs: number): Promise<Reservation>;
  /** Writes out what is still to be written; the store is not used afterwards. */
  close(): Promise<void>;
}

/** At most `limit` moments in any `windowMs`, and at least `gapMs` between two. */
export interface LaneRule {
  readonly limit: number;
  readonly windowMs: number;
  readonly gapMs: number;
}

export interface Reservation {
  readonly granted: boolean;
  /** Until the moment that was taken, or that would have been. */
  readonly waitMs: number;
}

/**
 * The next moment a lane is free, from the latest moments taken (rising, at most `limit` of them).
 * @returns milliseconds since the epoch, at or after `nowMs`
 */
export function nextMoment(taken: readonly number[], rule: LaneRule, nowMs: number): number {
  const last = taken.at(-1);
  const first = taken.length >= rule.limit ? taken[taken.length - rule.limit] : undefined;
  return Math.max(nowMs, last === undefined ? 0 : last + rule.gapMs, first === undefined ? 0 : first + rule.windowMs);
}
