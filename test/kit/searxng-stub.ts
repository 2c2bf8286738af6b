import type { IncomingMessage, ServerResponse } from 'node:http';
import { delay } from '../../src/base/time.ts';
import { startSite, type TestSite } from './site.ts';

/** What SearXNG does with one search. */
export type SearxngBehaviour =
  | {
      readonly type: 'results';
      readonly results: readonly StubResult[];
      readonly dead?: ReadonlyArray<readonly [string, string]>;
    }
  /** `search.formats` without json: a bare 403. */
  | { readonly type: 'html_only' }
  /** The limiter (botdetection) turns programs away. */
  | { readonly type: 'limiter'; readonly retryAfter?: string }
  /** A proxy in front that answers with a page. */
  | { readonly type: 'page' }
  | { readonly type: 'slow'; readonly ms: number }
  | { readonly type: 'status'; readonly status: number };

export interface StubResult {
  readonly url: string;
  readonly title?: string;
  readonly content?: string;
  readonly engines?: readonly string[];
  readonly positions?: readonly number[];
  readonly publishedDate?: string | null;
}

export interface SearxngRequest {
  readonly at: number;
  readonly params: URLSearchParams;
}

export interface SearxngStub extends AsyncDisposable {
  readonly url: string;
  readonly site: TestSite;
  /** Searches so far, as they arrived. */
  readonly searches: readonly SearxngRequest[];
  readonly configs: number;
  behave(next: SearxngBehaviour | ((params: URLSearchParams) => SearxngBehaviour)): void;
}

export interface SearxngStubOptions {
  /** As in /config; the first ones are general. */
  readonly engines?: ReadonlyArray<{
    readonly name: string;
    readonly categories: readonly string[];
    readonly enabled?: boolean;
  }>;
  /** A search that comes sooner than this after the one before is answered 429. */
  readonly minGapMs?: number;
  /** Path the instance lives under, such as `/searx`. */
  readonly path?: string;
}

const ENGINES = ['google', 'brave', 'duckduckgo', 'startpage', 'mojeek'].map((name) => ({
  name,
  categories: ['general', 'web'],
}));

/**
 * A stand-in for SearXNG that answers as the real one: `unresponsive_engines` as pairs, results with engines and
 * positions, 403 without json, 429 of its limiter. Engines that are named in the request but unknown are ignored.
 */
export async function startSearxng(options: SearxngStubOptions = {}): Promise<SearxngStub> {
  const searches: SearxngRequest[] = [];
  const path = options.path ?? '';
  let configs = 0;
  let behaviour: (params: URLSearchParams) => SearxngBehaviour = () => ({ type: 'results', results: [] });
  const site = await startSite({
    [`${path}/config`]: (_request, response) => {
      configs++;
      const engines = [...(options.engines ?? ENGINES), { name: 'currency', categories: ['general'] }];
      json(response, { engines: engines.map((engine) => ({ enabled: true, ...engine })), instance_name: 'stub' });
    },
    [`${path}/search`]: async (request, response) => {
      const { searchParams } = new URL(request.url ?? '/', 'http://stub.test');
      const before = searches.at(-1)?.at ?? Number.NEGATIVE_INFINITY;
      const at = performance.now();
      searches.push({ at, params: searchParams });
      if (at - before < (options.minGapMs ?? 0)) return limiter(response);
      await act(behaviour(searchParams), searchParams, request, response);
    },
  });
  return {
    url: `${site.origin}${path}`,
    site,
    searches,
    get configs() {
      return configs;
    },
    behave(next) {
      behaviour = typeof next === 'function' ? next : () => next;
    },
    [Symbol.asyncDispose]: () => site.close(),
  };
}

async function act(
  behaviour: SearxngBehaviour,
  params: URLSearchParams,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  switch (behaviour.type) {
    case 'results':
      return json(response, answerOf(params.get('q') ?? '', behaviour.results, behaviour.dead ?? []));
    case 'html_only':
      return void response
        .writeHead(403, { 'Content-Type': 'text/html' })
        .end('<!doctype html><title>403 Forbidden</title><h1>Forbidden</h1>');
    case 'limiter':
      return limiter(response, behaviour.retryAfter);
    case 'page':
      return void response
        .writeHead(200, { 'Content-Type': 'text/html' })
        .end('<html><title>SearXNG</title><form id="search"></form></html>');
    case 'status':
      return void response.writeHead(behaviour.status, { 'Content-Type': 'text/plain' }).end('x');
    case 'slow': {
      const gone = new AbortController();
      request.on('close', () => gone.abort());
      await delay(behaviour.ms, gone.signal).catch(() => {});
      return json(response, answerOf(params.get('q') ?? '', [], []));
    }
  }
}

function answerOf(query: string, results: readonly StubResult[], dead: ReadonlyArray<readonly [string, string]>) {
  return {
    query,
    number_of_results: 0,
    results: results.map((result, index) => {
      const engines = result.engines ?? ['google'];
      return {
        template: 'default.html',
        title: result.title ?? `Result ${index + 1}`,
        content: result.content ?? 'About herons.',
        publishedDate: result.publishedDate ?? null,
        engine: engines[0],
        engines,
        positions: result.positions ?? engines.map(() => index + 1),
        score: engines.length / (index + 1),
        category: 'general',
        url: result.url,
        parsed_url: [],
      };
    }),
    answers: [],
    corrections: [],
    infoboxes: [],
    suggestions: [],
    unresponsive_engines: dead,
  };
}

function limiter(response: ServerResponse, retryAfter?: string): void {
  const headers = retryAfter === undefined ? {} : { 'Retry-After': retryAfter };
  response
    .writeHead(429, { 'Content-Type': 'text/html', ...headers })
    .end('<!doctype html><title>429 Too Many Requests</title>');
}

function json(response: ServerResponse, body: unknown): void {
  response.writeHead(200, { 'Content-Type': 'application/json' }).end(JSON.stringify(body));
}

/** `count` results of as many hosts, found by the engines in turns. */
export function stubResults(count: number, engines: readonly string[] = ['google', 'brave']): StubResult[] {
  return Array.from({ length: count }, (_, index) => {
    const engine = engines[index % engines.length] ?? 'google';
    return {
      url: `https://host-${index + 1}.example/page`,
      engines: [engine],
      positions: [Math.floor(index / engines.length) + 1],
    };
  });
}
