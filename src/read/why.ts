import { canParseUrl } from '../base/url.ts';
import type { Document } from './document.ts';
import type { Found, Tried } from './found.ts';
import { nextSteps } from './next-steps.ts';
import type { Why } from './result.ts';

/** Reasons that say all there is to say by themselves. */
const PLAIN: ReadonlySet<string> = new Set(['ok', 'body_cut', 'body_damaged']);

/**
 * Why the live page was not read as it was asked for: what that was seen from, what was tried, and what can still be
 * done. Null for a page that was read. Everything in it is in our own words.
 */
export function whyOf(url: string, { document, live, attempts, record }: Found): Why | null {
  // A local file was not fetched by anybody.
  if (!canParseUrl(url)) return null;
  const stuck = live ?? document;
  if (PLAIN.has(stuck.reason.code) && document.via !== 'archive') return null;
  const retryAfterMs = record?.page.retryAfterMs ?? null;
  return {
    evidence: [...evidenceOf(stuck)],
    tried: attempts.map(attemptLine),
    // What came from the archive is an answer; a way to a fresher one is still worth knowing.
    next: nextSteps({ url, reason: stuck.reason.code, detail: stuck.reason.detail, attempts, retryAfterMs }),
  };
}

function evidenceOf({ via, reason, evidence }: Document): readonly string[] {
  if (via === 'archive') return ['a kept copy of the archive; what the live page answered then stands in notes'];
  return evidence.length > 0 ? evidence : [reason.detail];
}

function attemptLine({ rung, outcome, ms, found }: Tried): string {
  const verdict = found === undefined || found === outcome ? '' : `: ${found}`;
  return `${rung} ${outcome}${verdict}, ${ms} ms`;
}
