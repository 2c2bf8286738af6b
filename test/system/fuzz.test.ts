import { readFileSync } from 'node:fs';
import { createServer as createHttpServer } from 'node:http';
import { type AddressInfo, createServer as createTcpServer } from 'node:net';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { afterAll, beforeAll, expect, test } from 'vitest';
import * as fuzz from '../kit/fuzz.ts';
import { type Plainsight, startPlainsight } from '../kit/plainsight.ts';

const PAGES = 1400;
const RESPONSES = 300;
const ARGUMENTS = 300;
const AT_ONCE = 8;

// Request /N gets input number N, so a failure can be repeated alone.
const pages = createHttpServer((request, response) => {
  const number = Number((request.url ?? '').replace(/\D/gu, ''));
  const random = fuzz.random(number);
  const asSheet = request.url?.includes('css');
  const body = asSheet
    ? fuzz.fuzzCss(random)
    : random.pick([fuzz.fuzzHtml, fuzz.fuzzHtml, fuzz.fuzzHtml, fuzz.fuzzData, fuzz.fuzzBytes])(random);
  const type = asSheet ? 'text/css' : random.chance(0.6) ? 'text/html' : random.pick(fuzz.CONTENT_TYPES);
  const link = typeof body === 'string' && !asSheet ? `<link rel=stylesheet href="/css${number}">` : '';
  if (type) response.setHeader('content-type', type);
  response.end(typeof body === 'string' ? link + body : body);
});
let answered = 0;
const wire = createTcpServer((socket) => {
  socket.on('error', () => {});
  socket.once('data', () => socket.end(fuzz.fuzzResponse(fuzz.random(10_000 + answered++))));
});

let plainsight: Plainsight;
let pagesAt: string;
let wireAt: string;

beforeAll(async () => {
  const listen = async (server: typeof pages | typeof wire) => {
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    return `127.0.0.1:${(server.address() as AddressInfo).port}`; // seam: a TCP server has a port
  };
  pagesAt = await listen(pages);
  wireAt = await listen(wire);
  plainsight = await startPlainsight({ PLAINSIGHT_ALLOW_PRIVATE: `${pagesAt},${wireAt}` });
});

afterAll(async () => {
  await plainsight[Symbol.asyncDispose]();
  pages.closeAllConnections();
  pages.close();
  wire.close();
});

test('2,000 hostile pages, sheets, charsets, responses and arguments leave the server answering and no larger', async () => {
  const { transport } = plainsight.client;
  if (!(transport instanceof StdioClientTransport) || transport.pid === null) throw new Error('no child process');
  const { pid } = transport;
  // Every fourth goes on to the browser where it must; the others are about what arrives.
  const read = (at: string, number: number) => () => {
    const render = number % 4 === 0 ? 'auto' : 'never';
    return plainsight.call('read_page', { url: `http://${at}/${number}`, max_age: 0, timeout_s: 10, render });
  };
  const ask = (number: number) => () => plainsight.call('read_page', fuzz.fuzzArguments(fuzz.random(20_000 + number)));

  await inTurn(Array.from({ length: PAGES / 2 }, (_, i) => read(pagesAt, i)));
  const before = residentMiB(pid);
  await inTurn([
    ...Array.from({ length: PAGES / 2 }, (_, i) => read(pagesAt, PAGES / 2 + i)),
    ...Array.from({ length: RESPONSES }, (_, i) => read(wireAt, i)),
    ...Array.from({ length: ARGUMENTS }, (_, i) => ask(i)),
  ]);
  const growth = residentMiB(pid) - before;

  expect(plainsight.stderr()).not.toMatch(/unhandled|uncaught|call failed/iu);
  expect(growth, 'MiB of growth over the second half').toBeLessThan(100);
  expect(await plainsight.call('status', {})).toMatchObject({ ok: true });
}, 240_000);

/** Every call must end in an answer or in an error of the closed list; `internal` is a fault of ours. */
async function inTurn(calls: ReadonlyArray<() => ReturnType<Plainsight['call']>>): Promise<void> {
  let next = 0;
  const worker = async () => {
    for (let i = next++; i < calls.length; i = next++) {
      const answer = await calls[i]?.();
      if (answer && !answer.ok) expect(answer.error.code, `input ${i}`).not.toBe('internal');
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, worker));
}

function residentMiB(pid: number): number {
  return Number(/VmRSS:\s+(\d+)/u.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1] ?? Number.NaN) / 1024;
}
