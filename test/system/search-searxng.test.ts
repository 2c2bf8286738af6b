import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { systemClock } from '../../src/base/time.ts';
import { openNetOutlets } from '../../src/search/net-outlets.ts';
import type { SearchRequest } from '../../src/search/search.ts';
import { createSearching, type Searching, type SearchingOptions } from '../../src/search/searching.ts';
import { startNetwork, type TestNetwork } from '../kit/network.ts';
import { searchRequest } from '../kit/search-stub.ts';
import { type SearxngStub, startSearxng, stubResults } from '../kit/searxng-stub.ts';

// SearXNG over real sockets, through gate, proxy and fetcher: every branch of its layers, of health and of pace.

const NO_PACE = '1000/1';
let home = '';
let network: TestNetwork;
beforeAll(async () => {
  home = await mkdtemp(join(tmpdir(), 'plainsight-search-'));
  // A world without other engines: no name leads anywhere.
  network = startNetwork({
    lookup: () => Promise.reject(Object.assign(new Error('no such host'), { code: 'ENOTFOUND' })),
  });
});
afterAll(async () => {
  await network[Symbol.asyncDispose]();
  await rm(home, { recursive: true, force: true });
});

let homes = 0;
function searching(stub: SearxngStub, over: Partial<SearchingOptions['config']> = {}): Searching {
  return createSearching({
    config: {
      home: join(home, `home-${homes++}`),
      searxngUrl: stub.url,
      searchLayers: ['searxng', 'searxng-retry', 'direct'],
      searchEngines: '',
      searchRate: NO_PACE,
      searchQueueS: 15,
      searchCacheS: 3600,
      braveApiKey: '',
      exaApiKey: '',
      tavilyApiKey: '',
      serperApiKey: '',
      kagiApiKey: '',
      ...over,
    },
    clock: systemClock,
    outlets: async () =>
      openNetOutlets({
        ...network,
        render: async () => ({ type: 'failed', outcome: 'error', detail: 'no browser here' }),
      }),
  });
}

const ask = (search: Searching, over: Partial<SearchRequest> = {}, timeoutMs = 30_000) =>
  search.search(searchRequest(over), { signal: new AbortController().signal, timeoutMs });
const failure = (search: Searching, over: Partial<SearchRequest> = {}, timeoutMs = 30_000) =>
  ask(search, over, timeoutMs).then(
    () => null,
    (error: { code: string; message: string; hint: string; retryAfterMs: number | null }) => error,
  );

describe('an answer', () => {
  test('is read with its engines, ranks and dates; nobody is named while all are well', async () => {
    await using stub = await startSearxng();
    stub.behave({
      type: 'results',
      results: [
        {
          url: 'https://one.example/',
          title: 'One',
          engines: ['brave', 'google'],
          positions: [2, 1],
          publishedDate: '2026-03-04T05:06:07',
        },
        { url: 'https://two.example/', engines: ['brave'], positions: [1] },
        { url: 'http://10.0.0.1/inside', engines: ['brave'] },
        ...stubResults(6),
      ],
    });
    const answer = await ask(searching(stub));
    expect(answer.provider).toBe('searxng');
    expect(answer.results[0]).toMatchObject({
      url: 'https://one.example/',
      title: 'One',
      engines: ['google', 'brave'],
      published: '2026-03-04T05:06:07',
    });
    expect(answer.results.map(({ url }) => url)).not.toContain('http://10.0.0.1/inside');
    expect(stub.searches[0]?.params.get('format')).toBe('json');
    expect(stub.searches[0]?.params.has('engines')).toBe(false);
    expect(stub.configs).toBe(0);
  });

  test('carries every filter, and what SearXNG lets through is filtered again', async () => {
    await using stub = await startSearxng();
    stub.behave({
      type: 'results',
      results: [
        { url: 'https://good.example/1' },
        { url: 'https://bad.example/2' },
        { url: 'https://good.example/3', publishedDate: '2019-01-01T00:00:00' },
      ],
    });
    const filters = {
      region: 'us-en',
      safeSearch: 'strict' as const,
      freshness: 'week',
      includeDomains: ['good.example'],
    };
    const answer = await ask(searching(stub), filters);
    expect(Object.fromEntries(stub.searches[0]?.params ?? [])).toMatchObject({
      q: 'grey heron site:good.example',
      language: 'en-US',
      safesearch: '2',
      time_range: 'week',
    });
    expect(answer.results.map(({ url }) => url)).toEqual(['https://good.example/1']);
    expect(answer.notes.join(' ')).toMatch(/outside of the domains.*outside of the time/u);
  });

  test('of an instance below a path is found, and news-like questions ask for news', async () => {
    await using stub = await startSearxng({ path: '/searx' });
    stub.behave({ type: 'results', results: stubResults(8) });
    const answer = await ask(searching(stub, { searxngUrl: `${stub.url}/` }), { query: 'heron news today' });
    expect(answer.provider).toBe('searxng');
    expect(stub.searches[0]?.params.get('categories')).toBe('general,news');
  });

  test('that is empty while all engines spoke is “no results”, and no error', async () => {
    await using stub = await startSearxng();
    const answer = await ask(searching(stub));
    expect(answer).toMatchObject({
      results: [],
      provider: 'searxng',
      attempts: [{ layer: 'searxng', outcome: 'empty' }],
    });
  });
});

