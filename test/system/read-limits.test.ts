import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { readRequest } from '../kit/read-request.ts';
import { startReader, type TestReader } from '../kit/reader.ts';
import { type RawSite, startRawSite, startSite, type TestSite } from '../kit/site.ts';
import { startPool } from '../kit/worker.ts';

const html =
  (body: string | Buffer, headers: Record<string, string> = {}) =>
  (_: unknown, response: import('node:http').ServerResponse) =>
    response.writeHead(200, { 'content-type': 'text/html', ...headers }).end(body);

let site: TestSite;
let drip: RawSite;
let reader: TestReader;
let open = 0;

beforeAll(async () => {
  const bomb = gzipSync(Buffer.alloc(200_000_000, 'a '));
  const whole = gzipSync(`<h1>Gzip</h1>${'<p>A paragraph of text that is cut in the middle.</p>'.repeat(400)}`);
  site = await startSite({
    '/fine': '<h1>Fine</h1><p>A page that can be read after all the others.</p>',
    '/bomb': html(bomb, { 'content-encoding': 'gzip' }),
    '/nested': html('x', { 'content-encoding': Array(9).fill('gzip').join(', ') }),
    '/not-gzip': html('<h1>Plain</h1><p>Not compressed at all.</p>', { 'content-encoding': 'gzip' }),
    '/cut-gzip': html(whole.subarray(0, whole.length / 2), { 'content-encoding': 'gzip' }),
    '/hang': (_, response) => void response.writeHead(200, { 'content-type': 'text/html' }).write('<p>never ends'),
    '/nodes': html(`<main>${'<b>x</b>'.repeat(900_000)}</main>`),
  });
  drip = await startRawSite((socket) => {
    open++;
    socket.write('HTTP/1.1 200 OK\r\nContent-Type: text/html\r\n\r\n<p>');
    const timer = setInterval(() => socket.write('x'), 200);
    socket.on('close', () => {
      open--;
      clearInterval(timer);
    });
  });
  reader = await startReader({ allowPrivate: [site.opening, drip.opening] });
});

afterAll(async () => {
  await reader[Symbol.asyncDispose]();
  await site.close();
  await drip.close();
});

/** Connections end within a second of the read that wanted them. */
async function allClosed(): Promise<void> {
  for (let waited = 0; open > 0 && waited < 1000; waited += 50) await new Promise((resolve) => setTimeout(resolve, 50));
  expect(open).toBe(0);
}

const read = (path: string, request = {}) => reader.read(site.url(path), request);

it('S15: ends a bomb with too_large or its beginning, in bounded memory', async () => {
  const before = process.memoryUsage().rss;
  const result = await read('/bomb');
  expect(['too_large', 'partial']).toContain(result.status);
  expect(process.memoryUsage().rss - before).toBeLessThan(400_000_000);
  expect((await read('/fine')).status).toBe('ok');
});

it('S15: says what cannot be decoded and reads what can', async () => {
  expect(await read('/nested')).toMatchObject({ status: 'unsupported_content', reason: { code: 'bad_encoding' } });
  expect((await read('/not-gzip')).markdown).toContain('Not compressed at all.');
  expect(await read('/cut-gzip')).toMatchObject({ status: 'partial', reason: { code: 'body_damaged' } });
});

it('S15: ends a drip at the deadline of the call', async () => {
  const started = performance.now();
  const result = await reader.read(drip.url('/'), { timeoutS: 2 });
  expect(result.status).toBe('timeout');
  expect(performance.now() - started).toBeLessThan(3000);
  await allClosed();
});

it('stops the fetch within a second when the caller cancels', async () => {
  const controller = new AbortController();
  const reading = reader.read(drip.url('/cancel'), {}, controller.signal);
  setTimeout(() => controller.abort(), 300);
  await expect(reading).rejects.toMatchObject({ code: 'cancelled' });
  await allClosed();
});

it('reads the next page of a site right after a read of it was cancelled', async () => {
  for (let round = 0; round < 5; round++) {
    const controller = new AbortController();
    const hanging = reader.read(site.url(`/hang?${round}`), {}, controller.signal);
    setTimeout(() => controller.abort(), 100);
    await expect(hanging).rejects.toMatchObject({ code: 'cancelled' });
    expect((await read(`/fine?after-${round}`)).status).toBe('ok');
  }
});

it('lets one of two callers of a page leave without taking it from the other', async () => {
  const controller = new AbortController();
  const leaving = reader.read(site.url('/fine?two'), { maxAgeS: 0 }, controller.signal);
  const staying = reader.read(site.url('/fine?two'), { maxAgeS: 0 });
  controller.abort();
  await expect(leaving).rejects.toMatchObject({ code: 'cancelled' });
  expect((await staying).status).toBe('ok');
});

it('fetches a page once for callers who ask at the same time', async () => {
  const before = site.requests.length;
  await Promise.all(Array.from({ length: 5 }, () => reader.read(site.url('/fine?five'))));
  expect(site.requests.length).toBe(before + 1);
});

it('says too_large for a page that needs more memory than a worker may have, and goes on', async () => {
  const pool = await startPool({ memoryMb: 96 });
  await using small = await startReader({ allowPrivate: [site.opening] }, { pool });
  expect(await small.read(site.url('/nodes'))).toMatchObject({ status: 'too_large', reason: { code: 'memory_limit' } });
  expect((await small.read(site.url('/fine'))).status).toBe('ok');
  expect(small.reader.counters()).toMatchObject({ worker_kills: 1, reads_too_large: 1, reads_ok: 1 });
});

it('says timeout for a page that takes too long to understand, and goes on', async () => {
  const call = { signal: new AbortController().signal, progress() {} };
  const bytes = Buffer.from(`<main>${'<div class="a b c"><b>x</b>'.repeat(300_000)}</main>`);
  const source = { name: 'x.html', baseUrl: null, request: readRequest('x.html', { timeoutS: 1 }) };
  const pool = await startPool();
  await using slow = await startReader({ allowPrivate: [site.opening] }, { pool });
  await slow.read(site.url('/fine'));
  const result = await slow.reader.readLocal(bytes, source, call);
  expect(result).toMatchObject({ status: 'timeout' });
  expect((await slow.read(site.url('/fine?after'))).status).toBe('ok');
});
