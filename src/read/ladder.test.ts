import { describe, expect, it } from 'vitest';
import { readRequest } from '../../test/kit/read-request.ts';
import { AppError } from '../base/errors.ts';
import { Deadline, systemClock } from '../base/time.ts';
import type { BlockMemory } from './block-memory.ts';
import type { Document } from './document.ts';
import { failureDocument } from './failure.ts';
import { type Climb, climb } from './ladder.ts';
import { PageSource } from './obtain.ts';
import { createPageCache } from './page-cache.ts';
import { type ReasonCode, verdict } from './reasons.ts';
import type { Attempt, ReadRequest } from './result.ts';
import type { RawPage, Rung, RungRequest } from './rung.ts';

const URL_ = 'https://example.org/';
const REQUEST = readRequest(URL_);

type Seen = Document['seen'];

/** A rung that gets a page whose body names the verdict it will be given, and how it was seen. */
function rung(name: Attempt['rung'], code: ReasonCode, seen: Seen = name === 'browser' ? 'rendered' : 'proven') {
  const page: RawPage = {
    via: name === 'cache' || name === 'native' ? 'http' : name,
    url: URL_,
    hops: [],
    httpStatus: 200,
    headers: {},
    contentType: 'image/x',
    body: Buffer.from(`${code} ${seen}`),
    truncated: false,
    retryAfterMs: null,
    archivedAt: null,
    setsCookies: false,
    sight: null,
    notes: [],
  };
  const asked: RungRequest[] = [];
  const made: Rung & { asked: readonly RungRequest[] } = {
    name,
    renders: name === 'browser',
    asked,
    async fetch(request) {
      asked.push(request);
      return { type: 'page', page };
    },
  };
  return made;
}

function failing(thrown: unknown): Rung {
  return { name: 'browser', renders: true, fetch: () => Promise.reject(thrown) };
}

const NO_BROWSER = new AppError('browser_unavailable', 'No browser is installed.', { hint: 'Run `plainsight setup`.' });

function setUp(...rungs: Rung[]) {
  return setUp.with(null)(...rungs);
}

setUp.with =
  (memory: BlockMemory | null) =>
  (...rungs: Rung[]) => {
    const cache = createPageCache();
    const sheets = { load: async () => new Map() };
    const codes: ReasonCode[] = ['ok', 'bot_challenge', 'page_not_found', 'no_text', 'server_fault'];
    const ladder = {
      cache,
      memory,
      sources: rungs.map((one) => new PageSource(one, { cache, sheets, clock: systemClock })),
      documentOf: async (_: Climb, { page }: { page: RawPage }): Promise<Document> => {
        const [word, how] = Buffer.from(page.body).toString().split(' ');
        const code = codes.find((known) => known === word) ?? 'odd_status';
        const seen = (['rendered', 'proven', 'static'] as const).find((known) => known === how) ?? 'static';
        return { ...failureDocument({ url: URL_, finalUrl: URL_, verdict: verdict(code), notes: [], page }), seen };
      },
    };
    return async (request: Partial<ReadRequest> = {}) => {
      using deadline = new Deadline(5000);
      const given = { url: URL_, request: { ...REQUEST, ...request }, deadline, progress() {}, attempts: [] };
      return await climb(ladder, given);
    };
  };

it('climbs past a wall and says which rungs it took', async () => {
  const read = setUp(rung('http', 'bot_challenge'), rung('browser', 'ok'), rung('archive', 'ok'));
  const { document, attempts } = await read();
  expect(document).toMatchObject({ status: 'ok', via: 'browser' });
  expect(attempts.map(({ rung: name, outcome }) => `${name} ${outcome}`)).toEqual([
    'http HTTP 200',
    'browser HTTP 200',
  ]);
});

