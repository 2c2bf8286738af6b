import { Console } from 'node:console';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { Writable } from 'node:stream';
import { gunzipSync } from 'node:zlib';
import { parse, serialize } from 'parse5';
import { parseDocument } from '../src/html/parse.ts';
import { SYSTEMS, type System } from './peers.ts';
import { mean, plainText, type Score, score } from './score.ts';
import { median, round, table } from './stats.ts';

const WCXB = '../shared/data/extract/wcxb-dev';
const READABILITY = '../shared/data/extract/readability';

interface Gold {
  readonly url: string;
  readonly type: string;
  readonly text: string;
}

interface Measured extends Score {
  readonly type: string;
  readonly ms: number;
  readonly words: number;
}

type Results = Map<string, Measured[]>;

/**
 * Word F1 of the main content on WCXB (development split) by page type, and how much of their own text is found
 * again on the pages of readability's tests, for Plainsight and three peers in one run. Markdown.
 */
export async function runExtractBench(): Promise<string> {
  if (!existsSync(WCXB)) return `Skipped: no data at ${WCXB}.`;
  return quietly(async () => {
    const results = await runWcxb();
    return [typeTable(results), costTable(results), await readabilityTable()].join('\n\n');
  });
}

async function runWcxb(): Promise<Results> {
  const gold: Record<string, Gold> = JSON.parse(gunzipSync(readFileSync(`${WCXB}/gold.json.gz`)).toString());
  const results: Results = new Map(SYSTEMS.map(({ name }) => [name, []]));
  for (const [id, { url, type, text }] of Object.entries(gold).sort()) {
    const html = gunzipSync(readFileSync(`${WCXB}/html/${id}.html.gz`)).toString();
    const built = serialize(parse(html));
    for (const system of SYSTEMS) {
      const measured = await measure(system, system.name === 'plainsight' ? html : built, url, text);
      results.get(system.name)?.push({ ...measured, type });
    }
  }
  return results;
}

async function measure(system: System, html: string, url: string, gold: string): Promise<Omit<Measured, 'type'>> {
  const from = performance.now();
  // A page that a system fails on counts as a page without content.
  const text = await system.extract(html, url || 'https://page.test/').catch(() => () => '');
  const ms = performance.now() - from;
  const output = text();
  return { ...score(output, gold), ms, words: output.split(/\s+/u).length };
}

function typeTable(results: Results): string {
  const types = [...new Set([...results.values()].flat().map(({ type }) => type))].sort();
  const row = (label: string, keep: (page: Measured) => boolean) => {
    const count = results.get('plainsight')?.filter(keep).length ?? 0;
    const cells = SYSTEMS.map(({ name }) => {
      const pages = results.get(name)?.filter(keep) ?? [];
      const figures = (['f1', 'precision', 'recall'] as const).map((key) =>
        round(mean(pages.map((page) => page[key])), 3),
      );
      return `${figures[0]} (${figures[1]} / ${figures[2]})`;
    });
    return [label, String(count), ...cells];
  };
  const rows = [...types.map((type) => row(type, (page) => page.type === type)), row('all', () => true)];
  return `Word F1 (precision / recall), mean of pages:\n\n${table(['WCXB dev', 'pages', ...SYSTEMS.map(({ name }) => name)], rows)}`;
}

function costTable(results: Results): string {
  const rows = SYSTEMS.map(({ name }) => {
    const pages = results.get(name) ?? [];
    const times = pages.map(({ ms }) => ms);
    return [
      name,
      round(median(times), 1),
      round(mean(times), 1),
      round(Math.max(...times)),
      round(median(pages.map(({ words }) => words))),
    ];
  });
  return `Time from HTML to content, and words of output:\n\n${table(['system', 'ms median', 'ms mean', 'ms max', 'words median'], rows)}`;
}

async function readabilityTable(): Promise<string> {
  const cases = readdirSync(READABILITY).filter((name) => existsSync(`${READABILITY}/${name}/source.html.gz`));
  const rows: string[][] = [];
  for (const system of SYSTEMS) {
    const scores: Score[] = [];
    for (const name of cases) {
      const read = (file: string) => gunzipSync(readFileSync(`${READABILITY}/${name}/${file}`)).toString();
      const html = read('source.html.gz');
      const expected = plainText(parseDocument(read('expected.html.gz')));
      const source = system.name === 'plainsight' ? html : serialize(parse(html));
      scores.push(await measure(system, source, 'https://page.test/article/page.html', expected));
    }
    rows.push([
      system.name,
      ...(['recall', 'precision', 'f1'] as const).map((key) => round(mean(scores.map((one) => one[key])), 3)),
    ]);
  }
  return `The ${cases.length} pages of readability's tests against its own expected text:\n\n${table(['system', 'recall', 'precision', 'F1'], rows)}`;
}

/** The peers write to the console about pages they do not like. */
async function quietly<T>(work: () => Promise<T>): Promise<T> {
  const before = globalThis.console;
  globalThis.console = new Console(new Writable({ write: (_chunk, _encoding, done) => done() }));
  try {
    return await work();
  } finally {
    globalThis.console = before;
  }
}
