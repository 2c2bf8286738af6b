import { spawn } from 'node:child_process';

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
