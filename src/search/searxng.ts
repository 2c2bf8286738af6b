import { AppError } from '../base/errors.ts';
import type { Clock } from '../base/time.ts';
import { withOperators } from './domains.ts';
import { coveringPeriod } from './freshness.ts';
import { MAX_HITS, type RawHit } from './hit.ts';
import type { OutletAnswer, OutletFailure, SearchOutlets } from './outlets.ts';
import { parseJson, valuesAt } from './parse-json.ts';
import type { Query } from './query.ts';
import type { AttemptOutcome } from './search.ts';

/** What one request to SearXNG gave. */
export interface SearxngAnswer {
  readonly outcome: AttemptOutcome;
  readonly detail: string;
  readonly hits: readonly RawHit[];
  readonly retryAfterMs: number | null;
  readonly freshness: 'applied' | 'wider' | 'none';
  /** Engines that did not answer, with SearXNG's own words. */
  readonly dead: ReadonlyArray<{ readonly engine: string; readonly reason: string }>;
  /** Engines that found something. */
  readonly live: readonly string[];
}

export interface SearxngCall {
  readonly signal: AbortSignal;
  readonly timeoutMs: number;
  /** Ask exactly these; null leaves the choice to SearXNG. */
  readonly engines: readonly string[] | null;
}

const CONFIG_AGE_MS = 600_000;
const CONFIG_TIMEOUT_MS = 3_000;
/** More than this does not fit well into an address, and no instance has so many good ones. */
const MAX_NAMED = 40;
/** Answer about one thing and not with pages. */
const NO_SEARCH = new Set([
  'currency',
  'dictzone',
  'lingva',
  'mymemory translated',
  'wikidata',
  'wiktionary',
  'wolframalpha',
]);

/** Names of engines stand in the table of health and in errors; what looks like more than a name is not taken over. */
const ENGINE_NAME = /^[\p{L}\p{N}][\p{L}\p{N} ._+:/-]{0,59}$/u;

const HTML_ONLY = 'it does not offer JSON: add json to search.formats in its settings.yml';
const LIMITER = 'its limiter turns programs away: set server.limiter to false in its settings.yml';

/** The operator's SearXNG (PLAINSIGHT_SEARXNG_URL), spoken to in JSON. */
export class Searxng {
  readonly #base: URL;
  readonly #outlets: Pick<SearchOutlets, 'fetch'>;
  readonly #clock: Clock;
  #config: { readonly at: number; readonly engines: readonly ConfiguredEngine[] } | null = null;

  constructor(base: string, outlets: Pick<SearchOutlets, 'fetch'>, clock: Clock) {
    this.#base = new URL(base);
    this.#outlets = outlets;
    this.#clock = clock;
  }

  async ask(query: Query, call: SearxngCall): Promise<SearxngAnswer> {
    const { url, freshness } = this.#searchUrl(query, call.engines);
    const none = { hits: [], retryAfterMs: null, freshness, dead: [], live: [] };
    const answer = await this.#fetch(url, call);
    if (answer.type === 'failed') return { ...none, outcome: answer.outcome, detail: answer.detail };
    const refused = refusal(answer);
    if (refused !== null) return { ...none, ...refused, retryAfterMs: answer.retryAfterMs };
    const json = parseJson(answer.text);
    const list = valuesAt(json, 'results')[0];
    if (!Array.isArray(list))
      return { ...none, outcome: 'unparsed', detail: json === undefined ? HTML_ONLY : 'no list of results' };
    const hits = readHits(list);
    const dead = deadEngines(json);
    const live = [...new Set(hits.flatMap(({ foundBy }) => foundBy.map(({ engine }) => engine)))];
    return { ...none, ...verdictOf(hits, dead, live, query), hits, dead, live };
  }

  /** The enabled engines of the instance for this kind of query; null when it does not tell. */
  async engines(query: Pick<Query, 'newsLike'>, signal: AbortSignal): Promise<readonly string[] | null> {
    const wanted = query.newsLike ? ['general', 'web', 'news'] : ['general', 'web'];
    if (this.#config === null || this.#clock.now() - this.#config.at > CONFIG_AGE_MS) {
      const answer = await this.#fetch(this.#url('config'), { signal, timeoutMs: CONFIG_TIMEOUT_MS });
      const engines = answer.type === 'answer' && answer.status === 200 ? configured(parseJson(answer.text)) : null;
      if (engines === null) return null;
      this.#config = { at: this.#clock.now(), engines };
    }
    const names = this.#config.engines
      .filter(({ categories }) => categories.some((category) => wanted.includes(category)))
      .map(({ name }) => name);
    return names.length === 0 ? null : names;
  }

  #searchUrl(query: Query, engines: readonly string[] | null) {
    const url = this.#url('search');
    const { searchParams } = url;
    searchParams.set('q', withOperators(query.text, query.include, query.exclude));
    searchParams.set('format', 'json');
    if (query.region) searchParams.set('language', `${query.region.language}-${query.region.country.toUpperCase()}`);
    if (query.safe) searchParams.set('safesearch', String(['off', 'moderate', 'strict'].indexOf(query.safe)));
    if (query.newsLike && engines === null) searchParams.set('categories', 'general,news');
    if (engines !== null) searchParams.set('engines', engines.slice(0, MAX_NAMED).join(','));
    if (query.freshness === null) return { url, freshness: 'applied' as const };
    const period = query.freshness.period ?? coveringPeriod(query.freshness, this.#clock.now());
    if (period === null) return { url, freshness: 'none' as const };
    searchParams.set('time_range', period);
    return { url, freshness: query.freshness.period === null ? ('wider' as const) : ('applied' as const) };
  }

