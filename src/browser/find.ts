import { constants } from 'node:fs';
import { access, readdir, realpath, stat } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { AppError } from '../base/errors.ts';
import { type BrowserKind, behindWrapper, candidatePaths } from './browser-places.ts';
import { runProgram } from './chrome.ts';

export interface FoundBrowser {
  readonly path: string;
  readonly kind: BrowserKind;
  /** `setting`: PLAINSIGHT_CHROME; `home`: installed by `plainsight setup`; `machine`: it was there. */
  readonly from: 'setting' | 'home' | 'machine';
}

export interface FindInput {
  /** PLAINSIGHT_CHROME; empty to search. */
  readonly chrome: string;
  /** PLAINSIGHT_HOME. */
  readonly home: string;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly platform: NodeJS.Platform;
  readonly userFolder: string;
  /** Says whether a path is a program that may be started; tests hand in their own machine. */
  readonly isProgram?: (path: string) => Promise<boolean>;
}

/**
 * The browsers of this machine, best first, each program once. Starts none of them.
 * @throws AppError `browser_unavailable` when PLAINSIGHT_CHROME names something that is no program: to search on would
 * quietly use another browser than the one that was asked for.
 */
export async function findBrowsers(input: FindInput): Promise<readonly FoundBrowser[]> {
  const isProgram = input.isProgram ?? isExecutableFile;
  if (input.chrome !== '') return [await fromSetting(input.chrome, isProgram)];
  const found: FoundBrowser[] = await fromHome(input, isProgram);
  for (const { kind, path } of candidatePaths(input)) {
    if (await isProgram(path)) found.push({ kind, path: await unwrapped(path, isProgram), from: 'machine' });
  }
  return withoutDoubles(found);
}

/** The best browser of this machine, or null. */
export async function findBrowser(input: FindInput): Promise<FoundBrowser | null> {
  return (await findBrowsers(input))[0] ?? null;
}

const VERSION_TIMEOUT_MS = 10_000;

/** What the program says about itself (`Chromium 156.0.8078.114`), or null when it does not start. */
export async function browserVersion(path: string, signal: AbortSignal): Promise<string | null> {
  const run = await runProgram(path, ['--version'], { signal, timeoutMs: VERSION_TIMEOUT_MS });
  const line = run.code === 0 ? run.stdout.trim().split('\n')[0] : '';
  return line && /\d+\.\d+/u.test(line) ? line.slice(0, 100) : null;
}

/** Folder of the browsers that Plainsight installs: `chrome/<version>/…`. */
export function chromeFolder(home: string): string {
  return join(home, 'chrome');
}

/** The program inside an unpacked Chrome for Testing, relative to its version folder, by platform key. */
export const TESTING_PROGRAMS: Readonly<Record<string, string>> = {
  linux64: 'chrome-linux64/chrome',
  'linux-arm64': 'chrome-linux-arm64/chrome',
  'mac-arm64': 'chrome-mac-arm64/Google Chrome for Testing.app/Contents/MacOS/Google Chrome for Testing',
  'mac-x64': 'chrome-mac-x64/Google Chrome for Testing.app/Contents/MacOS/Google Chrome for Testing',
  win32: 'chrome-win32/chrome.exe',
  win64: 'chrome-win64/chrome.exe',
};

async function fromSetting(chrome: string, isProgram: (path: string) => Promise<boolean>): Promise<FoundBrowser> {
  if (!(await isProgram(chrome))) {
    throw new AppError('browser_unavailable', `PLAINSIGHT_CHROME names ${chrome}, which is not a program.`, {
      hint: 'Correct PLAINSIGHT_CHROME, or unset it to use the browser that is found on this machine.',
    });
  }
  return { path: await unwrapped(chrome, isProgram), kind: kindOf(chrome), from: 'setting' };
}

async function fromHome(input: FindInput, isProgram: (path: string) => Promise<boolean>): Promise<FoundBrowser[]> {
  const versions = await readdir(chromeFolder(input.home)).catch((): string[] => []);
  const newestFirst = versions
    .filter((name) => /^\d+\./u.test(name))
    .sort((left, right) => right.localeCompare(left, 'en', { numeric: true }));
  const found: FoundBrowser[] = [];
  for (const version of newestFirst) {
    for (const program of Object.values(TESTING_PROGRAMS)) {
      const path = join(chromeFolder(input.home), version, program);
      if (await isProgram(path)) found.push({ path, kind: 'chrome', from: 'home' });
    }
  }
  return found;
}

function kindOf(path: string): BrowserKind {
  const name = basename(path.replaceAll('\\', '/')).toLowerCase();
  if (name.includes('headless')) return 'headless-shell';
  if (name.includes('edge')) return 'edge';
  if (name.includes('brave')) return 'brave';
  return name.includes('chromium') ? 'chromium' : 'chrome';
}

async function unwrapped(path: string, isProgram: (path: string) => Promise<boolean>): Promise<string> {
  const real = behindWrapper(path);
  return real !== null && (await isProgram(real)) ? real : path;
}

/** One row a program: /usr/bin and /bin are often the same folder, and names on PATH are often links. */
async function withoutDoubles(found: readonly FoundBrowser[]): Promise<FoundBrowser[]> {
  const seen = new Set<string>();
  const kept: FoundBrowser[] = [];
  for (const browser of found) {
    const real = await realpath(browser.path).catch(() => browser.path);
    if (seen.has(real)) continue;
    seen.add(real);
    kept.push(browser);
  }
  return kept;
}

async function isExecutableFile(path: string): Promise<boolean> {
  try {
    if (!(await stat(path)).isFile()) return false;
    await access(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}
