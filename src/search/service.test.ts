import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import {
  DUCKDUCKGO,
  DUCKDUCKGO_CAPTCHA,
  DUCKDUCKGO_NOTHING,
  duckduckgoPage,
  LITE,
  MOJEEK,
  pages,
  searchOver,
  searchRequest,
} from '../../test/kit/search-stub.ts';
import { createLocalStore } from '../stores/local-key-value.ts';
import { shippedEngines } from './engines.ts';
import { layerFaults } from './plan.ts';

const call = () => ({ signal: new AbortController().signal });
const MINUTE_MS = 60_000;

function mojeekPage(urls: readonly string[]) {
  const rows = urls.map(
    (url) => `<li><h2><a class="title" href="${url}">Heron</a></h2><p class="s">About herons.</p></li>`,
  );
  return { text: `<ul class="results-standard">${rows.join('')}</ul>` };
}

describe('the layers', () => {
  test('the first engine that answers is asked alone, and named', async () => {
    const { search, outlets } = searchOver({ [DUCKDUCKGO]: () => duckduckgoPage(pages(10)) });
    const answer = await search.search(searchRequest(), call());
    expect(answer).toMatchObject({ provider: 'direct:duckduckgo', engines_resting: [] });
    expect(answer.results).toHaveLength(8);
    expect(answer.results[0]).toMatchObject({ rank: 1, engines: ['duckduckgo'], url: 'https://site-1.example/page' });
    expect(answer.attempts).toEqual([{ layer: 'direct:duckduckgo', outcome: 'ok', ms: expect.any(Number) }]);
    expect(outlets.hosts).toEqual([DUCKDUCKGO]);
  });

  test('a captcha with status 200 is a block: the next engine is asked and the first one rests', async () => {
    const { search, outlets } = searchOver({
      [DUCKDUCKGO]: () => DUCKDUCKGO_CAPTCHA,
      [LITE]: () => ({ status: 429, text: '' }),
      [MOJEEK]: () => mojeekPage(pages(9).map(({ url }) => url)),
    });
    const answer = await search.search(searchRequest(), call());
    expect(answer.provider).toBe('direct:mojeek');
    expect(answer.attempts.map(({ layer, outcome }) => [layer, outcome])).toEqual([
      ['direct:duckduckgo', 'challenge'],
      ['direct:duckduckgo-lite', 'rate_limited'],
      ['direct:mojeek', 'ok'],
    ]);
    expect(answer.engines_resting).toEqual([
      { engine: 'direct:duckduckgo', reason: 'captcha', retry_after_s: 900 },
      { engine: 'direct:duckduckgo-lite', reason: 'too many requests', retry_after_s: 900 },
    ]);
    await search.search(searchRequest({ query: 'another' }), call());
    expect(outlets.hosts).toEqual([DUCKDUCKGO, LITE, MOJEEK, MOJEEK]);
  });

  test('answers that are thin alone are put together', async () => {
    const { search } = searchOver({
      [DUCKDUCKGO]: () =>
        duckduckgoPage([
          { url: 'https://one.example/a?utm_source=x&id=7', snippet: 'Short.' },
          { url: 'https://two.example/' },
        ]),
      [LITE]: () => ({
        text: '<table><tr><td><a class="result-link" href="http://www.one.example/a/?id=7#top">One</a></td></tr><tr><td class="result-snippet">A longer snippet.</td></tr></table>',
      }),
      [MOJEEK]: () => mojeekPage(['https://three.example/']),
    });
    const answer = await search.search(searchRequest(), call());
    expect(answer.provider).toBe('direct:mojeek');
    expect(answer.results.map(({ url, engines }) => [url, engines])).toEqual([
      // The shown address is never rewritten, tracking and all.
      ['https://one.example/a?utm_source=x&id=7', ['duckduckgo', 'duckduckgo-lite']],
      ['https://two.example/', ['duckduckgo']],
      ['https://three.example/', ['mojeek']],
    ]);
    expect(answer.results[0]?.snippet).toBe('A longer snippet.');
    expect(answer.results[0]?.score).toBeGreaterThan(answer.results[1]?.score ?? 1);
  });

  test('that there are no results is believed when two engines say so, and is no error', async () => {
    const { search, outlets } = searchOver({
      [DUCKDUCKGO]: () => DUCKDUCKGO_NOTHING,
      [LITE]: () => DUCKDUCKGO_NOTHING,
    });
    const answer = await search.search(searchRequest(), call());
    expect(answer.results).toEqual([]);
    expect(answer.provider).toBe('direct:duckduckgo-lite');
    expect(answer.notes[0]).toMatch(/no results/u);
    expect(outlets.hosts).toEqual([DUCKDUCKGO, LITE]);
  });

  test('when nobody answers there is one error with what was tried, when to come back and what helps', async () => {
    const { search } = searchOver({
      [DUCKDUCKGO]: () => DUCKDUCKGO_CAPTCHA,
      [LITE]: () => ({ status: 403, text: '' }),
    });
    const failure = await search.search(searchRequest(), call()).catch((error: unknown) => error);
    expect(failure).toMatchObject({ code: 'search_unavailable', retryable: true });
    const { message, hint, retryAfterMs } = failure as { message: string; hint: string; retryAfterMs: number }; // seam: checked above
    expect(message).toMatch(/direct:duckduckgo challenge.*direct:duckduckgo-lite blocked.*direct:mojeek/u);
    expect(hint).toMatch(/PLAINSIGHT_SEARXNG_URL.*PLAINSIGHT_BRAVE_API_KEY/u);
    expect(retryAfterMs).toBeGreaterThan(0);
    expect(retryAfterMs).toBeLessThanOrEqual(15 * MINUTE_MS);
  });

  test('where nothing can be reached it is the network, and no engine has to rest for it', async () => {
    const { search } = searchOver({});
    await expect(search.search(searchRequest(), call())).rejects.toMatchObject({ code: 'search_unavailable' });
    expect(await search.health.resting()).toEqual([]);
    const one = searchOver({ [MOJEEK]: () => mojeekPage(pages(9).map(({ url }) => url)) });
    await one.search.search(searchRequest(), call());
    expect((await one.search.health.resting()).map(({ engine, reason }) => [engine, reason])).toEqual([
      ['direct:duckduckgo', 'not reachable'],
      ['direct:duckduckgo-lite', 'not reachable'],
    ]);
  });

  test('an encyclopedia answers only when nobody else does, and that is said', async () => {
    const { search } = searchOver({
      'en.wikipedia.org': () => ({
        text: JSON.stringify({ query: { search: [{ title: 'Grey heron', snippet: 'A bird.' }] } }),
      }),
    });
    const answer = await search.search(searchRequest(), call());
    expect(answer.provider).toBe('direct:wikipedia');
    expect(answer.results[0]?.url).toBe('https://en.wikipedia.org/wiki/Grey_heron');
    expect(answer.notes[0]).toMatch(/Only Wikipedia/u);
  });

  test('pages of engines are read from a browser when plain fetches are turned away', async () => {
    const { search, outlets } = searchOver({ [DUCKDUCKGO]: () => DUCKDUCKGO_CAPTCHA });
    const { parseDocument } = await import('../html/parse.ts');
    outlets.rendered = (url) => {
      if (url.hostname !== 'www.startpage.com') return { type: 'failed', outcome: 'timeout', detail: '' };
      const rows = pages(6).map(
        (page) => `<div class="result"><a class="result-title" href="${page.url}"><h2>Heron</h2></a></div>`,
      );
      return {
        type: 'rendered',
        status: 200,
        url: url.href,
        root: parseDocument(`<div class="w-gl">${rows.join('')}</div>`),
      };
    };
    const answer = await search.search(searchRequest(), call());
    expect(answer.provider).toBe('browser:startpage');
  });

  test('the order and members of the layers are the operator’s', async () => {
    const sites = {
      [DUCKDUCKGO]: () => duckduckgoPage(pages(9)),
      [MOJEEK]: () => mojeekPage(pages(9).map(({ url }) => url)),
    };
    const chosen = searchOver(sites, { layers: ['direct:mojeek', 'direct:duckduckgo'] });
    expect((await chosen.search.search(searchRequest(), call())).provider).toBe('direct:mojeek');
    const keyedOnly = searchOver(sites, { layers: ['api'] });
    await expect(keyedOnly.search.search(searchRequest(), call())).rejects.toMatchObject({
      code: 'search_unavailable',
    });
    expect(keyedOnly.outlets.asked).toEqual([]);
  });

  test('entries that name nothing are told from those that do', () => {
    const good = ['cache', 'searxng', 'searxng:google cse', 'direct', 'direct:mojeek', 'browser:brave', 'api:exa'];
    expect(
      layerFaults([...good, 'direct:nobody', 'browser:wikipedia', 'serp', 'api:mojeek'], shippedEngines({})),
    ).toEqual([
      expect.stringContaining('direct:nobody'),
      expect.stringContaining('browser:wikipedia'),
      expect.stringContaining('serp'),
      expect.stringContaining('api:mojeek'),
    ]);
  });

  test('what sounds like news is asked of engines for news, and of one for everything', async () => {
    const news =
      '<div class="news-card newsitem cardcommon"><a class="title" href="https://paper.example/1">Heron found</a></div>';
    const { search, outlets } = searchOver({
      'www.bing.com': () => ({ text: news.repeat(3).replace('/1', '/2').replace('/1"', '/3"') }),
      [DUCKDUCKGO]: () => duckduckgoPage(pages(9)),
    });
    const answer = await search.search(searchRequest({ query: 'heron news today' }), call());
    expect(answer.provider).toBe('direct:duckduckgo');
    expect(outlets.hosts).toEqual(['www.bing.com', DUCKDUCKGO]);
  });
});