describe('dead engines', () => {
  const DEAD = [
    ['google', 'Suspended: too many requests'],
    ['startpage', 'CAPTCHA'],
    ['duckduckgo', 'timeout'],
  ] as const;

  test('make SearXNG be asked again with the healthy ones named; both answers are put together', async () => {
    await using stub = await startSearxng();
    stub.behave((params) =>
      params.has('engines')
        ? { type: 'results', results: stubResults(8, ['brave', 'mojeek']) }
        : { type: 'results', results: [{ url: 'https://first.example/', engines: ['brave'] }], dead: DEAD },
    );
    const search = searching(stub);
    const answer = await ask(search);
    expect(answer.attempts.map(({ layer, outcome }) => [layer, outcome])).toEqual([
      ['searxng', 'thin'],
      ['searxng-retry', 'ok'],
    ]);
    expect(answer.provider).toBe('searxng-retry');
    expect(stub.searches[1]?.params.get('engines')).toBe('brave,mojeek');
    expect(answer.results).toHaveLength(8);
    const rests = Object.fromEntries(
      answer.engines_resting.map(({ engine, retry_after_s }) => [engine, Math.round(retry_after_s / 60)]),
    );
    expect(rests).toEqual({ 'searxng:duckduckgo': 5, 'searxng:google': 15, 'searxng:startpage': 15 });
  });

  test('are left out of the next search, and one that answers is welcome again', async () => {
    await using stub = await startSearxng();
    stub.behave((params) =>
      params.has('engines')
        ? { type: 'results', results: stubResults(8, ['brave', 'google']) }
        : { type: 'results', results: stubResults(8, ['brave', 'mojeek']), dead: [['google', 'CAPTCHA']] },
    );
    const search = searching(stub);
    await ask(search);
    expect(await search.resting()).toHaveLength(1);
    await ask(search, { query: 'second' });
    expect(stub.searches[1]?.params.get('engines')).toBe('brave,duckduckgo,startpage,mojeek');
    expect(await search.resting()).toEqual([]);
    await ask(search, { query: 'third' });
    expect(stub.searches[2]?.params.has('engines')).toBe(false);
    expect(stub.configs).toBe(1);
  });

  test('all of them: that is not “no results”', async () => {
    await using stub = await startSearxng();
    const all = ['google', 'brave', 'duckduckgo', 'startpage', 'mojeek'].map((name) => [name, 'CAPTCHA'] as const);
    stub.behave({ type: 'results', results: [], dead: all });
    const search = searching(stub);
    const error = await failure(search);
    expect(error).toMatchObject({ code: 'search_unavailable' });
    expect(error?.message).toMatch(/searxng thin \(nothing found, and 5 of its engines did not answer\)/u);
    expect(stub.searches).toHaveLength(1);
  });

  test('some of them, and the healthy ones find nothing: that is “no results”', async () => {
    await using stub = await startSearxng();
    stub.behave((params) => ({
      type: 'results',
      results: [],
      dead: params.has('engines') ? [] : [['google', 'CAPTCHA']],
    }));
    const answer = await ask(searching(stub));
    expect(answer).toMatchObject({ results: [], provider: 'searxng-retry' });
  });

  test('are remembered over a restart', async () => {
    await using stub = await startSearxng();
    stub.behave({ type: 'results', results: stubResults(8), dead: [['startpage', 'CAPTCHA']] });
    const shared = join(home, 'shared');
    const first = searching(stub, { home: shared });
    await ask(first);
    await first.close();
    expect(await readFile(join(shared, 'search-state.json'), 'utf8')).not.toContain('heron');
    await ask(searching(stub, { home: shared }), { query: 'after' });
    expect(stub.searches[1]?.params.get('engines')).toBe('google,brave,duckduckgo,mojeek');
  });
});

