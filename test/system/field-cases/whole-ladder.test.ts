import type { IncomingMessage, ServerResponse } from 'node:http';
import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { ReadRequest } from '../../../src/read/result.ts';
import { ARCHIVE_HOST, type ArchiveSite, startArchiveSite } from '../../kit/archive-site.ts';
import { startReader, type TestReader } from '../../kit/reader.ts';
import { canRender } from '../../kit/rendering.ts';
import {
  type Canary,
  fakeLookup,
  type RawSite,
  startCanary,
  startRawSite,
  startSite,
  type TestSite,
} from '../../kit/site.ts';

// S13 to S16 where every rung may be used: what is refused stays refused, and what never ends still ends in time.

const HTML = { 'content-type': 'text/html; charset=utf-8' };
const to =
  (location: string, status = 302) =>
  (_: IncomingMessage, response: ServerResponse) =>
    response.writeHead(status, { location }).end('moved');
const COPY = '<title>Copy</title><h1>Copy</h1><p>The copy of the page, as it stood in the archive two years ago.</p>';

const renders = await canRender();
let canary: Canary;
let site: TestSite;
let drip: RawSite;
let archive: ArchiveSite;
let reader: TestReader;

beforeAll(async () => {
  canary = await startCanary();
  const secret = `http://127.0.0.1:${canary.port}/secret`;
  site = await startSite({
    '/metadata': to('http://169.254.169.254/latest/meta-data/'),
    '/loopback': to(secret, 307),
    '/one': to('/two'),
    '/two': to('/three'),
    '/three': to(`http://localhost:${canary.port}/secret`),
    '/relative': to('//10.0.0.1/', 301),
    '/script-redirect': `<title>Leaving</title><p>Leaving this page.</p><script>location.replace('${secret}')</script>`,
    '/wall-with-frames': (_, response) =>
      response
        .writeHead(403, { ...HTML, 'cf-mitigated': 'challenge' })
        .end(`<title>Just a moment...</title><iframe src="${secret}"></iframe><script>fetch('${secret}')</script>`),
    '/a': to('/b'),
    '/b': to('/a'),
    '/c': (request, response) =>
      request.headers.cookie?.includes('seen=1')
        ? response.writeHead(200, HTML).end('<h1>Let in</h1><p>The content behind the cookie, all of it.</p>')
        : response.writeHead(302, { location: '/c', 'set-cookie': 'seen=1' }).end(),
    '/h': to('../x y'),
    '/x%20y': '<h1>Blank</h1><p>A page with a blank in its name, found all the same.</p>',
    '/nowhere': (_, response) =>
      response.writeHead(302, HTML).end('<h1>Moved</h1><p>Somewhere else, but it is not said where to.</p>'),
    '/bomb': (_, response) =>
      response.writeHead(200, { ...HTML, 'content-encoding': 'gzip' }).end(gzipSync(Buffer.alloc(100_000_000, 'a '))),
    '/nested': (_, response) =>
      response.writeHead(200, { ...HTML, 'content-encoding': Array(9).fill('gzip').join(', ') }).end('x'),
    '/endless-wall': (_, response) => {
      response.writeHead(403, { ...HTML, 'cf-mitigated': 'challenge' });
      const timer = setInterval(() => response.write('<p>wait</p>'), 50);
      response.on('close', () => clearInterval(timer));
    },
  });
  drip = await startRawSite((socket) => {
    socket.write('HTTP/1.1 200 OK\r\nContent-Type: text/html\r\n');
    const timer = setInterval(() => socket.write('X-More: y\r\n'), 200);
    socket.on('close', () => clearInterval(timer));
  });
  archive = await startArchiveSite((url) =>
    url.includes('none') ? undefined : { stamp: '20240102030405', body: COPY },
  );
  const names = { 'pub.test': ['127.0.0.1'], 'drip.test': ['127.0.0.1'], [ARCHIVE_HOST]: ['127.0.0.1'] };
  reader = await startReader({
    allowPrivate: [`pub.test:${site.port}`, `drip.test:${drip.port}`, archive.opening],
    lookup: fakeLookup(names),
    renders,
    archive: archive.origin,
  });
});

