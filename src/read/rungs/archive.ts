import { type Clock, systemClock } from '../../base/time.ts';
import { canParseUrl } from '../../base/url.ts';
import type { Fetcher } from '../../net/fetch.ts';
import { canonicalHost, type Gate, portOf } from '../../net/gate.ts';
import type { FetchFailure, FetchResponse } from '../../net/outcome.ts';
import { type ReasonCode, verdict } from '../reasons.ts';
import type { RawPage, Rung, RungOutcome, RungRequest } from '../rung.ts';
import { askingAddress, mayBeArchived, type Snapshot, snapshotOf } from './snapshot-address.ts';

export interface ArchiveRungDependencies {
  readonly fetcher: Pick<Fetcher, 'fetch'>;
  readonly gate: Pick<Gate, 'checkUrl' | 'isOpened'>;
  /** Where the archive is; for tests. */
  readonly origin?: string;
  /** Replaces the rule which addresses an archive may be told; for tests, whose sites are on loopback. */
  readonly mayAsk?: (url: URL) => boolean;
  readonly clock?: Clock;
}

const WAYBACK = 'https://web.archive.org';
/** How long the archive is left alone when it says “too many” without saying for how long. */
const REST_MS = 60_000;

/**
 * The last rung: the newest copy in the Internet Archive, with one request for the bytes as they were captured. The
 * archive is a site like any other: through the gate, at our pace, and left alone when it asks for that. It is told the
 * address of the page, so it is not asked about private targets and addresses that carry a secret.
 */
export function createArchiveRung(dependencies: ArchiveRungDependencies): Rung {
  const { fetcher, gate, origin = WAYBACK, clock = systemClock } = dependencies;
  const isOurs = (url: URL) => gate.isOpened(canonicalHost(url.hostname), portOf(url));
  const mayAsk = dependencies.mayAsk ?? ((url: URL) => !isOurs(url) && mayBeArchived(url));
  let restUntil = 0;

  const fetchCopy = async ({ url, signal, timeoutMs, instead }: RungRequest): Promise<RungOutcome> => {
    if (clock.now() < restUntil) return failed(url, 'archive_refused', 'it asked to be left alone');
    const outcome = await fetcher.fetch(askingAddress(origin, url), { trust: 'page', signal, timeoutMs });
    if (outcome.outcome !== 'response') return unanswered(url, outcome);
    const snapshot = snapshotOf(origin, outcome);
    if (snapshot === null) {
      if (outcome.status === 429) restUntil = clock.now() + (outcome.retryAfterMs ?? REST_MS);
      return withoutCopy(url, outcome);
    }
    // A copy may redirect to another address, which the operator's lists may keep out.
    gate.checkUrl(snapshot.url);
    return { type: 'page', page: pageOf(outcome, snapshot, instead) };
  };

  return {
    name: 'archive',
    renders: false,
    accepts: (url) => canParseUrl(url) && mayAsk(new URL(url)) && passes(gate, origin),
    fetch: fetchCopy,
  };
}

/** The operator's lists may keep the archive out as well; it is then no rung at all. */
function passes(gate: Pick<Gate, 'checkUrl'>, origin: string): boolean {
  try {
    gate.checkUrl(origin);
    return true;
  } catch {
    return false;
  }
}

function pageOf(response: FetchResponse, snapshot: Snapshot, instead: string | null): RawPage {
  const day = snapshot.capturedAt.slice(0, 10);
  const because = instead === null ? '' : ` The live page was not to be had (${instead}).`;
  return {
    via: 'archive',
    url: snapshot.url,
    hops: [],
    httpStatus: response.status,
    headers: originalHeaders(response.headers),
    contentType: response.contentType ?? response.headers.get(`${ORIGINAL}content-type`) ?? null,
    body: response.body,
    truncated: response.truncated,
    retryAfterMs: null,
    archivedAt: snapshot.capturedAt,
    setsCookies: false,
    sight: null,
    notes: [
      `This is the copy that the Internet Archive made on ${day}; the page of today may differ.${because}`,
      ...response.notes,
    ],
  };
}

const ORIGINAL = 'x-archive-orig-';

/** What the site itself sent; the archive's own headers say nothing about the page. */
function originalHeaders(headers: ReadonlyMap<string, string>): Record<string, string> {
  const own: Record<string, string> = {};
  for (const [name, value] of headers) {
    if (name.startsWith(ORIGINAL) && !name.endsWith('set-cookie')) own[name.slice(ORIGINAL.length)] = value;
  }
  return own;
}

/** The archive answered, but not with a copy. */
function withoutCopy(url: string, { status }: FetchResponse): RungOutcome {
  if (status === 404) return failed(url, 'not_archived');
  if (status === 429) return failed(url, 'archive_refused', 'too many requests, HTTP 429');
  if (status === 403 || status === 451) return failed(url, 'not_archived', `the archive keeps it out, HTTP ${status}`);
  return failed(url, 'archive_refused', `HTTP ${status}`);
}

function unanswered(url: string, failure: FetchFailure): RungOutcome {
  return failed(url, 'archive_refused', failure.outcome === 'timeout' ? 'it did not answer in time' : failure.detail);
}

function failed(url: string, code: ReasonCode, extra = ''): RungOutcome {
  return { type: 'failed', verdict: verdict(code, extra), url, notes: [] };
}