  /** Instances may live below a path; the query of the base (an access token) stays. */
  #url(page: string): URL {
    const url = new URL(this.#base);
    url.pathname = `${url.pathname.replace(/\/(?:search)?$/u, '')}/${page}`;
    url.username = '';
    url.password = '';
    return url;
  }

  async #fetch(
    url: URL,
    { signal, timeoutMs }: Pick<SearxngCall, 'signal' | 'timeoutMs'>,
  ): Promise<OutletAnswer | OutletFailure> {
    const headers: Record<string, string> = { accept: 'application/json' };
    const { username, password } = this.#base;
    if (username !== '' || password !== '') {
      const login = `${decodeURIComponent(username)}:${decodeURIComponent(password)}`;
      headers.authorization = `Basic ${Buffer.from(login).toString('base64')}`;
    }
    try {
      return await this.#outlets.fetch(url.href, {
        trust: 'operator',
        method: 'GET',
        body: null,
        headers,
        signal,
        timeoutMs,
      });
    } catch (thrown) {
      if (!(thrown instanceof AppError) || signal.aborted) throw thrown;
      return { type: 'failed', outcome: 'error', detail: thrown.code };
    }
  }
}

function refusal({ status }: OutletAnswer): Pick<SearxngAnswer, 'outcome' | 'detail'> | null {
  if (status === 429) return { outcome: 'rate_limited', detail: LIMITER };
  if (status === 403) return { outcome: 'blocked', detail: HTML_ONLY };
  if (status === 401)
    return { outcome: 'blocked', detail: 'it asks for a login: write it into PLAINSIGHT_SEARXNG_URL' };
  if (status === 504 || status === 408) return { outcome: 'timeout', detail: `HTTP ${status}` };
  return status >= 400 ? { outcome: 'error', detail: `HTTP ${status}` } : null;
}

/**
 * Nothing found is an answer only when every engine had its say. With more dead engines than live ones, less than was
 * asked for is not believed to be all there is.
 */
function verdictOf(
  hits: readonly RawHit[],
  dead: SearxngAnswer['dead'],
  live: readonly string[],
  { maxResults }: Query,
): Pick<SearxngAnswer, 'outcome' | 'detail'> {
  if (hits.length === 0) {
    return dead.length === 0
      ? { outcome: 'empty', detail: '' }
      : { outcome: 'thin', detail: `nothing found, and ${dead.length} of its engines did not answer` };
  }
  if (dead.length > live.length && hits.length < maxResults) {
    return { outcome: 'thin', detail: `${dead.length} of its engines did not answer` };
  }
  return { outcome: 'ok', detail: '' };
}

function readHits(list: readonly unknown[]): RawHit[] {
  return list.slice(0, MAX_HITS).flatMap((entry, index): RawHit[] => {
    const url = text(entry, 'url');
    if (!/^https?:\/\//iu.test(url)) return [];
    const named = [...valuesAt(entry, 'engines[]'), ...valuesAt(entry, 'engine')].filter(
      (each) => typeof each === 'string',
    );
    const engines = [...new Set(named)].slice(0, 12);
    const positions = valuesAt(entry, 'positions[]').filter((each) => typeof each === 'number');
    const ranks = positions.length === engines.length ? positions : engines.map(() => index + 1);
    return [
      {
        title: text(entry, 'title'),
        url,
        snippet: text(entry, 'content'),
        date: text(entry, 'publishedDate') || text(entry, 'pubdate'),
        foundBy: engines.map((engine, at) => ({ engine, rank: Math.max(1, ranks[at] ?? index + 1) })),
      },
    ];
  });
}

function deadEngines(json: unknown): SearxngAnswer['dead'] {
  const dead = new Map<string, string>();
  for (const entry of valuesAt(json, 'unresponsive_engines[]')) {
    // A pair of name and reason; older versions wrote the name alone.
    const [engine, reason] = Array.isArray(entry) ? entry : [entry, ''];
    if (typeof engine === 'string' && ENGINE_NAME.test(engine)) {
      dead.set(engine, typeof reason === 'string' ? reason : '');
    }
  }
  return [...dead].slice(0, 100).map(([engine, reason]) => ({ engine, reason }));
}

interface ConfiguredEngine {
  readonly name: string;
  readonly categories: readonly string[];
}

function configured(json: unknown): readonly ConfiguredEngine[] | null {
  const list = valuesAt(json, 'engines[]');
  if (list.length === 0) return null;
  return list.flatMap((entry): ConfiguredEngine[] => {
    const name = text(entry, 'name');
    const isOff = valuesAt(entry, 'enabled')[0] === false;
    if (!ENGINE_NAME.test(name) || isOff || NO_SEARCH.has(name)) return [];
    return [{ name, categories: valuesAt(entry, 'categories[]').map(String) }];
  });
}

function text(entry: unknown, path: string): string {
  const [value] = valuesAt(entry, path);
  return typeof value === 'string' ? value : '';
}
