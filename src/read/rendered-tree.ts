import type { HtmlRoot } from '../html/tree.ts';
import { applySight } from '../visibility/apply.ts';
import type { Rung } from './rung.ts';
import { unpackSight } from './see/packed-sight.ts';

/** A page as a browser shows it, for those who read its structure and not its article. */
export type RenderedTree =
  | { readonly type: 'rendered'; readonly status: number; readonly url: string; readonly root: HtmlRoot }
  | { readonly type: 'failed'; readonly outcome: 'timeout' | 'unreachable' | 'error'; readonly detail: string };

/**
 * Renders one address and takes out of its tree what no person could see. Rejects with AppError as the rung does:
 * for what the gate refuses, `browser_unavailable`, and cancel.
 */
export async function renderTree(
  rung: Pick<Rung, 'fetch'>,
  url: string,
  { signal, timeoutMs }: { readonly signal: AbortSignal; readonly timeoutMs: number },
): Promise<RenderedTree> {
  const outcome = await rung.fetch({ url, signal, timeoutMs, known: null, atHand: null, expand: false, instead: null });
  if (outcome.type === 'failed') {
    const { code, detail } = outcome.verdict.reason;
    const kind = code === 'time_limit' ? 'timeout' : code === 'host_unreachable' ? 'unreachable' : 'error';
    return { type: 'failed', outcome: kind, detail };
  }
  if (outcome.type !== 'page' || outcome.page.sight === null) {
    return { type: 'failed', outcome: 'error', detail: 'the browser showed no page' };
  }
  const { root, sight } = unpackSight(outcome.page.sight);
  applySight(root, sight, { expand: false, includeHidden: false });
  return { type: 'rendered', status: outcome.page.httpStatus ?? 200, url: outcome.page.url, root };
}
