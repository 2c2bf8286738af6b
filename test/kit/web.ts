import type { IncomingMessage, ServerResponse } from 'node:http';
import { siteOf } from '../../src/net/site-of.ts';
import { createResearch, type Research, type ResearchDependencies } from '../../src/research/research.ts';
import type { ResearchRequest, ResearchResult } from '../../src/research/result.ts';
import type { SearchRequest, SearchResult } from '../../src/search/search.ts';
import { startReader, type TestReader } from './reader.ts';
import { researchRequest } from './research-request.ts';
import { fakeLookup, startSite, type TestSite } from './site.ts';

type Page = string | ((request: IncomingMessage, response: ServerResponse) => unknown);

/** Pages of a small web by `host/path`; a text is the HTML of a page. */
export type Web = Readonly<Record<string, Page>>;

/** Sites with names of their own on one loopback server, and the real reader in front of them. */
export interface TestWeb extends AsyncDisposable {
  readonly site: TestSite;
  readonly reader: TestReader;
  /** `http://a.test:PORT/x` for `a.test/x`. */
  url(place: string): string;
}

export async function startWeb(web: Web): Promise<TestWeb> {
  const site = await startSite({
    '*': (request, response) => {
      const host = (request.headers.host ?? '').replace(/:\d+$/u, '');
      const page = web[`${host}${(request.url ?? '/').split('?')[0]}`];
      if (typeof page === 'function') return page(request, response);
      const [status, body] = page === undefined ? [404, '<p>not here'] : [200, page];
      return response.writeHead(status, { 'Content-Type': 'text/html; charset=utf-8' }).end(body);
    },
  });
  const hosts = [...new Set(Object.keys(web).map((place) => place.split('/')[0] ?? ''))];
  const reader = await startReader({
    allowPrivate: hosts.map((host) => `${host}:${site.port}`),
    lookup: fakeLookup(Object.fromEntries(hosts.map((host) => [host, ['127.0.0.1']]))),
  });
  return {
    site,
    reader,
    url: (place) => `http://${place.replace('/', `:${site.port}/`)}`,
    async [Symbol.asyncDispose]() {
      await reader[Symbol.asyncDispose]();
      await site.close();
    },
  };
}

/** A page with a heading and paragraphs, written so that it can be proven without a browser. */
export function article(title: string, ...paragraphs: readonly string[]): string {
  const body = paragraphs.map((paragraph) => `<p>${paragraph}</p>`).join('\n');
  return `<!doctype html><html lang="en"><head><title>${title}</title></head><body><main><article><h1>${title}</h1>\n${body}</article></main></body></html>`;
}

export interface TestResearch {
  readonly research: Research;
  /** What the search was asked. */
  readonly searches: SearchRequest[];
  ask(request?: Partial<ResearchRequest>, signal?: AbortSignal): Promise<ResearchResult>;
  readonly steps: string[];
}

/** Research over a small web; the search engine is a list. */
export function researchOver(
  web: TestWeb,
  hits: ReadonlyArray<string | Partial<SearchResult>>,
  dependencies: Partial<ResearchDependencies> = {},
): TestResearch {
  const searches: SearchRequest[] = [];
  const steps: string[] = [];
  const results = hits.map((hit, i): SearchResult => {
    const given = typeof hit === 'string' ? { url: web.url(hit) } : hit;
    return { rank: i + 1, title: '', url: '', snippet: '', engines: ['list'], published: null, score: 1, ...given };
  });
  const research = createResearch({
    search: {
      search: async (request) => {
        searches.push(request);
        return { results, provider: 'list', attempts: [], engines_resting: [], notes: [] };
      },
    },
    pages: web.reader.reader,
    siteOf,
    loadKey: async () => ({ bytes: new Uint8Array(32).fill(7), lasting: true }),
    similarity: null,
    ...dependencies,
  });
  return {
    research,
    searches,
    steps,
    ask: (request = {}, signal = new AbortController().signal) =>
      research.research(researchRequest(request), {
        signal,
        progress: (step, done, total) => steps.push(`${done}/${total} ${step}`),
      }),
  };
}
