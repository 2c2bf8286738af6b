import { existsSync, readFileSync } from 'node:fs';
import { createRankIndex } from '../src/rank/bm25.ts';
import { loadStem } from '../src/rank/stem.ts';
import { tokenize } from '../src/rank/tokenize.ts';
import { chooseFrom } from '../src/read/choose-from.ts';
import type { Document } from '../src/read/document.ts';
import { countTokens } from '../src/read/tokens.ts';
import { understandPage } from '../src/read/understand.ts';
import { createResearch, type Research } from '../src/research/research.ts';
import { median, round, table } from './stats.ts';

const XQUAD = '../shared/data/rank/xquad';
const LANGUAGES = ['en', 'de', 'zh'] as const;
const PAGES = 40;
const PER_PAGE = 3;
/** Paragraphs about something else on each page. */
const FILLER = 24;
const BUDGETS = [2000, 4000, 8000] as const;

interface Question {
  readonly text: string;
  readonly answers: readonly string[];
}

interface Web {
  readonly documents: ReadonlyMap<string, Document>;
  readonly questions: readonly Question[];
  /** Addresses of the pages that a search would give, best first. */
  readonly search: (query: string) => readonly string[];
}

/**
 * Whether the words that answer a question stand in what one call of research returns. A small web: 40 pages of some
 * thirty paragraphs, five of them of the page's own article of XQuAD and the rest of others, between menus and footers, an engine that ranks whole
 * pages, three questions for each page. Beside it, what the same budget buys from the first hit, read from its start.
 */
export async function runResearchBench(): Promise<string> {
  if (!existsSync(XQUAD)) return `Skipped: no data at ${XQUAD}.`;
  const rows: string[][] = [];
  for (const language of LANGUAGES) {
    const web = await buildWeb(language);
    const research = researchOver(web);
    for (const maxTokens of BUDGETS) rows.push(await measure(language, web, research, maxTokens));
  }
  const headers = [
    'language, budget',
    'answered',
    'largest answer, tokens',
    'median tokens',
    'first hit from its start',
    'ms',
  ];
  return `Share of ${PAGES * PER_PAGE} questions whose answer is in the passages:\n\n${table(headers, rows)}`;
}

async function measure(language: string, web: Web, research: Research, maxTokens: number): Promise<string[]> {
  const tokens: number[] = [];
  const times: number[] = [];
  let answered = 0;
  let plain = 0;
  for (const { text: query, answers } of web.questions) {
    const from = performance.now();
    const result = await research.research({ ...REQUEST, query, maxTokens }, CALL);
    times.push(performance.now() - from);
    tokens.push(countTokens(JSON.stringify(result)));
    if (holds(result.passages.map(({ text }) => text).join('\n'), answers)) answered++;
    const first = web.documents.get(web.search(query)[0] ?? '')?.page.text ?? '';
    if (holds(beginning(first, maxTokens), answers)) plain++;
  }
  const share = (count: number) => `${round((100 * count) / web.questions.length)} %`;
  const largest = Math.max(...tokens);
  return [
    `${language}, ${maxTokens}`,
    share(answered),
    String(largest),
    round(median(tokens)),
    share(plain),
    round(median(times)),
  ];
}

const REQUEST = {
  aim: '',
  maxSources: 5,
  includeDomains: [],
  excludeDomains: [],
  publishedAfter: null,
  pagesPerSite: null,
  follow: [],
  timeoutS: 60,
  render: 'auto',
} as const;
const CALL = { signal: new AbortController().signal, progress: () => {} };