afterAll(async () => {
  await reader[Symbol.asyncDispose]();
  for (const part of [archive, drip, site, canary]) await part[Symbol.asyncDispose]();
});

const read = (path: string, request: Partial<ReadRequest> = {}) =>
  reader.read(site.url(path, 'pub.test'), { maxAgeS: 0, timeoutS: 20, ...request });

async function inTime<T>(seconds: number, work: Promise<T>): Promise<T> {
  const started = performance.now();
  const result = await work;
  expect((performance.now() - started) / 1000).toBeLessThan(seconds + 1);
  return result;
}

describe.each(renders ? (['auto', 'always', 'never'] as const) : (['auto', 'never'] as const))(
  'S13, render=%s',
  (render) => {
    test.each(['/metadata', '/loopback', '/one', '/relative'])(
      '%s is refused, and no archive is asked instead',
      async (path) => {
        const before = archive.asked.length;
        await expect(read(path, { render })).rejects.toMatchObject({ code: 'blocked_target' });
        expect(archive.asked).toHaveLength(before);
        expect(canary.connections).toBe(0);
      },
    );
  },
);

describe.skipIf(!renders)('S13 in the browser', () => {
  test('a script that leads inside gets nowhere', async () => {
    await read('/script-redirect', { render: 'always' }).catch((thrown: unknown) => {
      expect(thrown).toMatchObject({ code: 'blocked_target' });
    });
    expect(canary.connections).toBe(0);
  });

  test('nor do the frames of a wall on the way to the archive', async () => {
    const result = await inTime(14, read('/wall-with-frames', { timeoutS: 14 }));
    expect(result).toMatchObject({ status: 'ok', via: 'archive' });
    expect(canary.connections).toBe(0);
  });
});

test('S14: a disguise is refused at the first step, and the archive never learns of it', async () => {
  const disguises = [
    'http://2130706433/',
    'http://0x7f.1/',
    'http://[::ffff:127.0.0.1]/',
    'http://①②⑦.⓪.⓪.①/',
    'http://100.64.0.1/',
  ];
  const before = archive.asked.length;
  for (const url of disguises) {
    await expect(reader.read(url, { maxAgeS: 0 })).rejects.toMatchObject({ code: 'blocked_target' });
  }
  expect(archive.asked).toHaveLength(before);
});

describe('S15', () => {
  test.each([
    ['/bomb', ['too_large', 'partial']],
    ['/nested', ['unsupported_content']],
  ])('%s ends as what it is, whatever rungs there are', async (path, statuses) => {
    const result = await inTime(20, read(path));
    expect(statuses).toContain(result.status);
  });

  test('a head and a wall that never end are given up for the archive, or for what is known', async () => {
    const head = reader.read(drip.url('/', 'drip.test'), { maxAgeS: 0, timeoutS: 14, render: 'never' });
    const none = reader.read(drip.url('/none', 'drip.test'), { maxAgeS: 0, timeoutS: 3 });
    const wall = read('/endless-wall?none', { timeoutS: 3 });
    expect(await inTime(14, head)).toMatchObject({ status: 'ok', via: 'archive' });
    expect((await inTime(14, none)).status).toBe('timeout');
    expect(['challenge', 'timeout']).toContain((await inTime(14, wall)).status);
  });
});

describe('S16', () => {
  test('a circle is said to be one, with the chain, and the archive may have the page', async () => {
    const lost = await read('/a?none', { render: 'never' });
    expect(lost).toMatchObject({ status: 'unreachable', reason: { code: 'redirect_loop' } });
    expect(lost.reason.detail).toContain(' → ');
    expect(await read('/a', { render: 'never' })).toMatchObject({ status: 'ok', via: 'archive' });
  });

  test('cookies, blanks and a missing target come out right', async () => {
    expect(await read('/c')).toMatchObject({ status: 'ok', final_url: site.url('/c', 'pub.test') });
    expect(await read('/h')).toMatchObject({ status: 'ok', final_url: site.url('/x%20y', 'pub.test') });
    expect((await read('/nowhere', { render: 'never' })).markdown).toContain('it is not said where to');
  });
});
