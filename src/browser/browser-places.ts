import { posix, win32 } from 'node:path';

/** Where browsers that speak the DevTools protocol live. Data: one row a browser, best first. */
export type BrowserKind = 'chrome' | 'chromium' | 'headless-shell' | 'edge' | 'brave';

interface BrowserRow {
  readonly kind: BrowserKind;
  /** Names on PATH, and full paths, on Linux and other Unixes. */
  readonly linux: readonly string[];
  /** Inside /Applications or ~/Applications. */
  readonly mac: string;
  /** Inside Program Files, Program Files (x86) or the user's local application data. */
  readonly windows: string;
}

const ROWS: readonly BrowserRow[] = [
  {
    kind: 'chrome',
    linux: ['/opt/google/chrome/chrome', 'google-chrome-stable', 'google-chrome'],
    mac: 'Google Chrome.app/Contents/MacOS/Google Chrome',
    windows: 'Google\\Chrome\\Application\\chrome.exe',
  },
  {
    kind: 'chromium',
    linux: [
      '/usr/lib/chromium/chromium',
      '/usr/lib64/chromium-browser/chromium-browser',
      'chromium',
      'chromium-browser',
      '/snap/bin/chromium',
    ],
    mac: 'Chromium.app/Contents/MacOS/Chromium',
    windows: 'Chromium\\Application\\chrome.exe',
  },
  {
    kind: 'headless-shell',
    linux: [
      '/usr/lib/chromium/chromium-headless-shell',
      'chromium-headless-shell',
      'chrome-headless-shell',
      'headless-shell',
    ],
    mac: '',
    windows: '',
  },
  {
    kind: 'edge',
    linux: ['/opt/microsoft/msedge/msedge', 'microsoft-edge-stable', 'microsoft-edge'],
    mac: 'Microsoft Edge.app/Contents/MacOS/Microsoft Edge',
    windows: 'Microsoft\\Edge\\Application\\msedge.exe',
  },
  {
    kind: 'brave',
    linux: ['/opt/brave.com/brave/brave', 'brave-browser-stable', 'brave-browser', 'brave'],
    mac: 'Brave Browser.app/Contents/MacOS/Brave Browser',
    windows: 'BraveSoftware\\Brave-Browser\\Application\\brave.exe',
  },
];

/**
 * Distributions start Chromium through a shell script that adds flags of its own and hides the real process. The
 * program behind it is used instead.
 */
const BEHIND_WRAPPER: Readonly<Record<string, string>> = {
  '/usr/bin/chromium': '/usr/lib/chromium/chromium',
  '/usr/bin/chromium-headless-shell': '/usr/lib/chromium/chromium-headless-shell',
  '/usr/bin/google-chrome': '/opt/google/chrome/chrome',
  '/usr/bin/google-chrome-stable': '/opt/google/chrome/chrome',
  '/usr/bin/microsoft-edge': '/opt/microsoft/msedge/msedge',
  '/usr/bin/microsoft-edge-stable': '/opt/microsoft/msedge/msedge',
  '/usr/bin/brave-browser': '/opt/brave.com/brave/brave',
  '/usr/bin/brave-browser-stable': '/opt/brave.com/brave/brave',
};

/** The program behind a known wrapper script, or null. */
export function behindWrapper(path: string): string | null {
  return BEHIND_WRAPPER[path] ?? null;
}

export interface Candidate {
  readonly kind: BrowserKind;
  readonly path: string;
}

interface PlaceInput {
  readonly platform: NodeJS.Platform;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly userFolder: string;
}

/** Every path to try, best first. Nothing is looked at yet. */
export function candidatePaths(input: PlaceInput): readonly Candidate[] {
  return ROWS.flatMap((row) => pathsOf(row, input).map((path) => ({ kind: row.kind, path })));
}

function pathsOf(row: BrowserRow, { platform, env, userFolder }: PlaceInput): string[] {
  if (platform === 'darwin') {
    const folders = ['/Applications', posix.join(userFolder, 'Applications')];
    return row.mac === '' ? [] : folders.map((folder) => posix.join(folder, row.mac));
  }
  if (platform === 'win32') {
    const folders = [env.PROGRAMFILES, env['PROGRAMFILES(X86)'], env.LOCALAPPDATA];
    return row.windows === '' ? [] : folders.flatMap((folder) => (folder ? [win32.join(folder, row.windows)] : []));
  }
  const onPath = (env.PATH ?? '').split(':').filter((folder) => folder.startsWith('/'));
  return row.linux.flatMap((place) =>
    place.startsWith('/') ? [place] : onPath.map((folder) => posix.join(folder, place)),
  );
}
