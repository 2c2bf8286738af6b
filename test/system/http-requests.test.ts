import { connect } from 'node:net';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startTestServer, type TestServer } from '../kit/http-server.ts';
import { SOON } from '../kit/soon.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer({ endpoint: { maxBodyBytes: 100_000, maxInFlight: 3 } });
});
afterAll(() => server.close());

const MODERN = '2026-07-28';
const BOTH = 'application/json, text/event-stream';
type Headers = Record<string, string>;

const call = (id: number, name = 'status', args: unknown = {}) => ({
  jsonrpc: '2.0',
  id,
  method: 'tools/call',
  params: { name, arguments: args },
});
const initialize = {
  jsonrpc: '2.0',
  id: 1,
  method: 'initialize',
  params: { protocolVersion: '2025-11-25', capabilities: {}, clientInfo: { name: 't', version: '1' } },
};

function modern(id: number, name = 'status', args: unknown = {}) {
  const meta = {
    'io.modelcontextprotocol/protocolVersion': MODERN,
    'io.modelcontextprotocol/clientCapabilities': {},
    'io.modelcontextprotocol/clientInfo': { name: 't', version: '1' },
  };
  return { jsonrpc: '2.0', id, method: 'tools/call', params: { name, arguments: args, _meta: meta } };
}
const modernHeaders = (name = 'status'): Headers => ({
  'mcp-protocol-version': MODERN,
  'mcp-method': 'tools/call',
  'mcp-name': name,
});

function post(body: unknown, headers: Headers = {}, signal?: AbortSignal): Promise<Response> {
  const text = typeof body === 'string' ? body : JSON.stringify(body);
  return fetch(server.mcp, {
    method: 'POST',
    headers: { 'content-type': 'application/json', accept: BOTH, ...headers },
    body: text,
    ...(signal ? { signal } : {}),
  });
}

/** The JSON-RPC message of an answer in either form. */
async function message(response: Response): Promise<unknown> {
  const text = await response.text();
  if (!response.headers.get('content-type')?.startsWith('text/event-stream')) return JSON.parse(text);
  const data = text.split('\n').findLast((line) => line.startsWith('data: {'));
  return JSON.parse(data?.slice(6) ?? 'null');
}

/** A request with exactly these header lines; `fetch` would add its own. */
function raw(lines: readonly string[], body: string): Promise<string> {
  return new Promise((resolve, reject) => {
    const socket = connect(server.http.port, '127.0.0.1');
    let answer = '';
    socket.on('data', (chunk) => {
      answer += chunk;
    });
    socket.on('end', () => resolve(answer));
    socket.on('error', reject);
    const length = `Content-Length: ${Buffer.byteLength(body)}`;
    socket.write(['POST /mcp HTTP/1.1', ...lines, length, 'Connection: close', '', body].join('\r\n'));
  });
}
const HOST = 'Host: 127.0.0.1';
const JSON_TYPE = 'Content-Type: application/json';

