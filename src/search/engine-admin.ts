import { Deadline } from '../base/time.ts';
import { askEngine } from './ask-engine.ts';
import { type Engine, needsKey } from './engines.ts';
import { allStations } from './plan.ts';
import { parseQuery, type Query } from './query.ts';
import type { EngineRow, EngineTable, EngineTrial, SearchAdmin, SearchRequest } from './search.ts';
import type { Search } from './service.ts';

export interface EngineAdminOptions {
  readonly search: Search;
  readonly engines: readonly Engine[];
  readonly faults: readonly string[];
  readonly hasSearxng: boolean;
}

/** Words that every engine finds something for, and that tell nobody anything. */
const HARMLESS: SearchRequest = {
  query: 'open source software',
  maxResults: 10,
  engine: 'auto',
  region: null,
  safeSearch: null,
  freshness: null,
  includeDomains: [],
  excludeDomains: [],
};
const TRIAL_MS = 15_000;

/** The engines for people: who is there, who rests, who still parses. */
export class EngineAdmin implements SearchAdmin {
  readonly #options: EngineAdminOptions;

  constructor(options: EngineAdminOptions) {
    this.#options = options;
  }

  async engines(): Promise<EngineTable> {
    const { search, engines, faults, hasSearxng } = this.#options;
    const resting = new Map((await search.health.resting()).map((each) => [each.engine, each]));
    const row = (engine: string, title: string): EngineRow => {
      const rest = resting.get(engine);
      resting.delete(engine);
      return {
        engine,
        title,
        state: rest ? 'resting' : 'ready',
        reason: rest?.reason ?? '',
        retry_after_s: rest?.retry_after_s ?? 0,
      };
    };
    const known = [
      ...(hasSearxng ? [row('searxng', 'your SearXNG')] : []),
      ...allStations(engines).map(({ label, engine }) => row(label, engine.template.title ?? engine.name)),
      ...engines
        .filter((engine) => needsKey(engine) && engine.key === '')
        .map(({ name, template }): EngineRow => {
          return {
            engine: `api:${name}`,
            title: template.title ?? name,
            state: 'no key',
            reason: '',
            retry_after_s: 0,
          };
        }),
    ];
    // The rest are engines behind SearXNG, of which only those are known that do not answer.
    const behind = [...resting.keys()].sort().map((engine) => row(engine, 'behind your SearXNG'));
    return { engines: [...known, ...behind], faults };
  }

  async tryEngines(signal: AbortSignal, onResult: (trial: EngineTrial) => void): Promise<readonly EngineTrial[]> {
    const { search, engines, hasSearxng } = this.#options;
    const query = parseQuery(HARMLESS, search.parts.clock.now());
    const trials: EngineTrial[] = [];
    const add = async (engine: string, ask: (inner: AbortSignal) => Promise<Omit<EngineTrial, 'engine' | 'ms'>>) => {
      const startedAt = performance.now();
      using deadline = new Deadline(TRIAL_MS, signal);
      const trial = {
        engine,
        ...(await ask(deadline.signal).catch(failed)),
        ms: Math.round(performance.now() - startedAt),
      };
      signal.throwIfAborted();
      trials.push(trial);
      onResult(trial);
    };
    if (hasSearxng) await add('searxng', (inner) => this.#trySearxng(query, inner));
    for (const { label, layer, engine } of allStations(engines)) {
      if (layer === 'browser') continue;
      await add(label, async (inner) => {
        const { outlets, clock } = search.parts;
        const way = layer === 'api' ? 'keyed' : 'page';
        const options = { way, outlets, signal: inner, timeoutMs: TRIAL_MS, nowMs: clock.now() } as const;
        const { outcome, detail, hits } = await askEngine(engine, query, options);
        return { outcome, detail, results: hits.length };
      });
    }
    return trials;
  }

  async #trySearxng(query: Query, signal: AbortSignal) {
    const answer = await this.#options.search.parts.searxng?.ask(query, { signal, timeoutMs: TRIAL_MS, engines: null });
    if (!answer) return { outcome: 'skipped', detail: '', results: 0 } as const;
    const dead = answer.dead.map(({ engine }) => engine).join(', ');
    const detail = [answer.detail, dead === '' ? '' : `without ${dead}`].filter(Boolean).join('; ');
    return { outcome: answer.outcome, detail, results: answer.hits.length };
  }
}

function failed(): Omit<EngineTrial, 'engine' | 'ms'> {
  return { outcome: 'timeout', detail: '', results: 0 };
}
