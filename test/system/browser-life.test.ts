import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, mkdtemp, readdir, readFile, rm, stat, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { build } from 'esbuild';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { AppError } from '../../src/base/errors.ts';
import { launchBrowser } from '../../src/browser/launch.ts';
import { openPage, withPage } from '../../src/browser/open-page.ts';
import { processStart } from '../../src/browser/process-start.ts';
import { reapOrphans } from '../../src/browser/profile.ts';
import { browsersToTest, startPool, textOf } from '../kit/chrome.ts';
import { type GatedSite, startGatedSite } from '../kit/gated-site.ts';

const browsers = await browsersToTest();
const PAGE = 'data:text/html,<p>words';
let folder = '';
let parentScript = '';
let site: GatedSite;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'plainsight-life-'));
  parentScript = join(folder, 'parent.mjs');
  const entry = new URL('../kit/browser-parent.ts', import.meta.url).pathname;
  await build({
    entryPoints: [entry],
    outfile: parentScript,
    bundle: true,
    platform: 'node',
    format: 'esm',
    target: 'node20',
    logLevel: 'error',
    banner: { js: "import { createRequire } from 'node:module'; const require = createRequire(import.meta.url);" },
  });
  site = await startGatedSite({ '/': '<p>site words</p>', '/slow': () => {} });
});
afterAll(async () => {
  await site?.[Symbol.asyncDispose]();
  await rm(folder, { recursive: true, force: true });
});

const isAlive = async (pid: number) => (await processStart(pid)) !== null;
const profilesIn = async (root: string) => (await readdir(root)).filter((name) => name.startsWith('chrome-'));

/** Every process whose command line names the folder, so that none of a browser's own children is overlooked. */
async function processesNaming(text: string): Promise<number> {
  let count = 0;
  for (const pid of (await readdir('/proc')).filter((name) => /^\d+$/u.test(name))) {
    const line = await readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => '');
    if (line.includes(`--user-data-dir=${text}`)) count++;
  }
  return count;
}

