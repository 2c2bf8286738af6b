import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { BINARY } from './plainsight.ts';

export interface CliRun {
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

export interface CliOptions {
  readonly home: string;
  readonly env?: Readonly<Record<string, string>>;
  /** Standard input; closed at once when not given. */
  readonly stdin?: string | Uint8Array;
}

export interface RunningCli extends AsyncDisposable {
  readonly child: ChildProcess;
  readonly output: { stdout: string; stderr: string };
  readonly ended: Promise<CliRun>;
}

/** The built program as a shell starts it, with an empty home and nothing of the environment but PATH. */
export function startCli(args: readonly string[], options: CliOptions): RunningCli {
  const child = spawn(process.execPath, [BINARY, ...args], {
    cwd: options.home,
    env: {
      PATH: process.env.PATH ?? '',
      HOME: options.home,
      PLAINSIGHT_HOME: `${options.home}/data`,
      PLAINSIGHT_HOST_DELAY_MS: '0',
      ...options.env,
    },
  });
  const output = { stdout: '', stderr: '' };
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    output.stdout += text;
  });
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    output.stderr += text;
  });
  child.stdin.on('error', () => {});
  child.stdin.end(options.stdin ?? '');
  const ended = once(child, 'close').then(([code]): CliRun => ({ code, ...output }));
  return {
    child,
    output,
    ended,
    [Symbol.asyncDispose]: async () => {
      child.kill('SIGKILL');
      await ended;
    },
  };
}

export function cli(args: readonly string[], options: CliOptions): Promise<CliRun> {
  return startCli(args, options).ended;
}
