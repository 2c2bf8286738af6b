import { chmod, mkdir, stat } from 'node:fs/promises';
import { homedir } from 'node:os';
import { isAbsolute, join, resolve } from 'node:path';

export type Environment = Readonly<Record<string, string | undefined>>;

/** What the place of the data folder depends on; tests hand in their own. */
export interface Machine {
  readonly platform: NodeJS.Platform;
  readonly userFolder: string;
}

export function thisMachine(): Machine {
  return { platform: process.platform, userFolder: homedir() };
}

/**
 * The data folder when PLAINSIGHT_HOME is not set: XDG_DATA_HOME wherever it is set (the XDG base directory
 * specification says a relative one must be ignored), else the usual place of the platform.
 */
export function defaultHome(env: Environment, machine: Machine): string {
  const xdg = env.XDG_DATA_HOME;
  if (xdg && isAbsolute(xdg)) return join(xdg, 'plainsight');
  if (machine.platform === 'win32')
    return join(env.LOCALAPPDATA || join(machine.userFolder, 'AppData', 'Local'), 'plainsight');
  if (machine.platform === 'darwin') return join(machine.userFolder, 'Library', 'Application Support', 'plainsight');
  return join(machine.userFolder, '.local', 'share', 'plainsight');
}

/** An absolute path; a leading `~/` is the user's folder, since files and clients hand settings over without a shell. */
export function expandPath(path: string, machine: Machine): string {
  return resolve(/^~(?=$|[/\\])/u.test(path) ? machine.userFolder + path.slice(1) : path);
}

export const PRIVATE_FOLDER_MODE = 0o700;

/**
 * Makes the folder (and its parents) when it is absent, for its owner only. A folder that was already there keeps its
 * mode: it may be shared on purpose, and `plainsight doctor` says so.
 */
export async function ensurePrivateFolder(folder: string): Promise<void> {
  const first = await mkdir(folder, { recursive: true, mode: PRIVATE_FOLDER_MODE });
  // The umask can only take rights away, except for parents: those are made with the mode above as well.
  if (first !== undefined) await chmod(folder, PRIVATE_FOLDER_MODE);
}

/** True when others may look into the folder. Windows has no such mode and always answers false. */
export async function isOpenToOthers(folder: string): Promise<boolean> {
  if (process.platform === 'win32') return false;
  return ((await stat(folder)).mode & 0o077) !== 0;
}
