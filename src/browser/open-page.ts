import { AppError } from '../base/errors.ts';
import { CdpFault, isBrowserLoss } from './cdp/fault.ts';
import { LoadedPage } from './loaded-page.ts';
import { type FetchedDocument, navigate } from './navigate.ts';
import { type BrowserPool, browserDied } from './pool.ts';
import { type SettleReport, settle } from './settle.ts';
import type { Tab } from './tab.ts';

export interface OpenRequest {
  /** http or https; judged by the gate before. */
  readonly url: string;
  /** What was fetched already, so that it is not fetched twice. */
  readonly fetched?: FetchedDocument | undefined;
  readonly referrer?: string | undefined;
  /** The call's time; ends every wait of the page, also later ones. */
  readonly signal: AbortSignal;
  /** The longest that one document may take to settle; see settle.ts. */
  readonly capMs?: number;
}

/** Style that is asked for before anybody wants it. */
const MAX_READY_BYTES = 1_000_000;

const NOT_SETTLED: SettleReport = {
  end: 'quiet',
  ms: 0,
  replacements: 0,
  openRequests: 0,
  waitingFor: [],
  elements: 0,
};

/**
 * Opens an address in a fresh tab and waits until the page can be read. When the browser dies on the way, it is tried
 * once more on a new one.
 * @throws AppError `browser_unavailable` when no browser starts or two die; `navigation_timeout` when the browser
 * does not answer; the signal's reason when the time is over or the caller has gone. Gives the tab back in each case.
 */
export async function openPage(pool: BrowserPool, request: OpenRequest): Promise<LoadedPage> {
  return twice((isLast) => openOnce(pool, request).catch((thrown: unknown) => fail(thrown, isLast)), request.signal);
}

/**
 * Opens the page, does the work with it and closes it. The work is done again from the start, once, when the browser
 * dies in the middle; it must therefore have no effects but its answer.
 */
export async function withPage<T>(
  pool: BrowserPool,
  request: OpenRequest,
  work: (page: LoadedPage) => Promise<T>,
): Promise<T> {
  const once = async () => {
    await using page = await openOnce(pool, request);
    return await work(page);
  };
  return twice((isLast) => once().catch((thrown: unknown) => fail(thrown, isLast)), request.signal);
}

async function twice<T>(work: (isLast: boolean) => Promise<T>, signal: AbortSignal): Promise<T> {
  try {
    return await work(false);
  } catch (thrown) {
    signal.throwIfAborted();
    if (!isBrowserLoss(thrown)) throw thrown;
    return work(true);
  }
}

/** Losses are passed on while there is another try; what a caller sees is an AppError. */
function fail(thrown: unknown, isLast: boolean): never {
  if (!(thrown instanceof CdpFault) || (isBrowserLoss(thrown) && !isLast)) throw thrown;
  if (isBrowserLoss(thrown)) throw browserDied(thrown);
  throw new AppError('navigation_timeout', 'The page kept the browser too busy to be read.', {
    retryable: true,
    cause: thrown,
  });
}

/** Whoever looks at the page will want these; got while there is nothing to do, they keep nobody waiting. Never rejects. */
async function getReady(tab: Tab, signal: AbortSignal): Promise<void> {
  const sheets = tab.frames.list().then((frames) => tab.sheets.prepare(frames));
  await Promise.allSettled([
    sheets,
    tab.sheets.pageStyles(MAX_READY_BYTES),
    tab.sources.of(tab.document.current.loaderId, signal),
  ]);
}

async function openOnce(pool: BrowserPool, request: OpenRequest): Promise<LoadedPage> {
  const { signal } = request;
  const lease = await pool.acquire(signal);
  const { tab } = lease;
  try {
    const arrival = await navigate(tab, request, signal);
    const isDocument = arrival === 'arrived' && tab.document.current.fault === null;
    const capMs = request.capMs === undefined ? {} : { capMs: request.capMs };
    const onWait = () => getReady(tab, signal);
    const report = isDocument ? await settle(tab, { signal, onWait, ...capMs }) : NOT_SETTLED;
    return new LoadedPage(tab, { arrival, report, signal, release: async () => lease[Symbol.asyncDispose]() });
  } catch (thrown) {
    await lease[Symbol.asyncDispose]();
    throw thrown;
  }
}
