import { join } from 'node:path';
import type { Clock } from '../base/time.ts';
import type { Config } from '../config/fields.ts';
import type { KeyValueStore } from '../stores/key-value.ts';
import { createLocalStore } from '../stores/local-key-value.ts';
import type { EngineAdmin } from './engine-admin.ts';
import type { SearchOutlets } from './outlets.ts';
import type { RestingEngine, SearchAdmin, SearchService } from './search.ts';
import type { Search } from './service.ts';

export interface SearchingOptions {
  readonly config: Pick<
    Config,
    | 'home'
    | 'searxngUrl'
    | 'searchLayers'
    | 'searchEngines'
    | 'searchRate'
    | 'searchQueueS'
    | 'searchCacheS'
    | 'braveApiKey'
    | 'exaApiKey'
    | 'tavilyApiKey'
    | 'serperApiKey'
    | 'kagiApiKey'
  >;
  /** Loaded with the first search. */
  readonly outlets: () => Promise<SearchOutlets>;
  readonly clock: Clock;
  /** Replaces the stores of this process, so that several can share theirs. */
  readonly stores?: { readonly answers: KeyValueStore; readonly state: KeyValueStore };
}

/** Search as the program has it: nothing of it is loaded or read before the first search. */
export interface Searching extends SearchService, SearchAdmin {
  readonly counters: Readonly<Record<string, number>>;
  resting(): Promise<readonly RestingEngine[]>;
  /** What is wrong with the settings of search; found out when search is first needed. */
  faults(): Promise<readonly string[]>;
  /** Writes out who rests. */
  close(): Promise<void>;
}

const MAX_ANSWERS = 512;
const MAX_STATE = 1_000;
const STATE_FILE = 'search-state.json';
const ENGINES_FILE = 'search-engines.json';

export function createSearching(options: SearchingOptions): Searching {
  return new LazySearching(options);
}

interface Opened {
  readonly search: Search;
  readonly admin: EngineAdmin;
  readonly faults: readonly string[];
}

class LazySearching implements Searching {
  readonly #options: SearchingOptions;
  #opened: Promise<Opened> | null = null;
  #search: Search | null = null;
  #stores: { readonly answers: KeyValueStore; readonly state: KeyValueStore } | null = null;

  constructor(options: SearchingOptions) {
    this.#options = options;
  }

  get counters(): Readonly<Record<string, number>> {
    return this.#search?.counters ?? { searches: 0 };
  }

  search: SearchService['search'] = async (request, call) => (await this.#open()).search.search(request, call);
  engines: SearchAdmin['engines'] = async () => (await this.#open()).admin.engines();
  tryEngines: SearchAdmin['tryEngines'] = async (signal, onResult) => {
    return (await this.#open()).admin.tryEngines(signal, onResult);
  };

  async resting(): Promise<readonly RestingEngine[]> {
    return (await this.#open()).search.health.resting();
  }

  async faults(): Promise<readonly string[]> {
    return (await this.#open()).faults;
  }

  async close(): Promise<void> {
    await this.#stores?.answers.close();
    await this.#stores?.state.close();
  }

  #open(): Promise<Opened> {
    this.#opened ??= this.#load();
    this.#opened.catch(() => {
      this.#opened = null;
    });
    return this.#opened;
  }

  async #load(): Promise<Opened> {
    const { config, clock } = this.#options;
    const [{ Search }, { shippedEngines }, { loadCustomEngines }, { layerFaults }, { EngineAdmin }] = await Promise.all(
      [
        import('./service.ts'),
        import('./engines.ts'),
        import('./custom-engines.ts'),
        import('./plan.ts'),
        import('./engine-admin.ts'),
      ],
    );
    const shipped = shippedEngines(keysOf(config));
    const taken = shipped.map(({ name }) => name);
    const isNamed = config.searchEngines !== '';
    const file = isNamed ? config.searchEngines : join(config.home, ENGINES_FILE);
    const custom = await loadCustomEngines(file, isNamed, taken);
    // An operator's own engine was added on purpose and is asked before the others of its layer.
    const engines = [...custom.engines, ...shipped];
    this.#stores ??= this.#options.stores ?? openStores(config.home, clock);
    const [limit = 3, seconds = 10] = config.searchRate.split('/').map(Number);
    const search = new Search({
      layers: config.searchLayers,
      engines,
      searxngUrl: config.searxngUrl,
      pace: { limit, windowMs: seconds * 1000, queueMs: config.searchQueueS * 1000 },
      cacheMs: config.searchCacheS * 1000,
      outlets: await this.#options.outlets(),
      ...this.#stores,
      clock,
    });
    this.#search = search;
    const faults = [...custom.faults, ...layerFaults(config.searchLayers, engines)];
    return {
      search,
      faults,
      admin: new EngineAdmin({ search, engines, faults, hasSearxng: config.searxngUrl !== '' }),
    };
  }
}

function openStores(home: string, clock: Clock) {
  return {
    answers: createLocalStore({ maxEntries: MAX_ANSWERS, file: null, clock }),
    state: createLocalStore({ maxEntries: MAX_STATE, file: join(home, STATE_FILE), clock }),
  };
}

/** By the name of the engine that asks for it. */
function keysOf(config: SearchingOptions['config']): Readonly<Record<string, string>> {
  return {
    'brave-api': config.braveApiKey,
    exa: config.exaApiKey,
    tavily: config.tavilyApiKey,
    serper: config.serperApiKey,
    kagi: config.kagiApiKey,
  };
}
