import { CdpFault } from './cdp/fault.ts';
import type { CommandInput, CommandOutput } from './cdp/protocol.ts';
import type { CdpSession } from './cdp/session.ts';
import { readMessage } from './cdp/wire.ts';
import type { RunningBrowser } from './running-browser.ts';

type RawSnapshot = CommandOutput<'DOMSnapshot.captureSnapshot'>;

export interface Snapshot extends RawSnapshot {
  /** The styles that were captured, in the order of `layout.styles`: the wanted ones less those this browser lacks. */
  readonly styleNames: readonly string[];
}

const SNAPSHOT_TIMEOUT_MS = 30_000;

export interface SnapshotOptions {
  readonly styles: readonly string[];
  /** Offset, client and scroll rectangles of all elements: two fifths of the time on a large page. Default true. */
  readonly rects?: boolean;
}

/** One snapshot of DOM, layout, styles and paint order of all documents of a session. */
export async function captureSnapshot(
  session: CdpSession,
  browser: RunningBrowser,
  options: SnapshotOptions,
  signal: AbortSignal,
): Promise<Snapshot> {
  const { answer, styleNames } = await capture(browser, options, signal, (input) =>
    session.send('DOMSnapshot.captureSnapshot', input, { signal, timeoutMs: SNAPSHOT_TIMEOUT_MS }),
  );
  return { ...answer, styleNames };
}

/** A snapshot as it came, to be parsed elsewhere; see `parseSnapshot`. */
export interface SnapshotBytes {
  readonly bytes: Uint8Array;
  readonly styleNames: readonly string[];
}

export async function captureBytes(
  session: CdpSession,
  browser: RunningBrowser,
  options: SnapshotOptions,
  signal: AbortSignal,
): Promise<SnapshotBytes> {
  const { answer, styleNames } = await capture(browser, options, signal, (input) =>
    session.sendRaw('DOMSnapshot.captureSnapshot', input, { signal, timeoutMs: SNAPSHOT_TIMEOUT_MS }),
  );
  return { bytes: answer, styleNames };
}

export function parseSnapshot({ bytes, styleNames }: SnapshotBytes): Snapshot {
  const result = readMessage(bytes)?.result;
  if (!result) throw new CdpFault('refused', 'DOMSnapshot.captureSnapshot', 'not to be read');
  return { ...(result as RawSnapshot), styleNames }; // seam: the protocol's types describe what the browser sends
}

type SnapshotInput = CommandInput<'DOMSnapshot.captureSnapshot'>;

async function capture<T>(
  browser: RunningBrowser,
  { styles, rects = true }: SnapshotOptions,
  signal: AbortSignal,
  take: (input: SnapshotInput) => Promise<T>,
): Promise<{ readonly answer: T; readonly styleNames: readonly string[] }> {
  const inputOf = (computedStyles: string[]) => ({ computedStyles, includePaintOrder: true, includeDOMRects: rects });
  const wanted = styles.filter((name) => !browser.refusedStyles.has(name));
  try {
    return { answer: await take(inputOf(wanted)), styleNames: wanted };
  } catch (thrown) {
    // One unknown name fails the whole call; which one it is has to be tried, once per browser.
    if (!(thrown instanceof CdpFault) || thrown.kind !== 'refused') throw thrown;
  }
  for (const name of wanted.filter((each) => !browser.knownStyles.has(each))) {
    await probeStyle(name, browser, signal);
  }
  const accepted = wanted.filter((name) => !browser.refusedStyles.has(name));
  return { answer: await take(inputOf(accepted)), styleNames: accepted };
}

/** Asks on a blank tab: on a large page each question would cost a whole snapshot. */
async function probeStyle(name: string, browser: RunningBrowser, signal: AbortSignal): Promise<void> {
  const session = await blankSession(browser, signal);
  try {
    await session.send('DOMSnapshot.captureSnapshot', { computedStyles: [name] }, { signal });
    browser.knownStyles.add(name);
  } catch (thrown) {
    if (!(thrown instanceof CdpFault) || thrown.kind !== 'refused') throw thrown;
    browser.refusedStyles.add(name);
  }
}

const blanks = new WeakMap<RunningBrowser, Promise<CdpSession>>();

function blankSession(browser: RunningBrowser, signal: AbortSignal): Promise<CdpSession> {
  let blank = blanks.get(browser);
  if (!blank) {
    blank = openBlank(browser, signal);
    blanks.set(browser, blank);
    blank.catch(() => blanks.delete(browser));
  }
  return blank;
}

async function openBlank(browser: RunningBrowser, signal: AbortSignal): Promise<CdpSession> {
  const { root } = browser.connection;
  const { browserContextId } = await root.send('Target.createBrowserContext', { disposeOnDetach: true }, { signal });
  const { targetId } = await root.send('Target.createTarget', { url: 'about:blank', browserContextId }, { signal });
  const { sessionId } = await root.send('Target.attachToTarget', { targetId, flatten: true }, { signal });
  return root.child(sessionId, targetId);
}
