import type { HtmlRoot } from '../html/tree.ts';
import type { WireMethod } from '../net/client.ts';
import type { Trust } from '../net/egress-dial.ts';

/** What search needs of the world, handed in by app.ts: a fetch, a browser, a judge of addresses. */
export interface SearchOutlets {
  /** Rejects with AppError for what the gate refuses and for cancel; what the network does is an outcome. */
  fetch(url: string, request: OutletRequest): Promise<OutletAnswer | OutletFailure>;
  /**
   * The page as a person would see it in a browser, hidden text already taken out of its tree. Rejects with AppError
   * `browser_unavailable` when there is none.
   */
  render(url: string, request: Pick<OutletRequest, 'signal' | 'timeoutMs'>): Promise<RenderedAnswer | OutletFailure>;
  /** Whether an address found in an answer may be handed on. */
  isSafe(url: string): boolean;
}

export interface OutletRequest {
  readonly trust: Trust;
  readonly method: WireMethod;
  readonly body: string | null;
  readonly headers: Readonly<Record<string, string>>;
  readonly signal: AbortSignal;
  readonly timeoutMs: number;
}

export interface OutletAnswer {
  readonly type: 'answer';
  readonly status: number;
  /** After redirects. */
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly text: string;
  readonly retryAfterMs: number | null;
}

export interface RenderedAnswer {
  readonly type: 'rendered';
  readonly status: number;
  readonly url: string;
  readonly root: HtmlRoot;
}

export interface OutletFailure {
  readonly type: 'failed';
  readonly outcome: 'timeout' | 'unreachable' | 'error';
  /** In our own words. */
  readonly detail: string;
}
