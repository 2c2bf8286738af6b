import { delay } from '../base/time.ts';
import { CdpFault, ignoreLoss } from './cdp/fault.ts';
import { settle } from './settle.ts';
import type { Tab } from './tab.ts';

export interface RevealReport {
  readonly steps: number;
  /** The end of the page was reached (or the page does not scroll). */
  readonly reachedEnd: boolean;
  readonly ms: number;
}

export interface RevealOptions {
  readonly signal: AbortSignal;
  /** Default 60 turns of the wheel, about 40,000 px. */
  readonly maxSteps?: number;
  readonly capMs?: number;
}

const MAX_STEPS = 60;
const CAP_MS = 6_000;
const STEP_MS = 16;
/** Share of the viewport that one turn of the wheel moves. */
const STRIDE = 0.85;
/** What starts to fade in on the way has time to finish, seen by the page as fifty times as much. */
const PLAYBACK_RATE = 50;
const MAX_STILL_STEPS = 2;

/**
 * Scrolls through the page with the mouse wheel as a person does, so that what appears only on the way is there.
 * The one thing we do that a page can see. It stays at the end: scrolling back would hide again what some pages show
 * only while it is in view; positions in snapshots are those of the document, whatever the scroll position.
 */
export async function scrollThrough(tab: Tab, options: RevealOptions): Promise<RevealReport> {
  const { signal, maxSteps = MAX_STEPS, capMs = CAP_MS } = options;
  const startedAt = performance.now();
  const { session, browser } = tab;
  const { width, height } = browser.identity.viewport;
  let steps = 0;
  let still = 0;
  let last = await position(tab, signal);
  await session.send('Animation.enable', undefined, { signal });
  await session.send('Animation.setPlaybackRate', { playbackRate: PLAYBACK_RATE }, { signal });
  try {
    while (steps < maxSteps && last.below > 1 && still < MAX_STILL_STEPS && performance.now() - startedAt < capMs) {
      await turnWheel(tab, { x: width / 2, y: height / 2, deltaY: Math.round(height * STRIDE) }, signal);
      await delay(STEP_MS, signal);
      const now = await position(tab, signal);
      still = now.top === last.top ? still + 1 : 0;
      last = now;
      steps++;
    }
    await settle(tab, { signal, capMs: 2_000, totalMs: 3_000 });
  } finally {
    await ignoreLoss(session.send('Animation.setPlaybackRate', { playbackRate: 1 }));
    await ignoreLoss(session.send('Animation.disable'));
  }
  return { steps, reachedEnd: last.below <= 1, ms: Math.round(performance.now() - startedAt) };
}

async function turnWheel(
  tab: Tab,
  wheel: { x: number; y: number; deltaY: number },
  signal: AbortSignal,
): Promise<void> {
  const WHEEL_TIMEOUT_MS = 2_000;
  try {
    await tab.session.send(
      'Input.dispatchMouseEvent',
      { type: 'mouseWheel', deltaX: 0, ...wheel },
      { signal, timeoutMs: WHEEL_TIMEOUT_MS },
    );
  } catch (thrown) {
    // A page that is too busy to answer the wheel has still been given it.
    if (!(thrown instanceof CdpFault && thrown.kind === 'timeout')) throw thrown;
  }
}

async function position(tab: Tab, signal: AbortSignal): Promise<{ top: number; below: number }> {
  const { cssVisualViewport, cssContentSize } = await tab.session.send('Page.getLayoutMetrics', undefined, { signal });
  const top = cssVisualViewport.pageY;
  return { top, below: cssContentSize.height - top - cssVisualViewport.clientHeight };
}
