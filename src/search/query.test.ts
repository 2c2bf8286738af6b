import { describe, expect, test } from 'vitest';
import { searchRequest } from '../../test/kit/search-stub.ts';
import { parseQuery } from './query.ts';
import { parseRegion } from './region.ts';

const NOW = Date.parse('2026-06-15T12:00:00Z');

describe('a region', () => {
  test.each([
    ['us', 'us-en'],
    ['US', 'us-en'],
    ['en', 'us-en'],
    ['en-US', 'us-en'],
    ['en_us', 'us-en'],
    ['us-en', 'us-en'],
    ['uk-en', 'gb-en'],
    ['UK', 'gb-en'],
    ['de', 'de-de'],
    ['de-CH', 'ch-de'],
    ['ch-de', 'ch-de'],
    ['ar-es', 'ar-es'],
    ['es-ar', 'ar-es'],
    ['jp-ja', 'jp-ja'],
    ['ja', 'jp-ja'],
    ['zh', 'cn-zh'],
    ['br-pt', 'br-pt'],
    ['se', 'se-sv'],
    ['Germany', 'de-de'],
    ['united states', 'us-en'],
    ['Japanese', 'jp-ja'],
    ['zh-Hant-TW', 'tw-zh'],
    ['de-DE-1996', 'de-de'],
  ])('%s is %s', (written, expected) => {
    const region = parseRegion(written);
    expect(`${region?.country}-${region?.language}`).toBe(expected);
  });

  test.each([null, '', 'all', 'wt-wt', 'Global'])('%s is none', (written) => {
    expect(parseRegion(written)).toBeNull();
  });

  test.each(['Atlantis', 'xx-yy', 'de-DE-x', 'q', '12', 'qq', 'a-b-c-d'])('%s is refused', (written) => {
    expect(() => parseRegion(written)).toThrow(/region must be/u);
  });
});

describe('freshness', () => {
  const freshness = (written: string) => parseQuery(searchRequest({ freshness: written }), NOW).freshness;

  test('is a period or a range, either side open', () => {
    expect(freshness('week')).toEqual({ period: 'week', from: '2026-06-08', to: '2026-06-15' });
    expect(freshness('2026-01-01..2026-02-01')).toEqual({ period: null, from: '2026-01-01', to: '2026-02-01' });
    expect(freshness('2026-01-01..')).toEqual({ period: null, from: '2026-01-01', to: '2026-06-15' });
    expect(freshness('..2020-01-01')).toMatchObject({ from: '1990-01-01', to: '2020-01-01' });
    expect(freshness('any')).toBeNull();
  });

  test.each(['yesterday', '..', '2026-02-30..2026-03-01', '2026-03-01..2026-01-01', '2026', '1.1.2026..2.1.2026'])(
    '%s is refused',
    (written) => {
      expect(() => freshness(written)).toThrow(/freshness must be/u);
    },
  );
});

test('domains come in every usual form, and nonsense is refused', () => {
  const { include, exclude } = parseQuery(
    searchRequest({
      includeDomains: ['Example.COM', '*.example.org', 'https://www.b.example/path', 'site:c.example'],
      excludeDomains: ['bücher.example'],
    }),
    NOW,
  );
  expect(include).toEqual(['example.com', 'example.org', 'b.example', 'c.example']);
  expect(exclude).toEqual(['xn--bcher-kva.example']);
  for (const bad of ['', 'a b', 'a"b', 'x) OR (y']) {
    expect(() => parseQuery(searchRequest({ includeDomains: [bad] }), NOW)).toThrow(/include_domains/u);
  }
});

test('a query is one line of at most a thousand characters', () => {
  expect(parseQuery(searchRequest({ query: ' grey\n heron\u0000 ' }), NOW).text).toBe('grey heron');
  expect(() => parseQuery(searchRequest({ query: ' \n ' }), NOW)).toThrow(/empty/u);
  expect(() => parseQuery(searchRequest({ query: 'x'.repeat(1001) }), NOW)).toThrow(/longer/u);
});

test.each([
  ['heron news', true],
  ['latest node release', true],
  ['What happened this week?', true],
  ['Nachrichten aus Wien', true],
  ['东京 最新 地震', true],
  ['newspaper history', false],
  ['how to bake bread', false],
  ['renewable energy', false],
])('“%s” asks for news: %s', (query, expected) => {
  expect(parseQuery(searchRequest({ query }), NOW).newsLike).toBe(expected);
});
