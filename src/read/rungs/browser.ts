import { Deadline } from '../../base/time.ts';
import type { DocumentSource } from '../../browser/document-source.ts';
import type { LoadedPage } from '../../browser/loaded-page.ts';
import { withPage } from '../../browser/open-page.ts';
import type { BrowserPool } from '../../browser/pool.ts';
import type { Admission } from '../../net/admission.ts';
import { ResolveError } from '../../net/resolve.ts';
import { parseRetryAfter } from '../../net/retry-after.ts';
import { type ReasonCode, verdict } from '../reasons.ts';
import type { RawPage, Rung, RungOutcome, RungRequest } from '../rung.ts';
import { packSight } from '../see/packed-sight.ts';
import { lookAt, type OnSeen, type SeeOptions, seePage } from '../see/see-page.ts';
import type { SightPool } from '../sight-pool.ts';
import { type LabelledDocument, labelled, relabelled } from './unlabelled.ts';
import { waitOutCheck } from './wait-out-check.ts';

export interface BrowserRungDependencies {
  /** @throws AppError `browser_unavailable` with the command that mends it. */
  readonly pool: () => Promise<BrowserPool>;
  readonly admission: Admission;
  readonly sight: SightPool;
  readonly watch?: PageWatch;
}

/** Whoever wants more of a page than its text. Asked again when the page has to be opened again. */
export interface PageWatch {
  /** Before the page is looked at, while its scripts run. */
  readonly onSettled?: (page: LoadedPage) => Promise<void>;
  /** When it was seen, while it still stands still. */
  readonly onSeen: OnSeen;
}

/** Of the time that is left, for one document to settle: the proof needs its share. */
const SETTLE_SHARE = 0.5;
const MAX_SETTLE_MS = 8_000;
/** Of a page with more Chrome would need more than a minute and a gigabyte to say how it looks. */
const MAX_ELEMENTS = 150_000;

/** The rung that renders: the page as it stands in a real browser, with the proof of what a person could see of it. */
export function createBrowserRung(dependencies: BrowserRungDependencies): Rung {
  return {
    name: 'browser',
    renders: true,
    async fetch(request): Promise<RungOutcome> {
      using deadline = new Deadline(request.timeoutMs, request.signal);
      try {
        return await render(request, dependencies, deadline);
      } catch (thrown) {
        if (!deadline.timedOut) return failed(request.url, thrown);
        return { type: 'failed', verdict: verdict('time_limit', 'in the browser'), url: request.url, notes: [] };
      }
    },
  };
}

async function render(
  request: RungRequest,
  dependencies: BrowserRungDependencies,
  deadline: Deadline,
): Promise<RungOutcome> {
  const { signal } = deadline;
  const { pool, admission } = dependencies;
  const fetched = fetchedDocument(request.atHand);
  const url = fetched && request.atHand ? request.atHand.url : request.url;
  const since = Date.now();
  if (!fetched) await admission.enter(url, { signal, maxWaitMs: deadline.remainingMs });
  const tabs = await pool();
  if (!dependencies.watch) void dependencies.sight.prepare();
  const read = (given: LabelledDocument | null, at: string) => {
    const open = { url: at, fetched: given ?? undefined, signal, capMs: capOf(deadline) };
    return withPage(tabs, open, async (page): Promise<RungOutcome | Relabelled> => {
      await waitOutCheck(page, deadline);
      const refusal = admission.refusal(page.document.url, since);
      // The proxy answers 403 in the site's place, or lets a tunnel fail; its own record cannot be written by a site.
      if (refusal && (page.kind === 'none' || page.document.status === 403)) throw refusal;
      const better = given === null && page.kind === 'page' ? await relabelled(page) : null;
      if (better) return { type: 'relabelled', document: better, url: page.document.url };
      const input = { expand: request.expand, notes: given?.notes ?? [], signal };
      return page.kind === 'page' ? seen(page, input, dependencies) : notSeen(page, request.url);
    });
  };
  const first = await read(fetched, url);
  if (first.type !== 'relabelled') return first;
  const second = await read(first.document, first.url);
  return second.type === 'relabelled' ? none(url, 'odd_status') : second;
}

interface Relabelled {
  readonly type: 'relabelled';
  readonly document: LabelledDocument;
  readonly url: string;
}

function capOf(deadline: Deadline): number {
  return Math.min(MAX_SETTLE_MS, deadline.remainingMs * SETTLE_SHARE);
}

/**
 * A plain answer is the browser's too when it is a whole page, with the cookies that came with it. Where some came on
 * the way, or with a copy from the cache, the page is fetched again: without them its own scripts could see another
 * site than the page was made for.
 */
