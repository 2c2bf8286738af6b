import { readFile, readlink } from 'node:fs/promises';
import { hostname } from 'node:os';
import { runProgram } from './chrome.ts';

/** Pids are used again, so a process is named by its pid together with the moment it started. */
export interface ProcessName {
  readonly pid: number;
  /** In whatever unit the system uses; only compared. */
  readonly startedAt: string;
}

const LIST_TIMEOUT_MS = 3_000;

/** When the process started, or null when there is no such process (a dead one nobody waited for counts as none). */
export async function processStart(pid: number): Promise<string | null> {
  if (process.platform === 'linux') return linuxStart(pid);
  if (process.platform === 'win32') return isRunning(pid) ? 'unknown' : null;
  const list = await runProgram('ps', ['-o', 'lstart=', '-p', String(pid)], {
    signal: new AbortController().signal,
    timeoutMs: LIST_TIMEOUT_MS,
  });
  if (list.fault !== '') return isRunning(pid) ? 'unknown' : null;
  return list.stdout.trim() === '' ? null : list.stdout.trim();
}

export async function isSameProcess(name: ProcessName): Promise<boolean> {
  return (await processStart(name.pid)) === name.startedAt;
}

/** The command line, or null where it cannot be read. */
export async function commandLine(pid: number): Promise<string | null> {
  if (process.platform === 'linux') {
    const bytes = await readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => null);
    return bytes?.replaceAll('\0', ' ') ?? null;
  }
  if (process.platform === 'win32') return null;
  const list = await runProgram('ps', ['-o', 'command=', '-p', String(pid)], {
    signal: new AbortController().signal,
    timeoutMs: LIST_TIMEOUT_MS,
  });
  return list.fault === '' ? list.stdout.trim() : null;
}

/** Where pids mean the same: containers that share a folder each have processes of their own. */
export async function processSpace(): Promise<string> {
  const space = process.platform === 'linux' ? await readlink('/proc/self/ns/pid').catch(() => '') : '';
  return `${hostname()} ${space}`.trim();
}

async function linuxStart(pid: number): Promise<string | null> {
  const text = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => null);
  if (text === null) return null;
  // The name in brackets may hold anything, so fields are counted from its end: state is the 3rd, start the 22nd.
  const fields = text.slice(text.lastIndexOf(')') + 2).split(' ');
  return fields[0] === 'Z' || fields[0] === 'X' ? null : (fields[19] ?? null);
}

function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
}
