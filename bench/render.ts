import { mkdtempSync, rmSync } from 'node:fs';
import { readdir, readFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Client } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { silentLog } from '../src/base/log.ts';
import { Browsers } from '../src/browser/browsers.ts';
import type { BrowserPool } from '../src/browser/pool.ts';
import { openCdpSocket } from '../src/net/cdp-socket.ts';
import { articlePage, servePages } from './pages.ts';
import { median, quantile, round, table } from './stats.ts';

const SMALL = `<!doctype html><html lang="en"><head><title>Small</title></head><body><main><h1>Small</h1>
${'<p>The bridge was repaired in nine weeks by a crew of forty people and opened again on Monday.</p>'.repeat(5)}<p id="late"></p></main>
<script>document.getElementById('late').textContent = 'Words that a script wrote.'</script></body></html>`;
/** A picture of one pixel. */
const DOT =
  'data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8BQDwAEhQGAhKmMIQAAAABJRU5ErkJggg==';
const PAGES = [
  { name: 'small page', path: '/small', allowanceMs: 200 },
  { name: '200 KB article', path: '/200k', allowanceMs: 200 },
  { name: 'the same with a pixel step', path: '/pixels', allowanceMs: 350 },
];
const AT_ONCE = [1, 2, 4, 8];
/** Until the engine has stopped to compile: each of the two threads of a read has to learn for itself. */
const WARM_UP = 60;
/** Each measures every page once, alone and as Chrome loads it, so that slow minutes of the machine are everybody's. */
const ROUNDS = 30;
/** Of the pages per second; the median counts. */
const RATE_RUNS = 3;

/** Warm rendered reads of local pages through the built server, beside Chrome's own loading of the same pages. */
export async function runRenderBench(binary: string): Promise<string> {
  const article = articlePage(200_000).replace('</body>', '<script>document.title += "."</script></body>');
  // Nothing but a picture tells whether text on a picture can be read.
  const pictured = article.replace('<main>', `<main><p style="background:url(${DOT})">On a picture.</p>`);
  await using site = await servePages({ '/small': SMALL, '/200k': article, '/pixels': pictured });
  const home = mkdtempSync(join(tmpdir(), 'plainsight-bench-'));
  try {
    const own = mkdtempSync(join(home, 'own-'));
    await using browsers = startBrowsers(own);
    if ((await browsers.found()).length === 0) return 'No browser is installed on this machine; nothing was measured.';
    const pool = await browsers.pool('fast');
    await using server = await startServer(binary, site.host, home);
    const read = (path: string) => server.read(`${site.origin}${path}`);
    const load = (path: string) => chromeLoad(pool, `${site.origin}${path}`);
    for (const { path } of PAGES) for (let run = 0; run < WARM_UP; run++) await read(path);
    const times = PAGES.map(() => ({ load: [] as number[], alone: [] as number[] }));
    for (let round = 0; round < ROUNDS; round++) {
      for (const [index, { path }] of PAGES.entries()) {
        times[index]?.load.push(await load(path));
        times[index]?.alone.push(await read(path));
      }
    }
    await browsers[Symbol.asyncDispose]();
    const rates = await measureRates(read, home);
    const rows = PAGES.map(({ name, allowanceMs }, index) => {
      const { load: loads = [], alone = [] } = times[index] ?? {};
      const all = [median(loads), median(alone), median(loads) + allowanceMs, quantile(alone, 0.95)];
      return [name, ...all.map((ms) => round(ms)), ...(rates[index] ?? [])];
    });
    const intro = `Medians of ${ROUNDS} rounds, each of which loads and reads every page once; rates are medians of three runs.`;
    const figures = table(
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
    return `${intro}\n\n${figures}`;
  } finally {
    rmSync(home, { recursive: true, force: true });
  }
}

/** Pages per second of each page by how many are read at once, and the memory of the browser while eight are. */
async function measureRates(read: (path: string) => Promise<number>, home: string): Promise<string[][]> {
  const rows: string[][] = [];
  // Addresses that differ: calls for the same one share their work.
  let serial = 0;
  for (const { path } of PAGES) {
    const row: string[] = [];
    let mebibytes = 0;
    for (const atOnce of AT_ONCE) {
      const rates: number[] = [];
      for (let run = 0; run < RATE_RUNS; run++) {
        let left = Math.max(12, atOnce * 3);
        const total = left;
        const from = performance.now();
        const worker = async () => {
          while (left-- > 0) await read(`${path}?${serial++}`);
        };
        const working = Promise.all(Array.from({ length: atOnce }, worker));
        if (run === 0) mebibytes = Math.max(mebibytes, await browserMiB(home));
        await working;
        rates.push((total * 1000) / (performance.now() - from));
      }
      row.push(round(median(rates), 1));
    }
    rows.push([...row, round(mebibytes)]);
  }
  return rows;
}

function startBrowsers(home: string): Browsers {
  return new Browsers({
    find: { chrome: '', home, env: process.env, platform: process.platform, userFolder: home },
    cdpUrl: '',
    openEndpoint: openCdpSocket,
    maxPages: null,
    proxy: async () => null,
    isRoot: process.getuid?.() === 0,
    log: silentLog,
  });
}

/** From the command to DOMContentLoaded, in the browser and with the flags that we read with, without anything else. */
async function chromeLoad(pool: BrowserPool, url: string): Promise<number> {
  const signal = AbortSignal.timeout(30_000);
  await using lease = await pool.acquire(signal);
  const { session } = lease.tab;
  session.on('Fetch.requestPaused', ({ requestId }) => {
    session.send('Fetch.continueRequest', { requestId }).catch(() => {});
  });
  const from = performance.now();
  const loaded = session.next('Page.domContentEventFired', () => true, { timeoutMs: 30_000, signal });
  await session.send('Page.navigate', { url }, { signal });
  await loaded;
  return performance.now() - from;
}

interface Server extends AsyncDisposable {
  /** Milliseconds of one rendered read. */
  read(url: string): Promise<number>;
}

async function startServer(binary: string, host: string, home: string): Promise<Server> {
  const transport = new StdioClientTransport({
    command: process.execPath,
    args: [binary, 'stdio'],
    env: {
      PATH: process.env.PATH ?? '',
      PLAINSIGHT_ALLOW_PRIVATE: host,
      PLAINSIGHT_HOST_DELAY_MS: '0',
      PLAINSIGHT_HOME: home,
      PLAINSIGHT_MAX_PAGES: '8',
    },
    stderr: 'ignore',
  });
  const client = new Client({ name: 'bench', version: '1' });
  await client.connect(transport);
  return {
    read: async (url) => {
      const from = performance.now();
      const answer = await client.callTool({
        name: 'read_page',
        arguments: { url, max_age: 0, render: 'always', timeout_s: 60 },
      });
      const seen = (answer.structuredContent as { seen?: string } | undefined)?.seen; // seam: the published schema
      if (seen !== 'rendered') throw new Error(`not rendered: ${JSON.stringify(answer.content).slice(0, 500)}`);
      return performance.now() - from;
    },
    [Symbol.asyncDispose]: () => client.close(),
  };
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
