import { SingleFlight } from '../base/queue.ts';
import { type Clock, Deadline } from '../base/time.ts';
import type { KeyValueStore } from '../stores/key-value.ts';
import { EngineHealth } from './engine-health.ts';
import type { Engine } from './engines.ts';
import { fuse } from './fuse.ts';
import type { SearchOutlets } from './outlets.ts';
import { type PaceSettings, SearchPace } from './pace.ts';
import { parseJson } from './parse-json.ts';
import { type Plan, planSearch } from './plan.ts';
import { parseQuery, type Query } from './query.ts';
import type { SearchAnswer, SearchCall, SearchRequest, SearchService } from './search.ts';
import { SearchWalk, type WalkParts } from './search-walk.ts';
import { Searxng } from './searxng.ts';
import { unavailable } from './unavailable.ts';
import { walkPlan } from './walk.ts';

export interface SearchOptions {
  readonly layers: readonly string[];
  readonly engines: readonly Engine[];
  /** PLAINSIGHT_SEARXNG_URL; empty for none. */
  readonly searxngUrl: string;
  readonly pace: PaceSettings;
  /** How long an answer is good for; 0 keeps none. */
  readonly cacheMs: number;
  readonly outlets: SearchOutlets;
  /** What may be lost with the process: answers. */
  readonly answers: KeyValueStore;
  /** What should outlive it: health and pace. */
  readonly state: KeyValueStore;
  readonly clock: Clock;
}

const DEFAULT_TIMEOUT_MS = 35_000;
/** An empty answer may be a bad moment of an engine; it is not kept for long. */
const EMPTY_CACHE_MS = 5 * 60_000;
const MAX_NOTES = 12;
const MAX_RESTING = 20;

/** Search as everybody above has it: cache, one flight for equal questions, one line for all, then the layers. */
export class Search implements SearchService {
  readonly health: EngineHealth;
  readonly counters = { searches: 0, search_cache_hits: 0, search_unanswered: 0 };
  readonly #options: SearchOptions;
  readonly #parts: WalkParts;
  readonly #flights = new SingleFlight<SearchAnswer>();

  constructor(options: SearchOptions) {
    this.#options = options;
    const { outlets, state, clock, searxngUrl } = options;
    this.health = new EngineHealth(state, clock);
    this.#parts = {
      outlets,
      clock,
      health: this.health,
      pace: new SearchPace(state, options.pace),
      searxng: searxngUrl === '' ? null : new Searxng(searxngUrl, outlets, clock),
    };
  }

  get parts(): WalkParts {
    return this.#parts;
  }

  async search(request: SearchRequest, call: SearchCall): Promise<SearchAnswer> {
    const query = parseQuery(request, this.#options.clock.now());
    const plan = planSearch(
      { ...this.#options, hasSearxng: this.#parts.searxng !== null },
      request.engine,
      query.newsLike,
    );
    this.counters.searches++;
    const key = cacheKey(query, request.engine);
    const known = plan.cached ? await this.#cached(key) : null;
    if (known) return known;
    call.progress?.('search', 0, null);
    const answer = await this.#flights.run(
      key,
      (signal) => this.#ask(query, plan, key, { ...call, signal }),
      call.signal,
    );
    // Those who shared the flight must not share the object.
    return structuredClone(answer);
  }

  async #cached(key: string): Promise<SearchAnswer | null> {
    const startedAt = performance.now();
    const kept = readKept(await this.#options.answers.get(key));
    if (kept === null) return null;
    this.counters.search_cache_hits++;
    const { answer, at } = kept;
    const age = Math.round((this.#options.clock.now() - at) / 1000);
    return {
      ...answer,
      provider: 'cache',
      attempts: [
        {
          layer: 'cache',
          outcome: answer.results.length > 0 ? 'ok' : 'empty',
          ms: Math.round(performance.now() - startedAt),
        },
      ],
      engines_resting: (await this.health.resting()).slice(0, MAX_RESTING),
      notes: [`This answer of ${answer.provider} is ${age} s old.`, ...answer.notes].slice(0, MAX_NOTES),
    };
  }

  async #ask(query: Query, plan: Plan, key: string, call: SearchCall): Promise<SearchAnswer> {
    using deadline = new Deadline(call.timeoutMs ?? DEFAULT_TIMEOUT_MS, call.signal);
    await this.#parts.pace.enter(deadline.signal);
    const walk = new SearchWalk(query, this.#parts, deadline);
    await walkPlan(walk, plan);
    if (walk.pages === 0 && walk.empties.size === 0) {
      this.counters.search_unanswered++;
      throw await unavailable(walk);
    }
    const answer = await this.#answerOf(walk);
    await this.#keep(key, answer);
    return answer;
  }

  async #answerOf(walk: SearchWalk): Promise<SearchAnswer> {
    const results = fuse(walk.hits, walk.query.maxResults);
    const providers = results.length > 0 ? walk.providers : walk.empties;
    return {
      results,
      // Who made the answer good enough; every result names its own engines.
      provider: [...providers].at(-1) ?? '',
      attempts: walk.attempts,
      engines_resting: (await this.health.resting()).slice(0, MAX_RESTING),
      notes: notesOf(walk).slice(0, MAX_NOTES),
    };
  }

  async #keep(key: string, answer: SearchAnswer): Promise<void> {
    const { cacheMs, answers, clock } = this.#options;
    const ttlMs = answer.results.length > 0 ? cacheMs : Math.min(cacheMs, EMPTY_CACHE_MS);
    if (ttlMs > 0) await answers.set(key, JSON.stringify({ answer, at: clock.now() }), ttlMs);
  }
}

function notesOf(walk: SearchWalk): string[] {
  const notes = [...new Set(walk.notes)];
  const isKnowledgeOnly = walk.providers.size === 1 && walk.providers.has('direct:wikipedia');
  if (isKnowledgeOnly) notes.unshift('Only Wikipedia answered: these are articles of it, not a search of the web.');
  if (walk.pages === 0) notes.unshift('The engine answered that there are no results.');
  return notes;
}

/** Everything that an answer depends on. */
function cacheKey(query: Query, engine: string): string {
  return `answer:${JSON.stringify({ ...query, engine: engine.trim() })}`;
}

function readKept(text: string | null): { readonly answer: SearchAnswer; readonly at: number } | null {
  const kept = text === null ? null : parseJson(text);
  if (typeof kept !== 'object' || kept === null || !('answer' in kept) || !('at' in kept)) return null;
  return { answer: kept.answer as SearchAnswer, at: Number(kept.at) }; // seam: written by #keep
}