describe('the session id of yesterday', () => {
  test.each(['11111111-2222-3333-4444-555555555555', 'never issued', 'é'.normalize('NFC').charCodeAt(0).toString()])(
    'a call with the unknown id %j is served all the same',
    async (id) => {
      const response = await post(call(7), { 'mcp-session-id': id });
      expect(response.status).toBe(200);
      expect(await message(response)).toMatchObject({ id: 7, result: { structuredContent: { state: 'degraded' } } });
    },
  );

  test('initialize with an old id begins a new session', async () => {
    const response = await post(initialize, { 'mcp-session-id': 'old' });
    expect(response.status).toBe(200);
    expect(await message(response)).toMatchObject({ result: { protocolVersion: '2025-11-25' } });
    const id = response.headers.get('mcp-session-id');
    expect(id).toMatch(/^[0-9a-f-]{36}$/u);
  });

  test('the id of a server that was restarted works with its successor', async () => {
    const other = await startTestServer();
    const first = await fetch(`${other.mcp}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', accept: BOTH },
      body: JSON.stringify(initialize),
    });
    const id = first.headers.get('mcp-session-id') ?? '';
    await first.text();
    await other.close();
    const response = await post(call(2, 'read_page', { url: 'http://t/' }), { 'mcp-session-id': id });
    expect(await message(response)).toMatchObject({ result: { structuredContent: { status: 'ok' } } });
  });

  test('deleting twice is as good as once; an id that its client ended is refused afterwards, a new beginning is not', async () => {
    const begun = await post(initialize);
    await begun.text();
    const headers = { 'mcp-session-id': begun.headers.get('mcp-session-id') ?? '' };
    const before = server.endpoint.sessions;
    for (const _ of [1, 2]) expect((await fetch(server.mcp, { method: 'DELETE', headers })).status).toBe(200);
    expect(server.endpoint.sessions).toBe(before - 1);
    const refused = await post(call(3), headers);
    expect(refused.status).toBe(404);
    expect(await refused.json()).toMatchObject({
      jsonrpc: '2.0',
      error: { message: expect.stringContaining('initialize') },
    });
    expect((await post(initialize, headers)).status).toBe(200);
    expect((await fetch(server.mcp, { method: 'DELETE', headers: { 'mcp-session-id': 'never' } })).status).toBe(200);
  });

  test('a notification and a stream with an unknown id do no harm', async () => {
    const headers = { 'mcp-session-id': 'gone' };
    const notified = await post({ jsonrpc: '2.0', method: 'notifications/initialized' }, headers);
    expect(notified.status).toBe(202);
    const stream = await fetch(server.mcp, { headers: { ...headers, accept: 'text/event-stream' } });
    expect(stream.status).toBe(405);
    expect(await stream.json()).toMatchObject({ jsonrpc: '2.0', error: { code: expect.any(Number) } });
  });

  test('a modern request ignores a stray id', async () => {
    const response = await post(modern(4), { ...modernHeaders(), 'mcp-session-id': 'stray', 'last-event-id': '9' });
    expect(response.status).toBe(200);
    expect(await message(response)).toMatchObject({ result: { structuredContent: { state: 'degraded' } } });
  });

  test('a call with an unknown id can be cancelled by its client', async () => {
    const before = server.reader.stopped;
    const headers = { 'mcp-session-id': 'mine' };
    const slow = post(call(40, 'read_page', { url: 'http://slow/stray' }), headers);
    await expect.poll(() => server.reader.requests.at(-1)?.url, SOON).toBe('http://slow/stray');
    const notice = { jsonrpc: '2.0', method: 'notifications/cancelled', params: { requestId: 40 } };
    await post(notice, { 'mcp-session-id': 'another' });
    expect(server.reader.stopped).toBe(before);
    await post(notice, headers);
    await expect.poll(() => server.reader.stopped, SOON).toBe(before + 1);
    await (await slow).body?.cancel();
  });
});

describe('Accept and Content-Type as clients send them', () => {
  const accepts: Array<[string, string | null, string]> = [
    ['missing', null, 'application/json'],
    ['a wildcard', '*/*', 'application/json'],
    ['only JSON', 'application/json', 'application/json'],
    ['only event streams', 'text/event-stream', 'text/event-stream'],
    ['both, reversed', 'text/event-stream, application/json', ''],
    ['both, with weights', 'application/json;q=0.5, text/event-stream;q=1', ''],
    ['in capitals', 'Application/JSON', 'application/json'],
    ['of a browser', 'text/html, */*;q=0.8', 'application/json'],
  ];

  test.each(accepts)('%s works in both eras and is answered in a type it takes', async (_name, accept, type) => {
    for (const [body, headers] of [
      [call(5), []],
      [modern(5), Object.entries(modernHeaders()).map(([name, value]) => `${name}: ${value}`)],
    ] as const) {
      const lines = [HOST, JSON_TYPE, ...headers, ...(accept === null ? [] : [`Accept: ${accept}`])];
      const answer = await raw(lines, JSON.stringify(body));
      expect(answer).toMatch(/^HTTP\/1\.1 200 /u);
      expect(answer.toLowerCase()).toContain(`content-type: ${type}`);
      expect(answer).toContain('"state":"degraded"');
    }
  });

  test('a JSON-only client gets the result of a call that reports progress', async () => {
    const slow = { ...call(6, 'read_page', { url: 'http://steps/' }) };
    const withToken = { ...slow, params: { ...slow.params, _meta: { progressToken: 'p' } } };
    const response = await post(withToken, { accept: 'application/json' });
    expect(await response.json()).toMatchObject({ id: 6, result: { structuredContent: { status: 'ok' } } });
  });

  test.each(['application/json; charset=utf-8', 'application/json;charset="UTF-8"', 'Application/JSON'])(
    'the content type %s is JSON',
    async (type) => {
      expect((await post(call(8), { 'content-type': type })).status).toBe(200);
    },
  );

  test('a byte order mark before the JSON is no harm', async () => {
    expect((await post(`\ufeff${JSON.stringify(call(9))}`)).status).toBe(200);
    expect((await post(`\ufeff${JSON.stringify(modern(9))}`, modernHeaders())).status).toBe(200);
  });

  test('arguments that are null, or JSON in a text, are read', async () => {
    expect(await message(await post(call(10, 'status', null)))).toMatchObject({
      result: { content: [{ type: 'text' }] },
    });
    const text = await message(await post(call(11, 'read_page', '{"url":"http://t/"}')));
    expect(text).toMatchObject({ result: { structuredContent: { status: 'ok' } } });
  });
});

describe('what is refused, is refused with a JSON-RPC body', () => {
  const isRpcError = { jsonrpc: '2.0', error: { code: expect.any(Number), message: expect.any(String) } };

  test.each([
    ['text/plain', 415, 'text/plain', JSON.stringify(call(1))],
    ['a form', 415, 'application/x-www-form-urlencoded', 'a=b'],
    ['a body that is too large', 413, 'application/json', `"${'x'.repeat(150_000)}"`],
    ['a body of 20 MB', 413, 'application/json', `"${'x'.repeat(20_000_000)}"`],
    ['half a JSON text', 400, 'application/json', '{"jsonrpc":'],
    ['nothing', 400, 'application/json', ''],
    ['a number', 400, 'application/json', '5'],
    ['null', 400, 'application/json', 'null'],
    ['an empty batch', 400, 'application/json', '[]'],
    ['an object of another kind', 400, 'application/json', '{"a":1}'],
  ])('%s: %i', async (_name, status, type, body) => {
    const response = await post(body, { 'content-type': type });
    expect(response.status).toBe(status);
    expect(await response.json()).toMatchObject(isRpcError);
    // The server still answers, also on the same connection.
    expect((await post(call(2))).status).toBe(200);
  });

  test('a missing content type, and a compressed body', async () => {
    expect(await raw([HOST, `Accept: ${BOTH}`], JSON.stringify(call(1)))).toMatch(/^HTTP\/1\.1 415 /u);
    expect((await post(call(1), { 'content-encoding': 'gzip' })).status).toBe(415);
  });

  test('a body that is too large is refused also when its length is not said', async () => {
    const chunk = new TextEncoder().encode('x'.repeat(60_000));
    const body = new ReadableStream({
      start: (controller) => {
        for (let sent = 0; sent < 4; sent++) controller.enqueue(chunk);
        controller.close();
      },
    });
    const headers = { 'content-type': 'application/json', accept: BOTH };
    // seam: Node's fetch needs `duplex` for a stream, which its types leave out
    const init = { method: 'POST', headers, body, duplex: 'half' } as RequestInit;
    const response = await fetch(server.mcp, init);
    expect(response.status).toBe(413);
    expect(await response.json()).toMatchObject(isRpcError);
  });

  test('other methods', async () => {
    for (const method of ['PUT', 'PATCH', 'OPTIONS']) {
      const response = await fetch(server.mcp, { method });
      expect(response.status).toBe(405);
      expect(await response.json()).toMatchObject(isRpcError);
    }
  });

  test('modern requests that contradict themselves, by the codes of the specification', async () => {
    const mismatch = await post(modern(1), { ...modernHeaders(), 'mcp-name': 'other' });
    expect([mismatch.status, await mismatch.json()]).toMatchObject([400, { error: { code: -32_020 } }]);
    const body = JSON.parse(JSON.stringify(modern(1)).replace(MODERN, '2099-01-01'));
    const unsupported = await post(body, { ...modernHeaders(), 'mcp-protocol-version': '2099-01-01' });
    expect([unsupported.status, await unsupported.json()]).toMatchObject([
      400,
      { error: { code: -32_022, data: { supported: [MODERN] } } },
    ]);
  });
});

describe('calls in flight', () => {
  test.each([
    ['legacy', (url: string) => [call(20, 'read_page', { url }), {}] as const],
    ['modern', (url: string) => [modern(20, 'read_page', { url }), modernHeaders('read_page')] as const],
  ])('closing the stream of a %s call stops its read within a second', async (era, make) => {
    const before = server.reader.stopped;
    const url = `http://slow/${era}`;
    const controller = new AbortController();
    const [body, headers] = make(url);
    const gone = post(body, headers, controller.signal).then((response) => response.text());
    gone.catch(() => {});
    await expect.poll(() => server.reader.requests.at(-1)?.url, SOON).toBe(url);
    controller.abort();
    await expect(gone).rejects.toThrow();
    await expect.poll(() => server.reader.stopped, SOON).toBe(before + 1);
    await expect.poll(() => server.endpoint.inFlight, SOON).toBe(0);
  });

  test('closing the stream of a call in a session stops its read too', async () => {
    const begun = await post(initialize);
    await begun.text();
    const headers = { 'mcp-session-id': begun.headers.get('mcp-session-id') ?? '' };
    const before = server.reader.stopped;
    const controller = new AbortController();
    const gone = post(call(21, 'read_page', { url: 'http://slow/session' }), headers, controller.signal);
    await expect.poll(() => server.reader.requests.at(-1)?.url, SOON).toBe('http://slow/session');
    const response = await gone;
    await response.body?.cancel();
    controller.abort();
    await expect.poll(() => server.reader.stopped, SOON).toBe(before + 1);
  });

  test('more than may be open are told to wait, and room comes back', async () => {
    const controller = new AbortController();
    const slow = [1, 2, 3].map((id) =>
      post(call(id, 'read_page', { url: `http://slow/full${id}` }), {}, controller.signal)
        .then((response) => response.text())
        .catch(() => 'gone'),
    );
    await expect.poll(() => server.endpoint.inFlight, SOON).toBe(3);
    const refused = await post(call(9));
    expect(refused.status).toBe(503);
    expect(refused.headers.get('retry-after')).toBe('2');
    expect(await refused.json()).toMatchObject({ error: { message: expect.stringContaining('wait') } });
    controller.abort();
    await Promise.all(slow);
    await expect.poll(() => server.endpoint.inFlight, SOON).toBe(0);
    expect((await post(call(10))).status).toBe(200);
  });
});
