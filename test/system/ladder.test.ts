import { mkdtemp, rm } from 'node:fs/promises';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type BlockMemory, createBlockMemory } from '../../src/read/block-memory.ts';
import type { ReadRequest, ReadResult } from '../../src/read/result.ts';
import type { KeyValueStore } from '../../src/stores/key-value.ts';
import { createLocalStore } from '../../src/stores/local-key-value.ts';
import { ARCHIVE_HOST, type ArchiveSite, startArchiveSite } from '../kit/archive-site.ts';
import { line, writePdf } from '../kit/pdf/write-pdf.ts';
import { startPlainsight } from '../kit/plainsight.ts';
import { startReader, type TestReader } from '../kit/reader.ts';
import { canRender } from '../kit/rendering.ts';
import { fakeLookup, startSite, type TestSite } from '../kit/site.ts';

// Scripted sites that drive the branches of the ladder, with a real browser and an archive on loopback.

const HTML = { 'content-type': 'text/html; charset=utf-8' };
const words = (about: string) =>
  `<p>The ${about} was repaired in nine weeks by a crew of forty people and opened again on Monday.</p>`;
const article = (about: string) =>
  `<!doctype html><title>${about}</title><main><h1>${about}</h1>${words(about)}</main>`;
const WALL = `<html><head><title>Access Denied</title></head><body><h1>Access Denied</h1>You don't have permission to access
  "http://shop/" on this server.<p>Reference #18.2d351ab8.1557333295.a4e16ab</p></body></html>`;
const CHALLENGE = (
  script: string,
) => `<!doctype html><title>Just a moment...</title><p>Verify you are human by completing the
  action below.</p><script>window._cf_chl_opt={cType:'managed'};${script}</script>`;
const POW = `<!doctype html><title>Making sure you're not a bot!</title><h1>Making sure you're not a bot!</h1><p>Loading...</p>
  <script id="anubis_challenge" type="application/json">{}</script>
  <script>setTimeout(()=>{document.cookie='pow=1;path=/';location.reload()},1500)</script>`;

const say = (response: ServerResponse, status: number, body: string, headers = {}) =>
  response.writeHead(status, { ...HTML, ...headers }).end(body);
const passed = ({ headers }: IncomingMessage, name: string) => headers.cookie?.includes(name) === true;
/** Turns the first request to each host away. */
const seen = new Set<string>();
const isFirst = ({ headers, url }: IncomingMessage) => {
  const key = `${headers.host}${url}`;
  return !seen.has(key) && seen.add(key);
};

const SAVED = { 'content-disposition': 'attachment; filename=bridge' };
const PAPER = writePdf({ pages: [{ content: line('The paper bridge was drawn by hand in the spring', 72, 700) }] });
const sendPdf = (response: ServerResponse) => response.writeHead(200, { 'content-type': 'application/pdf' }).end(PAPER);

