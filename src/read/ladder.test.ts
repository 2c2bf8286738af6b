import { expect, it } from 'vitest';
import { Deadline, systemClock } from '../base/time.ts';
import type { Document } from './document.ts';
import { failureDocument } from './failure.ts';
import { type Climb, climb } from './ladder.ts';
import { PageSource } from './obtain.ts';
import { createPageCache } from './page-cache.ts';
import { type ReasonCode, verdict } from './reasons.ts';
import type { Attempt, ReadRequest } from './result.ts';
import type { RawPage, Rung } from './rung.ts';

const URL_ = 'https://example.org/';
const REQUEST: ReadRequest = {
  url: URL_,
  query: null,
  section: null,
  start: 0,
  maxTokens: 8000,
  format: 'markdown',
  selector: null,
  render: 'auto',
  expand: false,
  includeHidden: false,
  includeLinks: true,
  includeImages: false,
  maxAgeS: 3600,
  timeoutS: 30,
};

/** A rung that gets a page whose body names the verdict it will be given. */
function rung(name: Attempt['rung'], code: ReasonCode): Rung & { calls: number } {
  const page: RawPage = {
    via: name === 'cache' ? 'http' : name,
    url: URL_,
    hops: [],
    httpStatus: 200,
    headers: {},
    contentType: 'image/x',
    body: Buffer.from(code),
    truncated: false,
    retryAfterMs: null,
    archivedAt: null,
    setsCookies: false,
    sight: null,
    notes: [],
  };
  return {
    name,
    renders: name === 'browser',
    calls: 0,
    async fetch() {
      this.calls++;
      return { type: 'page', page };
    },
  };
}

function setUp(...rungs: Rung[]) {
  const cache = createPageCache();
  const sheets = { load: async () => new Map() };
  const codes: ReasonCode[] = ['ok', 'bot_challenge', 'page_not_found', 'needs_javascript', 'server_fault'];
  const ladder = {
    cache,
    sources: rungs.map((one) => new PageSource(one, { cache, sheets, clock: systemClock })),
    documentOf: async (_: Climb, { page }: { page: RawPage }): Promise<Document> => {
      const code = codes.find((known) => known === Buffer.from(page.body).toString()) ?? 'odd_status';
      return failureDocument({ url: URL_, finalUrl: URL_, verdict: verdict(code), notes: [], page });
    },
  };
  return async () => {
    using deadline = new Deadline(5000);
    return await climb(ladder, { url: URL_, request: REQUEST, deadline, progress() {}, attempts: [] });
  };
}

it('climbs past a wall and says which rungs it took', async () => {
  const read = setUp(rung('http', 'bot_challenge'), rung('browser', 'ok'), rung('archive', 'ok'));
  const { document, attempts } = await read();
  expect(document).toMatchObject({ status: 'ok', via: 'browser' });
  expect(attempts.map(({ rung: name, outcome }) => `${name} ${outcome}`)).toEqual([
    'http HTTP 200',
    'browser HTTP 200',
  ]);
});

it('does not climb for what no rung could change', async () => {
  const browser = rung('browser', 'ok');
  expect((await setUp(rung('http', 'page_not_found'), browser)()).document.status).toBe('not_found');
  expect(browser.calls).toBe(0);
});

it('gives the last failure when every rung fails, and keeps none', async () => {
  const http = rung('http', 'bot_challenge');
  const read = setUp(http, rung('browser', 'server_fault'));
  expect((await read()).document.status).toBe('server_error');
  await read();
  expect(http.calls).toBe(2);
});

it('keeps a good page and answers from memory next time', async () => {
  const http = rung('http', 'ok');
  const read = setUp(http);
  expect((await read()).fromCache).toBe(false);
  expect((await read()).fromCache).toBe(true);
  expect(http.calls).toBe(1);
});