it('goes from what is gone to the archive, past the browser, and gives its copy with what the site said', async () => {
  const browser = rung('browser', 'ok');
  const { document, live, attempts } = await setUp(rung('http', 'page_not_found'), browser, rung('archive', 'ok'))();
  expect(document).toMatchObject({ status: 'ok', via: 'archive' });
  expect(live).toMatchObject({ status: 'not_found' });
  expect(attempts.map(({ rung: name, found }) => `${name} ${found}`)).toEqual(['http page_not_found', 'archive ok']);
  expect(browser.asked).toEqual([]);
});

it('keeps what the site said when the archive has nothing better', async () => {
  const read = setUp(
    rung('http', 'bot_challenge'),
    rung('browser', 'bot_challenge'),
    rung('archive', 'page_not_found'),
  );
  expect((await read()).document).toMatchObject({ status: 'challenge', via: 'browser' });
});

it('does not ask a rung that cannot be used for the address, nor the archive when a browser is demanded', async () => {
  const archive = rung('archive', 'ok');
  const picky = { ...archive, accepts: () => false };
  expect((await setUp(rung('http', 'page_not_found'), picky)()).document.status).toBe('not_found');
  const read = setUp(rung('http', 'ok'), rung('browser', 'page_not_found'), archive);
  expect((await read({ render: 'always' })).document.status).toBe('not_found');
  expect(archive.asked).toEqual([]);
});

describe('a site that is known to turn plain requests away', () => {
  const known = { skipsPlain: async () => true, remember: async () => {}, forget: async () => {} };

  it('meets the browser first', async () => {
    const http = rung('http', 'ok');
    const { document, attempts } = await setUp.with(known)(http, rung('browser', 'ok'))();
    expect(document.via).toBe('browser');
    expect(http.asked).toEqual([]);
    expect(attempts[0]).toMatchObject({ rung: 'http', outcome: expect.stringContaining('skipped'), ms: 0 });
  });

  it('is asked plainly all the same when there is no browser', async () => {
    const { document, attempts } = await setUp.with(known)(rung('http', 'ok'), failing(NO_BROWSER))();
    expect(document).toMatchObject({ status: 'ok', via: 'http' });
    expect(attempts.map(({ rung: name }) => name)).toEqual(['http', 'browser', 'http']);
    const { document: never } = await setUp.with(known)(rung('http', 'ok'))({ render: 'never' });
    expect(never.via).toBe('http');
  });

  it('is remembered by walls, not by pages that are missing, and forgotten by pages that are read', async () => {
    const heard: string[] = [];
    const memory = {
      skipsPlain: async () => false,
      remember: async () => void heard.push('remember'),
      forget: async () => void heard.push('forget'),
    };
    const read = (code: ReasonCode) => setUp.with(memory)(rung('http', code), rung('browser', 'ok'))();
    for (const code of ['bot_challenge', 'page_not_found', 'ok'] as const) await read(code);
    expect(heard).toEqual(['remember', 'forget']);
  });
});

it('does not climb for what no rung could change', async () => {
  const browser = rung('browser', 'ok');
  expect((await setUp(rung('http', 'page_not_found'), browser)()).document.status).toBe('not_found');
  expect(browser.asked).toEqual([]);
});

it('gives the last failure when every rung fails, and keeps none', async () => {
  const http = rung('http', 'bot_challenge');
  const read = setUp(http, rung('browser', 'server_fault'));
  expect((await read()).document.status).toBe('server_error');
  await read();
  expect(http.asked).toHaveLength(2);
});

it('keeps a good page and answers from memory next time', async () => {
  const http = rung('http', 'ok');
  const read = setUp(http);
  expect((await read()).fromCache).toBe(false);
  expect((await read()).fromCache).toBe(true);
  expect(http.asked).toHaveLength(1);
});

