import { AppError } from '../base/errors.ts';
import type { Deadline } from '../base/time.ts';
import type { Document } from './document.ts';
import type { Found } from './found.ts';
import type { Attempt, PageStatus } from './result.ts';

/** Statuses of pages that were read. */
const GOOD: ReadonlySet<PageStatus> = new Set(['ok', 'partial']);
/** What no other way of asking would change. */
const FINAL: ReadonlySet<PageStatus> = new Set([
  'not_found',
  'unsupported_content',
  'too_large',
  'rate_limited',
  'server_error',
]);
/** Without a connection there is none for a browser either; what a TLS stack refused, another may accept. */
const NO_CONNECTION = /host not found|name lookup|has no address|refused|connect timed out|unreachable\)/u;

/** A page that was read, or seen to be empty: the text of one that hides everything must not come by another way. */
export function isAnswer({ status, seen }: Document): boolean {
  return GOOD.has(status) || (status === 'empty' && seen === 'rendered');
}

/** Whether a dearer rung could do better than this document: prove it or render it. */
export function needsBetter(document: Document): boolean {
  const { status, seen, reason } = document;
  if (FINAL.has(status)) return false;
  if (seen === 'rendered' && isAnswer(document)) return false;
  if (status === 'unreachable') return !NO_CONNECTION.test(reason.detail);
  if (!GOOD.has(status)) return true;
  return seen === 'static' || reason.code === 'needs_javascript_partial';
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
export function preferred(cheaper: Found, dearer: Found, rung: Attempt['rung']): Found {
  if (isAnswer(dearer.document)) return dearer;
  if (!GOOD.has(cheaper.document.status)) return dearer.record === null && cheaper.record ? cheaper : dearer;
  const { status, reason } = dearer.document;
  const note = `The ${rung} did not get the page (${status}: ${reason.detail}); this is the answer without it.`;
  return { ...cheaper, notes: [...cheaper.notes, note] };
}

/** What the failure of a dearer rung means when an answer is at hand; null for what must not be passed over. */
export function afterCheaper(thrown: unknown, deadline: Deadline): { code: string; note: string } | null {
  if (deadline.timedOut) return { code: 'time_limit', note: 'The time was over before the page was rendered.' };
  if (deadline.signal.aborted) return null;
  if (!(thrown instanceof AppError)) {
    return { code: 'internal', note: 'The page could not be rendered because of a fault of ours.' };
  }
  if (!SOFT.has(thrown.code)) return null;
  return { code: thrown.code, note: `Not rendered: ${thrown.message} ${thrown.hint}`.trim() };
}

const SOFT: ReadonlySet<string> = new Set([
  'browser_unavailable',
  'navigation_timeout',
  'extraction_failed',
  'rate_limited',
  'blocked_target',
  'domain_not_allowed',
]);
