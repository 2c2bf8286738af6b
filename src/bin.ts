#!/usr/bin/env node
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { App, CliHost } from './cli/app-interface.ts';
import { runCli } from './cli/main.ts';
import type { LoadedConfig } from './config/load.ts';
import { reserveStdout } from './mcp/stdout-guard.ts';

// The only place that touches the process: its environment, its signals, its end. Everything else is handed in, and
// nothing heavy is loaded before a command needs it.

/** Time that an orderly end may take once a signal asked for it. */
const END_GRACE_MS = 2_500;

const words = process.argv.slice(2);
// As early as can be: a library that prints while it loads would end the session.
const protocol = speaksProtocol(words) ? reserveStdout(process) : null;
const version = readVersion();
const ending = new AbortController();
const program = [process.execPath, fileURLToPath(import.meta.url)];
const opened: Array<Promise<App>> = [];

for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
  process.on(signal, () => {
    if (ending.signal.aborted) process.exit(130); // asked twice
    ending.abort(new DOMException(`ended by ${signal}`, 'AbortError'));
    setTimeout(() => process.exit(130), END_GRACE_MS).unref();
  });
}

// A promise that breaks in the background is a fault to report, not a reason to leave the agent without its tools.
process.on('unhandledRejection', (reason) => reportFault('unhandled rejection', reason));
process.on('uncaughtException', (error) => {
  reportFault('uncaught exception', error);
  if (!isSocketFault(error)) process.exit(5);
});

const host: CliHost = {
  version,
  env: process.env,
  stdin: process.stdin,
  stdout: protocol ?? process.stdout,
  stderr: process.stderr,
  signal: ending.signal,
  program,
  async loadTools(config) {
    const [{ createTools }, { toolDefaults }] = await Promise.all([import('./tools/all.ts'), import('./app.ts')]);
    return createTools(toolDefaults(config));
  },
  createApp(loaded: LoadedConfig) {
    const app = import('./app.ts').then(({ createApp }) =>
      createApp({ loaded, version, program, process, env: process.env, protocol }),
    );
    opened.push(app);
    return app;
  },
};

const code = await runCli(words, host);
await Promise.allSettled(opened.map(async (app) => (await app).close()));
process.exit(code);

/** True when stdout will carry JSON-RPC: `stdio`, `bridge`, and the bare program, also with settings as flags. */
function speaksProtocol([first]: readonly string[]): boolean {
  return first === undefined ? !process.stdin.isTTY : /^(?:stdio|bridge)$|^-(?!-?(?:help|version|h|V)$)/u.test(first);
}

function readVersion(): string {
  const text = readFileSync(new URL('../package.json', import.meta.url), 'utf8');
  const found = /"version": "([^"]+)"/u.exec(text)?.[1];
  return found ?? '0.0.0';
}

/** One JSON line with name and place of the fault; its message may quote a page and stays out. */
function reportFault(message: string, fault: unknown): void {
  const error = fault instanceof Error ? fault : null;
  const place = error?.stack?.split('\n').find((line) => /^\s+at /u.test(line));
  const line = {
    time: new Date().toISOString(),
    level: 'error',
    message,
    error: error?.name ?? typeof fault,
    place: place?.trim() ?? '',
  };
  process.stderr.write(`${JSON.stringify(line)}\n`);
}

/** A connection that broke where nobody listened any more; the process is whole. */
function isSocketFault(error: Error): boolean {
  return (
    'code' in error &&
    typeof error.code === 'string' &&
    /^(?:E(?:PIPE|CONN|TIMEDOUT|HOST|NET)|UND_|HPE_)/u.test(error.code)
  );
}
