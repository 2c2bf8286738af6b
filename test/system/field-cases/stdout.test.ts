import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { delay } from '../../../src/base/time.ts';
import { BINARY } from '../../kit/plainsight.ts';

let folder: string;
let noisy: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'plainsight-stdout-'));
  noisy = join(folder, 'noisy.mjs');
  // What a careless dependency does: it logs, it writes, it warns, and a promise of its own breaks.
  await writeFile(
    noisy,
    `console.log('hi from a dependency');
const started = setInterval(() => {
  if (process.listenerCount('unhandledRejection') === 0) return; // the program has not come to its first line yet
  clearInterval(started);
  console.log('later'); console.info({ a: 1 }); process.stdout.write('progress 50%\\r'); process.emitWarning('old');
  Promise.reject(new Error('background'));
  setTimeout(() => process.stdout.write('late noise\\n'), 500);
}, 10);`,
  );
});

afterAll(() => rm(folder, { recursive: true, force: true }));

test('only JSON-RPC reaches stdout whatever a dependency prints, and a broken background promise does not end the server', async () => {
  const child = spawn(process.execPath, ['--import', noisy, BINARY, 'stdio'], {
    stdio: ['pipe', 'pipe', 'pipe'],
    env: {
      PATH: process.env.PATH ?? '',
      HOME: folder,
      PLAINSIGHT_HOME: join(folder, 'data'),
      PLAINSIGHT_LOG: 'debug',
    },
  });
  try {
    const lines: string[] = [];
    createInterface({ input: child.stdout }).on('line', (line) => lines.push(line));
    send(child, {
      id: 1,
      method: 'initialize',
      params: { protocolVersion: '2025-11-25', capabilities: {}, clientInfo: { name: 't', version: '1' } },
    });
    await until(() => lines.some((line) => line.includes('"id":1')));
    send(child, { method: 'notifications/initialized' });
    await delay(1000);
    send(child, { id: 2, method: 'tools/list' });
    await until(() => lines.some((line) => line.includes('"id":2')));
    const ours = lines.filter((line) => line !== 'hi from a dependency'); // printed before our first line of code ran
    for (const line of ours) expect(JSON.parse(line)).toMatchObject({ jsonrpc: '2.0' });
    expect(child.exitCode).toBeNull();
  } finally {
    child.kill('SIGKILL');
  }
});

test('--version and --help print and end at once, without reading stdin', async () => {
  for (const flag of ['--version', '--help']) {
    const child = spawn(process.execPath, [BINARY, flag], { stdio: ['pipe', 'pipe', 'ignore'] });
    let out = '';
    child.stdout.on('data', (chunk: Buffer) => {
      out += chunk.toString();
    });
    const code = await new Promise((resolve) => child.once('exit', resolve));
    expect(code).toBe(0);
    expect(out).toMatch(flag === '--version' ? /^\d+\.\d+\.\d+\n$/u : /plainsight/u);
  }
});

test.each(['stdin closes', 'SIGTERM'])('the server ends by itself when %s', async (cause) => {
  const child = spawn(process.execPath, [BINARY, 'stdio'], {
    stdio: ['pipe', 'pipe', 'ignore'],
    env: { PATH: process.env.PATH ?? '', HOME: folder, PLAINSIGHT_HOME: join(folder, 'data') },
  });
  const ended = new Promise((resolve) => child.once('exit', resolve));
  send(child, {
    id: 1,
    method: 'initialize',
    params: { protocolVersion: '2025-11-25', capabilities: {}, clientInfo: { name: 't', version: '1' } },
  });
  await new Promise((resolve) => child.stdout.once('data', resolve));
  if (cause === 'SIGTERM') child.kill('SIGTERM');
  else child.stdin.end();
  const outcome = await Promise.race([ended, delay(5_000).then(() => 'still running')]);
  child.kill('SIGKILL');
  expect(outcome).toBe(0);
});

function send(child: ChildProcess, message: Record<string, unknown>): void {
  child.stdin?.write(`${JSON.stringify({ jsonrpc: '2.0', ...message })}\n`);
}

async function until(condition: () => boolean): Promise<void> {
  for (let turn = 0; turn < 400; turn++) {
    if (condition()) return;
    await delay(25);
  }
  throw new Error('waited 10 s in vain');
}
