import { expect, test } from 'vitest';
import { searchRequest } from '../../test/kit/search-stub.ts';
import { buildRequest } from './build-request.ts';
import { shippedEngines } from './engines.ts';
import { parseQuery } from './query.ts';
import type { SearchRequest } from './search.ts';

const NOW = Date.parse('2026-06-15T12:00:00Z');
const engines = shippedEngines({ 'brave-api': 'k1', exa: 'k2', tavily: 'k3', serper: 'k4', kagi: 'k5' });

/** Everything that is sent, on one line, decoded: address, body and cookies. */
function sent(name: string, over: Partial<SearchRequest>): string {
  const engine = engines.find((each) => each.name === name);
  if (!engine) throw new Error(`there is no engine ${name}`);
  const request = buildRequest(engine, parseQuery(searchRequest({ query: 'heron', ...over }), NOW), { nowMs: NOW });
  const url = new URL(request.url);
  const query = [...url.searchParams].map(([key, value]) => `${key}=${value}`).join('&');
  return [request.method, url.origin + url.pathname, query, request.body ?? '', request.headers.cookie ?? '']
    .join(' ')
    .trim();
}

test.each([
  ['duckduckgo', 'GET https://html.duckduckgo.com/html/ q=heron&kl=wt-wt'],
  ['google', 'GET https://www.google.com/search q=heron&udm=14&ie=utf8&oe=utf8&filter=0&hl=en  CONSENT=YES+; SOCS=CAI'],
  ['brave', 'GET https://search.brave.com/search q=heron&source=web  useLocation=0; summarizer=0; country=all'],
  ['marginalia', 'GET https://api.marginalia.nu/public/search/heron count=10'],
  ['exa', 'POST https://api.exa.ai/search  {"query":"heron","numResults":10,"contents":{"highlights":true}}'],
  ['tavily', 'POST https://api.tavily.com/search  {"query":"heron","max_results":10,"search_depth":"basic"}'],
])('a plain search of %s', (name, expected) => {
  expect(sent(name, {})).toBe(expected);
});

test.each([
  // DuckDuckGo names the country first, Google takes them apart: the same region comes out right in both.
  ['duckduckgo', 'en-US', 'kl=us-en'],
  ['duckduckgo', 'us-en', 'kl=us-en'],
  ['duckduckgo', 'de', 'kl=de-de'],
  ['duckduckgo-lite', 'fr-CA', 'kl=ca-fr'],
  ['google', 'us-en', 'hl=en&gl=us'],
  ['google', 'de-AT', 'hl=de&gl=at'],
  ['bing', 'pt_BR', 'mkt=pt-BR&setlang=pt&cc=BR'],
  ['startpage', 'en-GB', 'qsr=en_GB'],
  ['startpage', 'uk', 'qsr=en_GB'],
  ['mojeek', 'ja', 'arc=jp&lb=ja'],
  ['brave', 'CH', 'country=ch'],
  ['wikipedia', 'de', 'https://de.wikipedia.org/w/api.php'],
  ['brave-api', 'de-DE', 'country=DE&search_lang=de'],
  ['serper', 'es-AR', '"gl":"ar","hl":"es"'],
  ['exa', 'DE', '"userLocation":"DE"'],
])('%s is told the region %s', (name, region, expected) => {
  expect(sent(name, { region })).toContain(expected);
});

test.each([
  ['duckduckgo', 'strict', 'kp=1'],
  ['duckduckgo', 'off', 'kp=-2'],
  ['google', 'strict', 'safe=active'],
  ['bing', 'off', 'adlt=off'],
  ['brave', 'strict', 'safesearch=strict'],
  ['startpage', 'strict', 'qadf=heavy'],
  ['mojeek', 'moderate', 'safe=1'],
  ['brave-api', 'moderate', 'safesearch=moderate'],
] as const)('%s is told safe_search %s', (name, safeSearch, expected) => {
  expect(sent(name, { safeSearch })).toContain(expected);
});

test.each([
  ['duckduckgo', 'week', 'df=w'],
  ['duckduckgo', '2026-01-01..2026-01-31', 'df=2026-01-01..2026-01-31'],
  ['duckduckgo', '2026-01-01..', 'df=2026-01-01..2026-06-15'],
  ['google', 'day', 'tbs=qdr:d'],
  ['google', '2026-01-01..2026-01-31', 'tbs=cdr:1,cd_min:1/1/2026,cd_max:1/31/2026'],
  ['bing', 'month', 'filters=ex1:"ez3"'],
  ['bing', 'year', 'filters=ex1:"ez5_20253_20619"'],
  ['brave', '2026-01-01..2026-01-31', 'tf=2026-01-01to2026-01-31'],
  ['mojeek', 'week', 'since=20260608'],
  ['startpage', 'year', 'with_date=y'],
  ['tavily', '2026-01-01..2026-01-31', '"start_date":"2026-01-01","end_date":"2026-01-31"'],
  ['exa', 'week', '"startPublishedDate":"2026-06-08T00:00:00.000Z"'],
])('%s is told freshness %s', (name, freshness, expected) => {
  expect(sent(name, { freshness })).toContain(expected);
});

test('an engine without ranges is told the shortest period that holds the range', () => {
  const engine = engines.find(({ name }) => name === 'startpage');
  if (!engine) throw new Error('no startpage');
  const asked = (freshness: string) =>
    buildRequest(engine, parseQuery(searchRequest({ freshness }), NOW), { nowMs: NOW });
  expect(asked('2026-06-10..2026-06-12')).toMatchObject({
    freshness: 'wider',
    url: expect.stringContaining('with_date=w'),
  });
  expect(asked('2020-01-01..2020-02-01')).toMatchObject({ freshness: 'none' });
  expect(asked('week')).toMatchObject({ freshness: 'applied' });
});

test('domains are operators of the query where there are some, else parameters', () => {
  const filters = { includeDomains: ['a.example', 'https://www.b.example/x'], excludeDomains: ['*.c.example'] };
  expect(sent('bing', filters)).toContain('q=heron (site:a.example OR site:b.example) -site:c.example');
  expect(sent('exa', filters)).toContain('"includeDomains":["a.example","b.example"],"excludeDomains":["c.example"]');
  expect(sent('marginalia', filters)).not.toContain('a.example');
});

test('what an engine cannot be told is named', () => {
  const unknown = (name: string) => {
    const engine = engines.find((each) => each.name === name);
    return (
      engine &&
      buildRequest(engine, parseQuery(searchRequest({ region: 'de', safeSearch: 'strict' }), NOW), { nowMs: NOW })
        .unknown
    );
  };
  expect(unknown('duckduckgo')).toEqual([]);
  expect(unknown('marginalia')).toEqual(['region', 'safe_search']);
});

test('a query is sent as it is, whatever is in it', () => {
  const query = 'a&b=c #d {query} %41 “ü” +x';
  expect(sent('duckduckgo', { query })).toContain(`q=${query}`);
  expect(sent('marginalia', { query: 'a/b?c' })).toContain('/public/search/a%2Fb%3Fc');
  expect(sent('tavily', { query: '{count} {key}' })).toContain('"query":"{count} {key}"');
});
