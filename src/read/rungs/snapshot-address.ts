import { isIP } from 'node:net';
import { canParseUrl } from '../../base/url.ts';
import { canonicalHost } from '../../net/gate.ts';
import type { FetchResponse } from '../../net/outcome.ts';

/** A copy in the archive. */
export interface Snapshot {
  /** The address that was captured: the one asked for, or where that one led when the copy was made. */
  readonly url: string;
  /** ISO 8601, UTC. */
  readonly capturedAt: string;
}

/** Later than every copy, so the archive redirects to the newest one. */
const FAR_FUTURE = '29991231235959';
/** `id_` asks for the bytes as they were captured, without the archive's bar and rewritten links. */
const ORIGINAL_BYTES = 'id_';

export function askingAddress(origin: string, url: string): string {
  return `${origin}/web/${FAR_FUTURE}${ORIGINAL_BYTES}/${url}`;
}

/** Where a person sees the newest copy. */
export function copyAddress(url: string): string {
  return `https://web.archive.org/web/2/${url}`;
}

const COPY_PATH = /^\/web\/(\d{14})(?:[a-z]{2}_)?\/(https?:\/{1,2}.+)$/iu;

/**
 * Which copy an answer of the archive holds; null when it is the archive's own page (no copy, too many requests, a
 * fault). A copy of an error page is told from those by the headers that come with copies only.
 */
export function snapshotOf(
  origin: string,
  response: Pick<FetchResponse, 'url' | 'status' | 'headers'>,
): Snapshot | null {
  if (!canParseUrl(response.url) || new URL(response.url).origin !== new URL(origin).origin) return null;
  const address = new URL(response.url);
  const [, stamp = '', captured = ''] = COPY_PATH.exec(`${address.pathname}${address.search}`) ?? [];
  const capturedAt = dateOf(stamp === FAR_FUTURE ? '' : stamp) ?? mementoDate(response.headers);
  const isCopy = response.headers.has('memento-datetime') || response.headers.has('x-archive-src');
  const isGood = response.status >= 200 && response.status < 300;
  if (capturedAt === null || !(isCopy || (isGood && stamp !== FAR_FUTURE))) return null;
  const url = captured.replace(/^(https?):\/(?!\/)/iu, '$1://');
  return canParseUrl(url) ? { url: new URL(url).href, capturedAt } : null;
}

/** `20240131235959` */
function dateOf(stamp: string): string | null {
  const parts = /^(\d{4})(\d\d)(\d\d)(\d\d)(\d\d)(\d\d)$/u.exec(stamp);
  if (parts === null) return null;
  const [, year, month, day, hour, minute, second] = parts;
  return iso(Date.parse(`${year}-${month}-${day}T${hour}:${minute}:${second}Z`));
}

function mementoDate(headers: ReadonlyMap<string, string>): string | null {
  return iso(Date.parse(headers.get('memento-datetime') ?? ''));
}

function iso(time: number): string | null {
  return Number.isNaN(time) ? null : new Date(time).toISOString();
}

/** Names that are no part of the public internet (RFC 2606, RFC 6761, RFC 6762, RFC 7686, RFC 8375). */
const RESERVED = /(?:^|\.)(?:test|example|invalid|localhost|local|internal|onion|home\.arpa|lan|corp|home|intranet)$/u;
/** Parameters that let whoever has the address in; telling them would hand the page to strangers. */
const SECRET =
  /^(?:.*(?:token|secret|passw(?:or)?d|signature|credential)|sig|auth|authorization|(?:api|access|private|sas)?[-_]?key|code|otp|sid|session.*|jwt|x-(?:amz|goog)-.*|share|invite|magic)$/iu;

/** Whether the address may be told to the archive, and may be in it at all. */
export function mayBeArchived(url: URL): boolean {
  const host = canonicalHost(url.hostname);
  if (isIP(host) !== 0 || !host.includes('.') || RESERVED.test(host)) return false;
  return ![...url.searchParams.keys()].some((name) => SECRET.test(name));
}
