import { readFileSync } from 'node:fs';
import { setTimeout as pause } from 'node:timers/promises';
import { Client } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { readAnswer } from '../src/search/ask-engine.ts';
import { shippedEngines } from '../src/search/engines.ts';
import { startSearxng, stubResults } from '../test/kit/searxng-stub.ts';
import { median, quantile, round, table } from './stats.ts';

const WARM_UP = 20;
const RUNS = 60;
/** Longer than the pace of the setting below asks for, so that it is not what is measured. */
const PAUSE_MS = 30;

/**
 * What web_search adds to the answer of its engine: the same question to the same SearXNG, in turns, once by a bare
 * client and once through the built server over stdio. Only the difference counts.
 */
export async function runSearchBench(binary: string): Promise<string> {
  await using stub = await startSearxng();
  stub.behave({ type: 'results', results: stubResults(10) });
  const transport = new StdioClientTransport({
    command: process.execPath,
    args: [binary, 'stdio'],
    env: {
      PATH: process.env.PATH ?? '',
      PLAINSIGHT_HOME: '/tmp/plainsight-bench',
      PLAINSIGHT_SEARXNG_URL: stub.url,
      PLAINSIGHT_SEARCH_LAYERS: 'cache,searxng',
      PLAINSIGHT_SEARCH_RATE: '1000/1',
    },
    stderr: 'ignore',
  });
  const client = new Client({ name: 'bench', version: '1' });
  await client.connect(transport);
  try {
    const search = (query: string) => timed(() => client.callTool({ name: 'web_search', arguments: { query } }));
    const bare = (query: string) =>
      timed(async () => (await fetch(`${stub.url}/search?format=json&q=${encodeURIComponent(query)}`)).json());
    const engine: number[] = [];
    const whole: number[] = [];
    const cached: number[] = [];
    for (let run = -WARM_UP; run < RUNS; run++) {
      const query = `grey heron ${run}`;
      const alone = await bare(query);
      await pause(PAUSE_MS);
      const through = await search(query);
      const again = await search(query);
      await pause(PAUSE_MS);
      if (run < 0) continue;
      engine.push(alone);
      whole.push(through);
      cached.push(again);
    }
    const overhead = whole.map((ms, index) => ms - (engine[index] ?? 0));
    return `${table(
      [
        'search through SearXNG',
        'engine alone, ms',
        'web_search over MCP, ms',
        'overhead: median, ms (≤ 15)',
        'p90',
        'cached call, ms',
      ],
      [
        [
          '10 results',
          round(median(engine), 1),
          round(median(whole), 1),
          round(median(overhead), 1),
          round(quantile(overhead, 0.9), 1),
          round(median(cached), 1),
        ],
      ],
    )}\n\n${readingTable()}`;
  } finally {
    await client.close();
  }
}

/** Reading a page of results on one thread, from text to hits. */
function readingTable(): string {
  const rows = shippedEngines({})
    .filter(({ template }) => template.kind === 'html')
    .map(({ name, template }) => {
      const text = readFileSync(`test/fixtures/search/${name}/normal.html`, 'utf8');
      const answer = {
        type: 'answer',
        status: 200,
        url: template.request.url,
        headers: {},
        text,
        retryAfterMs: null,
      } as const;
      const times: number[] = [];
      let hits = 0;
      for (let run = 0; run < 40; run++) {
        const from = performance.now();
        hits = readAnswer(template, answer, { region: null }).hits.length;
        if (run >= 20) times.push(performance.now() - from);
      }
      return [name, round(text.length / 1024, 1), String(hits), round(median(times), 2)];
    });
  return table(['page of', 'KiB', 'results', 'from text to results, ms'], rows);
}

async function timed(work: () => Promise<unknown>): Promise<number> {
  const from = performance.now();
  await work();
  return performance.now() - from;
}
