import { describe, expect, test } from 'vitest';
import { ScriptedReader, scriptedServices } from '../../test/kit/scripted-reader.ts';
import { silentLog } from '../base/log.ts';
import { EventBus } from '../events.ts';
import { CallLimits } from '../toolkit/limits.ts';
import { createTools } from '../tools/all.ts';
import { createMcpEndpoint, type McpEndpointOptions } from './http.ts';
import { createMcpServerFactory } from './server.ts';

function setUp(options: Partial<McpEndpointOptions> = {}) {
  const services = scriptedServices(new ScriptedReader());
  const run = { services, events: new EventBus(), log: silentLog, limits: new CallLimits(), caller: 'test' };
  const factory = createMcpServerFactory({ tools: createTools(), run, version: '1.0.0' });
  const endpoint = createMcpEndpoint({ factory, log: silentLog, ...options });
  const post = (body: unknown, headers: Record<string, string> = {}) =>
    endpoint.fetch(
      new Request('http://local/mcp', {
        method: 'POST',
        headers: { 'content-type': 'application/json', accept: 'application/json', ...headers },
        body: typeof body === 'string' ? body : JSON.stringify(body),
      }),
    );
  return { endpoint, post };
}

const params = { protocolVersion: '2025-11-25', capabilities: {}, clientInfo: { name: 't', version: '1' } };
const initialize = { jsonrpc: '2.0', id: 1, method: 'initialize', params };
const call = (args: unknown) => ({
  jsonrpc: '2.0',
  id: 2,
  method: 'tools/call',
  params: { name: 'read_page', arguments: args },
});

describe('sessions', () => {
  const begin = async ({ post }: ReturnType<typeof setUp>) =>
    (await post(initialize)).headers.get('mcp-session-id') ?? '';

  test('are dropped when idle for long, and their ids are served all the same', async () => {
    let now = 0;
    const set = setUp({ clock: { now: () => now }, sessionIdleMs: 1_000 });
    const first = await begin(set);
    now = 500;
    await begin(set);
    expect(set.endpoint.sessions).toBe(2);
    now = 1_200;
    await begin(set);
    expect(set.endpoint.sessions).toBe(2);
    expect(await (await set.post(call({ url: 'a' }), { 'mcp-session-id': first })).json()).toMatchObject({
      result: { structuredContent: { status: 'ok' } },
    });
    await set.endpoint.close();
    expect(set.endpoint.sessions).toBe(0);
  });

  test('never become more than may be', async () => {
    const set = setUp({ maxSessions: 3 });
    const ids = new Set<string>();
    for (let turn = 0; turn < 10; turn++) ids.add(await begin(set));
    expect(ids.size).toBe(10);
    expect(set.endpoint.sessions).toBe(3);
    await set.endpoint.close();
  });
});

test('the protocol versions of older clients are answered with their own', async () => {
  const { post, endpoint } = setUp();
  for (const protocolVersion of ['2024-11-05', '2025-03-26', '2025-06-18', '2025-11-25']) {
    const answer = await post({ ...initialize, params: { ...params, protocolVersion } });
    expect(await answer.json()).toMatchObject({ result: { protocolVersion, serverInfo: { name: 'plainsight' } } });
  }
  await endpoint.close();
});

test('a subscription cannot be answered in JSON and says so', async () => {
  const { post } = setUp();
  const answer = await post({ jsonrpc: '2.0', id: 1, method: 'subscriptions/listen', params: {} });
  expect(answer.status).toBe(406);
});

test('strange messages are answered and leave nothing open', async () => {
  const { post, endpoint } = setUp();
  const deep = JSON.stringify(call({ url: 'deep' })).replace('"deep"', `${'['.repeat(50_000)}${']'.repeat(50_000)}`);
  const strange = [
    [],
    [[]],
    [1, 'x', null],
    { jsonrpc: '2.0' },
    { jsonrpc: '1.0', id: 1, method: 'tools/list' },
    { jsonrpc: '2.0', id: {}, method: 'tools/list' },
    { jsonrpc: '2.0', id: 1, method: 5 },
    { jsonrpc: '2.0', id: 1, method: '__proto__', params: [] },
    { jsonrpc: '2.0', id: 1, result: {} },
    { jsonrpc: '2.0', id: 1, method: 'tools/call' },
    { jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name: '__proto__', arguments: {} } },
    { jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name: 'read_page', arguments: 5 } },
    { jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name: 'read_page', _meta: { progressToken: {} } } },
    deep,
    call({ url: { a: 1 }, max_tokens: [[]], expand: {}, section: [1, 2] }),
    call({ url: 'a', max_tokens: '9'.repeat(400) }),
    Array.from({ length: 500 }, () => call({ url: 'a' })),
  ];
  for (const message of strange) {
    const answer = await post(message);
    expect([JSON.stringify(message).slice(0, 80), answer.status]).not.toEqual([expect.anything(), 500]);
    if (answer.status !== 202) expect(JSON.stringify(await answer.json())).toContain('"jsonrpc":"2.0"');
    expect(endpoint.inFlight).toBe(0);
  }
});
