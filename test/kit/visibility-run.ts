import type { ReadRequest, ReadResult } from '../../src/read/result.ts';
import { startSite, type TestSite } from './site.ts';
import { caseRoutes, elsewhere, sharedPage, type VisibilityCase } from './visibility-cases.ts';
import { type CaseJudgement, judgeCase, type PageAnswers } from './visibility-judge.ts';

export type Render = ReadRequest['render'];

/** Whatever reads pages: the reader itself in tests, the built program in the benchmark. */
export interface PageReader extends AsyncDisposable {
  read(url: string, request: Partial<ReadRequest>): Promise<ReadResult>;
}

/** A page of the corpus with the cases on it. */
export interface CasePage {
  readonly path: string;
  readonly cases: readonly VisibilityCase[];
}

export interface PageRun {
  readonly judgements: readonly CaseJudgement[];
  /** How long the first read of the page took. */
  readonly ms: number;
}

/** So many cases share a page: no answer lists more than fifty findings. */
const SHARED = 20;
const AT_ONCE = 4;
const TIMEOUT_S = 120;
/** Words of the texts themselves, so that passages of them would be found. */
const QUERY = 'quick brown fox marker';

/** The corpus behind a reader: every case at a page of its own, and those that can share pages on shared ones too. */
export class VisibilityRun implements AsyncDisposable {
  readonly #site: TestSite;
  readonly #reader: PageReader;
  readonly alone: readonly CasePage[];
  readonly shared: readonly CasePage[];

  private constructor(site: TestSite, reader: PageReader, alone: readonly CasePage[], shared: readonly CasePage[]) {
    this.#site = site;
    this.#reader = reader;
    this.alone = alone;
    this.shared = shared;
  }

  /** `open` gets the addresses that have to be allowed, `host:port` each. */
  static async start(
    cases: readonly VisibilityCase[],
    open: (allow: readonly string[]) => Promise<PageReader>,
  ): Promise<VisibilityRun> {
    const shared = inTwenties(cases.filter(({ html }) => html !== undefined)).map((some, index) => ({
      path: `/shared/${index}`,
      cases: some,
    }));
    const routes = {
      ...(await caseRoutes(cases)),
      ...Object.fromEntries(shared.map(({ path, cases: some }) => [path, sharedPage(some)])),
    };
    const site = await startSite(elsewhere(routes, () => site.port));
    // Two names of this machine, and two sites to a browser.
    const reader = await open([`127.0.0.1:${site.port}`, `localhost:${site.port}`]);
    const alone = cases
      .filter(({ expect }) => expect !== 'none')
      .map((example) => ({ path: `/own/${example.id}`, cases: [example] }));
    return new VisibilityRun(site, reader, alone, shared);
  }

  /** Reads pages in every form, some at once, and judges each case on them. */
  async judge(pages: readonly CasePage[], render: Render): Promise<readonly PageRun[]> {
    const runs: PageRun[] = [];
    let next = 0;
    const work = async () => {
      for (let page = pages[next++]; page; page = pages[next++]) runs.push(await this.#page(page, render));
    };
    await Promise.all(Array.from({ length: AT_ONCE }, work));
    return runs;
  }

  async #page(page: CasePage, render: Render): Promise<PageRun> {
    const from = performance.now();
    const markdown = await this.#read(page, { render, maxAgeS: 0 });
    const ms = performance.now() - from;
    const again = (request: Partial<ReadRequest>) => this.#read(page, { render, ...request });
    const answers: PageAnswers = {
      markdown,
      text: await again({ format: 'text' }),
      html: await again({ format: 'html' }),
      query: await again({ query: QUERY, selector: null }),
      expanded: page.cases.some(({ reported }) => reported === 'collapsed' || reported === 'shut')
        ? await again({ expand: true })
        : null,
    };
    const isAlone = page.cases.length === 1;
    return { judgements: page.cases.map((example) => judgeCase(example, answers, isAlone)), ms };
  }

  #read({ path }: CasePage, request: Partial<ReadRequest>): Promise<ReadResult> {
    const url = this.#site.url(encodeURI(path));
    return this.#reader.read(url, { maxTokens: 50_000, selector: 'body', timeoutS: TIMEOUT_S, ...request });
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#reader[Symbol.asyncDispose]();
    await this.#site[Symbol.asyncDispose]();
  }
}

function inTwenties<T>(items: readonly T[]): T[][] {
  const parts: T[][] = [];
  for (let at = 0; at < items.length; at += SHARED) parts.push(items.slice(at, at + SHARED));
  return parts;
}
