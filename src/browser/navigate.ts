import { canParseUrl } from '../base/url.ts';
import { CdpFault, ignoreLoss } from './cdp/fault.ts';
import type { EventData } from './cdp/protocol.ts';
import type { Tab } from './tab.ts';

/** Bytes that were fetched already, with the response they came in; the browser is given them instead of fetching. */
export interface FetchedDocument {
  /** Decoded (no content-encoding), as many as the browser shall see. */
  readonly bytes: Uint8Array;
  readonly status: number;
  /** Headers of the response; those about the transfer are left out here. */
  readonly headers: ReadonlyArray<readonly [name: string, value: string]>;
}

export interface NavigateRequest {
  readonly url: string;
  readonly fetched?: FetchedDocument | undefined;
  readonly referrer?: string | undefined;
}

/** `arrived`: a document stands in the tab, be it Chrome's error page (see `document.current.fault`). */
export type Arrival = 'arrived' | 'download' | 'nothing';

/** Headers that describe how bytes travelled, not what they are. */
const TRANSFER_HEADERS: ReadonlySet<string> = new Set([
  'connection',
  'content-encoding',
  'content-length',
  'keep-alive',
  'proxy-authenticate',
  'proxy-connection',
  'strict-transport-security',
  'trailer',
  'transfer-encoding',
  'upgrade',
]);

const NAVIGATE_TIMEOUT_MS = 120_000;
const COMMIT_MS = 5_000;
const ERROR_PAGE_MS = 500;

/**
 * Sends the tab to an address and waits until its document has begun to arrive. With `fetched`, the first request for
 * the address is answered from memory: address, origin, cookies and policies are as if it had come from the site.
 * @throws CdpFault `timeout` after two minutes, or when the tab is lost; the signal's reason.
 */
export async function navigate(tab: Tab, request: NavigateRequest, signal: AbortSignal): Promise<Arrival> {
  const { session } = tab;
  let unused = request.fetched;
  const off = session.on('Fetch.requestPaused', (paused) => {
    const fetched = unused && isFor(paused, request.url, tab.frameId) ? unused : null;
    if (fetched) unused = undefined;
    void ignoreLoss(fetched ? fulfill(tab, paused.requestId, fetched) : resume(tab, paused.requestId));
  });
  // The listener stays for the life of the tab: later documents of this tab pause as well.
  session.whenEnded(off);
  tab.network.reset();
  const { url, referrer } = request;
  const { commits } = tab.document;
  const answer = await session.send(
    'Page.navigate',
    { url, ...(referrer === undefined ? {} : { referrer }) },
    { signal, timeoutMs: NAVIGATE_TIMEOUT_MS },
  );
  if (answer.isDownload) return 'download';
  if (answer.errorText === undefined || answer.errorText === '') {
    await committed(tab, commits, COMMIT_MS, signal);
    return 'arrived';
  }
  // A response without a document (204, 205, a refused download) is aborted by Chrome itself.
  if (answer.errorText === 'net::ERR_ABORTED') return tab.guards.counts.downloads > 0 ? 'download' : 'nothing';
  await committed(tab, commits, ERROR_PAGE_MS, signal);
  tab.document.fail(answer.errorText);
  return 'arrived';
}

/** The answer to the command may come before the event that says which document stands in the tab now. */
async function committed(tab: Tab, commits: number, timeoutMs: number, signal: AbortSignal): Promise<void> {
  if (tab.document.commits !== commits) return;
  await tab.session
    .next('Page.frameNavigated', ({ frame }) => frame.id === tab.frameId, { timeoutMs, signal })
    .catch((thrown: unknown) => {
      if (!(thrown instanceof CdpFault && thrown.kind === 'timeout')) throw thrown;
    });
}

function isFor(paused: EventData<'Fetch.requestPaused'>, url: string, frameId: string): boolean {
  return paused.frameId === frameId && paused.request.method === 'GET' && samePage(paused.request.url, url);
}

function samePage(left: string, right: string): boolean {
  if (!canParseUrl(left) || !canParseUrl(right)) return false;
  const [one, two] = [new URL(left), new URL(right)];
  one.hash = '';
  two.hash = '';
  return one.href === two.href;
}

async function fulfill(tab: Tab, requestId: string, fetched: FetchedDocument): Promise<void> {
  await tab.session.send('Fetch.fulfillRequest', {
    requestId,
    responseCode: fetched.status,
    responseHeaders: fetched.headers
      .filter(([name]) => !TRANSFER_HEADERS.has(name.toLowerCase()))
      .map(([name, value]) => ({ name, value })),
    body: Buffer.from(fetched.bytes).toString('base64'),
  });
}

async function resume(tab: Tab, requestId: string): Promise<void> {
  await tab.session.send('Fetch.continueRequest', { requestId });
}
