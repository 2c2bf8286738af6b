import { LRUCache } from 'lru-cache';
import { type Clock, systemClock } from '../base/time.ts';

/** A bounded memory of this process: the least recently used goes when the bytes run out, everything after its time. */
export interface MemoryStore<T extends object> {
  get(key: string): T | undefined;
  /** A value larger than the whole store is not kept. `ttlMs` shortens the store's own time, never lengthens it. */
  set(key: string, value: T, ttlMs?: number): void;
  delete(key: string): void;
  clear(): void;
  readonly entries: number;
  readonly bytes: number;
}

export interface MemoryStoreOptions<T> {
  readonly maxBytes: number;
  readonly ttlMs: number;
  /** What a value takes, in bytes; an estimate that errs on the high side. */
  sizeOf(value: T): number;
  readonly clock?: Clock;
}

export function createMemoryStore<T extends object>(options: MemoryStoreOptions<T>): MemoryStore<T> {
  const clock = options.clock ?? systemClock;
  const cache = new LRUCache<string, T>({
    maxSize: options.maxBytes,
    sizeCalculation: (value, key) => Math.max(1, Math.ceil(options.sizeOf(value)) + key.length * 2),
    ttl: options.ttlMs,
    ttlResolution: 0,
    // lru-cache takes 0 for "not set yet", so its clock must not start there.
    perf: { now: () => clock.now() + 1 },
  });
  return {
    get: (key) => cache.get(key),
    set(key, value, ttlMs) {
      cache.set(key, value, { ttl: Math.min(ttlMs ?? options.ttlMs, options.ttlMs) });
    },
    delete(key) {
      cache.delete(key);
    },
    clear: () => cache.clear(),
    get entries() {
      return cache.size;
    },
    get bytes() {
      return cache.calculatedSize;
    },
  };
}