/** Markdown marks in the middle of an answer are no fault of ranking. */
function holds(text: string, answers: readonly string[]): boolean {
  const plain = (words: string) =>
    words
      .replace(/[\\*_`]/gu, '')
      .replace(/\s+/gu, ' ')
      .toLowerCase();
  return answers.some((answer) => plain(text).includes(plain(answer)));
}

function beginning(text: string, tokens: number): string {
  let end = Math.min(text.length, tokens * 5);
  while (end > 0 && countTokens(text.slice(0, end)) > tokens) end = Math.floor(end * 0.95);
  return text.slice(0, end);
}

function researchOver({ documents, search }: Web): Research {
  return createResearch({
    search: {
      search: async ({ query, maxResults }) => ({
        results: search(query)
          .slice(0, maxResults)
          .map((url, i) => ({ rank: i + 1, title: '', url, snippet: '', engines: [], published: null, score: 1 })),
        provider: 'bench',
        attempts: [],
        engines_resting: [],
        notes: [],
      }),
    },
    pages: {
      async open({ url }) {
        const document = documents.get(url);
        if (!document) throw new Error('no such page');
        return { document, url, cached: null, fetchedAt: '', attempts: [], notes: [] };
      },
      choose: (pages, query) =>
        chooseFrom({
          sources: pages.map(({ page, provenance, title }) => {
            return { text: page.text, blocks: page.blocks, language: provenance.language, title };
          }),
          query,
        }),
    },
    siteOf: (host) => host,
    loadKey: async () => ({ bytes: new Uint8Array(32), lasting: true }),
    similarity: null,
  });
}

interface Xquad {
  readonly data: ReadonlyArray<{
    readonly paragraphs: ReadonlyArray<{
      readonly context: string;
      readonly qas: ReadonlyArray<{
        readonly question: string;
        readonly answers: ReadonlyArray<{ readonly text: string }>;
      }>;
    }>;
  }>;
}

async function buildWeb(language: string): Promise<Web> {
  const { data }: Xquad = JSON.parse(readFileSync(`${XQUAD}/xquad.${language}.json`, 'utf8'));
  const articles = data.slice(0, PAGES);
  const documents = new Map<string, Document>();
  const others = data.slice(PAGES).flatMap(({ paragraphs }) => paragraphs.map(({ context }) => context));
  articles.forEach(({ paragraphs }, i) => {
    const url = `https://site-${i}.test/page`;
    const own = paragraphs.map(({ context }) => context);
    const filler = Array.from({ length: FILLER }, (_, n) => others[(i * 7 + n) % others.length] ?? '');
    // Its own paragraphs stand among those of other subjects, as on a long page.
    const mixed = filler.flatMap((text, n) =>
      n % 3 === 2 && own[(n - 2) / 3] ? [text, own[(n - 2) / 3] ?? ''] : [text],
    );
    const rest = own.filter((text) => !mixed.includes(text));
    documents.set(url, read(url, htmlOf(language, i, [...mixed, ...rest])));
  });
  const questions = articles.flatMap(({ paragraphs }) => {
    const all = paragraphs.flatMap(({ qas }) => qas);
    const step = Math.max(1, Math.floor(all.length / PER_PAGE));
    return all.filter((_, i) => i % step === 0).slice(0, PER_PAGE);
  });
  const stem = await loadStem(language);
  const index = createRankIndex(
    [...documents.values()].map(({ page }) => ({ terms: tokenize(page.text), headingTerms: [], titleTerms: [], stem })),
  );
  const urls = [...documents.keys()];
  return {
    documents,
    questions: questions.map(({ question, answers }) => ({ text: question, answers: answers.map(({ text }) => text) })),
    search: (query) => index.search(query).flatMap(({ index: position }) => urls[position] ?? []),
  };
}

function htmlOf(language: string, number: number, paragraphs: readonly string[]): string {
  const escaped = (text: string) => text.replace(/&/gu, '&amp;').replace(/</gu, '&lt;');
  const menu = Array.from({ length: 12 }, (_, i) => `<li><a href="/${i}">Menu ${i}</a></li>`).join('');
  const body = paragraphs.map((text, i) => `<h2>Part ${i + 1}</h2><p>${escaped(text)}</p>`).join('');
  return `<!doctype html><html lang="${language}"><head><title>Page ${number}</title></head><body><nav><ul>${menu}</ul></nav><main><article><h1>Page ${number}</h1>${body}</article></main><footer><p>Terms, privacy, imprint.</p></footer></body></html>`;
}

function read(url: string, html: string): Document {
  const outcome = understandPage({
    url,
    baseUrl: url,
    rawSha256: '',
    page: {
      via: 'http',
      url,
      hops: [],
      httpStatus: 200,
      headers: {},
      contentType: 'text/html; charset=utf-8',
      body: new TextEncoder().encode(html),
      truncated: false,
      retryAfterMs: null,
      archivedAt: null,
      setsCookies: false,
      sight: null,
      notes: [],
    },
    sheets: new Map(),
    options: {
      format: 'markdown',
      selector: null,
      expand: false,
      includeHidden: false,
      includeLinks: true,
      includeImages: false,
    },
  });
  if (outcome.type !== 'document') throw new Error('the page was not understood');
  return outcome.document;
}
