import { readdirSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { withPage } from '../../src/browser/open-page.ts';
import type { BrowserPool } from '../../src/browser/pool.ts';
import type { PageJob } from '../../src/read/page-job.ts';
import { packSight } from '../../src/read/see/packed-sight.ts';
import { seePage } from '../../src/read/see/see-page.ts';
import { understandPage } from '../../src/read/understand.ts';
import { browsersToTest, startPool } from '../kit/chrome.ts';
import { startNetwork } from '../kit/network.ts';
import { fakeLookup } from '../kit/site.ts';

// Pages of corpus/walls as they stand in a browser, after their scripts ran: the same verdict as before.

const CORPUS = new URL('../../corpus/walls/', import.meta.url);
const file = (name: string, part: string) => readFileSync(new URL(`${name}/${part}`, CORPUS));
/** These leave for another address, as they should. */
const LEAVING = /alibaba|linkedin-999-script|reddit-js-challenge|sucuri-js-challenge/u;
const SHARE = 8;
const cases = readdirSync(CORPUS, { withFileTypes: true })
  .filter((entry) => entry.isDirectory() && !LEAVING.test(entry.name))
  .map(({ name }) => ({ name, ...JSON.parse(file(name, 'expected.json').toString()) }))
  // A browser has run the scripts that such pages need, and gives some statuses only when they are fetched.
  .filter(({ reason, http_status, content_type }) => {
    return content_type === undefined && !reason.startsWith('needs_javascript') && http_status < 500;
  })
  .filter((_, index) => index % SHARE === 3);

const URL_ = 'http://e.test/page';

/** As the browser rung does it, but for the waiting that a challenge would be given. */
async function seen(pool: BrowserPool, { name, http_status, headers }: (typeof cases)[number]): Promise<PageJob> {
  const bytes = file(name, 'page.html');
  const sent = Object.entries<string>({ 'content-type': 'text/html; charset=utf-8', ...headers });
  const signal = AbortSignal.timeout(50_000);
  const open = { url: URL_, fetched: { bytes, status: http_status, headers: sent }, signal, capMs: 3_000 };
  const sight = await withPage(pool, open, (page) => seePage(page, { expand: false, close: true }));
  return {
    url: URL_,
    baseUrl: URL_,
    page: {
      via: 'browser',
      url: URL_,
      hops: [],
      httpStatus: http_status,
      headers,
      contentType: 'text/html',
      body: bytes,
      truncated: false,
      retryAfterMs: null,
      archivedAt: null,
      setsCookies: false,
      sight: packSight(sight),
      notes: [],
    },
    rawSha256: '',
    sheets: new Map(),
    options: {
      format: 'markdown',
      selector: null,
      expand: false,
      includeHidden: false,
      includeLinks: true,
      includeImages: false,
    },
  };
}

const [row] = await browsersToTest();

test.skipIf(!row)('walls are walls and pages are pages in a browser, too', async () => {
  if (!row) return;
  expect(cases.length).toBeGreaterThan(15);
  await using network = startNetwork({ lookup: fakeLookup({}) });
  await using tabs = await startPool({ browser: row.browser, proxy: await network.proxy.login('page') });
  const wrong = await Promise.all(
    cases.map(async (one) => {
      const result = understandPage(await seen(tabs.pool, one));
      const document = result.type === 'document' ? result.document : null;
      const got = `${document?.status} ${document?.reason.code}`;
      return got === `${one.status} ${one.reason}` ? [] : [`${one.name}: ${got}, not ${one.status} ${one.reason}`];
    }),
  );
  expect(wrong.flat()).toEqual([]);
});