describe('results of another question', () => {
  const rows = pages(8).map(({ url }) => `<li class="b_algo"><h2><a href="${url}">Cheap flights</a></h2></li>`);
  const decoys = { text: `<ol id="b_results">${rows.join('')}</ol>` };

  test('are not believed while somebody else answers', async () => {
    const { search } = searchOver(
      { 'www.bing.com': () => decoys, [MOJEEK]: () => mojeekPage(pages(9, 'right.example').map(({ url }) => url)) },
      { layers: ['direct:bing', 'direct:mojeek'] },
    );
    const answer = await search.search(searchRequest(), call());
    expect(answer.provider).toBe('direct:mojeek');
    expect(answer.attempts[0]).toMatchObject({ layer: 'direct:bing', outcome: 'thin' });
    expect(JSON.stringify(answer.results)).not.toContain('flights');
  });

  test('are given with a warning when they are all there is', async () => {
    const { search } = searchOver({ 'www.bing.com': () => decoys }, { layers: ['direct:bing'] });
    const answer = await search.search(searchRequest(), call());
    expect(answer).toMatchObject({ provider: 'direct:bing' });
    expect(answer.results).toHaveLength(8);
    expect(answer.notes[0]).toMatch(/holds a word of the question/u);
  });
});

describe('health', () => {
  test('an engine that turns us away rests 15 minutes, then twice as long, to a cap; an answer forgives', async () => {
    let reply: ReturnType<typeof duckduckgoPage> = DUCKDUCKGO_CAPTCHA;
    const { search, clock } = searchOver({ [DUCKDUCKGO]: () => reply }, { layers: ['direct:duckduckgo'] });
    const ask = () =>
      search.search(searchRequest({ query: `q${clock.now()}` }), call()).catch((error: { code: string }) => error.code);
    const rests: number[] = [];
    for (let round = 0; round < 7; round++) {
      expect(await ask()).toBe('search_unavailable');
      const rest = await search.health.restOf('direct:duckduckgo');
      rests.push(rest / MINUTE_MS);
      clock.pass(rest + 1);
    }
    expect(rests).toEqual([15, 30, 60, 120, 240, 240, 240]);
    reply = duckduckgoPage(pages(8));
    expect(await ask()).toMatchObject({ provider: 'direct:duckduckgo' });
    reply = DUCKDUCKGO_CAPTCHA;
    await ask();
    expect(await search.health.restOf('direct:duckduckgo')).toBe(15 * MINUTE_MS);
  });

  test('one that was too slow rests 5 minutes, one that asked for more gets more', async () => {
    const { search } = searchOver({
      [DUCKDUCKGO]: () => ({ type: 'failed', outcome: 'timeout', detail: '' }),
      [LITE]: () => ({ status: 429, text: '', retryAfterMs: 40 * MINUTE_MS }),
      [MOJEEK]: () => mojeekPage(pages(9).map(({ url }) => url)),
    });
    await search.search(searchRequest(), call());
    expect(await search.health.restOf('direct:duckduckgo')).toBe(5 * MINUTE_MS);
    expect(await search.health.restOf('direct:duckduckgo-lite')).toBe(40 * MINUTE_MS);
  });

  test('who rests is known after a restart', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'plainsight-health-'));
    const file = join(folder, 'state.json');
    const first = createLocalStore({ maxEntries: 100, file });
    const before = searchOver(
      { [DUCKDUCKGO]: () => DUCKDUCKGO_CAPTCHA },
      { state: first, clock: { now: () => Date.now() } },
    );
    await before.search.search(searchRequest(), call()).catch(() => {});
    await first.close();
    const after = searchOver(
      {
        [DUCKDUCKGO]: () => duckduckgoPage(pages(8)),
        [LITE]: () => DUCKDUCKGO_NOTHING,
        [MOJEEK]: () => DUCKDUCKGO_NOTHING,
      },
      { state: createLocalStore({ maxEntries: 100, file }), clock: { now: () => Date.now() } },
    );
    await after.search.search(searchRequest(), call()).catch(() => {});
    expect(after.outlets.hosts).not.toContain(DUCKDUCKGO);
    await rm(folder, { recursive: true });
  });
});

