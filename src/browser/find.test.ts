import { expect, test } from 'vitest';
import { AppError } from '../base/errors.ts';
import { candidatePaths } from './browser-places.ts';
import { type FindInput, findBrowser, findBrowsers } from './find.ts';

/** A machine that has exactly these programs. */
function machine(programs: readonly string[], rest: Partial<FindInput> = {}): FindInput {
  const there = new Set(programs);
  return {
    chrome: '',
    home: '/nowhere',
    env: { PATH: '/usr/local/bin:/usr/bin:relative' },
    platform: 'linux',
    userFolder: '/home/ada',
    isProgram: async (path) => there.has(path),
    ...rest,
  };
}

test('nothing is found on a machine without a browser', async () => {
  expect(await findBrowser(machine([]))).toBeNull();
});

test.each([
  ['/usr/bin/chromium', '/usr/lib/chromium/chromium', 'chromium'],
  ['/usr/bin/chromium-headless-shell', '/usr/lib/chromium/chromium-headless-shell', 'headless-shell'],
  ['/usr/bin/google-chrome', '/opt/google/chrome/chrome', 'chrome'],
])('the wrapper script %s is replaced by the program behind it', async (wrapper, real, kind) => {
  expect(await findBrowsers(machine([wrapper, real]))).toEqual([{ path: real, kind, from: 'machine' }]);
  expect(await findBrowsers(machine([wrapper, real], { chrome: wrapper }))).toEqual([
    { path: real, kind, from: 'setting' },
  ]);
  expect((await findBrowser(machine([wrapper])))?.path).toBe(wrapper);
});

test.each<[string, NodeJS.Platform, string, string]>([
  ['a Chromium on PATH', 'linux', '/usr/local/bin/chromium-browser', 'chromium'],
  ['Edge on Linux', 'linux', '/opt/microsoft/msedge/msedge', 'edge'],
  ['Brave on PATH', 'linux', '/usr/bin/brave', 'brave'],
  ['Chrome on macOS', 'darwin', '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome', 'chrome'],
  [
    'a user’s own Brave on macOS',
    'darwin',
    '/home/ada/Applications/Brave Browser.app/Contents/MacOS/Brave Browser',
    'brave',
  ],
  ['Chrome on Windows', 'win32', 'C:\\Program Files\\Google\\Chrome\\Application\\chrome.exe', 'chrome'],
  [
    'Edge in the 32-bit folder on Windows',
    'win32',
    'C:\\Program Files (x86)\\Microsoft\\Edge\\Application\\msedge.exe',
    'edge',
  ],
])('%s is found', async (_case, platform, path, kind) => {
  const env = {
    PATH: '/usr/local/bin:/usr/bin',
    PROGRAMFILES: 'C:\\Program Files',
    'PROGRAMFILES(X86)': 'C:\\Program Files (x86)',
  };
  expect(await findBrowsers(machine([path], { platform, env }))).toEqual([{ path, kind, from: 'machine' }]);
});

test('relative folders on PATH are never searched', () => {
  const paths = candidatePaths({ platform: 'linux', env: { PATH: '.:bin::/usr/bin' }, userFolder: '/home/ada' });
  expect(paths.filter(({ path }) => !path.startsWith('/'))).toEqual([]);
});

test('a setting that names no program is an error instead of another browser', async () => {
  const searching = findBrowser(machine(['/usr/lib/chromium/chromium'], { chrome: '/opt/none' }));
  await expect(searching).rejects.toThrow(AppError);
  await expect(searching).rejects.toMatchObject({
    code: 'browser_unavailable',
    message: expect.stringContaining('/opt/none'),
  });
});
