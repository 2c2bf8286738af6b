import { readFileSync } from 'node:fs';
import { Client } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { articlePage, servePages } from './pages.ts';
import { median, round, table } from './stats.ts';

const SIZES = [
  { name: '200 KB article', path: '/200k', bytes: 200_000, runs: 15, budget: '60 ms CPU' },
  { name: '1 MB page', path: '/1m', bytes: 1_000_000, runs: 7, budget: '300 ms CPU' },
  { name: '5 MB page', path: '/5m', bytes: 5_000_000, runs: 3, budget: '5 s, 600 MB' },
];
const WARM_UP = 6;
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
        'wall ms, median',
        'wall ms, max',
        'CPU ms, mean',
        'budget',
        'cached ms, median (≤ 10)',
        'peak MiB so far',
      ],
      rows,
    );
  } finally {
    await client.close();
  }
}

function cpuMs(pid: number): number {
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]?.split(' ') ?? [];
  return (Number(fields[11]) + Number(fields[12])) * MS_PER_TICK;
}

function peakMiB(pid: number): number {
  return Number(/VmHWM:\s+(\d+)/u.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1] ?? Number.NaN) / 1024;
}
