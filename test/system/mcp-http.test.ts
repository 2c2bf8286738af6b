import type { Client } from '@modelcontextprotocol/client';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createTools } from '../../src/tools/all.ts';
import { connectHttp, ERAS } from '../kit/client.ts';
import { startTestServer, type TestServer } from '../kit/http-server.ts';
import { SOON } from '../kit/soon.ts';

const TOOLS = createTools().map((tool) => tool.name);

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.close());

describe.each(ERAS)('a %s client over HTTP', (era) => {
  let client: Client;
  beforeAll(async () => {
    client = await connectHttp(server.mcp, era);
  });
  afterAll(() => client.close());

  test('lists the tools with schemas and truthful hints', async () => {
    const { tools } = await client.listTools();
    expect(tools.map((tool) => tool.name)).toEqual(TOOLS);
    expect(tools.find(({ name }) => name === 'read_page')).toMatchObject({
      annotations: { readOnlyHint: true, destructiveHint: false, openWorldHint: true },
      inputSchema: { type: 'object', required: ['url'] },
      outputSchema: { type: 'object' },
    });
    expect(client.getInstructions()).toContain('read_page');
  });

  test('reads a page: the text and the structured answer both carry it', async () => {
    const result = await client.callTool({ name: 'read_page', arguments: { url: 'https://example.com/' } });
    expect(result.isError).toBeFalsy();
    expect(result.structuredContent).toMatchObject({
      status: 'ok',
      markdown: '# Hello\n\nA page of *words*.',
      cached: null,
    });
    expect(result.content).toMatchObject([{ type: 'text', text: expect.stringContaining('A page of *words*.') }]);
  });

  test('takes null, text and unknown arguments as models send them', async () => {
    const result = await client.callTool({
      name: 'read_page',
      arguments: {
        url: 'http://t/',
        query: null,
        max_tokens: '2000',
        selector: '',
        format: 'null',
        thought: 'I will…',
      },
    });
    expect(result.isError).toBeFalsy();
    expect(result.structuredContent).toMatchObject({ notes: ['Ignored unknown arguments: thought.'] });
    expect(server.reader.requests.at(-1)).toMatchObject({ maxTokens: 2000, query: null, format: 'markdown' });
  });

  test.each([
    [{ url: null }, 'invalid_argument'],
    [{ url: 'http://t/', max_tokens: 'abc' }, 'invalid_argument'],
    [{ url: 'http://refused/' }, 'blocked_target'],
    [{ url: 'http://broken/' }, 'internal'],
  ])('%j is an error text with a code and no structured answer', async (args, code) => {
    const result = await client.callTool({ name: 'read_page', arguments: args });
    expect(result.isError).toBe(true);
    expect(result.structuredContent).toBeUndefined();
    const [block] = result.content;
    const report: unknown = JSON.parse(block?.type === 'text' ? block.text : '');
    expect(report).toMatchObject({ code, message: expect.any(String), hint: expect.any(String) });
    expect(JSON.stringify(result)).not.toContain('SECRET');
  });

  test('an unknown tool is a protocol error that names the tools there are', async () => {
    await expect(client.callTool({ name: 'read_pages', arguments: {} })).rejects.toThrow(/read_page.*status/u);
  });

  test('progress arrives, and only rises', async () => {
    const seen: number[] = [];
    await client.callTool(
      { name: 'read_page', arguments: { url: 'http://steps/' } },
      { onprogress: (progress) => seen.push(progress.progress) },
    );
    expect(seen.length).toBeGreaterThan(1);
    expect(seen).toEqual([...seen].sort((a, b) => a - b));
    expect(new Set(seen).size).toBe(seen.length);
  });

  test('a cancelled call stops the read within a second', async () => {
    const before = server.reader.stopped;
    const controller = new AbortController();
    const call = client.callTool(
      { name: 'read_page', arguments: { url: 'http://slow/' } },
      { signal: controller.signal },
    );
    await expect.poll(() => server.reader.requests.at(-1)?.url, SOON).toBe('http://slow/');
    controller.abort();
    await expect(call).rejects.toThrow();
    await expect.poll(() => server.reader.stopped, SOON).toBe(before + 1);
  });

  test('status names what is degraded and what mends it', async () => {
    const result = await client.callTool({ name: 'status' });
    expect(result.structuredContent).toMatchObject({ state: 'degraded' });
    expect(JSON.stringify(result.content)).toContain('plainsight setup');
  });
});

test('the list of tools is the same bytes for everybody, and says how long it may be kept', async () => {
  const lists = await Promise.all(
    [...ERAS, ...ERAS].map(async (era) => {
      const client = await connectHttp(server.mcp, era);
      const { tools } = await client.listTools();
      await client.close();
      return JSON.stringify(tools);
    }),
  );
  expect(new Set(lists).size).toBe(1);
  const modern = await connectHttp(server.mcp, 'modern');
  expect(await modern.listTools()).toMatchObject({ ttlMs: expect.any(Number), cacheScope: 'public' });
  await modern.close();
});
