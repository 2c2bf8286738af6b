import { createWorld } from '../../browser/isolated-world.ts';
import { keepWidth } from '../../visibility/rendered/proof-sheets.ts';
import type { PictureArea } from '../picture-result.ts';
import { FrameRules } from '../see/frame-sheets.ts';
import type { SeenLook } from '../see/see-page.ts';

const TO_TOP = 'scrollTo({left:0,top:0,behavior:"instant"}),1';
const TOP_TIMEOUT_MS = 2_000;

/** A page that was scrolled through stands at its end; a person begins at its top. */
export async function toTop({ held, seen }: SeenLook, signal: AbortSignal): Promise<void> {
  const scroll = seen.classified.models[0]?.[0]?.document.scroll;
  if (!scroll || (scroll.x === 0 && scroll.y === 0)) return;
  const { session, frameId } = held.tab;
  const options = { signal, timeoutMs: TOP_TIMEOUT_MS };
  const contextId = await createWorld(session, frameId, options);
  // Not awaited as a promise would be: none is kept in the hold.
  await session.send('Runtime.evaluate', { contextId, expression: TO_TOP, returnByValue: true }, options);
}

/** Sets rules of ours, if any; and the page stays as wide as it was seen: a picture of more than the screen has no scroll bar. */
export async function dressFor({ seen, dress }: SeenLook, own: FrameRules | null): Promise<void> {
  const rules = own ?? new FrameRules();
  const document = seen.classified.models[0]?.[0]?.document;
  if (document && document.content.height > document.viewport.height) {
    rules.add(document, keepWidth(document.bounds(document.htmlBox).width));
  }
  await dress(rules);
}

/** In CSS pixels; at least the screen. */
export async function pageSize({ held }: SeenLook, signal: AbortSignal): Promise<{ width: number; height: number }> {
  const { cssContentSize } = await held.tab.session.send('Page.getLayoutMetrics', undefined, { signal });
  const { viewport } = held.tab.browser.identity;
  return {
    width: Math.max(viewport.width, Math.ceil(cssContentSize.width)),
    height: Math.max(viewport.height, Math.ceil(cssContentSize.height)),
  };
}

/** What is on the screen is taken as it is; anything more makes Chrome draw more than its window. */
export function isOnScreen({ held }: SeenLook, { x, y, width, height }: PictureArea): boolean {
  const { viewport } = held.tab.browser.identity;
  return x + width <= viewport.width && y + height <= viewport.height;
}
