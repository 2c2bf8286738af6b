import { readFileSync } from 'node:fs';
import { Client } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { understandPage } from '../src/read/understand.ts';
import { articlePage, STYLE, servePages } from './pages.ts';
import { median, round, table } from './stats.ts';

const SIZES = [
  { name: '200 KB article', path: '/200k', bytes: 200_000, runs: 15, budget: '60 ms CPU' },
  { name: '1 MB page', path: '/1m', bytes: 1_000_000, runs: 7, budget: '300 ms CPU' },
  { name: '5 MB page', path: '/5m', bytes: 5_000_000, runs: 3, budget: '5 s, 600 MB' },
];
/** Reads before the first that counts, so that the worker’s code is compiled as it is after a minute of use. */
const WARM_UP = 30;
/** Clock ticks of /proc: 100 a second on every Linux that Node runs on. */
const MS_PER_TICK = 10;

/** Fresh and cached reads of growing pages through the built server over stdio: wall time, CPU, memory. */
export async function runReadBench(binary: string): Promise<string> {
  await using site = await servePages(Object.fromEntries(SIZES.map(({ path, bytes }) => [path, articlePage(bytes)])));
  const transport = new StdioClientTransport({
    command: process.execPath,
    args: [binary, 'stdio'],
    env: {
      PATH: process.env.PATH ?? '',
      PLAINSIGHT_ALLOW_PRIVATE: site.host,
      PLAINSIGHT_HOST_DELAY_MS: '0',
      PLAINSIGHT_HOME: '/tmp/plainsight-bench',
    },
    stderr: 'ignore',
  });
  const client = new Client({ name: 'bench', version: '1' });
  await client.connect(transport);
  try {
    const read = async (path: string, maxAge: number) => {
      const from = performance.now();
      const answer = await client.callTool({
        name: 'read_page',
        arguments: { url: `${site.origin}${path}`, max_age: maxAge, render: 'never' },
      });
      if (answer.isError) throw new Error(JSON.stringify(answer.content));
      return performance.now() - from;
    };
    const pid = transport.pid ?? 0;
    for (let i = 0; i < WARM_UP; i++) await read('/200k', 0);
    const rows: string[][] = [];
    for (const size of SIZES) {
      const walls: number[] = [];
      const cpuBefore = cpuMs(pid);
      for (let run = 0; run < size.runs; run++) walls.push(await read(size.path, 0));
      const cpu = (cpuMs(pid) - cpuBefore) / size.runs;
      const cached: number[] = [];
      for (let run = 0; run < 15; run++) cached.push(await read(size.path, 3600));
      rows.push([
        size.name,
        round(understandingMs(size.bytes, size.runs)),
        round(median(walls)),
        round(Math.max(...walls)),
        round(cpu),
        size.budget,
        round(median(cached), 1),
        round(peakMiB(pid)),
      ]);
    }
    return table(
      [
        'fresh plain read',
        'from bytes to document, ms',
        'whole call, ms',
        'slowest, ms',
        'server CPU, ms',
        'budget',
        'cached call, ms (≤ 10)',
        'peak MiB so far',
      ],
      rows,
    );
  } finally {
    await client.close();
  }
}

/** What the worker does once the bytes are here, on one thread: decode, parse, see, extract, write. Median, warm. */
function understandingMs(bytes: number, runs: number): number {
  const times: number[] = [];
  const html = articlePage(bytes);
  const sheets = new Map([['https://page.test/style.css', STYLE]]);
  for (let run = 0; run < runs + WARM_UP / 2; run++) {
    const body = Buffer.from(html.replace('<h1>', `<h1>Edition ${run}: `));
    const from = performance.now();
    understandPage({ ...JOB, page: { ...JOB.page, body }, sheets });
    if (run >= WARM_UP / 2) times.push(performance.now() - from);
  }
  return median(times);
}

const URL = 'https://page.test/';
const JOB = {
  url: URL,
  baseUrl: URL,
  page: {
    via: 'http',
    url: URL,
    hops: [],
    httpStatus: 200,
    headers: {},
    contentType: 'text/html; charset=utf-8',
    body: new Uint8Array(),
    truncated: false,
    retryAfterMs: null,
    archivedAt: null,
    setsCookies: false,
    sight: null,
    notes: [],
  },
  rawSha256: '',
  sheets: new Map<string, string>(),
  options: {
    format: 'markdown',
    selector: null,
    expand: false,
    includeHidden: false,
    includeLinks: true,
    includeImages: false,
  },
} as const;

function cpuMs(pid: number): number {
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]?.split(' ') ?? [];
  return (Number(fields[11]) + Number(fields[12])) * MS_PER_TICK;
}

function peakMiB(pid: number): number {
  return Number(/VmHWM:\s+(\d+)/u.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1] ?? Number.NaN) / 1024;
}
