import type { OpenedPage } from '../read/read.ts';
import type { Outcome } from './gather.ts';
import type { Judge } from './judge.ts';
import type { Source, SourceStatus } from './result.ts';

const MAX_EXCERPTS = 5;

/** What the answer says about one hit. */
export function sourceOf(outcome: Outcome, judge: Judge): Source {
  const { hit } = outcome;
  const blank = {
    url: hit.url,
    title: hit.title,
    via: null,
    seen: null,
    fetched_at: null,
    filtered: null,
    passages: 0,
    threats: [],
    threat_counts: {},
    provenance: null,
    depth: hit.depth,
    discovered_via: hit.discoveredVia,
  };
  if (outcome.type === 'late') return { ...blank, status: 'timeout', reason: 'The time of the call was over.' };
  if (outcome.type === 'error') {
    const { code, message } = outcome.error;
    return { ...blank, status: statusOfError(code), reason: `${code}: ${message}` };
  }
  return { ...blank, ...readSource(outcome.page), filtered: judge.of(hit)?.filtered ?? null };
}

function readSource({ document, fetchedAt }: OpenedPage) {
  return {
    url: document.finalUrl,
    title: document.title,
    status: document.status,
    reason: document.status === 'ok' ? '' : `${document.reason.code}: ${document.reason.detail}`,
    via: document.via,
    seen: document.seen,
    fetched_at: fetchedAt,
    threats: document.threats.slice(0, MAX_EXCERPTS),
    threat_counts: { ...document.threatCounts },
    provenance: document.status === 'ok' || document.status === 'partial' ? document.provenance : null,
  };
}

function statusOfError(code: string): SourceStatus {
  if (code === 'rate_limited') return 'rate_limited';
  return /^(?:scheme_not_allowed|credentials_in_url|blocked_target|domain_not_allowed|invalid_argument)$/u.test(code)
    ? 'refused'
    : 'unknown';
}

/** How receipts and followed links name the outcome. */
export function outcomeOf(outcome: Outcome, judge: Judge): 'usable' | 'filtered' | 'not_content' | 'failed' {
  if (outcome.type !== 'page') return 'failed';
  const verdict = judge.of(outcome.hit);
  if (verdict?.filtered) return 'filtered';
  const { document } = outcome.page;
  if (judge.isEvidence(outcome.hit)) return 'usable';
  return /^(?:unreachable|timeout|server_error|rate_limited)$/u.test(document.status) ? 'failed' : 'not_content';
}
