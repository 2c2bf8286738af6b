import { z } from 'zod';
import { AppError } from '../../base/errors.ts';
import { oneLine } from '../../base/text.ts';
import { holds, type PageCheck, QUOTE_PLACES } from '../../quotes/check.ts';
import type { Services } from '../../toolkit/services.ts';
import { type Call, defineTool } from '../../toolkit/tool.ts';
import type { ReadPageDefaults } from './read-page-schema.ts';

const MAX_QUOTE = 10_000;
/** Looking at the page after it was read. */
const GRACE_MS = 45_000;
const MAX_AGE_S = 3600;

const input = z.object({
  quote: z.string().max(MAX_QUOTE).describe('Words to look for; … may stand for what was left out.'),
  url: z.string().optional().describe('Page that they are said to be from.'),
  content_sha256: z.string().optional().describe('Or the content_sha256 of a read.'),
});
type Input = z.output<typeof input>;

const place = z.int().min(0).nullable();
const output = z.object({
  found: z.enum(['exact', 'normalised', 'close', 'absent', 'unread']),
  where: z.enum(QUOTE_PLACES).nullable(),
  passage: z.string(),
  start: place,
  end: place,
  heading: z.string(),
  section: z.string(),
  link: z.string().describe('Scrolls to the passage.'),
  occurrences: z.int(),
  difference: z.array(z.object({ kind: z.string(), quote: z.string(), page: z.string() })),
  status: z.string(),
  url: z.string(),
  final_url: z.string(),
  title: z.string(),
  content_sha256: z.string(),
  fetched_at: z.string(),
  seen: z.string(),
  notes: z.array(z.string()),
});
type Output = z.output<typeof output>;

export function createVerifyQuote(defaults: Pick<ReadPageDefaults, 'render' | 'timeoutS'>) {
  return defineTool({
    name: 'verify_quote',
    title: 'Verify a quote',
    set: 'web',
    effect: 'read',
    openWorld: true,
    description:
      'Use this before you quote a page: tells whether a person can read these words there. found: exact, normalised ' +
      '(only case, spaces, quotation marks, dashes and the like differ), close (see difference: do not quote it so), ' +
      'absent, or unread (the page could not be had). Only text in sight counts. Give url or content_sha256. Returns ' +
      'the passage, its offsets in the Markdown and a link that scrolls to it.',
    input,
    output,
    subject: 'url',
    timeLimitMs: () => defaults.timeoutS * 1_000 + GRACE_MS,
    run: async (given, services, call) => toOutput(await check(given, services, call, defaults)),
    render,
    facts: ({ found, where, status }) => ({ found, where, status }),
  });
}

async function check(
  given: Input,
  { quotes }: Services,
  call: Call,
  { render, timeoutS }: Pick<ReadPageDefaults, 'render' | 'timeoutS'>,
): Promise<PageCheck> {
  if (!/[\p{L}\p{N}]/u.test(given.quote)) throw invalid('quote has no words.');
  const url = given.url?.trim() || null;
  const hash =
    given.content_sha256
      ?.trim()
      .toLowerCase()
      .replace(/^sha256:/u, '') || null;
  if (url === null && hash === null) throw invalid('url and content_sha256 are both missing.');
  if (hash !== null && !/^[0-9a-f]{64}$/u.test(hash)) throw invalid('content_sha256 is not a SHA-256 in hexadecimal.');
  const common = { quotes: [given.quote], render, maxAgeS: MAX_AGE_S, timeoutS };
  try {
    return await quotes.checkQuotes({ ...common, url: hash === null ? url : null, contentSha256: hash }, call);
  } catch (thrown) {
    const isGone = thrown instanceof AppError && thrown.code === 'expired_handle' && url !== null;
    if (!isGone) throw thrown;
    const check = await quotes.checkQuotes({ ...common, url, contentSha256: null }, call);
    const same = check.contentSha256 === hash ? 'its content is the same' : 'its content has changed since';
    return {
      ...check,
      notes: [`The page of content_sha256 is no longer at hand, so it was read again; ${same}.`, ...check.notes],
    };
  }
}

function invalid(message: string): AppError {
  return new AppError('invalid_argument', message, {
    hint: 'Give quote, the words to look for, and url, the page; or content_sha256 as read_page returned it.',
  });
}

function toOutput(check: PageCheck): Output {
  const [quote] = check.quotes;
  if (!quote) throw new TypeError('one quote in, one out');
  const { difference, notes, ...found } = quote;
  const reason = check.status === 'ok' ? [] : [`${check.reason.code}: ${check.reason.detail}`];
  return {
    ...found,
    difference: difference.map((each) => ({ ...each })),
    status: check.status,
    url: check.url,
    final_url: check.finalUrl,
    title: check.title,
    content_sha256: check.contentSha256,
    fetched_at: check.fetchedAt,
    seen: check.seen,
    notes: [...notes, ...reason, ...check.notes],
  };
}

function render(result: Output, fence: (untrusted: string) => string): string {
  const verdict = holds(result.found) ? 'the quote holds' : 'do not give it as a quote';
  const where = result.where === null ? '' : ` (${result.where})`;
  const head = [
    `found: ${result.found}${where}; ${verdict}`,
    `page: ${oneLine(result.final_url)} (${result.status}, seen: ${result.seen}, fetched ${result.fetched_at})`,
    ...(result.start === null ? [] : [`characters ${result.start}–${result.end} of the Markdown`]),
    ...(result.link === '' ? [] : [`link: ${oneLine(result.link)}`]),
    ...result.notes.map((note) => `note: ${oneLine(note)}`),
  ];
  const differences = result.difference.map(({ kind, quote, page }) => `- ${kind}: quote “${quote}”, page “${page}”`);
  const body = [
    ...(result.heading === '' ? [] : [`Under: ${oneLine(result.heading)}`]),
    ...(differences.length === 0 ? [] : ['Differences:', ...differences]),
    result.passage,
  ].filter((part) => part !== '');
  return body.length === 0 ? head.join('\n') : `${head.join('\n')}\n\n${fence(body.join('\n'))}`;
}
