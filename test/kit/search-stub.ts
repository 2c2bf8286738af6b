import { AppError } from '../../src/base/errors.ts';
import { createGate } from '../../src/net/gate.ts';
import { type Engine, shippedEngines } from '../../src/search/engines.ts';
import type {
  OutletAnswer,
  OutletFailure,
  OutletRequest,
  RenderedAnswer,
  SearchOutlets,
} from '../../src/search/outlets.ts';
import type { SearchRequest } from '../../src/search/search.ts';
import { Search, type SearchOptions } from '../../src/search/service.ts';
import { createLocalStore } from '../../src/stores/local-key-value.ts';

type Reply = Partial<OutletAnswer> | OutletFailure;
type Site = (url: URL, request: OutletRequest) => Reply | Promise<Reply>;

export interface AskedEngine {
  readonly url: URL;
  readonly request: OutletRequest;
}

/**
 * The public web's engines by host, for tests of what stands in front of them. A host that is not in the table cannot
 * be reached. Only for engines: the network itself is tested over real sockets.
 */
export class ScriptedEngines implements SearchOutlets {
  readonly asked: AskedEngine[] = [];
  readonly sites: Record<string, Site>;
  readonly #gate = createGate({});
  rendered: (url: URL) => RenderedAnswer | OutletFailure = () => {
    throw new AppError('browser_unavailable', 'There is no browser in this test.');
  };

  constructor(sites: Record<string, Site> = {}) {
    this.sites = sites;
  }

  get hosts(): string[] {
    return this.asked.map(({ url }) => url.hostname);
  }

  async fetch(address: string, request: OutletRequest): Promise<OutletAnswer | OutletFailure> {
    request.signal.throwIfAborted();
    const url = new URL(address);
    this.asked.push({ url, request });
    const site = this.sites[url.hostname];
    if (!site) return { type: 'failed', outcome: 'unreachable', detail: 'host not found' };
    const reply = await site(url, request);
    if (reply.type === 'failed') return reply;
    const empty: OutletAnswer = {
      type: 'answer',
      status: 200,
      url: address,
      headers: {},
      text: '',
      retryAfterMs: null,
    };
    return { ...empty, ...reply };
  }

  async render(address: string): Promise<RenderedAnswer | OutletFailure> {
    return this.rendered(new URL(address));
  }

  isSafe(url: string): boolean {
    try {
      this.#gate.checkUrl(url);
      return true;
    } catch {
      return false;
    }
  }
}

export interface TestSearch {
  readonly search: Search;
  readonly outlets: ScriptedEngines;
  readonly clock: { now(): number; pass(ms: number): void };
}

/** A real search over scripted engines and a clock of the test; its pace never holds a test up unless asked to. */
export function searchOver(
  sites: Record<string, Site>,
  over: Partial<SearchOptions> = {},
  custom: readonly Engine[] = [],
): TestSearch {
  const outlets = new ScriptedEngines(sites);
  let now = Date.parse('2026-06-15T12:00:00Z');
  const clock = {
    now: () => now,
    pass: (ms: number) => {
      now += ms;
    },
  };
  const search = new Search({
    layers: ['cache', 'searxng', 'searxng-retry', 'direct', 'browser', 'api'],
    engines: [...custom, ...shippedEngines({})],
    searxngUrl: '',
    pace: { limit: 10_000, windowMs: 1, queueMs: 15_000 },
    cacheMs: 3_600_000,
    outlets,
    answers: createLocalStore({ maxEntries: 100, file: null, clock }),
    state: createLocalStore({ maxEntries: 500, file: null, clock }),
    clock,
    ...over,
  });
  return { search, outlets, clock };
}

export function searchRequest(over: Partial<SearchRequest> = {}): SearchRequest {
  return {
    query: 'grey heron',
    maxResults: 8,
    engine: 'auto',
    region: null,
    safeSearch: null,
    freshness: null,
    includeDomains: [],
    excludeDomains: [],
    ...over,
  };
}

/** A page of DuckDuckGo with these results, as its HTML version writes them. */
export function duckduckgoPage(
  results: ReadonlyArray<{ title?: string; url: string; snippet?: string; date?: string }>,
): Reply {
  const rows = results.map(({ title = 'Heron', url, snippet = 'About herons.', date = '' }) => {
    const link = `//duckduckgo.com/l/?uddg=${encodeURIComponent(url)}&amp;rut=1`;
    return `<div class="result web-result"><h2 class="result__title"><a class="result__a" href="${link}">${title}</a></h2>
      <span class="result__timestamp">${date}</span><a class="result__snippet" href="${link}">${snippet}</a></div>`;
  });
  return { text: `<html><body><div id="links">${rows.join('')}</div></body></html>` };
}

export const DUCKDUCKGO_CAPTCHA: Reply = {
  text: '<html><body><form id="challenge-form"><div class="anomaly-modal__title">Unfortunately, bots use DuckDuckGo too.</div></form></body></html>',
};
export const DUCKDUCKGO_NOTHING: Reply = {
  text: '<html><body><div id="links"><div class="no-results">No results.</div></div></body></html>',
};

/** `count` results of different hosts. */
export function pages(count: number, host = 'example'): Array<{ url: string }> {
  return Array.from({ length: count }, (_, index) => ({ url: `https://site-${index + 1}.${host}/page` }));
}

export const DUCKDUCKGO = 'html.duckduckgo.com';
export const LITE = 'lite.duckduckgo.com';
export const MOJEEK = 'www.mojeek.com';