describe('prove it or render it', () => {
  it('takes a proven answer as it is, and hands one that is not to the browser', async () => {
    const browser = rung('browser', 'ok');
    expect((await setUp(rung('http', 'ok', 'proven'), browser)()).document.via).toBe('http');
    expect(browser.asked).toEqual([]);
    expect((await setUp(rung('http', 'ok', 'static'), browser)()).document.via).toBe('browser');
    expect(browser.asked[0]?.atHand?.body).toEqual(Buffer.from('ok static'));
  });

  it('takes only the rungs that were asked for', async () => {
    const [http, browser] = [rung('http', 'ok', 'static'), rung('browser', 'ok')];
    const read = setUp(http, browser);
    expect((await read({ render: 'never' })).document).toMatchObject({ via: 'http', seen: 'static' });
    expect(browser.asked).toEqual([]);
    expect((await read({ render: 'always' })).document.via).toBe('browser');
    expect(http.asked).toHaveLength(1);
  });

  it('fetches plainly what a browser is given to save, and nothing else when only a browser may look', async () => {
    const http = rung('http', 'ok');
    const saving: Rung = {
      name: 'browser',
      renders: true,
      fetch: async () => ({ type: 'failed', verdict: verdict('file_download'), url: URL_, notes: [] }),
    };
    const { document, attempts, notes } = await setUp(http, saving)({ render: 'always' });
    expect(document).toMatchObject({ status: 'ok', via: 'http' });
    expect(attempts.map(({ rung: name, outcome }) => `${name} ${outcome}`)).toEqual([
      'browser file_download',
      'http HTTP 200',
    ]);
    expect(notes).toEqual([]);
    const other = rung('http', 'ok');
    expect((await setUp(other, rung('browser', 'server_fault'))({ render: 'always' })).document.status).toBe(
      'server_error',
    );
    expect(other.asked).toEqual([]);
  });

  it('refuses to render without a browser, and says how to get one', async () => {
    await expect(setUp(rung('http', 'ok'))({ render: 'always' })).rejects.toMatchObject({
      code: 'browser_unavailable',
      hint: expect.stringContaining('plainsight setup'),
    });
    await expect(setUp(rung('http', 'ok'), failing(NO_BROWSER))({ render: 'always' })).rejects.toBe(NO_BROWSER);
  });

  it('gives the static answer, and says so, when the browser fails, is walled off or is broken', async () => {
    const static_ = rung('http', 'ok', 'static');
    const missing = await setUp(static_, failing(NO_BROWSER))();
    expect(missing.document).toMatchObject({ status: 'ok', via: 'http', seen: 'static' });
    expect(missing.notes.join()).toContain('plainsight setup');
    expect(missing.attempts.map(({ rung: name, outcome }) => `${name} ${outcome}`)).toEqual([
      'http HTTP 200',
      'browser browser_unavailable',
    ]);
    for (const browser of [rung('browser', 'bot_challenge'), failing(new TypeError('a fault of ours'))]) {
      const { document, notes } = await setUp(static_, browser)();
      expect(document).toMatchObject({ status: 'ok', via: 'http', seen: 'static' });
      expect(notes).toHaveLength(1);
    }
  });

  it('never gives the text of a page that was seen to be empty', async () => {
    const { document } = await setUp(rung('http', 'ok', 'static'), rung('browser', 'no_text'))();
    expect(document).toMatchObject({ status: 'empty', via: 'browser', seen: 'rendered' });
  });

  it('passes on a cancel whatever is at hand', async () => {
    const cancelled = new AppError('cancelled', 'The call was cancelled.');
    await expect(setUp(rung('http', 'ok', 'static'), failing(cancelled))()).rejects.toBe(cancelled);
  });

  it('remembers what was rendered apart from what was not', async () => {
    const [http, browser] = [rung('http', 'ok', 'static'), rung('browser', 'ok')];
    const read = setUp(http, browser);
    await read();
    expect((await read()).document).toMatchObject({ via: 'browser' });
    expect((await read({ render: 'always' })).fromCache).toBe(true);
    expect((await read({ render: 'never' })).document).toMatchObject({ via: 'http' });
    expect([http.asked.length, browser.asked.length]).toEqual([1, 1]);
    // Opened content has to be looked at anew; what the fetch got is still there.
    expect((await read({ expand: true })).attempts.map(({ rung: name }) => name)).toEqual(['cache', 'browser']);
  });
});
