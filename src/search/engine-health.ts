import type { Clock } from '../base/time.ts';
import type { KeyValueStore } from '../stores/key-value.ts';
import { parseJson } from './parse-json.ts';
import type { RestingEngine } from './search.ts';

/** Why an engine is left alone. The first three are the engine's word, the others may be our own fault. */
export const REST_KINDS = ['limited', 'challenged', 'refused', 'timeout', 'unreachable', 'unparsed', 'error'] as const;
export type RestKind = (typeof REST_KINDS)[number];

const REASONS: Readonly<Record<RestKind, string>> = {
  limited: 'too many requests',
  challenged: 'captcha',
  refused: 'access denied',
  timeout: 'timed out',
  unreachable: 'not reachable',
  unparsed: 'its answer was not understood',
  error: 'answered with an error',
};

const MINUTE_MS = 60_000;
/** An engine that turned us away: each time in a row twice as long. */
const FIRST_REST_MS = 15 * MINUTE_MS;
const LONGEST_REST_MS = 4 * 60 * MINUTE_MS;
const SHORT_REST_MS = 5 * MINUTE_MS;
/** So long after its rest an engine's strikes still count. */
const MEMORY_MS = 6 * 60 * MINUTE_MS;
const PREFIX = 'engine:';
const TURNED_AWAY: ReadonlySet<RestKind> = new Set(['limited', 'challenged', 'refused']);

interface RestLimits {
  /** What the engine asked for itself (Retry-After). */
  readonly atLeastMs?: number | null;
  /** The same from a service whose word is believed. */
  readonly exactMs?: number | null;
  /** Longest rest, for an operator's own engine. */
  readonly capMs?: number;
}

interface Entry {
  readonly until: number;
  readonly kind: RestKind;
  /** How often in a row it turned us away. */
  readonly strikes: number;
}

/** Who is left alone, and until when. Kept in a store, so that a restart does not begin by bothering tired engines. */
export class EngineHealth {
  readonly #store: KeyValueStore;
  readonly #clock: Clock;

  constructor(store: KeyValueStore, clock: Clock) {
    this.#store = store;
    this.#clock = clock;
  }

  /** Milliseconds that an engine still rests; 0 when it may be asked. */
  async restOf(engine: string): Promise<number> {
    const entry = parseEntry(await this.#store.get(PREFIX + engine));
    return entry === null ? 0 : Math.max(0, entry.until - this.#clock.now());
  }

  async rest(engine: string, kind: RestKind, limits: RestLimits = {}): Promise<void> {
    const before = parseEntry(await this.#store.get(PREFIX + engine));
    const now = this.#clock.now();
    const turnedAway = TURNED_AWAY.has(kind);
    // A report that comes again while an engine rests (SearXNG repeats its own) is the same strike.
    const isKnown = before !== null && before.until > now && (TURNED_AWAY.has(before.kind) || !turnedAway);
    const strikes = (before?.strikes ?? 0) + (turnedAway && !isKnown ? 1 : 0);
    const restMs = isKnown ? SHORT_REST_MS : restOf(kind, strikes, limits);
    const until = Math.max(now + restMs, isKnown ? before.until : 0);
    const entry: Entry = { until, kind: isKnown ? before.kind : kind, strikes };
    await this.#store.set(PREFIX + engine, JSON.stringify(entry), until - now + MEMORY_MS);
  }

  /** An answer ends the rest and forgives the strikes. */
  async clear(engine: string): Promise<void> {
    await this.#store.delete(PREFIX + engine);
  }

  /** Soonest back first. */
  async resting(): Promise<RestingEngine[]> {
    const now = this.#clock.now();
    const all = (await this.#store.list(PREFIX)).flatMap(([key, text]): RestingEngine[] => {
      const entry = parseEntry(text);
      if (entry === null || entry.until <= now) return [];
      const retry_after_s = Math.ceil((entry.until - now) / 1000);
      return [{ engine: key.slice(PREFIX.length), reason: REASONS[entry.kind], retry_after_s }];
    });
    return all.sort((a, b) => a.retry_after_s - b.retry_after_s);
  }
}

function restOf(kind: RestKind, strikes: number, { atLeastMs, exactMs, capMs = LONGEST_REST_MS }: RestLimits): number {
  if (typeof exactMs === 'number') return Math.min(exactMs, capMs);
  const grown = TURNED_AWAY.has(kind) ? FIRST_REST_MS * 2 ** Math.min(strikes - 1, 8) : SHORT_REST_MS;
  return Math.min(Math.max(grown, atLeastMs ?? 0), capMs);
}

function parseEntry(text: string | null): Entry | null {
  const parsed = text === null ? null : parseJson(text);
  if (typeof parsed !== 'object' || parsed === null) return null;
  const { until, kind, strikes } = { until: null, kind: null, strikes: null, ...parsed };
  const known = REST_KINDS.find((name) => name === kind);
  return typeof until === 'number' && typeof strikes === 'number' && known ? { until, kind: known, strikes } : null;
}

/**
 * What SearXNG says of an engine that did not answer, in its words (“Suspended: too many requests”, “CAPTCHA”,
 * “timeout”, “HTTP error 403”, “access denied”, “unexpected crash”).
 */
export function restKindOf(reason: string): RestKind {
  const text = reason.toLowerCase();
  if (/captcha|challenge/u.test(text)) return 'challenged';
  if (/too many|429|rate/u.test(text)) return 'limited';
  if (/denied|forbidden|40[13]|suspend|blocked/u.test(text)) return 'refused';
  if (/time.?out|timed out/u.test(text)) return 'timeout';
  if (/network|connect|unreachable|ssl|dns/u.test(text)) return 'unreachable';
  return /pars/u.test(text) ? 'unparsed' : 'error';
}
