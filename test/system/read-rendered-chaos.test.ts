import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmod, mkdir, mkdtemp, readdir, readFile, rm, symlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { describe, expect, test } from 'vitest';
import type { CallAnswer } from '../kit/plainsight.ts';
import { BINARY, startPlainsight } from '../kit/plainsight.ts';
import { browsersOf, canRender, profilesOf } from '../kit/rendering.ts';
import { startSite } from '../kit/site.ts';
import { SOON } from '../kit/soon.ts';

/** What npx is asked for; `--no`: nothing is installed for it. */
const OURS = ['--no', 'plainsight', 'stdio'];
const READS = 60;
const KILLS = 20;
const AT_ONCE = 4;
/** How long a browser may live before it is killed, in turn. */
const AGES_MS = [900, 1500, 400, 1200, 0];
const WORDS = 'The bridge was repaired in nine weeks by a crew of forty people.';
const SCRIPTED = `<!doctype html><title>Scripted</title><main id=m><h1>Bridge</h1><p>${WORDS}</p></main><script>m.append(' Written late.')</script>`;
const skip = !(await canRender());

describe.skipIf(skip)('a browser that is killed', () => {
  test(`${KILLS} times during ${READS} reads: each ends in an answer or a clear status, and nothing is left`, async () => {
    await using site = await startSite({ '*': SCRIPTED });
    const plainsight = await startPlainsight({ PLAINSIGHT_ALLOW_PRIVATE: site.opening });
    const home = join(plainsight.home, 'data');
    const answers: CallAnswer[] = [];
    let next = 0;
    const reader = async () => {
      while (next < READS) {
        const index = next++;
        const render = index % 2 === 0 ? 'auto' : 'always';
        answers.push(await plainsight.call('read_page', { url: `${site.origin}/${index}`, render, timeout_s: 20 }));
      }
    };
    let kills = 0;
    const killer = async (reading: { done: boolean }) => {
      const seenAt = new Map<number, number>();
      while (!reading.done && kills < KILLS) {
        const [pid] = (await browsersOf(home)).main;
        const now = performance.now();
        if (pid !== undefined) seenAt.set(pid, seenAt.get(pid) ?? now);
        // At all ages, from its start on; but no faster than pages can be read in between.
        const age = pid === undefined ? 0 : now - (seenAt.get(pid) ?? now);
        if (
          pid !== undefined &&
          age >= (AGES_MS[kills % AGES_MS.length] ?? 0) &&
          answers.length * KILLS >= kills * READS
        ) {
          process.kill(pid, 'SIGKILL');
          kills++;
        }
        await new Promise((resolve) => setTimeout(resolve, 30));
      }
    };
    const reading = { done: false };
    const killing = killer(reading);
    await Promise.all(Array.from({ length: AT_ONCE }, reader));
    reading.done = true;
    await killing;
    expect(answers).toHaveLength(READS);
    expect(kills).toBeGreaterThan(KILLS / 2);
    for (const answer of answers) {
      if (!answer.ok) expect(answer.error.code).toMatch(/^(?:browser_unavailable|navigation_timeout)$/u);
      else if (answer.result.status === 'ok') expect(answer.result.markdown).toContain(WORDS);
      else expect(answer.result.reason.detail).not.toBe('');
    }
    expect(answers.filter((answer) => answer.ok && answer.result.seen === 'rendered').length).toBeGreaterThan(
      READS / 4,
    );
    expect(await plainsight.read({ url: `${site.origin}/after` })).toMatchObject({ status: 'ok', seen: 'rendered' });
    await plainsight.client.close();
    await expect.poll(async () => (await browsersOf(home)).all, SOON).toEqual([]);
    await expect.poll(() => profilesOf(home), SOON).toEqual([]);
    await plainsight[Symbol.asyncDispose]();
  }, 180_000);
});

