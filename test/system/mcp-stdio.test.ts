import { type ChildProcessWithoutNullStreams, spawn, spawnSync } from 'node:child_process';
import { rm } from 'node:fs/promises';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { createTools } from '../../src/tools/all.ts';
import { bundle } from '../kit/bundle.ts';
import { connectStdio, ERAS } from '../kit/client.ts';
import { SOON } from '../kit/soon.ts';

const TOOLS = createTools().map((tool) => tool.name);

let program: string;
const children = new Set<ChildProcessWithoutNullStreams>();
beforeAll(async () => {
  program = await bundle('stdio-server');
});
afterEach(() => {
  for (const child of children) child.kill('SIGKILL');
  children.clear();
});
afterAll(() => rm(program, { force: true }));

const initialize = {
  jsonrpc: '2.0',
  id: 1,
  method: 'initialize',
  params: { protocolVersion: '2025-11-25', capabilities: {}, clientInfo: { name: 't', version: '1' } },
};
const line = (message: unknown) => `${JSON.stringify(message)}\n`;
const call = (id: number, name: string, args: unknown) => ({
  jsonrpc: '2.0',
  id,
  method: 'tools/call',
  params: { name, arguments: args },
});

/** A child with what it printed so far. */
function start(...args: string[]) {
  const child = spawn(process.execPath, [program, ...args]);
  children.add(child);
  const printed = { out: '', err: '' };
  child.stdout.on('data', (chunk) => {
    printed.out += chunk;
  });
  child.stderr.on('data', (chunk) => {
    printed.err += chunk;
  });
  const ended = new Promise<number | null>((resolve) => child.once('exit', resolve));
  return { child, printed, ended };
}

describe.each(ERAS)('a %s client over stdio', (era) => {
  test('lists, reads, sees progress and errors', async () => {
    const client = await connectStdio(process.execPath, [program], era);
    expect((await client.listTools()).tools.map((tool) => tool.name)).toEqual(TOOLS);
    const seen: number[] = [];
    const result = await client.callTool(
      { name: 'read_page', arguments: { url: 'http://steps/', max_tokens: '900', selector: null } },
      { onprogress: (progress) => seen.push(progress.progress) },
    );
    expect(result.structuredContent).toMatchObject({ status: 'ok' });
    expect(seen.length).toBeGreaterThan(0);
    expect(await client.callTool({ name: 'read_page', arguments: {} })).toMatchObject({ isError: true });
    const { prompts } = await client.listPrompts();
    expect(prompts.map(({ name }) => name)).toEqual(['audit_hidden_text', 'compare_sources']);
    const filled = await client.getPrompt({ name: 'audit_hidden_text', arguments: { url: 'https://a.test/' } });
    expect(filled.messages[0]?.content).toMatchObject({
      type: 'text',
      text: expect.stringContaining('https://a.test/'),
    });
    await expect(client.getPrompt({ name: 'nope' })).rejects.toThrow('Unknown prompt');
    await client.close();
  });

  test('a cancelled call leaves the session working', async () => {
    const client = await connectStdio(process.execPath, [program], era);
    const slow = client.callTool(
      { name: 'read_page', arguments: { url: 'http://slow/' } },
      { signal: AbortSignal.timeout(200) },
    );
    await expect(slow).rejects.toThrow();
    expect(await client.callTool({ name: 'status' })).toMatchObject({ structuredContent: { state: 'degraded' } });
    await client.close();
  });
});

test('whatever is printed meanwhile, stdout holds JSON-RPC only and the server goes on', async () => {
  const { child, printed } = start('noisy');
  child.stdin.write(line(initialize));
  await expect.poll(() => printed.err, SOON).toContain('uncaughtException');
  child.stdin.write(line(call(2, 'status', {})));
  await expect.poll(() => printed.out, SOON).toContain('"id":2');
  const lines = printed.out.trim().split('\n');
  expect(lines.length).toBeGreaterThanOrEqual(2);
  for (const each of lines) expect(JSON.parse(each)).toMatchObject({ jsonrpc: '2.0' });
  for (const noise of ['hi from a dependency', 'progress 50%', 'bytes', 'old setting', 'unhandledRejection']) {
    expect(printed.err).toContain(noise);
  }
});

test('questions that are piped in are answered before the end', () => {
  const input = `\ufeff${line(initialize)}${line(call(2, 'read_page', { url: 'http://steps/' }))}`;
  const ran = spawnSync(process.execPath, [program], { input, encoding: 'utf8', timeout: 10_000 });
  expect(ran.status).toBe(0);
  const answers: unknown[] = ran.stdout
    .trim()
    .split('\n')
    .map((each) => JSON.parse(each));
  expect(answers).toMatchObject([
    { id: 1, result: { serverInfo: { name: 'plainsight' } } },
    { id: 2, result: { structuredContent: { status: 'ok' } } },
  ]);
});

test('a question whose answer takes too long for a closed stdin is told so', () => {
  const input = `${line(initialize)}${line(call(2, 'read_page', { url: 'http://slow/' }))}`;
  const ran = spawnSync(process.execPath, [program], { input, encoding: 'utf8', timeout: 20_000 });
  expect(ran.status).toBe(0);
  const last: unknown = JSON.parse(ran.stdout.trim().split('\n').at(-1) ?? '');
  expect(last).toMatchObject({ id: 2, error: { message: expect.stringContaining('keep stdin open') } });
});

test.each([
  ['stdin ends', (child: ChildProcessWithoutNullStreams) => child.stdin.end()],
  ['SIGTERM', (child: ChildProcessWithoutNullStreams) => child.kill('SIGTERM')],
  ['SIGINT', (child: ChildProcessWithoutNullStreams) => child.kill('SIGINT')],
  [
    'its stdout closes',
    (child: ChildProcessWithoutNullStreams) => {
      child.stdout.destroy();
      child.stdin.write(line(call(3, 'status', {})));
      child.stdin.write(line(call(4, 'status', {})));
    },
  ],
])('a server in the middle of a read is gone within 2 s when %s', async (_name, end) => {
  const { child, printed, ended } = start();
  child.stdin.on('error', () => {});
  child.stdin.write(line(initialize));
  await expect.poll(() => printed.out, SOON).toContain('"id":1');
  child.stdin.write(line(call(2, 'read_page', { url: 'http://slow/' })));
  const before = performance.now();
  end(child);
  expect(await ended).toBe(0);
  expect(performance.now() - before).toBeLessThan(SOON.timeout);
});

test('a server whose parent was killed ends by itself though its stdin stays open', async () => {
  const wrapper = `
    const { spawn } = require('node:child_process');
    const child = spawn(process.execPath, [${JSON.stringify(program)}], { stdio: ['inherit', 'ignore', 'ignore'] });
    process.stdout.write(String(child.pid));
  `;
  const parent = spawn(process.execPath, ['-e', wrapper]);
  children.add(parent);
  const pid = await new Promise<number>((resolve) => parent.stdout.once('data', (data) => resolve(Number(data))));
  await new Promise((resolve) => setTimeout(resolve, 500));
  expect(isAlive(pid)).toBe(true);
  parent.kill('SIGKILL');
  await expect.poll(() => isAlive(pid), SOON).toBe(false);
});

test('a line that is not JSON does not end the session', async () => {
  const { child, printed } = start();
  child.stdin.write(`not json\n{"half":\n\n${line(initialize)}`);
  await expect.poll(() => printed.out, SOON).toContain('"id":1');
});

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
}