const ROUTES = {
  '/paper.pdf': (_: IncomingMessage, response: ServerResponse) => sendPdf(response),
  '/to-paper': (_: IncomingMessage, response: ServerResponse) =>
    response.writeHead(302, { location: '/paper.pdf' }).end(),
  '/table.csv': (_: IncomingMessage, response: ServerResponse) =>
    response.writeHead(200, { 'content-type': 'text/csv' }).end('bridge,weeks\nTable bridge,9\n'),
  '/saved.json': (_: IncomingMessage, response: ServerResponse) =>
    response.writeHead(200, { 'content-type': 'application/json', ...SAVED }).end('{"bridge":"Saved bridge"}'),
  '/saved.zip': (_: IncomingMessage, response: ServerResponse) =>
    response.writeHead(200, { 'content-type': 'application/zip', ...SAVED }).end('PK\x03\x04'),
  '/plain': article('Plain bridge'),
  '/first-turned-away': (request: IncomingMessage, response: ServerResponse) =>
    isFirst(request) ? say(response, 403, WALL) : say(response, 200, article('Opened bridge')),
  '/clears': (request: IncomingMessage, response: ServerResponse) =>
    passed(request, 'cleared')
      ? say(response, 200, article('Cleared bridge'))
      : say(
          response,
          403,
          CHALLENGE(`setTimeout(()=>{document.cookie='cleared=1';location.href='/clears?x=1&__cf_chl_tk=q7'},400)`),
        ),
  '/works': (request: IncomingMessage, response: ServerResponse) =>
    say(response, 200, passed(request, 'pow') ? article('Worked bridge') : POW),
  '/stays': (_: IncomingMessage, response: ServerResponse) => say(response, 403, CHALLENGE('')),
  '/denied': (_: IncomingMessage, response: ServerResponse) => say(response, 403, WALL),
  '/gone': (_: IncomingMessage, response: ServerResponse) => say(response, 410, '<h1>Gone</h1>'),
  '/too-many': (_: IncomingMessage, response: ServerResponse) =>
    say(response, 429, '<h1>Slow down</h1>', { 'retry-after': '1' }),
  '/mishap': (request: IncomingMessage, response: ServerResponse) =>
    isFirst(request) ? say(response, 502, '<h1>Bad gateway</h1>') : say(response, 200, article('Mended bridge')),
  '/broken': (_: IncomingMessage, response: ServerResponse) => say(response, 500, '<h1>Broken</h1>'),
  '/hangs': () => {},
  '/image': (_: IncomingMessage, response: ServerResponse) =>
    response.writeHead(200, { 'content-type': 'image/png' }).end(Buffer.from([0x89, 0x50, 0x4e, 0x47, 13, 10, 26, 10])),
  '/style.css': (_: IncomingMessage, response: ServerResponse) =>
    response.writeHead(200, { 'content-type': 'text/css' }).end('p { color: red }'),
};

const HOSTS = ['a.test', 'b.test', 'c.test', 'd.test', 'e.test', 'f.test', 'kept.test', 'again.test', 'file.test'];
const DAY = '20240102030405';
let site: TestSite;
let archive: ArchiveSite;
let reader: TestReader;
let folder = '';
let kept: { store: KeyValueStore; memory: BlockMemory };
const skip = !(await canRender());

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'plainsight-ladder-'));
  site = await startSite(ROUTES);
  archive = await startArchiveSite(
    (url) => {
      const { pathname, searchParams } = new URL(url);
      if (searchParams.has('none')) return undefined;
      if (searchParams.has('wall')) return { stamp: DAY, body: CHALLENGE('') };
      if (searchParams.has('error')) return { stamp: DAY, status: 404, body: '<p>Not found then, either.</p>' };
      if (searchParams.has('moved')) return { stamp: DAY, movedTo: 'http://denied.test/page' };
      if (pathname === '/page') return { stamp: DAY, body: article('Denied bridge') };
      return {
        stamp: DAY,
        body: `<link rel=stylesheet href=/style.css><script>1</script>${article('Archived bridge')}`,
      };
    },
    (response, url) => {
      if (url.includes('busy')) say(response, 429, '<p>Too many requests</p>');
      else if (!url.includes('sleepy')) return false;
      return true;
    },
  );
  const store = createLocalStore({ file: join(folder, 'sites.json'), maxEntries: 10 });
  kept = { store, memory: createBlockMemory({ store, random: () => 0.9999 }) };
  reader = await open({ memory: kept.memory });
});
afterAll(async () => {
  await reader[Symbol.asyncDispose]();
  await archive[Symbol.asyncDispose]();
  await site[Symbol.asyncDispose]();
  await rm(folder, { recursive: true, force: true });
});

function open(more: Parameters<typeof startReader>[1] = {}, renders = !skip, archiveRule = false): Promise<TestReader> {
  const names = Object.fromEntries([...HOSTS, ARCHIVE_HOST].map((host) => [host, ['127.0.0.1']]));
  return startReader(
    {
      allowPrivate: [...HOSTS.map((host) => `${host}:${site.port}`), archive.opening],
      denyDomains: ['denied.test'],
      lookup: fakeLookup(names),
      renders,
      archive: archive.origin,
      archiveRule,
    },
    more,
  );
}

