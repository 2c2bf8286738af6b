import { PassThrough } from 'node:stream';
import { expect, test } from 'vitest';
import { decodeCbor, ENVELOPE_HEAD_BYTES, encodeCbor, envelopeLength } from './cbor.ts';
import { CdpConnection } from './connection.ts';
import { isBrowserLoss } from './fault.ts';
import { openPipe } from './pipe-transport.ts';
import { readMessage } from './wire.ts';

/** A connection over two real streams, with the test in the browser's place. */
function connected() {
  const toBrowser = new PassThrough();
  const fromBrowser = new PassThrough();
  const connection = new CdpConnection();
  connection.use(openPipe(toBrowser, fromBrowser, connection));
  const asked: Array<{ id: number; method: string; sessionId?: string }> = [];
  let bytes = Buffer.alloc(0);
  toBrowser.on('data', (chunk: Buffer) => {
    bytes = Buffer.concat([bytes, chunk]);
    while (bytes.length >= ENVELOPE_HEAD_BYTES) {
      const length = envelopeLength(bytes) ?? Number.NaN;
      if (!(bytes.length >= length)) return;
      asked.push(decodeCbor(bytes.subarray(0, length)) as (typeof asked)[number]);
      bytes = bytes.subarray(length);
    }
  });
  const say = (message: object) => fromBrowser.write(encodeCbor(message));
  return { connection, asked, say, fromBrowser, toBrowser };
}

const turn = () => new Promise((resolve) => setImmediate(resolve));

test('answers find their commands, in whatever pieces and order they come', async () => {
  const { connection, asked, fromBrowser } = connected();
  const first = connection.root.send('Browser.getVersion');
  const second = connection.root.send('Target.getTargets');
  await turn();
  expect(asked.map(({ method }) => method)).toEqual(['Browser.getVersion', 'Target.getTargets']);
  const bytes = Buffer.concat([
    encodeCbor({ id: 2, result: { targetInfos: [] } }),
    encodeCbor({ id: 1, result: { product: 'Chrome/1 é' } }),
  ]);
  for (const byte of bytes) fromBrowser.write(Buffer.from([byte]));
  expect(await second).toEqual({ targetInfos: [] });
  expect(await first).toEqual({ product: 'Chrome/1 é' });
});

test('every waiting command fails when the browser goes, and later ones fail at once', async () => {
  const { connection, fromBrowser } = connected();
  const session = connection.root.child('s1', 't1');
  const ended: string[] = [];
  session.whenEnded(() => ended.push('s1'));
  connection.whenClosed(() => ended.push('connection'));
  const waiting = [connection.root.send('Browser.getVersion'), session.send('Page.enable')];
  const event = session.next('Page.loadEventFired', () => true, { timeoutMs: 5_000 });
  const faults = Promise.all([...waiting, event].map((each) => each.catch((fault: unknown) => fault)));
  fromBrowser.end();
  for (const fault of await faults) expect(isBrowserLoss(fault)).toBe(true);
  await expect(session.send('Page.enable')).rejects.toMatchObject({ kind: 'closed' });
  expect(ended.sort()).toEqual(['connection', 's1']);
});

test('a session that is detached takes only its own commands with it', async () => {
  const { connection, asked, say } = connected();
  const session = connection.root.child('s1', 't1');
  const lost = session.send('Page.enable');
  const kept = connection.root.send('Browser.getVersion');
  const fault = lost.catch((each: unknown) => each);
  await turn();
  expect(asked[0]?.sessionId).toBe('s1');
  say({ method: 'Target.detachedFromTarget', params: { sessionId: 's1' } });
  expect(await fault).toMatchObject({ kind: 'gone' });
  say({ id: 2, result: { product: 'x' } });
  expect(await kept).toEqual({ product: 'x' });
});

test('a command ends by its time, by its signal, and by the browser’s refusal', async () => {
  const { connection, say } = connected();
  await expect(connection.root.send('Browser.getVersion', undefined, { timeoutMs: 5 })).rejects.toMatchObject({
    kind: 'timeout',
  });
  const controller = new AbortController();
  const given = connection.root.send('Browser.getVersion', undefined, { signal: controller.signal });
  controller.abort(new Error('enough'));
  await expect(given).rejects.toThrow('enough');
  const refused = connection.root.send('Browser.getVersion');
  say({ id: 3, error: { code: -1, message: 'words of a page' } });
  await expect(refused).rejects.toMatchObject({ kind: 'refused', detail: 'words of a page' });
  await expect(refused).rejects.not.toThrow('words of a page');
});

test('many commands with one signal end together, and Node sees no leak in them', async () => {
  const { connection } = connected();
  const warnings: Error[] = [];
  const note = (warning: Error) => warnings.push(warning);
  process.on('warning', note);
  const controller = new AbortController();
  const { signal } = controller;
  const waiting = Array.from({ length: 40 }, () => connection.root.send('Browser.getVersion', undefined, { signal }));
  const ends = Promise.allSettled(waiting);
  controller.abort(new Error('enough'));
  expect((await ends).map(({ status }) => status)).toEqual(Array(40).fill('rejected'));
  await turn();
  process.off('warning', note);
  expect(warnings).toEqual([]);
});

test('events reach the listeners of their session only, until they stop', () => {
  const { connection } = connected();
  const session = connection.root.child('s1', 't1');
  const seen: string[] = [];
  const off = session.on('Page.frameStoppedLoading', ({ frameId }) => seen.push(frameId));
  const event = (sessionId: string, frameId: string) =>
    connection.onMessage(JSON.stringify({ method: 'Page.frameStoppedLoading', sessionId, params: { frameId } }));
  event('s1', 'a');
  event('s2', 'b');
  off();
  event('s1', 'c');
  expect(seen).toEqual(['a']);
});

test('what is no protocol is passed over', () => {
  const { connection } = connected();
  for (const text of ['', 'null', '[]', '"x"', '{', '{"id":99,"result":{}}', '{"method":"X.y"}'])
    connection.onMessage(text);
  for (const message of ['', '{"id":99}', '\xd8\x18\x5a\0\0\0\0', '\xff\xff'])
    connection.onMessage(Buffer.from(message, 'latin1'));
  expect(connection.closed).toBe(false);
});

test('answers that are wanted as bytes come in memory of their own, and read the same', async () => {
  const { connection, fromBrowser } = connected();
  const session = connection.root.child('s1', 't1');
  const first = session.sendRaw('DOM.getDocument', { depth: 0 });
  const second = session.sendRaw('DOM.getDocument', { depth: 0 });
  const answer = (id: number) => encodeCbor({ id, result: { root: { nodeName: 'é' } }, sessionId: 's1' });
  fromBrowser.write(Buffer.concat([answer(1), answer(2)]));
  for (const bytes of [await first, await second]) {
    expect(bytes.byteLength).toBe(bytes.buffer.byteLength);
    expect(readMessage(bytes)?.result).toEqual({ root: { nodeName: 'é' } });
  }
});

test('a pipe that brings something else than messages is closed', async () => {
  const { connection, fromBrowser } = connected();
  const waiting = connection.root.send('Browser.getVersion').catch((fault: unknown) => fault);
  fromBrowser.write('{"id":1,"result":{}}');
  expect(isBrowserLoss(await waiting)).toBe(true);
  expect(connection.closed).toBe(true);
});
