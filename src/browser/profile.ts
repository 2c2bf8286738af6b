import { rmSync } from 'node:fs';
import { mkdir, mkdtemp, readdir, readFile, rename, rm, stat, utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { commandLine, isSameProcess, type ProcessName, processSpace, processStart } from './process-start.ts';

/**
 * Each Chrome that we start has a profile folder of its own, which goes with it. A lock file in it says which process
 * owns it, so that after a crash the next start can clear up, and two servers never touch each other's Chrome.
 */
interface Owner extends ProcessName {
  readonly space: string;
  readonly chrome: ProcessName | null;
}

export interface ReapReport {
  /** Folders of dead owners that were removed. */
  readonly removed: number;
  /** Browsers of dead owners that were still running and were ended. */
  readonly killed: number;
}

const PREFIX = 'chrome-';
const LOCK_FILE = 'owner.json';
/** A folder without a lock file is being made right now, unless it is older than this. */
const UNLOCKED_AGE_MS = 10 * 60_000;
/** A folder of another machine or container, whose processes cannot be seen, is taken for dead after this. */
const FOREIGN_AGE_MS = 24 * 60 * 60_000;

export class Profile {
  readonly folder: string;
  #owner: Owner;
  /** The last resort of an orderly end; what cannot be removed now is removed at the next start. */
  readonly #onExit = () => {
    try {
      rmSync(this.folder, { recursive: true, force: true, maxRetries: 2, retryDelay: 20 });
    } catch {
      // The browser's last processes are still writing.
    }
  };

  private constructor(folder: string, owner: Owner) {
    this.folder = folder;
    this.#owner = owner;
  }

  /** Makes a new empty folder (0700) below `root`. */
  static async create(root: string): Promise<Profile> {
    await mkdir(root, { recursive: true, mode: 0o700 });
    const folder = await mkdtemp(join(root, PREFIX));
    const [space, startedAt] = await Promise.all([processSpace(), processStart(process.pid)]);
    const profile = new Profile(folder, { space, pid: process.pid, startedAt: startedAt ?? 'unknown', chrome: null });
    await profile.#write();
    process.once('exit', profile.#onExit);
    return profile;
  }

  /** Notes which process uses the folder, so that it can be ended should we die without ending it. */
  async belongsTo(pid: number): Promise<void> {
    const startedAt = await processStart(pid);
    if (startedAt === null) return;
    this.#owner = { ...this.#owner, chrome: { pid, startedAt } };
    await this.#write();
  }

  /** Shows other machines that share the folder that the owner lives. */
  async touch(): Promise<void> {
    const now = new Date();
    await utimes(join(this.folder, LOCK_FILE), now, now).catch(() => {});
  }

  /** Removes the folder. To be called when its Chrome has ended. */
  async [Symbol.asyncDispose](): Promise<void> {
    process.removeListener('exit', this.#onExit);
    await removeFolder(this.folder);
  }

  async #write(): Promise<void> {
    const path = join(this.folder, LOCK_FILE);
    await writeFile(`${path}.new`, JSON.stringify(this.#owner), { mode: 0o600 });
    await rename(`${path}.new`, path);
  }
}

/** Removes what processes that are dead left below `root`, and ends their browsers. Never touches a living owner's. */
export async function reapOrphans(root: string): Promise<ReapReport> {
  const names = await readdir(root).catch((): string[] => []);
  const space = await processSpace();
  let removed = 0;
  let killed = 0;
  for (const name of names.filter((each) => each.startsWith(PREFIX))) {
    const folder = join(root, name);
    const owner = await readOwner(folder);
    if (!(await isAbandoned(folder, owner, space))) continue;
    if (owner?.chrome && owner.space === space && (await endBrowser(owner.chrome, folder))) killed++;
    await removeFolder(folder);
    removed++;
  }
  return { removed, killed };
}

async function isAbandoned(folder: string, owner: Owner | null, space: string): Promise<boolean> {
  if (owner === null) return (await ageMs(folder)) > UNLOCKED_AGE_MS;
  if (owner.space !== space) return (await ageMs(join(folder, LOCK_FILE))) > FOREIGN_AGE_MS;
  return !(await isSameProcess(owner));
}

/** Ends a browser only when pid, start and command line all say that it is the one that used this folder. */
async function endBrowser(chrome: ProcessName, folder: string): Promise<boolean> {
  if (chrome.startedAt === 'unknown' || !(await isSameProcess(chrome))) return false;
  if (!(await commandLine(chrome.pid))?.includes(folder)) return false;
  for (const target of [-chrome.pid, chrome.pid]) {
    try {
      process.kill(target, 'SIGKILL');
    } catch {
      // It has gone in the meantime, or leads no group.
    }
  }
  return true;
}

async function readOwner(folder: string): Promise<Owner | null> {
  try {
    const value: unknown = JSON.parse(await readFile(join(folder, LOCK_FILE), 'utf8'));
    return isOwner(value) ? value : null;
  } catch {
    return null;
  }
}

function isOwner(value: unknown): value is Owner {
  if (!isProcessName(value) || !('space' in value) || typeof value.space !== 'string') return false;
  return 'chrome' in value && (value.chrome === null || isProcessName(value.chrome));
}

function isProcessName(value: unknown): value is ProcessName {
  if (typeof value !== 'object' || value === null || !('pid' in value) || !('startedAt' in value)) return false;
  return Number.isSafeInteger(value.pid) && Number(value.pid) > 1 && typeof value.startedAt === 'string';
}

async function ageMs(path: string): Promise<number> {
  const facts = await stat(path).catch(() => null);
  return facts === null ? 0 : Date.now() - facts.mtimeMs;
}

/** Chrome's last processes may still write for a moment after the first has ended. */
async function removeFolder(folder: string): Promise<void> {
  await rm(folder, { recursive: true, force: true, maxRetries: 8, retryDelay: 60 }).catch(() => {});
}
