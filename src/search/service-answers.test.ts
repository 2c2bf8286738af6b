import { describe, expect, test } from 'vitest';
import { DUCKDUCKGO, duckduckgoPage, pages, searchOver, searchRequest } from '../../test/kit/search-stub.ts';
import { shippedEngines } from './engines.ts';

const call = () => ({ signal: new AbortController().signal });
const MINUTE_MS = 60_000;

describe('what comes out', () => {
  test('unsafe addresses are dropped, strings are clean and short, dates are dates', async () => {
    const { search } = searchOver({
      [DUCKDUCKGO]: () =>
        duckduckgoPage([
          { url: 'http://169.254.169.254/latest/meta-data/' },
          { url: 'http://127.0.0.1:8080/admin' },
          { url: 'https://user:secret@site.example/' },
          { url: 'javascript:alert(1)' },
          { url: 'ftp://files.example/x' },
          {
            url: 'https://good.example/one',
            title: `pay\u200bpal ${'x'.repeat(400)}`,
            snippet: `Read on\u{e0069}\u{e0067}\u{e006e}\u202e ${'word '.repeat(300)}`,
            date: '4 Mar 2026',
          },
          { url: 'https://good.example/two', title: 'می‌روم', snippet: '3 days ago · Herons are back.' },
          { url: 'https://good.example/three', snippet: '2026 - the year of the heron' },
        ]),
    });
    const { results, notes } = await search.search(searchRequest({ maxResults: 3 }), call());
    expect(results.map(({ url }) => url)).toEqual([
      'https://good.example/one',
      'https://good.example/two',
      'https://good.example/three',
    ]);
    const [one, two, three] = results;
    expect(one?.title.startsWith('paypal xxx')).toBe(true);
    expect(one?.title.length).toBeLessThanOrEqual(200);
    expect(one?.snippet.length).toBeLessThanOrEqual(480);
    expect(one?.snippet).not.toMatch(/[\u200b\u202e\u{e0000}-\u{e007f}]/u);
    expect(one?.published).toBe('2026-03-04');
    expect(two).toMatchObject({ title: 'می‌روم', snippet: 'Herons are back.', published: '2026-06-12' });
    expect(three).toMatchObject({ snippet: '2026 - the year of the heron', published: null });
    expect(notes.join(' ')).toMatch(/left out: unsafe.*invisible characters/u);
  });

  test('domains and dates hold on every engine, also where the engine was not told', async () => {
    const rows = [
      { url: 'https://docs.good.example/new', date: '2026-06-14' },
      { url: 'https://good.example/old', date: '2024-01-01' },
      { url: 'https://notgood.example/new', date: '2026-06-14' },
      { url: 'https://bad.good.example/new', date: '2026-06-14' },
      { url: 'https://good.example/undated' },
    ];
    const { search, outlets } = searchOver({
      [DUCKDUCKGO]: () => duckduckgoPage(rows),
      'api.marginalia.nu': () => ({
        text: JSON.stringify({ results: rows.map(({ url }) => ({ url, title: 'Heron', description: '' })) }),
      }),
    });
    const filters = { freshness: 'week', includeDomains: ['good.example'], excludeDomains: ['bad.good.example'] };
    const told = await search.search(searchRequest({ ...filters, engine: 'direct:duckduckgo' }), call());
    expect(told.results.map(({ url }) => url)).toEqual([
      'https://docs.good.example/new',
      'https://good.example/undated',
    ]);
    expect(outlets.asked[0]?.url.searchParams.get('q')).toBe('grey heron site:good.example -site:bad.good.example');
    const untold = await search.search(searchRequest({ ...filters, engine: 'marginalia' }), call());
    expect(untold.results).toEqual([]);
    expect(untold.notes.join(' ')).toMatch(/without a date/u);
  });
});

