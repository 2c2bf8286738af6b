import { ignoreLoss } from '../../browser/cdp/fault.ts';
import { evaluateAlone } from '../../browser/isolated-world.ts';
import type { LoadedPage } from '../../browser/loaded-page.ts';

const UP_PX = -10_000_000;
const WHEEL_TIMEOUT_MS = 2_000;
const ASK_TIMEOUT_MS = 2_000;
/** What loads on the way has this long to arrive. */
const SETTLE = { capMs: 2_000, totalMs: 3_000 };

/** Without scripts and pictures that wait, a page is the same however far it was scrolled. */
const WAITS = 'document.scripts.length>0||document.querySelector("[loading=lazy]")!==null';

/**
 * Scrolls through a page like a person, and back to its top: pictures that wait for it are loaded then, and what hides
 * from those who scroll down is there again. Where a page does not let go, it is pictured as it stands.
 */
export async function scrollThere(page: LoadedPage, signal: AbortSignal): Promise<void> {
  const { session, browser, frameId } = page.tab;
  const asked = evaluateAlone(session, frameId, WAITS, { signal, timeoutMs: ASK_TIMEOUT_MS });
  if ((await asked.catch(() => true)) === false) return;
  await page.reveal();
  const { width, height } = browser.identity.viewport;
  const wheel = { type: 'mouseWheel', deltaX: 0, deltaY: UP_PX, x: width / 2, y: height / 2 } as const;
  await ignoreLoss(session.send('Input.dispatchMouseEvent', wheel, { signal, timeoutMs: WHEEL_TIMEOUT_MS }));
  await page.settle(SETTLE);
}
