import { execFileSync } from 'node:child_process';
import { chmod, mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { runProgram } from '../../src/browser/chrome.ts';
import { browserVersion, type FindInput } from '../../src/browser/find.ts';
import { isDebianLike, type SetupInput, setUpBrowser } from '../../src/browser/setup.ts';
import { type Download, platformKey, VERSION_LIST_URL } from '../../src/browser/testing-chrome.ts';

const hasUnzip = (() => {
  try {
    execFileSync('unzip', ['-v'], { stdio: 'ignore' });
    execFileSync('zip', ['-v'], { stdio: 'ignore' });
    return true;
  } catch {
    return false;
  }
})();

let folder = '';
let said: string[] = [];
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'plainsight-setup-'));
  said = [];
});
afterEach(() => rm(folder, { recursive: true, force: true }));

const ARCHIVE_URL = 'https://storage.googleapis.com/chrome-for-testing-public/150.0.1.2/linux64/chrome-linux64.zip';

/** A web that holds exactly these files. */
function web(files: Readonly<Record<string, Uint8Array | string>>): Download {
  return async (url) => {
    const file = files[url];
    if (file === undefined) throw new Error('404');
    const bytes = typeof file === 'string' ? Buffer.from(file) : file;
    return {
      bytes: bytes.byteLength,
      body: (async function* () {
        yield bytes;
      })(),
    };
  };
}

function list(url: string, platform = 'linux64'): string {
  return JSON.stringify({ channels: { Stable: { version: '150.0.1.2', downloads: { chrome: [{ platform, url }] } } } });
}

/** A machine without any browser, whose user is nobody special. */
function bare(download: Download, rest: Partial<SetupInput> = {}): SetupInput {
  const find: FindInput = {
    chrome: '',
    home: join(folder, 'home'),
    env: { PATH: '' },
    platform: 'linux',
    userFolder: folder,
  };
  const home = join(folder, 'home');
  const isProgram = async (path: string) =>
    path.startsWith(home) &&
    (await runProgram('test', ['-x', path], { signal: AbortSignal.timeout(5000), timeoutMs: 5000 })).code === 0;
  return {
    find: { ...find, isProgram },
    architecture: 'x64',
    isRoot: false,
    download,
    say: (line) => said.push(line),
    signal: AbortSignal.timeout(30_000),
    ...rest,
  };
}

/** An archive with a program that answers `--version` like Chrome does. */
async function archive(script = '#!/bin/sh\necho "Google Chrome for Testing 150.0.1.2"\n'): Promise<Buffer> {
  const inside = join(folder, 'pack', 'chrome-linux64');
  await mkdir(inside, { recursive: true });
  await writeFile(join(inside, 'chrome'), script);
  execFileSync('zip', ['-q', '-r', join(folder, 'chrome.zip'), 'chrome-linux64'], { cwd: join(folder, 'pack') });
  return readFile(join(folder, 'chrome.zip'));
}

describe.skipIf(!hasUnzip)('Chrome for Testing', () => {
  test('is downloaded, unpacked into the data folder, started once, and found the next time', async () => {
    const download = web({ [VERSION_LIST_URL]: list(ARCHIVE_URL), [ARCHIVE_URL]: await archive() });
    const report = await setUpBrowser(bare(download));
    expect(report).toMatchObject({
      installed: true,
      version: 'Google Chrome for Testing 150.0.1.2',
      browser: { from: 'home' },
    });
    expect(said.length).toBeGreaterThan(1);
    expect(await readdir(join(folder, 'home', 'chrome'))).toEqual(['150.0.1.2']);
    const again = await setUpBrowser(bare(web({})));
    expect(again).toMatchObject({ installed: false, browser: { from: 'home' }, problems: [] });
  });

  test('a program that does not start is a problem that names it', async () => {
    const download = web({
      [VERSION_LIST_URL]: list(ARCHIVE_URL),
      [ARCHIVE_URL]: await archive('#!/bin/sh\nexit 127\n'),
    });
    const report = await setUpBrowser(bare(download));
    expect(report.browser).toBeNull();
    expect(report.problems.join()).toContain('does not start');
  });

  test('a broken archive is a problem and leaves nothing behind', async () => {
    const whole = await archive();
    const download = web({ [VERSION_LIST_URL]: list(ARCHIVE_URL), [ARCHIVE_URL]: whole.subarray(0, 80) });
    const report = await setUpBrowser(bare(download));
    expect(report.browser).toBeNull();
    expect(report.problems.join()).toContain('unpack');
    expect(await readdir(join(folder, 'home', 'chrome'))).toEqual([]);
  });
});

