/**
 * The stdio server as a program of its own, over the scripted reader. Its first argument names what a careless
 * dependency does meanwhile.
 */
import { silentLog } from '../../src/base/log.ts';
import { EventBus } from '../../src/events.ts';
import { createMcpServerFactory } from '../../src/mcp/server.ts';
import { serveMcpStdio } from '../../src/mcp/stdio.ts';
import { reserveStdout } from '../../src/mcp/stdout-guard.ts';
import { CallLimits } from '../../src/toolkit/limits.ts';
import { createTools } from '../../src/tools/all.ts';
import { scriptedServices } from './scripted-reader.ts';

const output = reserveStdout(process);
for (const fault of ['unhandledRejection', 'uncaughtException'] as const) {
  process.on(fault, () => process.stderr.write(`${fault}\n`));
}
if (process.argv[2] === 'noisy') makeNoise();

const run = {
  services: scriptedServices(),
  events: new EventBus(),
  log: silentLog,
  limits: new CallLimits(),
  caller: 'mcp-stdio',
};
const factory = createMcpServerFactory({ tools: createTools(), run, version: '0.0.0-test' });
const session = serveMcpStdio({ factory, input: process.stdin, output, log: silentLog, parentId: () => process.ppid });
for (const signal of ['SIGTERM', 'SIGINT'] as const) process.on(signal, () => void session.close());
await session.closed;
process.exit(0);

function makeNoise(): void {
  const { console: print } = globalThis;
  print.log('hi from a dependency');
  print.info({ a: 1 });
  print.table([1, 2]);
  print.dir({ b: 2 });
  process.stdout.write('progress 50%\r');
  process.stdout.write(Buffer.from('bytes\n'));
  process.emitWarning('an old setting is used');
  setInterval(() => print.log('noise'), 20).unref();
  setTimeout(() => void Promise.reject(new Error('broken in the background')), 20).unref();
  setTimeout(() => {
    throw new Error('thrown in the background');
  }, 40).unref();
}