describe('an instance in trouble', () => {
  test.each([
    ['without json', { type: 'html_only' }, 'blocked', /search\.formats/u],
    ['with its limiter on', { type: 'limiter' }, 'rate_limited', /server\.limiter/u],
    ['behind a page', { type: 'page' }, 'unparsed', /search\.formats/u],
    ['that fails', { type: 'status', status: 500 }, 'error', /HTTP 500/u],
  ] as const)(
    '%s is told from one that finds nothing, with what mends it',
    async (_what, behaviour, outcome, advice) => {
      await using stub = await startSearxng();
      stub.behave(behaviour);
      const error = await failure(searching(stub));
      expect(error?.code).toBe('search_unavailable');
      expect(error?.message).toContain(`searxng ${outcome.replace('_', ' ')}`);
      expect(error?.message).toMatch(advice);
      expect(error?.message).not.toContain('127.0.0.1');
    },
  );

  test('that asks for rest gets it, but never for long', async () => {
    await using stub = await startSearxng();
    stub.behave({ type: 'limiter', retryAfter: '3' });
    const search = searching(stub);
    await failure(search);
    const [rest] = await search.resting();
    expect(rest).toMatchObject({ engine: 'searxng', reason: 'too many requests' });
    expect(rest?.retry_after_s).toBeLessThanOrEqual(60);
    await failure(search, { query: 'second' });
    expect(stub.searches).toHaveLength(1);
  });

  test('that is slow is given up, and the search ends in time', async () => {
    await using stub = await startSearxng();
    stub.behave({ type: 'slow', ms: 60_000 });
    const startedAt = performance.now();
    const error = await failure(searching(stub), {}, 2_500);
    expect(error?.message).toContain('searxng timeout');
    expect(performance.now() - startedAt).toBeLessThan(15_000);
  });

  test('that is gone costs nothing but its attempt, and may be private all the same', async () => {
    const stub = await startSearxng();
    await stub[Symbol.asyncDispose]();
    const error = await failure(searching(stub));
    expect(error?.message).toMatch(/searxng.* unreachable/u);
  });

  test('never shows its login', async () => {
    await using stub = await startSearxng();
    stub.behave({ type: 'status', status: 401 });
    const withLogin = stub.url.replace('http://', 'http://searcher:hunter22@');
    const error = await failure(searching(stub, { searxngUrl: withLogin }));
    expect(JSON.stringify(error) + String(error?.message)).not.toMatch(/hunter22|searcher/u);
  });
});

test('six searches at once against an instance that takes one a second all succeed, one after the other', async () => {
  await using stub = await startSearxng({ minGapMs: 950 });
  stub.behave({ type: 'results', results: stubResults(8) });
  const search = searching(stub, { searchRate: '3/10' });
  const answers = await Promise.all(['a', 'b', 'c', 'd', 'e', 'f'].map((query) => ask(search, { query })));
  expect(answers.every(({ provider }) => provider === 'searxng')).toBe(true);
  const times = stub.searches.map(({ at }) => at);
  expect(times).toHaveLength(6);
  for (let index = 1; index < times.length; index++) {
    expect((times[index] ?? 0) - (times[index - 1] ?? 0)).toBeGreaterThanOrEqual(900);
    if (index >= 3) expect((times[index] ?? 0) - (times[index - 3] ?? 0)).toBeGreaterThanOrEqual(9_000);
  }
}, 60_000);
