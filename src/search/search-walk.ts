import type { Clock, Deadline } from '../base/time.ts';
import { applyFilters } from './after-filters.ts';
import { cleanHits } from './clean-hits.ts';
import type { EngineHealth } from './engine-health.ts';
import { countPages } from './fuse.ts';
import type { Hit, RawHit } from './hit.ts';
import type { SearchOutlets } from './outlets.ts';
import type { SearchPace } from './pace.ts';
import type { Query } from './query.ts';
import type { AttemptOutcome, SearchAttempt } from './search.ts';
import type { Searxng } from './searxng.ts';

export interface WalkParts {
  readonly outlets: SearchOutlets;
  readonly health: EngineHealth;
  readonly pace: SearchPace;
  readonly searxng: Searxng | null;
  readonly clock: Clock;
}

/** With less than this left nothing more is begun. */
export const MIN_LEFT_MS = 1_000;

/** Who found something, and how much of the time asked for it was told. */
export interface Finder {
  readonly label: string;
  readonly engine: string;
  readonly weight: number;
  readonly freshness: 'applied' | 'wider' | 'none';
}

/** One search on its way through the layers: what was tried, what was found, what is to be said about it. */
export class SearchWalk {
  readonly attempts: SearchAttempt[] = [];
  /** In our own words, by the label of the attempt. */
  readonly details = new Map<string, string>();
  readonly notes: string[] = [];
  readonly hits: Hit[] = [];
  /** Labels that gave results, and those that said there are none. */
  readonly providers = new Set<string>();
  readonly empties = new Set<string>();
  /** Milliseconds until the soonest turn at an engine whose line was too long. */
  soonestMs = Number.POSITIVE_INFINITY;
  readonly query: Query;
  readonly parts: WalkParts;
  readonly deadline: Deadline;
  /** Labels that could not be reached; whether they are to blame is known in the end. */
  readonly unreachable: string[] = [];
  /** Results that seem to belong to another question; better than nothing, and said so. */
  readonly doubtful: Array<{ readonly raw: readonly RawHit[]; readonly from: Finder }> = [];
  /** Somebody was reached, whatever the answer. */
  reached = false;

  constructor(query: Query, parts: WalkParts, deadline: Deadline) {
    this.query = query;
    this.parts = parts;
    this.deadline = deadline;
  }

  get pages(): number {
    return countPages(this.hits);
  }

  /** Half of what was asked for is a usable answer; the rest is not worth another engine's patience. */
  get isEnough(): boolean {
    return this.pages >= Math.ceil(this.query.maxResults / 2);
  }

  record(layer: string, outcome: AttemptOutcome, startedAt: number, detail = ''): void {
    this.attempts.push({ layer, outcome, ms: Math.round(performance.now() - startedAt) });
    if (detail !== '') this.details.set(layer, detail);
  }

  /** Takes over what an engine found; how many pages of it passed the filters. */
  take(raw: readonly RawHit[], { label, engine, weight, freshness }: Finder): number {
    const language = this.query.region?.language ?? null;
    const isSafe = (url: string) => this.parts.outlets.isSafe(url);
    const cleaned = cleanHits(raw, { engine, weight, language, nowMs: this.parts.clock.now(), isSafe });
    const filtered = applyFilters(cleaned.hits, this.query, freshness);
    this.#note(cleaned.unsafe, 'left out: unsafe, too long or not to be read from here', label);
    this.#note(cleaned.touched, 'held invisible characters, which were taken out', label);
    this.#note(filtered.elsewhere, 'left out: outside of the domains asked for', label);
    this.#note(filtered.outdated, 'left out: outside of the time asked for', label);
    this.#note(filtered.undated, 'left out: without a date, and this engine cannot be told the time', label);
    this.hits.push(...filtered.kept);
    if (filtered.kept.length > 0) this.providers.add(label);
    else this.empties.add(label);
    return filtered.kept.length;
  }

  #note(count: number, what: string, label: string): void {
    if (count > 0) this.notes.push(`${label}: ${count} result${count === 1 ? '' : 's'} ${what}.`);
  }
}
