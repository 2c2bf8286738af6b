import { AppError } from '../base/errors.ts';
import type { Deadline } from '../base/time.ts';
import type { Document } from './document.ts';
import type { Found } from './found.ts';
import type { ReasonCode } from './reasons.ts';
import type { PageStatus } from './result.ts';
import type { Rung } from './rung.ts';

type RungName = Rung['name'];

/** Statuses of pages that were read. */
const GOOD: ReadonlySet<PageStatus> = new Set(['ok', 'partial']);
/** Without a connection there is none for a browser either; what a TLS stack refused, another may accept. */
const NO_CONNECTION = /host not found|name lookup|has no address|refused|connect timed out|unreachable\)/u;

/** A page that was read, or seen to be empty: the text of one that hides everything must not come by another way. */
export function isAnswer({ status, seen }: Document): boolean {
  return GOOD.has(status) || (status === 'empty' && seen === 'rendered');
}

const NOWHERE: readonly RungName[] = [];
/** What a browser only saves, a plain request can read. */
const TO_PLAIN: readonly RungName[] = ['http'];
const TO_BROWSER: readonly RungName[] = ['browser'];
const TO_ARCHIVE: readonly RungName[] = ['archive'];
const TO_BOTH: readonly RungName[] = ['browser', 'archive'];

/**
 * Where to go on from a page that was not read (five-systems.md, section 3.2). A browser gets past what asks for one
 * and what was a mishap; the archive has what is gone, walled off or down. What is not listed is the same everywhere:
 * of no readable kind, too large, or an answer that nobody keeps.
 */
const FURTHER: Readonly<Partial<Record<ReasonCode, readonly RungName[]>>> = {
  file_download: TO_PLAIN,
  bot_challenge: TO_BOTH,
  bot_block: TO_BOTH,
  http_forbidden: TO_BOTH,
  login_required: TO_BOTH,
  consent_required: TO_BOTH,
  region_blocked: TO_ARCHIVE,
  too_many_requests: TO_ARCHIVE,
  page_not_found: TO_ARCHIVE,
  page_gone: TO_ARCHIVE,
  server_fault: TO_BOTH,
  host_unreachable: TO_BOTH,
  redirect_loop: TO_BOTH,
  time_limit: TO_BOTH,
  odd_status: TO_BOTH,
  needs_javascript: TO_BROWSER,
  no_text: TO_BROWSER,
  redirect_without_target: TO_BROWSER,
};
const BY_CODE: ReadonlyMap<string, readonly RungName[]> = new Map(Object.entries(FURTHER));

/** Refusals that depend on who asks; the others are about the address or the way it is asked for. */
const REFUSES_THE_VISITOR: ReadonlySet<number> = new Set([403, 405, 406, 409, 412, 418, 420, 456, 999]);

/** The rungs that could do better than this document, best first: prove it or render it. */
export function furtherRungs(document: Document): readonly RungName[] {
  const { status, seen, reason, httpStatus } = document;
  if (isAnswer(document) || reason.code === 'no_results') {
    // A browser shows a PDF by the same means.
    if (document.kind === 'pdf') return NOWHERE;
    const isOpen = seen === 'static' || (seen === 'proven' && reason.code === 'needs_javascript_partial');
    return isOpen ? TO_BROWSER : NOWHERE;
  }
  if (status === 'unreachable' && NO_CONNECTION.test(reason.detail)) return TO_ARCHIVE;
  if (reason.code === 'http_forbidden' && !REFUSES_THE_VISITOR.has(httpStatus ?? 403)) return TO_ARCHIVE;
  return BY_CODE.get(reason.code) ?? NOWHERE;
}

/** The site turned a plain request away, which it would not have done to a browser. */
export function turnsPlainAway({ reason }: Document): boolean {
  return reason.code === 'bot_challenge' || reason.code === 'bot_block';
}

/** Reasons that a page may give to one visitor and not to another. */
const TURNED_AWAY: ReadonlySet<string> = new Set([
  'bot_challenge',
  'bot_block',
  'http_forbidden',
  'needs_javascript',
  'no_text',
]);

/** A browser was let in no further than to a wall, a refusal or a page without a word. */
export function turnedAway({ via, reason }: Document): boolean {
  return via === 'browser' && TURNED_AWAY.has(reason.code);
}

/** Of two answers for one page, the one to give; the dearer rung's, unless it got nothing where the other got text. */
export function preferred(cheaper: Found, dearer: Found, rung: RungName): Found {
  if (rung === 'archive') return GOOD.has(dearer.document.status) ? { ...dearer, live: cheaper.document } : cheaper;
  if (isAnswer(dearer.document)) return dearer;
  if (!GOOD.has(cheaper.document.status)) return dearer.record === null && cheaper.record ? cheaper : dearer;
  const { status, reason } = dearer.document;
  const note = `The ${rung} did not get the page (${status}: ${reason.detail}); this is the answer without it.`;
  return { ...cheaper, notes: [...cheaper.notes, note] };
}

/** What the failure of a dearer rung means when an answer is at hand; null for what must not be passed over. */
export function afterCheaper(
  thrown: unknown,
  deadline: Deadline,
  rung: RungName = 'browser',
): { code: string; note: string } | null {
  const words = FAILED[rung];
  if (deadline.timedOut) {
    return { code: 'time_limit', note: `The time was over ${words.late}.` };
  }
  if (deadline.signal.aborted) return null;
  if (!(thrown instanceof AppError)) {
    return { code: 'internal', note: `${words.fault} because of a fault of ours.` };
  }
  if (!SOFT.has(thrown.code)) return null;
  return { code: thrown.code, note: `${words.not}: ${thrown.message} ${thrown.hint}`.trim() };
}

const RENDERING = {
  late: 'before the page was rendered',
  fault: 'The page could not be rendered',
  not: 'Not rendered',
};
const FETCHING = { late: 'before the file was fetched', fault: 'The file could not be fetched', not: 'Not fetched' };
const FAILED: Readonly<Record<RungName, typeof RENDERING>> = {
  cache: FETCHING,
  native: FETCHING,
  http: FETCHING,
  browser: RENDERING,
  archive: {
    late: 'before the archive answered',
    fault: 'The archive could not be asked',
    not: 'Not read from the archive',
  },
};

const SOFT: ReadonlySet<string> = new Set([
  'browser_unavailable',
  'navigation_timeout',
  'extraction_failed',
  'rate_limited',
  'blocked_target',
  'domain_not_allowed',
]);
