import { type ChildProcess, spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { createInterface } from 'node:readline';
import { delay } from '../src/base/time.ts';
import { median, round, table } from './stats.ts';

const RUNS = 9;
const IDLE_MS = 1500;

const INITIALIZE = {
  jsonrpc: '2.0',
  id: 1,
  method: 'initialize',
  params: { protocolVersion: '2025-11-25', capabilities: {}, clientInfo: { name: 'bench', version: '1' } },
};

/** Time from spawn to the answer of `initialize` over stdio, and resident memory (MiB) when idle after `tools/list`. */
export async function runStartBench(binary: string): Promise<string> {
  const starts: number[] = [];
  const memories: number[] = [];
  const bare: number[] = [];
  for (let run = 0; run < RUNS; run++) {
    bare.push(await bareNode());
    const sample = await startOnce(binary);
    starts.push(sample.initializeMs);
    memories.push(sample.idleMiB);
  }
  return table(
    ['what', 'median', 'min', 'max', 'budget'],
    [
      ['start to initialize answered, ms', ...spread(starts), '300'],
      ['of which an empty Node process, ms', ...spread(bare), ''],
      ['idle memory without browser, MiB', ...spread(memories), '90'],
    ],
  );
}

function spread(values: readonly number[]): [string, string, string] {
  return [round(median(values)), round(Math.min(...values)), round(Math.max(...values))];
}

async function bareNode(): Promise<number> {
  const from = performance.now();
  const child = spawn(process.execPath, ['-e', '0'], { stdio: 'ignore' });
  await new Promise((resolve) => child.once('exit', resolve));
  return performance.now() - from;
}

async function startOnce(binary: string): Promise<{ initializeMs: number; idleMiB: number }> {
  const from = performance.now();
  const child = spawn(process.execPath, [binary, 'stdio'], { stdio: ['pipe', 'pipe', 'ignore'] });
  try {
    await ask(child, INITIALIZE);
    const initializeMs = performance.now() - from;
    child.stdin?.write(`${JSON.stringify({ jsonrpc: '2.0', method: 'notifications/initialized' })}\n`);
    await ask(child, { jsonrpc: '2.0', id: 2, method: 'tools/list' });
    await delay(IDLE_MS);
    return { initializeMs, idleMiB: residentMiB(child) };
  } finally {
    child.kill('SIGKILL');
    await new Promise((resolve) => child.once('exit', resolve));
  }
}

function ask(child: ChildProcess, message: { jsonrpc: string; id: number; method: string }): Promise<void> {
  const { stdin, stdout } = child;
  if (!stdin || !stdout) throw new Error('the child has no pipes');
  stdin.write(`${JSON.stringify(message)}\n`);
  const lines = createInterface({ input: stdout });
  return new Promise((resolve, reject) => {
    child.once('exit', () => reject(new Error('the server ended')));
    lines.on('line', (line) => {
      const answer: unknown = JSON.parse(line);
      if (typeof answer === 'object' && answer !== null && 'id' in answer && answer.id === message.id) {
        lines.close();
        resolve();
      }
    });
  });
}

/** Resident set size from /proc, so on Linux only. */
function residentMiB(child: ChildProcess): number {
  const text = readFileSync(`/proc/${child.pid}/status`, 'utf8');
  return Number(/VmRSS:\s+(\d+)/u.exec(text)?.[1] ?? Number.NaN) / 1024;
}
