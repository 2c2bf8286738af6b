import { canParseUrl } from '../base/url.ts';
import type { Tried } from './found.ts';
import { otherDoors } from './other-doors.ts';
import type { ReasonCode } from './reasons.ts';
import { copyAddress, mayBeArchived } from './rungs/snapshot-address.ts';

export interface Stuck {
  readonly url: string;
  readonly reason: string;
  /** The sentence that goes with the reason. */
  readonly detail: string;
  readonly attempts: readonly Tried[];
  readonly retryAfterMs: number | null;
}

/** As many as a reader takes in. */
const MAX_STEPS = 4;
const MAX_URL = 300;

const IN_THE_WAY: ReadonlySet<string> = new Set<ReasonCode>(['bot_challenge', 'bot_block', 'http_forbidden']);
const GONE: ReadonlySet<string> = new Set<ReasonCode>(['page_not_found', 'page_gone']);
const DOWN: ReadonlySet<string> = new Set<ReasonCode>(['server_fault', 'host_unreachable', 'time_limit']);
const UNFINISHED: ReadonlySet<string> = new Set<ReasonCode>([
  'needs_javascript',
  'needs_javascript_partial',
  'no_text',
]);

/** What a caller can still do for this page, likeliest first. Nothing here gets past a wall; there is no such advice. */
export function nextSteps(stuck: Stuck): string[] {
  const { url, reason } = stuck;
  const isBlocked = IN_THE_WAY.has(reason);
  const steps = [
    ...ownSteps(stuck),
    ...(isBlocked || reason === 'login_required' || reason === 'too_many_requests' ? otherDoors(url) : []),
    ...browserStep(stuck),
    ...archiveStep(stuck),
    ...(isBlocked ? feedStep(url) : []),
    ...personStep(stuck),
  ];
  return steps.slice(0, MAX_STEPS);
}

function ownSteps({ reason, detail, retryAfterMs }: Stuck): string[] {
  if (reason === 'too_many_requests') {
    const wait = retryAfterMs === null ? 'a few minutes' : `${Math.ceil(retryAfterMs / 1000)} s`;
    return [`Wait ${wait} and ask again.`];
  }
  if (GONE.has(reason)) {
    return ['Check the address; the page may have moved: search for its title, or read the front page of the site.'];
  }
  if (reason === 'time_limit') return ['Ask again with a longer timeout_s.'];
  if (/\(host not found\)/u.test(detail)) return ['Check the name of the site: no such host is known.'];
  if (DOWN.has(reason)) return ['Ask again later; the fault is on the side of the site.'];
  if (reason === 'region_blocked') {
    return ['The operator can set PLAINSIGHT_PROXY to a proxy in a region that the site serves.'];
  }
  if (reason === 'paywall') return ['Search for the headline: other sites may report the same for free.'];
  if (reason === 'no_results') return ['Ask the search of the site with fewer or other words.'];
  return [];
}

/** Only where no browser was tried for want of one. */
function browserStep({ attempts }: Stuck): string[] {
  const missing = attempts.some(({ rung, outcome }) => rung === 'browser' && outcome === 'browser_unavailable');
  return missing ? ['Run `plainsight setup`: with a browser the page may open.'] : [];
}

/** Where the archive was not asked, by setting or for want of time, a caller may look there. */
function archiveStep({ url, reason, attempts }: Stuck): string[] {
  const isNews = !(IN_THE_WAY.has(reason) || GONE.has(reason) || DOWN.has(reason));
  const asked = attempts.find(({ rung }) => rung === 'archive');
  // Asked and answered; what it has is in the answer, or it has nothing.
  if (isNews || (asked && !/^(?:archive_refused|time_limit|rate_limited)$/u.test(asked.outcome))) return [];
  if (url.length > MAX_URL || !canParseUrl(url) || !mayBeArchived(new URL(url))) return [];
  const why = asked ? 'did not answer now' : 'was not asked';
  return [`The archive ${why}; its newest copy, if there is one, is at ${copyAddress(url)}`];
}

function feedStep(url: string): string[] {
  if (!canParseUrl(url)) return [];
  const { origin } = new URL(url);
  return [
    `What a site has for programs is often open where pages are not: try ${origin}/feed, ${origin}/sitemap.xml and ${origin}/llms.txt`,
  ];
}

function personStep({ reason, url }: Stuck): string[] {
  const shown = url.length > MAX_URL ? 'the address' : url;
  const saved = 'and give you the text; `plainsight read FILE` reads a page they saved';
  if (reason === 'login_required') return [`Ask a person with an account to open ${shown} ${saved}.`];
  if (reason === 'paywall') return [`Ask a person with a subscription to open ${shown} ${saved}.`];
  if (IN_THE_WAY.has(reason) || reason === 'consent_required') return [`Ask a person to open ${shown} ${saved}.`];
  return UNFINISHED.has(reason) ? [`If text is expected there, ask a person to open ${shown} ${saved}.`] : [];
}
