import type { Readable, Writable } from 'node:stream';
import type { McpServerFactory } from '@modelcontextprotocol/server';
import { serveStdio } from '@modelcontextprotocol/server/stdio';
import type { Log } from '../base/log.ts';
import { PatientStdioTransport } from './patient-stdio.ts';

export interface McpStdioOptions {
  readonly factory: McpServerFactory;
  readonly input: Readable;
  /** The stream that `reserveStdout` gave. */
  readonly output: Writable;
  readonly log: Log;
  /** The id of the parent process, read anew each time; it changes when the parent has died. */
  readonly parentId?: () => number;
}

export interface McpStdio {
  /** Resolves when the session is over: stdin ended, stdout broke, the parent died, or `close` was called. */
  readonly closed: Promise<void>;
  close(): Promise<void>;
}

const PARENT_CHECK_MS = 2_000;

/** Serves one MCP session over stdio, for every protocol revision. Opens no port and starts nothing else. */
export function serveMcpStdio(options: McpStdioOptions): McpStdio {
  const transport = new PatientStdioTransport(options.input, options.output);
  const handle = serveStdio(options.factory, {
    transport,
    onerror: (error) => options.log.debug('mcp stdio', { error: error.name }, { message: error.message }),
  });
  const closed = new Promise<void>((resolve) => {
    const serving = transport.onclose;
    transport.onclose = () => {
      serving?.();
      resolve();
    };
  });
  const watch = options.parentId && watchParent(options.parentId, () => void handle.close());
  void closed.then(() => clearInterval(watch));
  return { closed, close: () => handle.close() };
}

/**
 * A wrapper between the client and this process (npx, a shell) can die while stdin stays open; then the process gets
 * a new parent, and nobody is left who would read its answers.
 */
function watchParent(parentId: () => number, orphaned: () => void): NodeJS.Timeout {
  const first = parentId();
  const timer = setInterval(() => {
    if (parentId() !== first) orphaned();
  }, PARENT_CHECK_MS);
  timer.unref();
  return timer;
}
