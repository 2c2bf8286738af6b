import { mkdtempSync, rmSync } from 'node:fs';
import { readdir, readFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Client } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { silentLog } from '../src/base/log.ts';
import { Browsers } from '../src/browser/browsers.ts';
import { openCdpSocket } from '../src/net/cdp-socket.ts';
import { articlePage, servePages } from './pages.ts';
import { median, quantile, round, table } from './stats.ts';

const SMALL = `<!doctype html><html lang="en"><head><title>Small</title></head><body><main><h1>Small</h1>
${'<p>The bridge was repaired in nine weeks by a crew of forty people and opened again on Monday.</p>'.repeat(5)}<p id="late"></p></main>
<script>document.getElementById('late').textContent = 'Words that a script wrote.'</script></body></html>`;
const PAGES = [
  { name: 'small page', path: '/small', runs: 30, allowanceMs: 200 },
  { name: '200 KB article', path: '/200k', runs: 12, allowanceMs: 200 },
  { name: 'the same with a pixel step', path: '/pixels', runs: 12, allowanceMs: 350 },
];
const AT_ONCE = [1, 2, 4, 8];
/** Until the engine has stopped to compile: each of the two threads of a read has to learn for itself. */
const WARM_UP = 60;

/** Warm rendered reads of local pages through the built server, beside Chrome's own loading of the same pages. */
export async function runRenderBench(binary: string): Promise<string> {
  const article = articlePage(200_000).replace('</body>', '<script>document.title += "."</script></body>');
  const pictured = article.replace(
    '<main>',
    '<main><p style="background:linear-gradient(#fff,#eee)">On a gradient.</p>',
  );
  await using site = await servePages({ '/small': SMALL, '/200k': article, '/pixels': pictured });
  const home = mkdtempSync(join(tmpdir(), 'plainsight-bench-'));
  try {
    const loads = await chromeLoads(site.origin, home);
    if (loads === null) return 'No browser is installed on this machine; nothing was measured.';
    const rows = await reads(binary, site, home, loads);
    return table(
      [
        'rendered read, warm',
        'Chrome’s DOMContentLoaded ms',
        'alone: median ms',
        'budget ms',
        'p95 ms',
        ...AT_ONCE.map((n) => `pages/s at ${n}`),
        'browser MiB',
      ],
      rows,
    );
  } finally {
    rmSync(home, { recursive: true, force: true });
  }
}

/** From the command to DOMContentLoaded, in the browser and with the flags that we read with, without anything else. */
async function chromeLoads(origin: string, home: string): Promise<ReadonlyMap<string, number> | null> {
  await using browsers = new Browsers({
    find: { chrome: '', home, env: process.env, platform: process.platform, userFolder: home },
    cdpUrl: '',
    openEndpoint: openCdpSocket,
    maxPages: null,
    proxy: async () => null,
    isRoot: process.getuid?.() === 0,
    log: silentLog,
  });
  const found = await browsers.found();
  if (found.length === 0) return null;
  const pool = await browsers.pool('fast');
  const signal = AbortSignal.timeout(120_000);
  const loads = new Map<string, number>();
  for (const { name, path, runs } of PAGES) {
    const times: number[] = [];
    for (let run = 0; run < runs + WARM_UP; run++) {
      await using lease = await pool.acquire(signal);
      const { session } = lease.tab;
      const off = session.on('Fetch.requestPaused', ({ requestId }) => {
        session.send('Fetch.continueRequest', { requestId }).catch(() => {});
      });
      const from = performance.now();
      const loaded = session.next('Page.domContentEventFired', () => true, { timeoutMs: 30_000, signal });
      await session.send('Page.navigate', { url: `${origin}${path}` }, { signal });
      await loaded;
      if (run >= WARM_UP) times.push(performance.now() - from);
      off();
    }
    loads.set(name, median(times));
  }
  return loads;
}

async function reads(
  binary: string,
  site: { readonly origin: string; readonly host: string },
  home: string,
  loads: ReadonlyMap<string, number>,
): Promise<string[][]> {
  const transport = new StdioClientTransport({
    command: process.execPath,
    args: [binary, 'stdio'],
    env: {
      PATH: process.env.PATH ?? '',
      PLAINSIGHT_ALLOW_PRIVATE: site.host,
      PLAINSIGHT_HOST_DELAY_MS: '0',
      PLAINSIGHT_HOME: home,
      PLAINSIGHT_MAX_PAGES: '8',
    },
    stderr: 'ignore',
  });
  const client = new Client({ name: 'bench', version: '1' });
  await client.connect(transport);
  try {
    const read = async (path: string) => {
      const from = performance.now();
      const answer = await client.callTool({
        name: 'read_page',
        arguments: { url: `${site.origin}${path}`, max_age: 0, render: 'always', timeout_s: 60 },
      });
      const seen = (answer.structuredContent as { seen?: string } | undefined)?.seen; // seam: the published schema
      if (seen !== 'rendered') throw new Error(`not rendered: ${JSON.stringify(answer.content).slice(0, 500)}`);
      return performance.now() - from;
    };
    const rows: string[][] = [];
    for (const { name, path, runs, allowanceMs } of PAGES) {
      for (let run = 0; run < WARM_UP; run++) await read(path);
      const alone: number[] = [];
      for (let run = 0; run < runs; run++) alone.push(await read(path));
      const rates: string[] = [];
      let mebibytes = 0;
      // Addresses that differ: calls for the same one share their work.
      let serial = 0;
      for (const atOnce of AT_ONCE) {
        let left = Math.max(runs, atOnce * 3);
        const total = left;
        const from = performance.now();
        const worker = async () => {
          while (left-- > 0) await read(`${path}?${serial++}`);
        };
        const working = Promise.all(Array.from({ length: atOnce }, worker));
        mebibytes = Math.max(mebibytes, await browserMiB(home));
        await working;
        rates.push(round((total * 1000) / (performance.now() - from), 1));
      }
      const load = loads.get(name) ?? Number.NaN;
      const times = [load, median(alone), load + allowanceMs, quantile(alone, 0.95)].map((ms) => round(ms));
      rows.push([name, ...times, ...rates, round(mebibytes)]);
    }
    return rows;
  } finally {
    await client.close();
  }
}

/** Proportional memory of the browser in this folder and of all that it started. */
async function browserMiB(home: string): Promise<number> {
  const parents = new Map<number, number>();
  const ours = new Set<number>();
  for (const name of (await readdir('/proc').catch(() => [])).filter((entry) => /^\d+$/u.test(entry))) {
    const text = (file: string) => readFile(`/proc/${name}/${file}`, 'utf8').catch(() => '');
    parents.set(Number(name), Number((await text('stat')).split(') ')[1]?.split(' ')[1] ?? 0));
    if ((await text('cmdline')).includes(`--user-data-dir=${home}`)) ours.add(Number(name));
  }
  const isOurs = (pid: number): boolean => ours.has(pid) || (pid > 1 && isOurs(parents.get(pid) ?? 0));
  let kibibytes = 0;
  for (const pid of [...parents.keys()].filter(isOurs)) {
    const rollup = await readFile(`/proc/${pid}/smaps_rollup`, 'utf8').catch(() => '');
    kibibytes += Number(/^Pss:\s+(\d+)/mu.exec(rollup)?.[1] ?? 0);
  }
  return kibibytes / 1024;
}
