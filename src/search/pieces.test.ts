import { describe, expect, test } from 'vitest';
import { canonicalKey } from './canonical-key.ts';
import { leadingDate, resultDate } from './dates.ts';
import { restKindOf } from './engine-health.ts';
import { fuse } from './fuse.ts';
import type { Hit } from './hit.ts';
import { areUnrelated } from './unrelated.ts';

describe('two addresses of one page', () => {
  const SAME = [
    ['https://example.com/a', 'http://www.example.com/a/'],
    ['https://example.com/a?x=1&y=2', 'https://example.com/a?y=2&x=1'],
    ['https://example.com/a?id=7', 'https://example.com/a?id=7&utm_source=n&utm_campaign=x&gclid=1&fbclid=2'],
    ['https://example.com/a', 'https://example.com/a#section'],
    ['https://example.com/caf%C3%A9', 'https://example.com/café'],
    ['https://example.com/', 'https://example.com'],
    ['https://example.com/index.html', 'https://example.com/'],
    ['https://EXAMPLE.com:443/a', 'https://example.com/a'],
  ] as const;
  test.each(SAME)('%s and %s', (a, b) => {
    expect(canonicalKey(a)).toBe(canonicalKey(b));
  });

  const OTHER = [
    ['https://example.com/a?id=7', 'https://example.com/a?id=8'],
    ['https://example.com/A', 'https://example.com/a'],
    ['https://example.com/#/one', 'https://example.com/#/two'],
    ['https://example.com/a?ref=x', 'https://example.com/a?ref=y'],
    ['https://example.com:8080/', 'https://example.com/'],
    ['https://a.example.com/', 'https://b.example.com/'],
    ['https://example.com/a%2Fb', 'https://example.com/a/b'],
  ] as const;
  test.each(OTHER)('are not %s and %s', (a, b) => {
    expect(canonicalKey(a)).not.toBe(canonicalKey(b));
  });
});

describe('dates of results', () => {
  const NOW = Date.parse('2026-06-15T12:00:00Z');
  test.each([
    ['2026-03-04T05:06:07Z', '2026-03-04T05:06:07Z'],
    ['2026-03-04', '2026-03-04'],
    ['2026-03-04T00:00:00.0000000', '2026-03-04'],
    ['2026-03-04T00:00:00Z', '2026-03-04'],
    ['2026-03-04T05:06:07.000Z', '2026-03-04T05:06:07Z'],
    ['2026-03-04T00:00:00+02:00', '2026-03-04T00:00:00+02:00'],
    ['Mar 4, 2026', '2026-03-04'],
    ['4 March 2026 —', '2026-03-04'],
    ['3 days ago', '2026-06-12'],
    ['2 hours ago', '2026-06-15T10:00:00.000Z'],
    ['3h', '2026-06-15T09:00:00.000Z'],
    ['5d', '2026-06-10'],
    ['a week ago', '2026-06-08'],
    ['Yesterday', '2026-06-14'],
    ['Wed, 04 Mar 2026 05:06:07 GMT', '2026-03-04T05:06:07Z'],
    ['', null],
    ['June', null],
    ['March 4, 2099', null],
    ['About herons', null],
  ])('“%s” is %s', (written, expected) => {
    expect(resultDate(written, 'en', NOW)).toBe(expected);
  });

  test('a date in front of a snippet is told from a sentence', () => {
    expect(leadingDate('12 Jul 2025 — Herons fly.')).toEqual({ date: '12 Jul 2025', rest: 'Herons fly.' });
    expect(leadingDate('2 Sep 2014 ... Herons fly.')).toEqual({ date: '2 Sep 2014', rest: 'Herons fly.' });
    expect(leadingDate('20.08.2025—Herons fly.')).toEqual({ date: '20.08.2025', rest: 'Herons fly.' });
    expect(leadingDate('Herons fly. They — all of them — fly.').date).toBe('');
  });
});

test.each([
  ['Suspended: too many requests', 'limited'],
  ['Suspended: CAPTCHA', 'challenged'],
  ['CAPTCHA', 'challenged'],
  ['access denied', 'refused'],
  ['HTTP error 403', 'refused'],
  ['timeout', 'timeout'],
  ['request timed out', 'timeout'],
  ['network error', 'unreachable'],
  ['parsing error', 'unparsed'],
  ['unexpected crash', 'error'],
  ['', 'error'],
])('SearXNG’s “%s” is %s', (reason, expected) => {
  expect(restKindOf(reason)).toBe(expected);
});

describe('results that hold no word of the question', () => {
  const hits = (title: string) =>
    Array.from({ length: 6 }, () => ({ title, url: 'https://x.example/', snippet: '', date: '', foundBy: [] }));
  test.each([
    ['running shoes', 'Cheap flights', true],
    ['running shoes', 'Best runners of 2026', false],
    ['café zürich', 'Cafes in Zurich', false],
    ['東京 天気', 'Cheap flights', false],
    ['a b c', 'Cheap flights', false],
    ['heron site:flights.example', 'Cheap flights', true],
  ])('“%s” and “%s”: %s', (question, title, expected) => {
    expect(areUnrelated(question, hits(title))).toBe(expected);
    expect(areUnrelated(question, hits(title).slice(0, 3))).toBe(false);
  });
});

describe('ranking', () => {
  const hit = (key: string, engine: string, rank: number): Hit => ({
    title: key,
    url: `https://${key}.example/`,
    key,
    snippet: '',
    published: null,
    foundBy: [{ engine, rank, weight: 1 }],
  });

  test('what several engines found stands above what one found, and the best score is 1', () => {
    const results = fuse(
      [hit('a', 'x', 1), hit('b', 'x', 2), hit('b', 'y', 1), hit('c', 'y', 2), hit('a', 'x', 9)],
      10,
    );
    expect(results.map(({ title }) => title)).toEqual(['b', 'a', 'c']);
    expect(results.map(({ rank }) => rank)).toEqual([1, 2, 3]);
    expect(fuse([hit('a', 'x', 1), hit('a', 'y', 1)], 10)[0]?.score).toBe(1);
  });

  test('the order of an engine alone is kept', () => {
    expect(
      fuse(
        [1, 2, 3, 4].map((rank) => hit(`p${rank}`, 'x', rank)),
        3,
      ).map(({ title }) => title),
    ).toEqual(['p1', 'p2', 'p3']);
  });
});
