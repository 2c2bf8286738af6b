import { PassThrough } from 'node:stream';
import type { Client, JSONRPCMessage, Transport } from '@modelcontextprotocol/client';
import { afterEach, describe, expect, test } from 'vitest';
import { runBridge } from '../../src/serve/bridge.ts';
import { ERAS, newClient } from '../kit/client.ts';
import { startTestServer, type TestServer } from '../kit/http-server.ts';

let server: TestServer | null = null;
const controllers: AbortController[] = [];
afterEach(async () => {
  for (const controller of controllers.splice(0)) controller.abort();
  await server?.close();
  server = null;
});

interface Pipe {
  readonly input: PassThrough;
  /** Every line that came back. */
  readonly lines: string[];
  onLine: (line: string) => void;
  readonly done: Promise<void>;
}

/** A bridge as its client has it: a pipe in, lines out. */
function startBridge(url: string, token = ''): Pipe {
  const controller = new AbortController();
  controllers.push(controller);
  const input = new PassThrough();
  const pipe: Pipe = {
    input,
    lines: [],
    onLine: () => {},
    done: runBridge({
      url: new URL(url),
      token,
      input,
      signal: controller.signal,
      send: async (line) => {
        pipe.lines.push(line);
        pipe.onLine(line);
      },
    }),
  };
  return pipe;
}

async function connect(pipe: Pipe, era: (typeof ERAS)[number]): Promise<Client> {
  const transport: Transport = {
    start: async () => {
      pipe.onLine = (line) => transport.onmessage?.(JSON.parse(line) as JSONRPCMessage); // seam: the bridge sends whole messages
    },
    send: async (message) => void pipe.input.write(`${JSON.stringify(message)}\n`),
    close: async () => void pipe.input.end(),
  };
  const client = newClient(era);
  await client.connect(transport);
  return client;
}

const ask = (id: number, method: string, params: object = {}) =>
  `${JSON.stringify({ jsonrpc: '2.0', id, method, params })}\n`;
const INITIALIZE = ask(1, 'initialize', {
  protocolVersion: '2025-11-25',
  capabilities: {},
  clientInfo: { name: 't', version: '1' },
});

describe.each(ERAS)('a %s client behind the bridge', (era) => {
  test('lists and calls tools, and hears of progress', async () => {
    server = await startTestServer();
    const client = await connect(startBridge(server.mcp), era);
    const { tools } = await client.listTools();
    expect(tools.map(({ name }) => name)).toContain('read_page');
    const steps: number[] = [];
    const answer = await client.callTool(
      { name: 'read_page', arguments: { url: 'https://steps.example/' } },
      { onprogress: ({ progress }) => steps.push(progress) },
    );
    expect(answer.structuredContent).toMatchObject({ status: 'ok', url: 'https://steps.example/' });
    expect(steps.length).toBeGreaterThan(0);
    await client.close();
  });

  test('cancels a call, which stops the read behind it', async () => {
    server = await startTestServer();
    const client = await connect(startBridge(server.mcp), era);
    const controller = new AbortController();
    const call = client.callTool(
      { name: 'read_page', arguments: { url: 'https://slow.example/' } },
      { signal: controller.signal },
    );
    await expect.poll(() => server?.reader.requests.length).toBe(1);
    controller.abort();
    await expect(call).rejects.toThrow();
    await expect.poll(() => server?.reader.stopped).toBe(1);
    await client.close();
  });

  test('sends the token, and says what is missing without it', async () => {
    server = await startTestServer({ token: 'a-token-of-the-operator' });
    const client = await connect(startBridge(server.mcp, 'a-token-of-the-operator'), era);
    expect((await client.listTools()).tools.length).toBeGreaterThan(0);
    await client.close();
    const without = startBridge(server.mcp);
    without.input.end(INITIALIZE);
    await without.done;
    expect(without.lines).toHaveLength(1);
    expect(JSON.parse(without.lines[0] ?? '')).toMatchObject({
      id: 1,
      error: { message: expect.stringMatching(/token/iu) },
    });
  });
});

describe('what goes wrong ends in a message', () => {
  test('a server that is not there', async () => {
    server = await startTestServer();
    const { mcp } = server;
    await server.close();
    const pipe = startBridge(mcp);
    pipe.input.write(INITIALIZE);
    pipe.input.end(`${JSON.stringify({ jsonrpc: '2.0', method: 'notifications/initialized' })}\n`);
    await pipe.done;
    expect(pipe.lines.map((line) => JSON.parse(line))).toEqual([
      { jsonrpc: '2.0', id: 1, error: { code: -32000, message: expect.stringContaining('plainsight serve') } },
    ]);
  });

  test('a line that is not JSON, between two that are', async () => {
    server = await startTestServer();
    const pipe = startBridge(server.mcp);
    pipe.input.end(`${INITIALIZE}{nonsense\n${ask(2, 'tools/list')}`);
    await pipe.done;
    const answers = pipe.lines.map((line) => JSON.parse(line));
    expect(answers.map(({ id }) => id).sort()).toEqual([1, 2, null]);
    expect(answers.find(({ id }) => id === null)?.error.code).toBe(-32700);
  });

  test('a last line without an end is still answered, and the bridge then ends', async () => {
    server = await startTestServer();
    const pipe = startBridge(server.mcp);
    pipe.input.end(`${INITIALIZE}${ask(2, 'tools/call', { name: 'status', arguments: {} }).trim()}`);
    await pipe.done;
    expect(JSON.parse(pipe.lines.at(-1) ?? '')).toMatchObject({
      id: 2,
      result: { structuredContent: { state: 'degraded' } },
    });
  });

  test('a server that restarted is used as if nothing had happened', async () => {
    server = await startTestServer();
    const { port } = server.http;
    const pipe = startBridge(server.mcp);
    pipe.input.write(INITIALIZE);
    await expect.poll(() => pipe.lines.length).toBe(1);
    await server.close();
    server = await startTestServer({ port });
    pipe.input.end(ask(2, 'tools/list'));
    await pipe.done;
    expect(JSON.parse(pipe.lines.at(-1) ?? '').result.tools.length).toBeGreaterThan(0);
  });
});
