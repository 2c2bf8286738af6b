import { describe, expect, it } from 'vitest';
import { askingAddress, mayBeArchived, snapshotOf } from './snapshot-address.ts';

const ORIGIN = 'https://web.archive.org';
const MEMENTO = new Map([['memento-datetime', 'Tue, 02 Jan 2024 03:04:05 GMT']]);
const NONE = new Map<string, string>();
const answer = (path: string, status = 200, headers: ReadonlyMap<string, string> = NONE) =>
  snapshotOf(ORIGIN, { url: `${ORIGIN}${path}`, status, headers });

it('asks for the newest copy, as it was captured', () => {
  expect(askingAddress(ORIGIN, 'https://e.test/a?b=c')).toBe(`${ORIGIN}/web/29991231235959id_/https://e.test/a?b=c`);
});

describe('the copy in an answer', () => {
  it('is dated and named by its address', () => {
    const copy = { url: 'https://e.test/a?b=c&d', capturedAt: '2024-01-02T03:04:05.000Z' };
    expect(answer('/web/20240102030405id_/https://e.test/a?b=c&d')).toEqual(copy);
    expect(answer('/web/20240102030405id_/https:/e.test/a?b=c&d', 200, MEMENTO)).toEqual(copy);
    expect(answer('/web/29991231235959id_/https://e.test/a?b=c&d', 200, MEMENTO)).toEqual(copy);
  });

  it('may be one of an error page', () => {
    expect(answer('/web/20240102030405id_/https://e.test/a', 404, MEMENTO)).not.toBeNull();
  });

  it.each([
    ['/web/29991231235959id_/https://e.test/a', 404],
    ['/web/20240102030405id_/https://e.test/a', 404],
    ['/web/29991231235959id_/https://e.test/a', 200],
    ['/web/20240102030405id_/https://e.test/a', 429],
    ['/web/20241302030405id_/https://e.test/a', 200],
    ['/web/20240102030405id_/ftp://e.test/a', 200],
    ['/', 200],
  ])('is not there in %s with HTTP %i', (path, status) => {
    expect(answer(path, status)).toBeNull();
  });

  it('is not what another host says', () => {
    const url = 'https://web.archive.org.evil.test/web/20240102030405id_/https://e.test/';
    expect(snapshotOf(ORIGIN, { url, status: 200, headers: MEMENTO })).toBeNull();
  });
});

describe('what an archive may be told', () => {
  const may = (url: string) => mayBeArchived(new URL(url));

  it('is the address of a public page', () => {
    for (const url of ['https://example.org/', 'http://www.bbc.co.uk/news?page=2&id=7', 'https://münchen.de/x']) {
      expect([url, may(url)]).toEqual([url, true]);
    }
  });

  it.each([
    'http://8.8.8.8/',
    'http://[2606:4700::1111]/',
    'http://wiki/page',
    'http://wiki.corp/page',
    'http://printer.local/',
    'http://e.test/',
    'http://nas.home.arpa/',
    'http://abc.onion/',
    'https://example.org/doc?token=abc',
    'https://example.org/doc?a=1&access_token=abc',
    'https://example.org/doc?X-Amz-Signature=abc',
    'https://example.org/reset?code=123',
    'https://example.org/share?sig=abc',
    'https://example.org/x?apikey=1',
    'https://example.org/x?PASSWORD=1',
  ])('is not %s', (url) => {
    expect(may(url)).toBe(false);
  });
});
