import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Plainsight, startPlainsight } from '../../kit/plainsight.ts';
import { type Canary, startCanary, startSite, type TestSite } from '../../kit/site.ts';

// An error message proves nothing: a canary on loopback counts the connections that came all the same.

let site: TestSite;
let canary: Canary;
let plainsight: Plainsight;

beforeAll(async () => {
  canary = await startCanary();
  const to = (status: number, location: string) => (_request: unknown, response: import('node:http').ServerResponse) =>
    response.writeHead(status, { location }).end('moved');
  site = await startSite({
    '/metadata': to(302, 'http://169.254.169.254/latest/meta-data/'),
    '/loopback': to(307, `http://127.0.0.1:${canary.port}/secret`),
    '/one': (_request, response) => response.writeHead(302, { location: '/two' }).end(),
    '/two': (_request, response) => response.writeHead(302, { location: '/three' }).end(),
    '/three': to(302, `http://localhost:${canary.port}/secret`),
    '/protocol-relative': to(301, `//127.0.0.1:${canary.port}/`),
    '/private-range': to(301, '//10.0.0.1/'),
    '/file': to(302, 'file:///etc/passwd'),
    '/refresh': (_request, response) =>
      response
        .writeHead(200, { 'content-type': 'text/html', refresh: `0; url=http://127.0.0.1:${canary.port}/` })
        .end('<p>This page asks to be refreshed from somewhere else at once.</p>'),
    '/resources': (_request, response) =>
      response.writeHead(200, { 'content-type': 'text/html' }).end(
        `<head><link rel=stylesheet href="http://127.0.0.1:${canary.port}/a.css"><link rel=prefetch href="http://127.0.0.1:${canary.port}/p">
<style>@import "http://127.0.0.1:${canary.port}/b.css";</style></head><body><p>A page with things from elsewhere.</p>
<iframe src="http://127.0.0.1:${canary.port}/f"></iframe><img src="http://127.0.0.1:${canary.port}/i.png">
<script>fetch("http://127.0.0.1:${canary.port}/x")</script></body>`,
      ),
  });
  plainsight = await startPlainsight({ PLAINSIGHT_ALLOW_PRIVATE: site.opening });
});

afterAll(async () => {
  await plainsight[Symbol.asyncDispose]();
  await site[Symbol.asyncDispose]();
  await canary[Symbol.asyncDispose]();
});

test.each([
  ['/metadata', 'blocked_target'],
  ['/loopback', 'blocked_target'],
  ['/one', 'blocked_target'],
  ['/protocol-relative', 'blocked_target'],
  ['/private-range', 'blocked_target'],
  ['/file', 'scheme_not_allowed'],
])('a redirect from a public page (%s) to what is not public is refused, and nothing connects', async (path, code) => {
  const answer = await plainsight.call('read_page', { url: `${site.origin}${path}`, max_age: 0 });
  expect(answer).toMatchObject({ ok: false, error: { code } });
  expect(JSON.stringify(answer)).toMatch(/redirect|hop/iu);
  expect(canary.connections).toBe(0);
});

test.each(['/refresh', '/resources'])('nothing that a page points to (%s) is fetched from loopback', async (path) => {
  const result = await plainsight.read({ url: `${site.origin}${path}`, max_age: 0 });
  expect(result.markdown).not.toBe('');
  expect(canary.connections).toBe(0);
});

test('every disguise of a loopback address is refused with one code before any packet', async () => {
  const port = canary.port;
  const disguises = [
    `http://2130706433:${port}/`,
    `http://0x7f.1:${port}/`,
    `http://0177.0.0.1:${port}/`,
    `http://127.1:${port}/`,
    `http://localhost.:${port}/`,
    `http://sub.localhost:${port}/`,
    `http://[::1]:${port}/`,
    `http://[::ffff:127.0.0.1]:${port}/`,
    `http://[::ffff:7f00:1]:${port}/`,
    `http://[::127.0.0.1]:${port}/`,
    `http://[64:ff9b::7f00:1]:${port}/`,
    `http://[2002:7f00:1::]:${port}/`,
    `http://①②⑦.⓪.⓪.①:${port}/`,
    `http://0.0.0.0:${port}/`,
    `http://[::]:${port}/`,
    'http://100.64.0.1/',
    'http://169.254.169.254/',
    'http://192.168.0.1/',
    'http://[fd00::1]/',
    'http://[fe80::1]/',
  ];
  for (const url of disguises) {
    expect(await plainsight.call('read_page', { url }), url).toMatchObject({
      ok: false,
      error: { code: 'blocked_target' },
    });
  }
  for (const url of [`http://user@127.0.0.1:${port}/`, `http://good.test@127.0.0.1:${port}/`]) {
    const answer = await plainsight.call('read_page', { url });
    expect(answer.ok ? 'allowed' : answer.error.code, url).toMatch(/^(?:blocked_target|credentials_in_url)$/u);
  }
  expect(canary.connections).toBe(0);
});

test('an opened target opens nothing beside it', async () => {
  const answer = await plainsight.call('read_page', { url: `http://127.0.0.1:${canary.port}/` });
  expect(answer).toMatchObject({ ok: false, error: { code: 'blocked_target' } });
  expect(canary.connections).toBe(0);
});