interface Walk extends ReadResult {
  readonly rungs: readonly string[];
  readonly seconds: number;
}

/** Reads, and checks what holds on every branch: times on every attempt, one status, in time. */
async function walk(path: string, request: Partial<ReadRequest> = {}, by = reader, host = 'a.test'): Promise<Walk> {
  const started = performance.now();
  const result = await by.read(site.url(path, host), { maxAgeS: 0, timeoutS: 25, ...request });
  const seconds = (performance.now() - started) / 1000;
  expect(seconds).toBeLessThan((request.timeoutS ?? 25) + 1);
  for (const { ms } of result.attempts) expect(ms).toBeGreaterThanOrEqual(0);
  expect(result.attempts.reduce((sum, { ms }) => sum + ms, 0) / 1000).toBeLessThan(seconds + 0.5);
  if (result.status === 'ok' && result.via !== 'archive') expect(result.why).toBeNull();
  else expect(result.why?.tried).toHaveLength(result.attempts.length);
  return { ...result, seconds, rungs: result.attempts.map(({ rung, outcome }) => `${rung} ${outcome}`) };
}

describe.skipIf(skip)('with a browser', () => {
  test('a page that is proven needs the plain request only', async () => {
    const result = await walk('/plain');
    expect(result).toMatchObject({ status: 'ok', via: 'http', seen: 'proven', rungs: ['http HTTP 200'] });
  });

  test('what turns the plain request away opens in the browser', async () => {
    const first = await walk('/first-turned-away', {}, reader, 'b.test');
    expect(first).toMatchObject({ status: 'ok', via: 'browser', rungs: ['http HTTP 403', 'browser HTTP 200'] });
    expect(first.markdown).toContain('Opened bridge');
  });

  test.each([
    ['/clears', 'Cleared bridge'],
    ['/works', 'Worked bridge'],
  ])('a challenge that clears by itself (%s) is waited for', async (path, title) => {
    const result = await walk(path, {}, reader, 'c.test');
    expect(result).toMatchObject({ status: 'ok', via: 'browser', title });
    expect(result.attempts.map(({ rung }) => rung)).toEqual(['http', 'browser']);
    if (path === '/clears') expect(result.final_url).toBe(site.url('/clears?x=1', 'c.test'));
  });

  test('a challenge that stays leaves the archive its time, and its copy says when it was made', async () => {
    const result = await walk('/stays', { timeoutS: 20 }, reader, 'd.test');
    expect(result).toMatchObject({
      status: 'ok',
      via: 'archive',
      archived_at: '2024-01-02T03:04:05.000Z',
      seen: 'static',
    });
    // Asked twice of one site, the second time (a retry of this test) begins with the browser.
    expect(result.rungs.join()).toMatch(/^http (?:HTTP 403|skipped[^,]*),(?:browser [^,]*,)+archive HTTP 200$/u);
    expect(result.final_url).toBe(site.url('/stays', 'd.test'));
    expect(result.markdown).toContain('Archived bridge');
    expect(result.notes.join()).toMatch(/copy that the Internet Archive made on 2024-01-02.*challenge: bot_challenge/u);
    expect(result.why?.evidence.join()).toContain('_cf_chl_opt');
    expect(site.requests.filter((request) => request.includes('style.css'))).toEqual([]);
  });

  test('a challenge that stays and is not archived is a challenge, with what to do next', async () => {
    const result = await walk('/stays?none', { timeoutS: 14 }, reader, 'd.test');
    expect(result).toMatchObject({ status: 'challenge', reason: { code: 'bot_challenge' } });
    expect(result.rungs.at(-1)).toBe('archive not_archived');
    expect(result.why?.next.join()).toMatch(/feed.*Ask a person to open/u);
    expect(result.why?.tried[0]).toMatch(/^http HTTP 403: bot_challenge, \d+ ms$|^http skipped/u);
  });

  test.each([
    ['/paper.pdf', 'The paper bridge was drawn by hand'],
    ['/to-paper', 'The paper bridge was drawn by hand'],
    ['/table.csv', 'Table bridge'],
    ['/saved.json', 'Saved bridge'],
  ])(
    'what a browser is given to save (%s) is fetched plainly, also when only a browser may look',
    async (path, text) => {
      const result = await walk(path, { render: 'always' }, reader, 'file.test');
      expect(result).toMatchObject({ status: 'ok', via: 'http' });
      expect(result.rungs).toEqual(['browser file_download', 'http HTTP 200']);
      expect(result.markdown).toContain(text);
      expect(result.notes.join()).not.toContain('no time left');
    },
  );

  test('a file of no readable kind is said to be one', async () => {
    const result = await walk('/saved.zip', { render: 'always' }, reader, 'file.test');
    expect(result).toMatchObject({ status: 'unsupported_content', reason: { code: 'media_type' } });
    expect(result.rungs).toEqual(['browser file_download', 'http HTTP 200']);
  });

  test('a file of a site that turned plain requests away is asked for plainly once the browser would save it', async () => {
    const first = await walk('/first-turned-away', {}, reader, 'file.test');
    expect(first.rungs).toEqual(['http HTTP 403', 'browser HTTP 200']);
    const result = await walk('/paper.pdf', {}, reader, 'file.test');
    expect(result).toMatchObject({ status: 'ok', via: 'http' });
    expect(result.rungs).toEqual([expect.stringMatching(/^http skipped/u), 'browser file_download', 'http HTTP 200']);
  });

  test('a server that stumbles is asked once more by the browser', async () => {
    const result = await walk('/mishap', {}, reader, 'e.test');
    expect(result).toMatchObject({ status: 'ok', via: 'browser', rungs: ['http HTTP 502', 'browser HTTP 200'] });
  });

  test('a site that turned plain requests away is remembered across a restart, and looked at again early', async () => {
    const memory = (random: number) => {
      const store = createLocalStore({ file: join(folder, 'sites.json'), maxEntries: 10 });
      return { store, memory: createBlockMemory({ store, random: () => random }) };
    };
    const first = await walk('/first-turned-away', {}, reader, 'kept.test');
    expect(first.rungs).toEqual(['http HTTP 403', 'browser HTTP 200']);
    await kept.store.close();
    const second = memory(0.9999);
    await using two = await open({ memory: second.memory });
    const before = site.requests.length;
    const remembered = await walk('/first-turned-away', {}, two, 'kept.test');
    expect(remembered.rungs).toEqual([expect.stringMatching(/^http skipped/u), 'browser HTTP 200']);
    expect(site.requests.slice(before).filter((request) => request.includes('first-turned-away'))).toHaveLength(1);
    await second.store.close();
    const third = memory(0);
    await using three = await open({ memory: third.memory });
    const probing = await walk('/first-turned-away', {}, three, 'kept.test');
    expect(probing.rungs).toEqual(['http HTTP 200']);
    const afterwards = createBlockMemory({ store: third.store, random: () => 0.9999 });
    expect(await afterwards.skipsPlain(site.url('/', 'kept.test'))).toBe(false);
  });
});