function fetchedDocument(page: RawPage | null): LabelledDocument | null {
  if (page?.via !== 'http' || page.httpStatus !== 200 || page.truncated) return null;
  const cookies = page.cookies ?? [];
  if (page.setsCookies && cookies.length === 0) return null;
  if (!/\bx?html\b/iu.test(page.contentType ?? '')) return null;
  const headers = [...Object.entries(page.headers), ...cookies.map((value) => ['set-cookie', value] as const)];
  return labelled({ bytes: page.body, status: page.httpStatus, headers });
}

async function notSeen(page: LoadedPage, asked: string): Promise<RungOutcome> {
  if (page.kind === 'other') return shownOtherwise(page);
  if (page.kind === 'download') return none(asked, 'file_download');
  const { fault, url } = page.document;
  return fault === null ? none(asked, 'no_content') : none(url, 'host_unreachable', faultWords(fault));
}

interface SeenInput {
  readonly expand: boolean;
  readonly notes: readonly string[];
  readonly signal: AbortSignal;
}

/** What was seen, and the bytes of the document it was seen of: taken in the same hold. */
async function seen(
  page: LoadedPage,
  { expand, notes, signal }: SeenInput,
  { sight, watch }: BrowserRungDependencies,
): Promise<RungOutcome> {
  const { elements } = page.settled;
  const { url } = page.document;
  if (elements > MAX_ELEMENTS) return none(url, 'memory_limit', `${elements} elements, more than ${MAX_ELEMENTS}`);
  await watch?.onSettled?.(page);
  let source: DocumentSource | null = null;
  const options = {
    expand,
    close: true,
    onHold: async () => {
      source = await page.source();
    },
  };
  const look = await (watch
    ? seeHere(page, { ...options, onSeen: watch.onSeen })
    : lookAt(page, options, async (held, how) => {
        const looked = await sight.look(held, how, signal);
        return looked.type === 'scroll first' ? looked.type : looked;
      }));
  if (look.type === 'killed') return { type: 'failed', verdict: look.verdict, url, notes: [] };
  return { type: 'page', page: seenPage(page, source, look.sight, [...notes, ...look.notes]) };
}

/** In this thread, where whoever wants pictures of the page can see what was seen. */
async function seeHere(page: LoadedPage, options: SeeOptions) {
  const looked = await seePage(page, options);
  return { type: 'seen', sight: packSight(looked), notes: looked.notes } as const;
}

function seenPage(
  page: LoadedPage,
  source: DocumentSource | null,
  sight: Uint8Array,
  notes: readonly string[],
): RawPage {
  if (source !== null) return rawPage(page, source.bytes, sight, notes);
  const lost = 'The browser no longer had the bytes of the document; raw_sha256 is that of none.';
  return rawPage(page, new Uint8Array(), sight, [...notes, lost]);
}

/** A text, a feed or data that the browser only displays: its bytes are read as the plain rung's would be. */
async function shownOtherwise(page: LoadedPage): Promise<RungOutcome> {
  const { url, mimeType } = page.document;
  // What stands in the tab then is the page of a viewer.
  if (mimeType === 'application/pdf') return none(url, 'file_download');
  const source = await page.source();
  if (source === null) return none(url, 'file_download');
  return { type: 'page', page: rawPage(page, source.bytes, null, []) };
}

function rawPage(page: LoadedPage, body: Uint8Array, sight: Uint8Array | null, remarks: readonly string[]): RawPage {
  const { url, status, headers, mimeType, brokenOff } = page.document;
  const { 'set-cookie': cookies, ...shown } = headers;
  return {
    via: 'browser',
    url,
    hops: [],
    httpStatus: status,
    headers: shown,
    contentType: headers['content-type'] ?? mimeType,
    body,
    truncated: brokenOff,
    retryAfterMs: parseRetryAfter(headers['retry-after'] ?? null, Date.now()),
    archivedAt: null,
    setsCookies: cookies !== undefined,
    sight,
    notes: [...settleNotes(page), ...remarks],
  };
}

function settleNotes({ settled }: LoadedPage): string[] {
  if (settled.end === 'quiet') return [];
  const still = settled.waitingFor.length === 0 ? '' : ` (${settled.waitingFor.join(', ')})`;
  return [`The page was still busy when it was read${still}; it may say more later.`];
}

function none(url: string, code: ReasonCode, extra = ''): RungOutcome {
  return { type: 'failed', verdict: verdict(code, extra), url, notes: [] };
}

/** What the network did is an outcome; what the caller or we did is an error. */
function failed(url: string, thrown: unknown): RungOutcome {
  if (thrown instanceof ResolveError) {
    return none(url, 'host_unreachable', thrown.reason === 'not_found' ? 'host not found' : 'name lookup failed');
  }
  throw thrown;
}

/** `net::ERR_NAME_NOT_RESOLVED` in words: Chrome's own names are fixed and hold nothing of a page. */
function faultWords(fault: string): string {
  const name = /^net::ERR_([A-Z0-9_]{1,60})$/u.exec(fault)?.[1];
  return name === undefined ? 'no connection' : name.toLowerCase().replaceAll('_', ' ');
}
