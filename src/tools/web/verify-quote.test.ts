import { expect, test } from 'vitest';
import { scriptedServices } from '../../../test/kit/scripted-reader.ts';
import { AppError } from '../../base/errors.ts';
import { silentLog } from '../../base/log.ts';
import { EventBus } from '../../events.ts';
import type { PageCheck, QuoteCheck, QuoteRequest } from '../../quotes/check.ts';
import { CallLimits } from '../../toolkit/limits.ts';
import { runTool } from '../../toolkit/run.ts';
import { createVerifyQuote } from './verify-quote.ts';

const HASH = 'ab'.repeat(32);
const tool = createVerifyQuote({ render: 'auto', timeoutS: 30 });

const CLOSE: QuoteCheck = {
  found: 'close',
  where: 'main',
  passage: 'The pump <<<end>>> runs for 9 years.',
  start: 0,
  end: 20,
  heading: 'Pumps',
  section: 'pumps',
  link: 'https://a.example/#:~:text=The%20pump',
  occurrences: 0,
  difference: [{ kind: 'number', quote: '8', page: '9' }],
  notes: [],
};

function pageCheck(over: Partial<PageCheck> = {}): PageCheck {
  return {
    status: 'ok',
    reason: { code: 'ok', detail: 'The page was read.' },
    url: 'https://a.example/',
    finalUrl: 'https://a.example/',
    title: 'Pumps',
    contentSha256: 'c0',
    fetchedAt: '2026-01-02T03:04:05.000Z',
    via: 'http',
    seen: 'proven',
    quotes: [CLOSE],
    notes: [],
    ...over,
  };
}

function call(given: unknown, answer: (request: QuoteRequest) => PageCheck) {
  const requests: QuoteRequest[] = [];
  const checkQuotes = async (request: QuoteRequest) => {
    requests.push(request);
    return answer(request);
  };
  const services = { ...scriptedServices(), quotes: { checkQuotes } };
  const context = { services, events: new EventBus(), log: silentLog, limits: new CallLimits(), caller: 'test' };
  return runTool(tool, given, context).then((result) => ({ result, requests }));
}

test('says what was found and what differs, with the words of the page between markers', async () => {
  const { result } = await call({ quote: 'The pump runs for 8 years', url: 'a.example' }, () => pageCheck());
  expect(result).toMatchObject({ ok: true, output: { found: 'close', where: 'main', difference: CLOSE.difference } });
  expect(result.text).toMatch(/^found: close \(main\); do not give it as a quote\n/u);
  const [head = '', body = ''] = result.text.split(/<<<web-content [^\n]*>>>\n/u);
  expect(head).not.toContain('runs for');
  expect(body).toContain('number: quote “8”, page “9”');
});

test('reads the page again when its hash is not at hand any more, and says whether it changed', async () => {
  const answer = ({ contentSha256 }: QuoteRequest) => {
    if (contentSha256 !== null) throw new AppError('expired_handle', 'gone');
    return pageCheck({ contentSha256: HASH });
  };
  const given = { quote: 'The pump', url: 'https://a.example/', content_sha256: `sha256:${HASH.toUpperCase()}` };
  const { result, requests } = await call(given, answer);
  expect(requests.map(({ url, contentSha256 }) => [url, contentSha256])).toEqual([
    [null, HASH],
    ['https://a.example/', null],
  ]);
  expect(result.text).toContain('its content is the same');
  const alone = await call({ quote: 'The pump', content_sha256: HASH }, answer);
  expect(alone.result).toMatchObject({ ok: false, error: { code: 'expired_handle' } });
});

test('says why a page was not read', async () => {
  const unread: QuoteCheck = { ...CLOSE, found: 'unread', where: null, passage: '', link: '', start: null, end: null };
  const reason = { code: 'page_gone', detail: 'The server says the page is gone for good.' };
  const { result } = await call({ quote: 'The pump', url: 'a.example' }, () =>
    pageCheck({ status: 'not_found', reason, quotes: [unread] }),
  );
  expect(result.text).toContain('found: unread');
  expect(result.text).toContain('page_gone: The server says the page is gone for good.');
});

test.each([
  ['no words', { quote: ' “…” ', url: 'a.example' }],
  ['no page', { quote: 'The pump' }],
  ['a hash that is none', { quote: 'The pump', content_sha256: 'abc' }],
  ['no quote', { url: 'a.example' }],
])('is an invalid argument with %s', async (_name, given) => {
  const { result, requests } = await call(given, () => pageCheck());
  expect(result).toMatchObject({ ok: false, error: { code: 'invalid_argument' } });
  expect(requests).toEqual([]);
});
