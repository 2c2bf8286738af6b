import type { IncomingMessage, ServerResponse } from 'node:http';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { installed } from '../kit/chrome.ts';
import { startReader, type TestReader } from '../kit/reader.ts';
import { startSite, type TestSite } from '../kit/site.ts';

// Pages that look at their visitor: which browser they are shown, and what they are shown of what was fetched already.

const WORDS = 'The bridge was repaired in nine weeks by a crew of forty people and opened again on Monday.';
const onlyForChrome = (otherwise: string) =>
  `<!doctype html><title>Bridge</title><main id=m><h1>Bridge</h1><p>${WORDS}</p></main>
  <script>if(!window.chrome)document.body.innerHTML=${JSON.stringify(otherwise)}</script>`;
const html = (headers: Record<string, string | string[]>, body: string, status = 200) => {
  return (_request: IncomingMessage, response: ServerResponse) =>
    response.writeHead(status, { 'Content-Type': 'text/html; charset=utf-8', ...headers }).end(body);
};
const COOKIES = ['seen=1; Path=/', 'secret=2; Path=/; HttpOnly'];
const COOKIE_PAGE = `<!doctype html><title>Cookie</title><main id=m><p>${WORDS}</p></main><script>
  m.append('Cookies: '+document.cookie);fetch('/sent').then(r=>r.text()).then(t=>m.append(' Sent: '+t))</script>`;

const ROUTES = {
  '/empty': onlyForChrome(''),
  '/dark': '<!doctype html><title>Dark</title><main><p hidden>MARKER</p></main><script>1</script>',
  '/cookies': html({ 'Set-Cookie': COOKIES }, COOKIE_PAGE),
  '/first': (_request: IncomingMessage, response: ServerResponse) =>
    response.writeHead(302, { Location: '/after', 'Set-Cookie': 'way=1; Path=/' }).end(),
  '/after': html({}, COOKIE_PAGE),
  '/sent': (request: IncomingMessage, response: ServerResponse) => response.end(request.headers.cookie ?? 'none'),
};

const { shell, full } = await installed();
if (!shell || !full)
  process.stderr.write('Two sorts of browsers are not installed: tests of the second try are skipped.\n');

describe.skipIf(!shell || !full)('with two browsers', () => {
  let site: TestSite;
  let reader: TestReader;

  beforeAll(async () => {
    site = await startSite(ROUTES);
    reader = await startReader({ renders: true, allowPrivate: [site.opening] });
  });

  afterAll(async () => {
    await reader[Symbol.asyncDispose]();
    await site.close();
  });

  test('a page that shows the fast browser nothing is looked at in the full one, which is said', async () => {
    const answer = await reader.read(site.url('/empty'));
    expect(answer).toMatchObject({ status: 'ok', seen: 'rendered' });
    expect(answer.markdown).toContain(WORDS);
    expect(answer.attempts.map(({ rung, outcome }) => `${rung}: ${outcome}`)).toEqual([
      'http: HTTP 200',
      'browser: HTTP 200',
      'browser: HTTP 200 in the full browser',
    ]);
  });

  test('a page that is empty everywhere is asked for twice and no more', async () => {
    const answer = await reader.read(site.url('/dark'));
    expect(answer).toMatchObject({ status: 'empty', seen: 'rendered' });
    expect(answer.attempts).toHaveLength(3);
    expect(JSON.stringify({ ...answer, threats: [] })).not.toContain('MARKER');
  });

  test('a page that came with cookies is not fetched again, and its scripts and requests have them', async () => {
    const before = site.requests.length;
    const answer = await reader.read(site.url('/cookies'));
    expect(answer.markdown).toContain('Cookies: seen=1');
    expect(answer.markdown).toContain('Sent: seen=1; secret=2');
    expect(site.requests.slice(before).filter((each) => each === 'GET /cookies')).toHaveLength(1);
  });

  test('a copy from the cache carries no cookies of an earlier visit', async () => {
    await reader.read(site.url('/cookies?kept'), { render: 'never' });
    const before = site.requests.length;
    const answer = await reader.read(site.url('/cookies?kept'));
    expect(answer.markdown).toContain('Cookies: seen=1');
    expect(site.requests.slice(before).filter((each) => each.startsWith('GET /cookies'))).toHaveLength(1);
  });

  test('where cookies came on the way, the browser goes that way itself', async () => {
    const before = site.requests.length;
    const answer = await reader.read(site.url('/first'));
    expect(answer.markdown).toContain('Sent: way=1');
    expect(site.requests.slice(before).filter((each) => each === 'GET /after')).toHaveLength(2);
  });
});
