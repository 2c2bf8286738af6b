import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { homedir, tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { Browsers } from '../../src/browser/browsers.ts';
import { withPage } from '../../src/browser/open-page.ts';
import { openCdpSocket } from '../../src/net/cdp-socket.ts';
import { browsersToTest, textOf } from '../kit/chrome.ts';
import { type GatedSite, startGatedSite } from '../kit/gated-site.ts';

const rows = await browsersToTest();
let folder = '';
let site: GatedSite;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'plainsight-endpoint-'));
  site = await startGatedSite({ '/': '<p>site words</p><img src="http://127.0.0.1:8123/x">' });
});
afterAll(async () => {
  await site?.[Symbol.asyncDispose]();
  await rm(folder, { recursive: true, force: true, maxRetries: 5 });
});

function browsers(cdpUrl: string, home = join(folder, 'home')): Browsers {
  return new Browsers({
    find: { chrome: '', home, env: process.env, platform: process.platform, userFolder: homedir() },
    cdpUrl,
    openEndpoint: openCdpSocket,
    maxPages: null,
    proxy: async () => site.proxy,
    isRoot: process.getuid?.() === 0,
  });
}

describe.each(rows)('an operator’s $name', ({ browser }) => {
  test('is used over ws and http through the gate, says what it cannot guard, and is left running', async () => {
    const profile = await mkdtemp(join(folder, 'operator-'));
    const flags = [
      '--headless',
      '--remote-debugging-port=0',
      `--user-data-dir=${profile}`,
      '--disable-gpu',
      'about:blank',
    ];
    const operators: ChildProcess = spawn(browser.path, process.getuid?.() === 0 ? ['--no-sandbox', ...flags] : flags, {
      stdio: 'ignore',
    });
    try {
      const portFile = join(profile, 'DevToolsActivePort');
      const portText = () => readFile(portFile, 'utf8').catch(() => '');
      await expect.poll(portText, { timeout: 20_000 }).toMatch(/^\d+\n\/\S+/u);
      const [port, path] = (await portText()).split('\n');
      for (const url of [`http://127.0.0.1:${port}`, `ws://127.0.0.1:${port}${path}`]) {
        await using ours = browsers(url);
        const pool = await ours.pool('fast');
        const request = { url: site.url('/'), signal: AbortSignal.timeout(20_000) };
        expect(await withPage(pool, request, textOf)).toContain('site words');
        expect(ours.states[0]).toMatchObject({ kind: 'endpoint', open: 0 });
        expect(ours.states[0]?.disclosures.join()).toMatch(/through the gate.*started by somebody else/u);
      }
      expect(site.refused).toContain('127.0.0.1:8123');
      expect(operators.exitCode).toBeNull();
    } finally {
      operators.kill('SIGKILL');
      await once(operators, 'exit');
    }
  });
});

test('an endpoint that does not answer is a clear error', async () => {
  await using ours = browsers('http://127.0.0.1:9');
  const pool = await ours.pool('fast');
  await expect(pool.acquire(AbortSignal.timeout(10_000))).rejects.toMatchObject({
    code: 'browser_unavailable',
    message: expect.stringContaining('PLAINSIGHT_CDP_URL'),
  });
});

test.skipIf(rows.length < 2)(
  'the shell reads, the full browser looks like a person, and both end with us',
  async () => {
    const home = join(folder, 'both');
    const ours = browsers('', home);
    const request = { url: site.url('/'), signal: AbortSignal.timeout(30_000) };
    expect(await withPage(await ours.pool('fast'), request, textOf)).toContain('site words');
    expect(await withPage(await ours.pool('lifelike'), request, textOf)).toContain('site words');
    expect(ours.states.map(({ kind }) => kind)).toEqual(['headless-shell', 'chromium']);
    expect(await readdir(join(home, 'profiles'))).toHaveLength(2);
    await ours[Symbol.asyncDispose]();
    expect(await readdir(join(home, 'profiles'))).toEqual([]);
  },
);

test('a machine without a browser is a clear error that says what to do', async () => {
  await using ours = new Browsers({
    find: { chrome: '', home: folder, env: {}, platform: 'linux', userFolder: folder, isProgram: async () => false },
    cdpUrl: '',
    openEndpoint: openCdpSocket,
    maxPages: null,
    proxy: async () => null,
    isRoot: false,
  });
  await expect(ours.pool('fast')).rejects.toMatchObject({
    code: 'browser_unavailable',
    hint: expect.stringContaining('plainsight setup'),
  });
});
