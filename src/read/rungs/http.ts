import type { Fetcher } from '../../net/fetch.ts';
import type { FetchFailure, FetchResponse, Hop } from '../../net/outcome.ts';
import { type ReasonCode, verdict } from '../reasons.ts';
import type { RawPage, Rung, RungOutcome } from '../rung.ts';

/** The plain rung: one fetch without a browser. */
export function createHttpRung(fetcher: Pick<Fetcher, 'fetch'>): Rung {
  return {
    name: 'http',
    renders: false,
    async fetch({ url, signal, timeoutMs, known }): Promise<RungOutcome> {
      const conditional = known === null ? {} : { conditional: known };
      const outcome = await fetcher.fetch(url, { trust: 'page', signal, timeoutMs, ...conditional });
      if (outcome.outcome !== 'response') return failed(outcome);
      if (outcome.status === 304 && known !== null) return { type: 'unchanged' };
      return { type: 'page', page: rawPage(outcome) };
    },
  };
}

const FAILURES: Readonly<Record<FetchFailure['outcome'], ReasonCode>> = {
  too_large: 'body_limit',
  timeout: 'time_limit',
  unreachable: 'host_unreachable',
  bad_encoding: 'bad_encoding',
  redirect_loop: 'redirect_loop',
  too_many_redirects: 'redirect_loop',
};

function failed(failure: FetchFailure): RungOutcome {
  return {
    type: 'failed',
    verdict: verdict(FAILURES[failure.outcome], failure.detail),
    url: failure.url,
    notes: describeHops(failure.hops),
  };
}

function rawPage(response: FetchResponse): RawPage {
  return {
    via: 'http',
    url: response.url,
    hops: response.hops,
    httpStatus: response.status,
    headers: Object.fromEntries(response.headers),
    contentType: response.contentType,
    body: response.body,
    truncated: response.truncated,
    retryAfterMs: response.retryAfterMs,
    archivedAt: null,
    setsCookies: response.setsCookies,
    cookies: response.ownCookies,
    sight: null,
    notes: [...response.notes, ...describeHops(response.hops)],
  };
}

const SHOWN_HOPS = 10;

/** The chain of redirects, for a caller who wonders how the address came about. */
function describeHops(hops: readonly Hop[]): string[] {
  if (hops.length === 0) return [];
  const shown = hops.slice(0, SHOWN_HOPS).map(({ url, status }) => `${status} ${url.slice(0, 200)}`);
  return [`Redirected ${hops.length} time${hops.length === 1 ? '' : 's'}: ${shown.join(' → ')}`];
}