describe('engines by name', () => {
  const TEMPLATE = {
    name: 'intranet',
    kind: 'html',
    request: { url: 'https://search.corp.example/find', params: { q: '{query}' } },
    results: ['li'],
    fields: { title: { select: ['a'] }, url: { select: ['a'], attribute: 'href' } },
  };
  const page = { text: '<ul><li><a href="https://wiki.corp.example/heron">Heron</a></li></ul>' };

  test('a template from the caller is used, without cookies, headers or keys, and is judged like a page', async () => {
    const { search, outlets } = searchOver({ 'search.corp.example': () => page });
    const answer = await search.search(searchRequest({ engine: JSON.stringify(TEMPLATE) }), call());
    expect(answer).toMatchObject({
      provider: 'inline:intranet',
      results: [{ url: 'https://wiki.corp.example/heron' }],
    });
    expect(outlets.asked[0]?.request.trust).toBe('page');
    const carrying = [
      { ...TEMPLATE, request: { ...TEMPLATE.request, cookies: { session: '1' } } },
      { ...TEMPLATE, request: { ...TEMPLATE.request, headers: { authorization: 'x' } } },
      { ...TEMPLATE, kind: 'nonsense' },
      { ...TEMPLATE, results: ['li['] },
      { ...TEMPLATE, request: { url: 'file:///etc/passwd' } },
      { ...TEMPLATE, request: { ...TEMPLATE.request, params: { __proto__x: 'y' } } },
    ];
    for (const template of carrying) {
      const asked = search.search(searchRequest({ engine: JSON.stringify(template) }), call());
      await expect(asked).rejects.toMatchObject({ code: 'invalid_argument' });
    }
    await expect(search.search(searchRequest({ engine: '{"name":' }), call())).rejects.toMatchObject({
      code: 'invalid_argument',
    });
  });

  test('an operator’s engine is asked first and may be private', async () => {
    const { parseTemplate } = await import('./template.ts');
    const custom = { name: 'intranet', template: parseTemplate(TEMPLATE), origin: 'operator' as const, key: '' };
    const { search, outlets } = searchOver(
      { 'search.corp.example': () => page, [DUCKDUCKGO]: () => duckduckgoPage(pages(9)) },
      {},
      [custom],
    );
    const answer = await search.search(searchRequest({ maxResults: 2 }), call());
    expect(answer.provider).toBe('direct:intranet');
    expect(outlets.asked[0]?.request.trust).toBe('operator');
    expect((await search.search(searchRequest({ engine: 'intranet' }), call())).provider).toBe('direct:intranet');
  });

  test('a name that means nothing is refused with those that do', async () => {
    const { search } = searchOver({});
    const failure = await search
      .search(searchRequest({ engine: 'altavista' }), call())
      .catch((error: unknown) => error);
    expect(failure).toMatchObject({ code: 'invalid_argument', hint: expect.stringContaining('duckduckgo') });
  });

  test('keyed engines are asked last, carry their key in a header only and are left alone for as long as they say', async () => {
    const key = 'k-123456789';
    let reply: { status?: number; text: string; retryAfterMs?: number } = {
      text: JSON.stringify({
        web: { results: pages(5).map(({ url }) => ({ url, title: 'Heron', description: 'x' })) },
      }),
    };
    const { search, outlets } = searchOver(
      { 'api.search.brave.com': () => reply },
      { engines: shippedEngines({ 'brave-api': key }) },
    );
    const answer = await search.search(searchRequest(), call());
    expect(answer.provider).toBe('api:brave-api');
    const asked = outlets.asked.at(-1);
    expect(asked?.request).toMatchObject({ trust: 'operator', headers: { 'x-subscription-token': key } });
    expect(asked?.url.href).not.toContain(key);
    reply = { status: 429, text: '', retryAfterMs: 20 * MINUTE_MS };
    const failure = await search
      .search(searchRequest({ query: 'more', engine: 'brave-api' }), call())
      .catch((error: unknown) => error);
    expect(failure).toMatchObject({ code: 'search_unavailable', retryAfterMs: 5 * MINUTE_MS });
    expect(JSON.stringify(failure) + String(failure)).not.toContain(key);
    expect(await search.health.restOf('api:brave-api')).toBe(20 * MINUTE_MS);
  });
});

test('a keyed engine that asks for a second gets it, and is asked again within the search', async () => {
  const found = {
    text: JSON.stringify({ web: { results: [{ url: 'https://one.example/', title: 'Heron', description: '' }] } }),
  };
  const replies = [{ status: 429, text: '', headers: { 'x-ratelimit-reset': '1, 2419200' } }, found];
  const { search, outlets } = searchOver(
    { 'api.search.brave.com': () => replies.shift() ?? found },
    { engines: shippedEngines({ 'brave-api': 'k-1' }), layers: ['api'] },
  );
  const answer = await search.search(searchRequest(), call());
  expect(answer).toMatchObject({ provider: 'api:brave-api', engines_resting: [] });
  expect(outlets.asked).toHaveLength(2);
});

describe('pace', () => {
  test('a process that was held up does not catch up in a burst', async () => {
    const { search, outlets } = searchOver(
      { [DUCKDUCKGO]: () => duckduckgoPage(pages(9)) },
      { pace: { limit: 10, windowMs: 1_000, queueMs: 15_000 }, clock: { now: () => Date.now() } },
    );
    const at: number[] = [];
    outlets.sites[DUCKDUCKGO] = () => {
      at.push(performance.now());
      return duckduckgoPage(pages(9));
    };
    const asked = ['a', 'b', 'c', 'd'].map((query) => search.search(searchRequest({ query }), call()));
    setTimeout(() => {
      const until = performance.now() + 500;
      while (performance.now() < until);
    }, 60);
    await Promise.all(asked);
    for (let index = 1; index < at.length; index++) {
      expect((at[index] ?? 0) - (at[index - 1] ?? 0)).toBeGreaterThanOrEqual(95);
    }
  });

  test('the line is first come, first served; who would wait too long is told when to come back', async () => {
    const { search, outlets } = searchOver(
      { [DUCKDUCKGO]: () => duckduckgoPage(pages(9)) },
      { pace: { limit: 2, windowMs: 60_000, queueMs: 0 }, clock: { now: () => Date.now() } },
    );
    const asked = await Promise.allSettled(
      ['a', 'b', 'c'].map((query) => search.search(searchRequest({ query }), call())),
    );
    expect(asked.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'rejected']);
    const reason = asked[2]?.status === 'rejected' ? asked[2].reason : null;
    expect(reason).toMatchObject({ code: 'rate_limited', retryable: true });
    expect(reason.retryAfterMs).toBeGreaterThan(0);
    expect(outlets.asked).toHaveLength(1);
  });
});