describe('cache and flights', () => {
  test('an answer is good for an hour, an empty one for five minutes; every filter is part of the question', async () => {
    let reply = duckduckgoPage(pages(9));
    const { search, outlets, clock } = searchOver(
      { [DUCKDUCKGO]: () => reply },
      { layers: ['cache', 'direct:duckduckgo'] },
    );
    const ask = (over = {}) => search.search(searchRequest(over), call());
    await ask();
    clock.pass(59 * MINUTE_MS);
    const again = await ask({ query: '  grey   heron ' });
    expect(again).toMatchObject({ provider: 'cache', attempts: [{ layer: 'cache', outcome: 'ok' }] });
    expect(again.notes[0]).toMatch(/direct:duckduckgo is 3540 s old/u);
    expect(outlets.asked).toHaveLength(1);
    clock.pass(2 * MINUTE_MS);
    await ask();
    expect(outlets.asked).toHaveLength(2);
    const filters = [
      { region: 'de' },
      { safeSearch: 'strict' as const },
      { freshness: 'week' },
      { includeDomains: ['site-1.example'] },
      { excludeDomains: ['x.example'] },
      { maxResults: 3 },
      { engine: 'duckduckgo' },
    ];
    for (const filter of filters) await ask(filter);
    expect(outlets.asked).toHaveLength(2 + filters.length);
    reply = DUCKDUCKGO_NOTHING;
    await ask({ query: 'nothing' });
    clock.pass(4 * MINUTE_MS);
    await ask({ query: 'nothing' });
    expect(outlets.asked).toHaveLength(3 + filters.length);
    clock.pass(2 * MINUTE_MS);
    await ask({ query: 'nothing' });
    expect(outlets.asked).toHaveLength(4 + filters.length);
  });

  test('a failure is not kept', async () => {
    let reply: ReturnType<typeof duckduckgoPage> = { status: 500, text: '' };
    const { search, clock } = searchOver({ [DUCKDUCKGO]: () => reply }, { layers: ['cache', 'direct:duckduckgo'] });
    await search.search(searchRequest(), call()).catch(() => {});
    reply = duckduckgoPage(pages(9));
    clock.pass(6 * MINUTE_MS);
    expect(await search.search(searchRequest(), call())).toMatchObject({ provider: 'direct:duckduckgo' });
  });

  test('equal questions at the same time share one request, and one who leaves does not take it from the others', async () => {
    const release: Array<() => void> = [];
    const { search, outlets } = searchOver({
      [DUCKDUCKGO]: async () => {
        await new Promise<void>((resolve) => release.push(resolve));
        return duckduckgoPage(pages(9));
      },
    });
    const leaver = new AbortController();
    const left = search.search(searchRequest(), { signal: leaver.signal });
    const stayed = [1, 2, 3].map(() => search.search(searchRequest(), call()));
    while (release.length === 0) await new Promise((resolve) => setTimeout(resolve, 5));
    leaver.abort(new Error('left'));
    await expect(left).rejects.toThrow('left');
    release[0]?.();
    const answers = await Promise.all(stayed);
    expect(outlets.asked).toHaveLength(1);
    answers[0]?.results.pop();
    expect(answers[1]?.results).toHaveLength(8);
  });

  test('a caller who cancels gets no answer, and the engine gets no blame', async () => {
    const { search } = searchOver({
      [DUCKDUCKGO]: (_url, { signal }) =>
        new Promise((_resolve, reject) => signal.addEventListener('abort', () => reject(signal.reason))),
    });
    const controller = new AbortController();
    const asked = search.search(searchRequest(), { signal: controller.signal });
    setTimeout(() => controller.abort(new Error('gone')), 20);
    await expect(asked).rejects.toThrow('gone');
    expect(await search.health.resting()).toEqual([]);
  });
});
