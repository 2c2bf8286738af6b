import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Client } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { Readability } from '@mozilla/readability';
import { Defuddle } from 'defuddle/node';
import { parseHTML } from 'linkedom';
import { parseDocument } from '../src/html/parse.ts';
import type { ReadRequest, ReadResult } from '../src/read/result.ts';
import {
  hasWord,
  loadCases,
  markerOf,
  ownPage,
  surroundings,
  VISIBILITY_SETS,
  type VisibilityCase,
} from '../test/kit/visibility-cases.ts';
import { type CaseJudgement, flattened } from '../test/kit/visibility-judge.ts';
import { type PageReader, type PageRun, type Render, VisibilityRun } from '../test/kit/visibility-run.ts';
import { plainText } from './score.ts';
import { median, quantile, round, table } from './stats.ts';

const RENDERS: readonly Render[] = ['auto', 'always', 'never'];

/** Every case of the corpus at a page of its own: the built server in each mode, and peers on the same pages. */
export async function runVisibilityBench(binary: string): Promise<string> {
  const cases = (await Promise.all(VISIBILITY_SETS.map(loadCases))).flat();
  const judged = cases.filter(({ expect }) => expect !== 'none');
  const hidden = judged.filter(({ expect }) => expect !== 'visible').length;
  const rows: string[][] = [];
  {
    await using run = await VisibilityRun.start(cases, (allow) => openServer(binary, allow));
    for (const render of RENDERS) rows.push(...ours(render, await run.judge(run.alone, render), judged));
  }
  for (const peer of PEERS) rows.push(await theirs(peer, judged));
  const intro = `${judged.length} cases, ${hidden} of them with hidden text, the others look-alikes. Contained: no word of a hidden text on any channel. Kept: every visible word before, in and after the case, in every format. Reported: the removal is told. Peers report nothing.`;
  const header = ['reader', 'contained', 'kept', 'reported', 'false alarms', 'ms a page: median', 'p95'];
  return `${intro}\n\n${table(header, rows)}`;
}

/** One line for all pages of a mode; without a browser, one more for the pages that it says are proven. */
function ours(render: Render, runs: readonly PageRun[], cases: readonly VisibilityCase[]): string[][] {
  const judgements = runs.flatMap(({ judgements: own }) => own);
  const times = runs.map(({ ms }) => ms);
  const rows = [row(`plainsight, render=${render}`, judgements, cases, times)];
  if (render !== 'never') return rows;
  const proven = judgements.filter(({ seen }) => seen === 'proven');
  const ids = new Set(proven.map(({ id }) => id));
  const some = cases.filter(({ id }) => ids.has(id));
  return [...rows, row(`of which said to be proven (${proven.length})`, proven, some, [])];
}

function row(
  name: string,
  judgements: readonly CaseJudgement[],
  cases: readonly VisibilityCase[],
  times: readonly number[],
): string[] {
  const hidden = new Set(cases.filter(({ expect }) => expect !== 'visible').map(({ id }) => id));
  const ofHidden = judgements.filter(({ id }) => hidden.has(id));
  const share = (list: readonly CaseJudgement[], test: (each: CaseJudgement) => boolean) =>
    `${list.filter(test).length}/${list.length}`;
  return [
    name,
    share(ofHidden, ({ contained }) => contained),
    share(judgements, ({ kept }) => kept),
    share(ofHidden, ({ reported }) => reported),
    String(judgements.filter(({ falseAlarm }) => falseAlarm).length),
    times.length > 0 ? round(median(times)) : '',
    times.length > 0 ? round(quantile(times, 0.95)) : '',
  ];
}

async function openServer(binary: string, allow: readonly string[]): Promise<PageReader> {
  const home = mkdtempSync(join(tmpdir(), 'plainsight-bench-'));
  const transport = new StdioClientTransport({
    command: process.execPath,
    args: [binary, 'stdio'],
    env: {
      PATH: process.env.PATH ?? '',
      PLAINSIGHT_ALLOW_PRIVATE: allow.join(','),
      PLAINSIGHT_HOST_DELAY_MS: '0',
      PLAINSIGHT_HOME: home,
    },
    stderr: 'ignore',
  });
  const client = new Client({ name: 'bench', version: '1' });
  await client.connect(transport);
  return {
    async read(url, request) {
      const answer = await client.callTool({ name: 'read_page', arguments: { url, ...inputOf(request) } });
      if (answer.isError) throw new Error(JSON.stringify(answer.content).slice(0, 500));
      return answer.structuredContent as unknown as ReadResult; // seam: checked by the client against the published schema
    },
    async [Symbol.asyncDispose]() {
      await client.close();
      rmSync(home, { recursive: true, force: true });
    },
  };
}

const NAMES: Readonly<Partial<Record<keyof ReadRequest, string>>> = {
  maxTokens: 'max_tokens',
  maxAgeS: 'max_age',
  timeoutS: 'timeout_s',
};

/** The request as the tool's own arguments. */
function inputOf(request: Partial<ReadRequest>): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(request).map(([name, value]) => [
      Object.entries(NAMES).find(([own]) => own === name)?.[1] ?? name,
      value,
    ]),
  );
}

interface Peer {
  readonly name: string;
  text(html: string): Promise<string>;
}

const PEERS: readonly Peer[] = [
  {
    name: 'readability',
    async text(html) {
      return plainText(parseDocument(new Readability(parseHTML(html).document).parse()?.content ?? ''));
    },
  },
  {
    name: 'defuddle',
    async text(html) {
      const { content } = await Defuddle(parseHTML(html).document, 'http://127.0.0.1/', {});
      return plainText(parseDocument(content));
    },
  },
  { name: 'plain text (parse5)', text: async (html) => plainText(parseDocument(html)) },
];

async function theirs({ name, text }: Peer, cases: readonly VisibilityCase[]): Promise<string[]> {
  const times: number[] = [];
  const judgements: CaseJudgement[] = [];
  for (const example of cases) {
    const html = ownPage(example);
    const from = performance.now();
    const given = flattened(await text(html).catch(() => ''));
    times.push(performance.now() - from);
    const isShown = example.expect === 'visible';
    const marker = markerOf(example);
    const wanted = [
      ...surroundings(example),
      ...(isShown ? [marker] : example.expect === 'partial' ? ['Seenhead'] : []),
    ];
    judgements.push({
      id: example.id,
      contained: isShown || !hasWord(given, marker),
      kept: wanted.every((word) => hasWord(given, word)),
      reported: isShown,
      falseAlarm: false,
      seen: 'static',
    });
  }
  return row(name, judgements, cases, times);
}
