import { expect, test } from 'vitest';
import { fitResponse, readAccept } from './http-accept.ts';

test.each([
  [null, { json: true, stream: false }],
  ['', { json: true, stream: false }],
  ['*/*', { json: true, stream: false }],
  ['application/json', { json: true, stream: false }],
  ['text/event-stream', { json: false, stream: true }],
  ['text/event-stream, application/json', { json: true, stream: true }],
  ['APPLICATION/JSON ; q=1 , TEXT/EVENT-STREAM', { json: true, stream: true }],
  ['text/html', { json: true, stream: false }],
  ['text/*', { json: false, stream: true }],
])('%j means %j', (header, meant) => {
  expect(readAccept(header)).toEqual(meant);
});

const stream = (text: string, pieces = 1) => {
  const bytes = new TextEncoder().encode(text);
  const size = Math.ceil(bytes.length / pieces);
  const body = new ReadableStream({
    start: (controller) => {
      for (let at = 0; at < bytes.length; at += size) controller.enqueue(bytes.slice(at, at + size));
      controller.close();
    },
  });
  return new Response(body, { headers: { 'content-type': 'text/event-stream', 'mcp-session-id': 's' } });
};
const JSON_ONLY = { json: true, stream: false };

test('collects the answer of a stream, whatever the pieces, and drops what came before it', async () => {
  const events = [
    ': keepalive\n\n',
    'event: message\ndata: {"jsonrpc":"2.0","method":"notifications/progress","params":{}}\n\n',
    'event: message\nid: 7\ndata: {"jsonrpc":"2.0","id":1,"result":{"text":"日本"}}\n\n',
  ].join('');
  for (const pieces of [1, 3, events.length]) {
    const response = await fitResponse(stream(events, pieces), JSON_ONLY);
    expect(response.headers.get('content-type')).toBe('application/json');
    expect(response.headers.get('mcp-session-id')).toBe('s');
    expect(await response.json()).toEqual({ jsonrpc: '2.0', id: 1, result: { text: '日本' } });
  }
});

test('several answers become a batch, none an error', async () => {
  const two = 'data: {"id":1,"result":{}}\n\ndata: {"id":2,"error":{}}\n\n';
  expect(await (await fitResponse(stream(two), JSON_ONLY)).json()).toHaveLength(2);
  expect((await fitResponse(stream(': nothing\n\n'), JSON_ONLY)).status).toBe(500);
});

test('wraps an answer for a client that takes streams only, and leaves an error as it is', async () => {
  const streams = { json: false, stream: true };
  const wrapped = await fitResponse(Response.json({ id: 1, result: {} }), streams);
  expect(await wrapped.text()).toBe('event: message\ndata: {"id":1,"result":{}}\n\n');
  const error = Response.json({ error: {} }, { status: 400 });
  expect(await fitResponse(error, streams)).toBe(error);
});