describe('without a browser', () => {
  let plain: TestReader;
  beforeAll(async () => {
    plain = await open({}, false);
  });
  afterAll(() => plain[Symbol.asyncDispose]());

  test.each(['/gone', '/denied', '/too-many', '/broken', '/missing'])('%s is read from the archive', async (path) => {
    const result = await walk(path, {}, plain);
    expect(result).toMatchObject({
      status: 'ok',
      via: 'archive',
      seen: 'static',
      archived_at: '2024-01-02T03:04:05.000Z',
    });
    expect(result.attempts.map(({ rung }) => rung)).toEqual(['http', 'archive']);
  });

  test.each([
    ['/gone?none', 'not_found', 'archive not_archived'],
    ['/gone?error', 'not_found', 'archive HTTP 404'],
    ['/denied?wall', 'blocked', 'archive HTTP 200'],
    ['/too-many?none', 'rate_limited', 'archive not_archived'],
    ['/broken?none', 'server_error', 'archive not_archived'],
    ['/gone?moved', 'not_found', 'archive domain_not_allowed'],
  ])('%s without a copy that helps is %s', async (path, status, last) => {
    const result = await walk(path, {}, plain, 'f.test');
    expect(result).toMatchObject({ status, via: 'http', archived_at: null });
    expect(result.rungs.at(-1)).toBe(last);
    expect(result.markdown).not.toContain('Denied bridge');
  });

  test('what no archive could change does not ask it', async () => {
    const before = archive.asked.length;
    expect(await walk('/image', {}, plain)).toMatchObject({ status: 'unsupported_content', rungs: ['http HTTP 200'] });
    expect(archive.asked).toHaveLength(before);
  });

  test('a host that is dead is read from the archive, or said to be unreachable', async () => {
    const found = await plain.read('http://dead.test/page', { maxAgeS: 0 });
    expect(found).toMatchObject({ status: 'ok', via: 'archive', title: 'Denied bridge' });
    expect(found.why?.evidence.join()).toContain('host not found');
    const lost = await plain.read('http://dead.test/page?none', { maxAgeS: 0 });
    expect(lost).toMatchObject({ status: 'unreachable', via: 'http' });
    expect(lost.attempts.map(({ rung, outcome }) => `${rung} ${outcome}`)).toEqual([
      'http host_unreachable',
      'archive not_archived',
    ]);
  });

  test('a host that never answers leaves the archive its time', async () => {
    const result = await walk('/hangs', { timeoutS: 13 }, plain);
    expect(result).toMatchObject({ status: 'ok', via: 'archive', rungs: ['http time_limit', 'archive HTTP 200'] });
  });

  test('a deadline that cuts the climb gives what is known, in time', async () => {
    const hanging = await walk('/hangs', { timeoutS: 2 }, plain);
    expect(hanging).toMatchObject({ status: 'timeout', reason: { code: 'time_limit' } });
    const result = await walk('/denied?sleepy', { timeoutS: 3 }, plain);
    expect(result).toMatchObject({ status: 'blocked', reason: { code: 'bot_block' }, via: 'http' });
    expect(result.rungs.at(-1)).toBe('archive archive_refused');
  });

  test('an archive that has had enough is left alone', async () => {
    await using fresh = await open({}, false);
    const first = await walk('/gone?busy', {}, fresh);
    expect(first).toMatchObject({ status: 'not_found', rungs: ['http HTTP 410', 'archive archive_refused'] });
    const before = archive.asked.length;
    expect(await walk('/gone', {}, fresh)).toMatchObject({ status: 'not_found' });
    expect(archive.asked).toHaveLength(before);
  });

  test('the archive is asked once a page, and its copy is kept as long as any page', async () => {
    const before = archive.asked.length;
    await walk('/gone?kept', {}, plain);
    const again = await walk('/gone?kept', { maxAgeS: 3600 }, plain);
    expect(again).toMatchObject({ status: 'ok', via: 'archive', rungs: ['cache hit'] });
    expect(archive.asked.slice(before)).toEqual([site.url('/gone?kept', 'a.test')]);
  });

  test('the operator decides whether the archive is asked', async () => {
    await using listed = await startReader({
      allowPrivate: [`a.test:${site.port}`],
      allowDomains: ['a.test'],
      lookup: fakeLookup({ 'a.test': ['127.0.0.1'], [ARCHIVE_HOST]: ['127.0.0.1'] }),
      archive: archive.origin,
    });
    expect((await walk('/gone', {}, listed)).rungs).toEqual(['http HTTP 410']);
    await using off = await startPlainsight({ PLAINSIGHT_ARCHIVE: 'off' });
    const status = await off.client.callTool({ name: 'status', arguments: {} });
    expect(JSON.stringify(status.structuredContent)).toMatch(/"archive","state":"off"/u);
  });

  test('private targets are nothing that the archive is told about', async () => {
    await using careful = await open({}, false, true);
    const before = archive.asked.length;
    expect(await walk('/gone', {}, careful)).toMatchObject({ status: 'not_found', rungs: ['http HTTP 410'] });
    expect(archive.asked).toHaveLength(before);
  });
});