describe('what cannot work is said and never thrown', () => {
  test.each<[string, Record<string, string>, RegExp]>([
    ['no network', {}, /could not be fetched/u],
    ['a list that is not JSON', { [VERSION_LIST_URL]: '<html>' }, /not JSON/u],
    ['a list of another form', { [VERSION_LIST_URL]: '{"channels":{}}' }, /another form/u],
    ['a list that points elsewhere', { [VERSION_LIST_URL]: list('https://example.com/chrome.zip') }, /another host/u],
    [
      'a list that points to plain http',
      { [VERSION_LIST_URL]: list(ARCHIVE_URL.replace('https', 'http')) },
      /another host/u,
    ],
    ['a list without this platform', { [VERSION_LIST_URL]: list(ARCHIVE_URL, 'mac-x64') }, /no build/u],
  ])('%s', async (_case, files, problem) => {
    const report = await setUpBrowser(bare(web(files)));
    expect(report).toMatchObject({ browser: null, installed: false });
    expect(report.problems.join('\n')).toMatch(problem);
  });

  test('a platform that Chrome is not built for', async () => {
    expect(platformKey('freebsd', 'x64')).toBeNull();
    const report = await setUpBrowser(bare(web({}), { architecture: 'riscv64' }));
    expect(report.problems.join()).toContain('riscv64');
  });

  test('a cancelled set-up', async () => {
    const report = await setUpBrowser(bare(web({}), { signal: AbortSignal.abort() }));
    expect(report.browser).toBeNull();
  });

  test('a setting that names no program installs nothing behind the operator’s back', async () => {
    const input = bare(web({}));
    const report = await setUpBrowser({ ...input, find: { ...input.find, chrome: '/opt/none' } });
    expect(report.problems.join()).toContain('PLAINSIGHT_CHROME');
    expect(said).toEqual([]);
  });
});

test.each([
  ['ID=debian', true],
  ['NAME="Ubuntu"\nID=ubuntu\nID_LIKE=debian', true],
  ['ID="linuxmint"\nID_LIKE="ubuntu debian"', true],
  ['ID=fedora', false],
  ['ID=alpine\nHOME_URL="https://debian.example"', false],
  ['', false],
])('the system %j is Debian-like: %s', (osRelease, expected) => {
  expect(isDebianLike(osRelease)).toBe(expected);
});

test('a program that is absent, hangs or is cancelled ends with a fault instead of a rejection', async () => {
  const signal = AbortSignal.timeout(20_000);
  expect((await runProgram('plainsight-no-such-program', [], { signal, timeoutMs: 5000 })).fault).toContain(
    'is not there',
  );
  expect((await runProgram('sleep', ['30'], { signal, timeoutMs: 50 })).fault).toContain('no end within');
  expect((await runProgram('sleep', ['30'], { signal: AbortSignal.timeout(50), timeoutMs: 10_000 })).fault).toBe(
    'cancelled',
  );
  const liar = join(folder, 'liar');
  await writeFile(liar, '#!/bin/sh\necho hello\n');
  await chmod(liar, 0o755);
  expect(await browserVersion(liar, signal)).toBeNull();
});
