import { pageKey, type SiteOf, siteKey } from './addresses.ts';
import type { FollowTokens } from './follow-token.ts';
import type { Outcome } from './gather.ts';
import type { Hit } from './hits.ts';
import type { Judge } from './judge.ts';
import type { Followed, FollowStatus, ResearchRequest } from './result.ts';
import { outcomeOf } from './sources.ts';

export interface FollowPlan {
  readonly hits: readonly Hit[];
  /** One entry for each token, in order, once the pages were read. */
  report(outcomes: readonly Outcome[], judge: Judge): Followed[];
}

/** Pages of one site that one call follows to. */
export const MAX_FOLLOWED_PER_SITE = 3;

const REASONS: Readonly<Record<FollowStatus, string>> = {
  read: '',
  not_content: 'The page is no content: see its source.',
  failed: 'The page was not obtained: see its source.',
  filtered: 'The filters of this call keep the page out.',
  duplicate: 'The same page was read in this call.',
  same_domain_limit: `No more than ${MAX_FOLLOWED_PER_SITE} pages of one site are followed in one call.`,
  invalid_token: 'No token of ours for this query and these filters; repeat both exactly as they were.',
  expired: 'The token is too old; ask the same question again for new ones.',
};

interface Planned {
  readonly why: string;
  readonly url: string | null;
  /** Null when the page is read and its outcome decides. */
  readonly status: FollowStatus | null;
  readonly hit: Hit | null;
}

export function planFollow(
  follow: ResearchRequest['follow'],
  tokens: FollowTokens,
  siteOf: SiteOf,
  nowMs: number,
): FollowPlan {
  const keys = new Set<string>();
  const sites = new Map<string, number>();
  const planned = follow.map(({ token, why }): Planned => {
    const verified = tokens.verify(token, nowMs);
    if (verified.status === 'invalid_token') return { why, url: null, status: 'invalid_token', hit: null };
    const { url } = verified;
    if (verified.status === 'expired') return { why, url, status: 'expired', hit: null };
    const key = pageKey(url);
    if (keys.has(key)) return { why, url, status: 'duplicate', hit: null };
    const site = siteKey(url, siteOf);
    const ofSite = sites.get(site) ?? 0;
    if (ofSite >= MAX_FOLLOWED_PER_SITE) return { why, url, status: 'same_domain_limit', hit: null };
    keys.add(key);
    sites.set(site, ofSite + 1);
    const hit: Hit = { url, title: '', depth: verified.depth, discoveredVia: 'follow' };
    return { why, url, status: null, hit };
  });
  return {
    hits: planned.flatMap(({ hit }) => hit ?? []),
    report: (outcomes, judge) =>
      planned.map(({ why, url, status, hit }) => {
        const final =
          status ??
          statusOf(
            outcomes.find((outcome) => outcome.hit === hit),
            judge,
          );
        return { url, status: final, reason: REASONS[final], why };
      }),
  };
}

function statusOf(outcome: Outcome | undefined, judge: Judge): FollowStatus {
  if (!outcome) return 'failed';
  const name = outcomeOf(outcome, judge);
  if (name === 'usable') return 'read';
  if (name !== 'filtered') return name;
  const reason = judge.of(outcome.hit)?.filtered;
  if (reason === 'duplicate') return 'duplicate';
  return reason === 'same_site' ? 'same_domain_limit' : 'filtered';
}
