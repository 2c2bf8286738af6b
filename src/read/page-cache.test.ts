import { expect, it } from 'vitest';
import { failureDocument } from './failure.ts';
import { createPageCache, recordOf } from './page-cache.ts';
import { verdict } from './reasons.ts';
import type { RawPage } from './rung.ts';

const URL_ = 'https://example.org/';
const OPTIONS = {
  format: 'markdown',
  selector: null,
  expand: false,
  includeHidden: false,
  includeLinks: true,
  includeImages: false,
} as const;

const page = (body: string, headers: Record<string, string> = {}): RawPage => ({
  via: 'http',
  url: URL_,
  hops: [],
  httpStatus: 200,
  headers,
  contentType: 'text/html',
  body: Buffer.from(body),
  truncated: false,
  retryAfterMs: null,
  archivedAt: null,
  setsCookies: false,
  sight: null,
  notes: [],
});

function cacheAt(now: { ms: number }) {
  return createPageCache({ now: () => now.ms });
}

it('answers while a copy is young enough for the caller, and never after an hour', () => {
  const now = { ms: 0 };
  const cache = cacheAt(now);
  cache.keep('k', recordOf(URL_, page('a'), new Map(), now.ms));
  expect(cache.fresh('k', 0)).toBeUndefined();
  now.ms = 60_000;
  expect(cache.fresh('k', 30)).toBeUndefined();
  expect(cache.fresh('k', 90)).toBeDefined();
  now.ms = 3_700_000;
  expect(cache.fresh('k', 100_000)).toBeUndefined();
});

it('keeps validators for a conditional request, and counts a confirmed copy as new', () => {
  const now = { ms: 0 };
  const cache = cacheAt(now);
  cache.keep('k', recordOf(URL_, page('a', { etag: '"1"' }), new Map(), now.ms));
  now.ms = 7_000_000;
  expect(cache.validators('k')).toEqual({ url: URL_, etag: '"1"', lastModified: null });
  cache.renew('k');
  expect(cache.fresh('k', 10)).toBeDefined();
  cache.keep('plain', recordOf(URL_, page('a'), new Map(), now.ms));
  expect(cache.validators('plain')).toBeNull();
  expect(cache.validators('unknown')).toBeNull();
  expect(cache.renew('unknown')).toBeUndefined();
});

it('keeps a page that must not be stored only as long as it is being read', () => {
  const now = { ms: 0 };
  const cache = cacheAt(now);
  cache.keep('k', recordOf(URL_, page('a', { 'cache-control': 'private, no-store' }), new Map(), now.ms));
  now.ms = 240_000;
  expect(cache.fresh('k', 3600)).toBeDefined();
  now.ms = 301_000;
  expect(cache.fresh('k', 3600)).toBeUndefined();
  expect(cache.validators('k')).toBeNull();
});

it('finds the document of a page that was fetched again and did not change', () => {
  const cache = cacheAt({ ms: 0 });
  const document = failureDocument({ url: URL_, finalUrl: URL_, verdict: verdict('ok'), notes: [] });
  const first = recordOf(URL_, page('same', { date: 'Mon' }), new Map([['s.css', 'p{}']]), 0);
  cache.keepDocument(first, OPTIONS, document);
  const again = recordOf(URL_, page('same', { date: 'Tue' }), new Map([['s.css', 'p{}']]), 9);
  expect(cache.document(again, OPTIONS)).toBe(document);
  expect(cache.document(again, { ...OPTIONS, format: 'html' })).toBeUndefined();
  for (const other of [
    recordOf(URL_, page('other'), new Map([['s.css', 'p{}']]), 9),
    recordOf(URL_, page('same'), new Map([['s.css', 'p{display:none}']]), 9),
    recordOf(URL_, page('same', { 'cf-mitigated': 'challenge' }), new Map([['s.css', 'p{}']]), 9),
  ]) {
    expect(cache.document(other, OPTIONS)).toBeUndefined();
  }
});
