import { type ChildProcess, spawn } from 'node:child_process';
import type { Readable, Writable } from 'node:stream';

/** A program run to its end. Its output is kept for messages only, so the middle of a long one is dropped. */
export interface ProgramRun {
  /** Null when it was killed or could not be started. */
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
  /** Why it did not run to its end; empty when it did. */
  readonly fault: string;
}

interface ProgramOptions {
  readonly signal: AbortSignal;
  readonly timeoutMs: number;
}

const MAX_OUTPUT_CHARACTERS = 64 * 1024;
const KILL_AFTER_MS = 3_000;

/**
 * Runs a program without a shell and without input. Never rejects: a program that is absent, times out or is
 * cancelled is a `fault`. Only this file starts processes.
 */
export function runProgram(file: string, args: readonly string[], options: ProgramOptions): Promise<ProgramRun> {
  return new Promise((resolve) => {
    if (options.signal.aborted) return resolve({ code: null, stdout: '', stderr: '', fault: 'cancelled' });
    const child = spawn(file, args, { stdio: ['ignore', 'pipe', 'pipe'], windowsHide: true });
    const kept = { stdout: '', stderr: '' };
    let fault = '';
    const stop = (why: string) => {
      fault ||= why;
      child.kill('SIGTERM');
      setTimeout(() => child.kill('SIGKILL'), KILL_AFTER_MS).unref();
    };
    const onAbort = () => stop('cancelled');
    const timer = setTimeout(() => stop(`no end within ${Math.round(options.timeoutMs / 1000)} s`), options.timeoutMs);
    options.signal.addEventListener('abort', onAbort, { once: true });
    const done = (code: number | null) => {
      clearTimeout(timer);
      options.signal.removeEventListener('abort', onAbort);
      resolve({ code, ...kept, fault });
    };
    for (const name of ['stdout', 'stderr'] as const) {
      child[name].setEncoding('utf8').on('data', (text: string) => {
        kept[name] = (kept[name] + text).slice(-MAX_OUTPUT_CHARACTERS);
      });
    }
    child.on('error', (error) => {
      fault ||= 'code' in error && error.code === 'ENOENT' ? `${file} is not there` : `${file} could not be started`;
      done(null);
    });
    child.on('close', done);
  });
}

/** A browser that was started with `--remote-debugging-pipe`. */
export interface PipedProcess {
  readonly pid: number;
  /** File descriptor 3 of the browser: what it reads. */
  readonly toBrowser: Writable;
  /** File descriptor 4: what it writes. */
  readonly fromBrowser: Readable;
  /** Resolves when the process has ended. */
  readonly exited: Promise<void>;
  /** The end of what it said on stderr: for logs, since it may quote a page. */
  lastWords(): string;
  /** Ends it and all that it started, at once. */
  kill(): void;
}

const living = new Set<PipedProcess>();
process.on('exit', () => {
  for (const each of living) each.kill();
});

/**
 * Starts a browser whose commands and answers travel on two pipes. It gets a process group of its own: Ctrl-C in a
 * terminal then reaches only us, and `kill` reaches everything it started. When we die without a word (SIGKILL), the
 * pipes close and Chrome ends by itself (measured: after 1.2 to 1.8 s).
 * @throws Error when it cannot be started.
 */
export function startPiped(
  file: string,
  args: readonly string[],
  env?: Readonly<Record<string, string | undefined>>,
): Promise<PipedProcess> {
  return new Promise((resolve, reject) => {
    const child = spawn(file, args, {
      stdio: ['ignore', 'ignore', 'pipe', 'pipe', 'pipe'],
      detached: process.platform !== 'win32',
      windowsHide: true,
      ...(env && { env: { ...env } }),
    });
    child.once('error', reject);
    child.once('spawn', () => resolve(piped(child)));
  });
}

function piped(child: ChildProcess): PipedProcess {
  const { stdio, pid, stderr } = child;
  // A waiting browser must not keep us running; calls in flight do, by their timers. On exit it is ended (above).
  child.unref();
  for (const stream of stdio) if (stream && 'unref' in stream && typeof stream.unref === 'function') stream.unref();
  let words = '';
  stderr?.setEncoding('utf8').on('data', (text: string) => {
    words = (words + text).slice(-MAX_OUTPUT_CHARACTERS);
  });
  if (pid === undefined) throw new Error('A started process has no pid.');
  const browser: PipedProcess = {
    pid,
    toBrowser: stdio[3] as Writable, // seam: 'pipe' above makes them streams
    fromBrowser: stdio[4] as Readable,
    exited: new Promise((resolve) => {
      child.once('exit', () => {
        living.delete(browser);
        resolve();
      });
    }),
    lastWords: () => words.trim(),
    kill() {
      try {
        process.kill(process.platform === 'win32' ? pid : -pid, 'SIGKILL');
      } catch {
        child.kill('SIGKILL');
      }
    },
  };
  living.add(browser);
  return browser;
}