describe.each(browsers)('with $name', ({ browser }) => {
  async function parent(root: string, manner: string): Promise<{ child: ChildProcess; chrome: number }> {
    await mkdir(root, { recursive: true });
    const child = spawn(process.execPath, [parentScript, browser.path, browser.kind, root, PAGE, manner], {
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    let text = '';
    child.stdout?.setEncoding('utf8').on('data', (chunk: string) => {
      text += chunk;
    });
    await expect.poll(() => text, { timeout: 25_000 }).toMatch(/^\d+\n/u);
    return { child, chrome: Number(text) };
  }

  test.each([
    ['SIGTERM', 'orderly'],
    ['SIGTERM', 'deaf'],
    ['SIGKILL', 'orderly'],
  ] as const)('no process outlives an owner that ends by %s (%s)', async (signal, manner) => {
    const root = join(folder, `${browser.kind}-${signal}-${manner}`);
    const { child, chrome } = await parent(root, manner);
    expect(await isAlive(chrome)).toBe(true);
    child.kill(signal);
    await once(child, 'exit');
    await expect.poll(() => isAlive(chrome), { timeout: 10_000 }).toBe(false);
    await expect.poll(() => processesNaming(root), { timeout: 10_000 }).toBe(0);
    if (manner === 'orderly' && signal === 'SIGTERM') expect(await profilesIn(root)).toEqual([]);
    else {
      expect(await profilesIn(root)).toHaveLength(1);
      expect(await reapOrphans(root)).toEqual({ removed: 1, killed: 0 });
      expect(await profilesIn(root)).toEqual([]);
    }
  });

  test('the browser of a dead owner that does not end by itself is ended at the next start', async () => {
    const root = join(folder, `${browser.kind}-stuck`);
    const { child, chrome } = await parent(root, 'deaf');
    process.kill(chrome, 'SIGSTOP');
    child.kill('SIGKILL');
    await once(child, 'exit');
    expect(await reapOrphans(root)).toEqual({ removed: 1, killed: 1 });
    await expect.poll(() => isAlive(chrome), { timeout: 10_000 }).toBe(false);
    expect(await profilesIn(root)).toEqual([]);
  });

  test('two servers side by side keep their browsers, also when one clears up and ends', async () => {
    const root = join(folder, `${browser.kind}-two`);
    const first = await parent(root, 'orderly');
    await using second = await startPool({ browser, proxy: site.proxy, folder: root });
    await using page = await openPage(second.pool, { url: site.url('/'), signal: AbortSignal.timeout(20_000) });
    expect(await reapOrphans(root)).toEqual({ removed: 0, killed: 0 });
    expect(await isAlive(first.chrome)).toBe(true);
    first.child.kill('SIGTERM');
    await once(first.child, 'exit');
    expect(await textOf(page)).toContain('site words');
    expect(await profilesIn(root)).toHaveLength(1);
  });

  test('a wrapper between us and the browser does not keep it alive', async () => {
    const root = join(folder, `${browser.kind}-wrapped`);
    const wrapper = join(folder, `wrapper-${browser.kind}`);
    await writeFile(wrapper, `#!/bin/sh\n${browser.path} "$@"\n`, { mode: 0o755 });
    const { child } = await (async () => {
      const wrapped = { ...browser, path: wrapper };
      await mkdir(root, { recursive: true });
      const process_ = spawn(process.execPath, [parentScript, wrapped.path, wrapped.kind, root, PAGE, 'deaf'], {
        stdio: ['ignore', 'pipe', 'inherit'],
      });
      await once(process_.stdout, 'data');
      return { child: process_ };
    })();
    expect(await processesNaming(root)).toBeGreaterThan(0);
    child.kill('SIGKILL');
    await once(child, 'exit');
    await expect.poll(() => processesNaming(root), { timeout: 10_000 }).toBe(0);
  });

  test('a browser that is killed is replaced and the call is done again', async () => {
    await using pool = await startPool({ browser, proxy: site.proxy });
    let runs = 0;
    const text = await withPage(
      pool.pool,
      { url: site.url('/'), signal: AbortSignal.timeout(20_000) },
      async (page) => {
        if (runs++ === 0) process.kill(page.tab.browser.pid ?? 0, 'SIGKILL');
        return textOf(page);
      },
    );
    expect(text).toContain('site words');
    expect(runs).toBe(2);
    expect(pool.pool.state).toMatchObject({ starts: 2, crashes: 1, open: 0 });
  });

  test('a browser that is killed twice is a clear error, and the next call works', async () => {
    await using pool = await startPool({ browser, proxy: site.proxy });
    const request = { url: site.url('/'), signal: AbortSignal.timeout(20_000) };
    const failing = withPage(pool.pool, request, async (page) => {
      process.kill(page.tab.browser.pid ?? 0, 'SIGKILL');
      return textOf(page);
    });
    await expect(failing).rejects.toThrow(AppError);
    await expect(failing).rejects.toMatchObject({ code: 'browser_unavailable', retryable: true });
    expect(await withPage(pool.pool, request, textOf)).toContain('site words');
  });

  test('a page whose process crashes ends in an answer or a clear error, and the browser lives on', async () => {
    await using pool = await startPool({ browser, proxy: site.proxy });
    const request = { url: site.url('/'), signal: AbortSignal.timeout(20_000) };
    let runs = 0;
    const crash = withPage(pool.pool, request, async (page) => {
      runs++;
      void page.tab.session.send('Page.crash').catch(() => {});
      return textOf(page);
    });
    await expect(crash).rejects.toMatchObject({ code: 'browser_unavailable' });
    expect(runs).toBe(2);
    expect(await withPage(pool.pool, request, textOf)).toContain('site words');
    expect(pool.pool.state.starts).toBe(1);
  });

  test('a browser that is killed again and again costs answers, but no call hangs and nothing is left over', async () => {
    const root = join(folder, `${browser.kind}-storm`);
    const pool = await startPool({ browser, proxy: site.proxy, folder: root, maxTabs: 3 });
    let running = true;
    let kills = 0;
    const killer = (async () => {
      while (running) {
        await new Promise((resolve) => setTimeout(resolve, 250 + 60 * (kills % 7)));
        const { pid } = pool.pool.state;
        if (pid === null) continue;
        process.kill(pid, 'SIGKILL');
        kills++;
      }
    })();
    const ends = await Promise.all(
      Array.from({ length: 24 }, () =>
        withPage(pool.pool, { url: site.url('/'), signal: AbortSignal.timeout(40_000) }, textOf).then(
          (text) => (text.includes('site words') ? 'answer' : `wrong: ${text}`),
          (fault: unknown) => (fault instanceof AppError ? fault.code : `unknown: ${String(fault)}`),
        ),
      ),
    );
    running = false;
    await killer;
    expect(kills).toBeGreaterThan(3);
    expect(ends.filter((end) => end !== 'answer' && end !== 'browser_unavailable')).toEqual([]);
    expect(pool.pool.state).toMatchObject({ open: 0, waiting: 0 });
    expect(await withPage(pool.pool, { url: site.url('/'), signal: AbortSignal.timeout(20_000) }, textOf)).toContain(
      'site',
    );
    await pool[Symbol.asyncDispose]();
    await expect.poll(() => processesNaming(root), { timeout: 10_000 }).toBe(0);
    expect(await profilesIn(root)).toEqual([]);
  });

  test('calls beyond the cap wait in line, and one that is given up leaves the line', async () => {
    await using pool = await startPool({ browser, proxy: site.proxy, maxTabs: 1 });
    const signal = AbortSignal.timeout(20_000);
    const first = await pool.pool.acquire(signal);
    const order: string[] = [];
    const waiting = (['second', 'third'] as const).map(async (name) => {
      await using _lease = await pool.pool.acquire(signal);
      order.push(name);
    });
    const impatient = new AbortController();
    const given = pool.pool.acquire(impatient.signal);
    expect(pool.pool.state.waiting).toBe(3);
    impatient.abort(new Error('enough'));
    await expect(given).rejects.toThrow('enough');
    await first[Symbol.asyncDispose]();
    await Promise.all(waiting);
    expect(order).toEqual(['second', 'third']);
    expect(pool.pool.state).toMatchObject({ open: 0, waiting: 0 });
  });

  test('an idle browser ends, and nothing of one call is left for the next', async () => {
    await using pool = await startPool({ browser, proxy: site.proxy, idleCloseMs: 200 });
    const request = { url: site.url('/'), signal: AbortSignal.timeout(20_000) };
    await withPage(pool.pool, request, async (page) => {
      await page.tab.session.send('Runtime.evaluate', { expression: "document.cookie='a=b';localStorage.x=1" });
    });
    const seen = await withPage(pool.pool, request, async (page) => {
      const { result } = await page.tab.session.send('Runtime.evaluate', {
        expression: 'document.cookie+localStorage.length+history.length',
        returnByValue: true,
      });
      return result.value;
    });
    expect(seen).toBe('02');
    const pid = pool.pool.state.pid ?? 0;
    await expect.poll(() => isAlive(pid), { timeout: 10_000 }).toBe(false);
    await expect.poll(() => profilesIn(pool.folder)).toEqual([]);
    expect(pool.pool.state).toMatchObject({ running: false, crashes: 0 });
    expect(await withPage(pool.pool, request, textOf)).toContain('site words');
  });

  test('a browser that has grown is replaced between calls', async () => {
    await using pool = await startPool({ browser, proxy: site.proxy, maxMemoryBytes: 1 });
    const request = { url: site.url('/'), signal: AbortSignal.timeout(20_000) };
    await withPage(pool.pool, request, textOf);
    await expect.poll(() => pool.pool.state.running, { timeout: 5_000 }).toBe(false);
    expect(await withPage(pool.pool, request, textOf)).toContain('site words');
    expect(pool.pool.state.starts).toBe(2);
  });

  test('the profile folder is for its owner only', async () => {
    await using pool = await startPool({ browser, proxy: site.proxy });
    await using _lease = await pool.pool.acquire(AbortSignal.timeout(20_000));
    const [profile = ''] = await profilesIn(pool.folder);
    expect((await stat(join(pool.folder, profile))).mode & 0o777).toBe(0o700);
    expect((await stat(join(pool.folder, profile, 'owner.json'))).mode & 0o777).toBe(0o600);
  });
});

test('a program that is no browser is a clear error and leaves nothing behind', async () => {
  const root = join(folder, 'none');
  const launching = launchBrowser({
    browser: { path: process.execPath, kind: 'chromium', from: 'setting' },
    profileRoot: root,
    proxy: null,
    isRoot: false,
  });
  await expect(launching).rejects.toMatchObject({ code: 'browser_unavailable' });
  expect(await profilesIn(root)).toEqual([]);
});

test('folders of other machines, and folders without an owner, are only removed when they are old', async () => {
  const root = join(folder, 'foreign');
  const owner = { space: 'another-machine', pid: 4242, startedAt: '1', chrome: null };
  for (const [name, lock] of [
    ['chrome-foreign', JSON.stringify(owner)],
    ['chrome-old-foreign', JSON.stringify(owner)],
    ['chrome-new', ''],
    ['chrome-broken', '{'],
    ['something-else', ''],
  ] as const) {
    await mkdir(join(root, name), { recursive: true });
    if (lock !== '') await writeFile(join(root, name, 'owner.json'), lock);
  }
  const twoDaysAgo = new Date(Date.now() - 48 * 3600_000);
  await utimes(join(root, 'chrome-old-foreign', 'owner.json'), twoDaysAgo, twoDaysAgo);
  await utimes(join(root, 'chrome-broken'), twoDaysAgo, twoDaysAgo);
  expect(await reapOrphans(root)).toEqual({ removed: 2, killed: 0 });
  expect((await readdir(root)).sort()).toEqual(['chrome-foreign', 'chrome-new', 'something-else']);
});