// S21 of the field cases: however the client or the server ends, nothing goes on without them.
describe.skipIf(skip)('S21: the client dies', () => {
  const REQUESTS = (url: string) =>
    [
      {
        jsonrpc: '2.0',
        id: 1,
        method: 'initialize',
        params: { protocolVersion: '2025-11-25', capabilities: {}, clientInfo: { name: 't', version: '1' } },
      },
      { jsonrpc: '2.0', method: 'notifications/initialized' },
      {
        jsonrpc: '2.0',
        id: 2,
        method: 'tools/call',
        params: { name: 'read_page', arguments: { url, render: 'always', timeout_s: 60 } },
      },
    ]
      .map((message) => `${JSON.stringify(message)}\n`)
      .join('');

  test('npx is killed, stdin stays open: no server and no browser is left', async () => {
    await using site = await startSite({ '/open': `${SCRIPTED}<img src=/stuck>`, '/stuck': () => {} });
    const folder = await mkdtemp(join(tmpdir(), 'plainsight-npx-'));
    const home = join(folder, 'data');
    await installPacked(folder);
    const env = {
      PATH: process.env.PATH ?? '',
      HOME: folder,
      npm_config_update_notifier: 'false',
      PLAINSIGHT_HOME: home,
      PLAINSIGHT_ALLOW_PRIVATE: site.opening,
    };
    const npx = spawn('npx', OURS, {
      cwd: folder,
      env,
      stdio: ['pipe', 'ignore', 'ignore'],
    });
    npx.stdin.on('error', () => {});
    npx.stdin.write(REQUESTS(`${site.origin}/open`));
    await expect.poll(() => site.requests, { timeout: 40_000 }).toContain('GET /stuck');
    const left = { timeout: 20_000, interval: 100 };
    const servers = () => processesWith(join(folder, 'node_modules'));
    expect((await browsersOf(home)).main).toHaveLength(1);
    expect(await servers()).not.toEqual([]);
    npx.kill('SIGKILL');
    await expect.poll(servers, left).toEqual([]);
    await expect.poll(async () => (await browsersOf(home)).all, left).toEqual([]);
    await expect.poll(() => profilesOf(home), left).toEqual([]);
    await rm(folder, { recursive: true, force: true });
  });

  test.each([
    ['the wrapper is killed, stdin stays open', 'wrapper'],
    ['stdin is closed', 'stdin'],
    ['the server is asked to end', 'SIGTERM'],
    ['the server is killed', 'SIGKILL'],
  ] as const)('%s: within 10 s no server and no browser is left', async (_name, manner) => {
    await using site = await startSite({ '/': SCRIPTED, '/open': `${SCRIPTED}<img src=/stuck>`, '/stuck': () => {} });
    const folder = await mkdtemp(join(tmpdir(), 'plainsight-s21-'));
    const home = join(folder, 'data');
    const env = {
      PATH: process.env.PATH ?? '',
      HOME: folder,
      TMPDIR: folder,
      PLAINSIGHT_HOME: home,
      PLAINSIGHT_ALLOW_PRIVATE: site.opening,
      PLAINSIGHT_HOST_DELAY_MS: '0',
    };
    // A wrapper as npx is one: a process in between that hands its stdin on.
    const script = `"$0" "$1" stdio <&0 & echo $! >&2; wait`;
    const wrapper = spawn('bash', ['-c', script, process.execPath, BINARY], { env, stdio: ['pipe', 'pipe', 'pipe'] });
    let said = '';
    wrapper.stderr.setEncoding('utf8').on('data', (text: string) => {
      said += text;
    });
    wrapper.stdout.resume();
    wrapper.stdin.write(REQUESTS(`${site.origin}/open`));
    await expect.poll(() => /^\d+$/mu.exec(said)?.[0], SOON).toBeDefined();
    const server = Number(/^\d+$/mu.exec(said)?.[0]);
    await expect.poll(() => site.requests, SOON).toContain('GET /stuck');
    expect((await browsersOf(home)).main).toHaveLength(1);
    if (manner === 'wrapper') wrapper.kill('SIGKILL');
    else if (manner === 'stdin') wrapper.stdin.end();
    else process.kill(server, manner);
    const left = { timeout: 10_000, interval: 100 };
    await expect.poll(() => isAlive(server), left).toBe(false);
    await expect.poll(async () => (await browsersOf(home)).all, left).toEqual([]);
    if (manner !== 'SIGKILL') await expect.poll(() => profilesOf(home), left).toEqual([]);
    else {
      // What a killed server left is cleared by the next one that starts a browser.
      expect(await profilesOf(home)).toHaveLength(1);
      const next = spawn(process.execPath, [BINARY, 'read', `${site.origin}/`, '--render', 'always'], {
        env,
        stdio: 'ignore',
      });
      await once(next, 'exit');
      expect(await profilesOf(home)).toEqual([]);
    }
    expect((await readdir(folder)).filter((name) => name !== 'data' && !name.startsWith('.'))).toEqual([]);
    wrapper.kill('SIGKILL');
    await rm(folder, { recursive: true, force: true });
  });
});

/** The package as npm would publish and install it, its dependencies borrowed from here: nothing is asked for outside. */
async function installPacked(folder: string): Promise<void> {
  const run = promisify(execFile);
  const packed = await run('npm', ['pack', '--ignore-scripts', '--json', '--pack-destination', folder]);
  const { filename } = JSON.parse(packed.stdout)[0];
  const modules = join(folder, 'node_modules');
  const own = join(modules, 'plainsight');
  await mkdir(join(modules, '.bin'), { recursive: true });
  await mkdir(own);
  await run('tar', ['-xzf', join(folder, filename), '-C', own, '--strip-components=1']);
  const { bin, dependencies } = JSON.parse(await readFile(join(own, 'package.json'), 'utf8'));
  for (const name of Object.keys(dependencies)) {
    await mkdir(dirname(join(modules, name)), { recursive: true });
    await symlink(resolve('node_modules', name), join(modules, name));
  }
  await chmod(join(own, bin.plainsight), 0o755);
  await symlink(join('..', 'plainsight', bin.plainsight), join(modules, '.bin', 'plainsight'));
}

/** Ids of the processes whose command line names this folder. */
async function processesWith(folder: string): Promise<number[]> {
  const found: number[] = [];
  for (const name of (await readdir('/proc')).filter((entry) => /^\d+$/u.test(entry))) {
    const line = await readFile(`/proc/${name}/cmdline`, 'utf8').catch(() => '');
    if (line.includes(folder)) found.push(Number(name));
  }
  return found;
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
}
