/** One step of a chain of redirects: the address that was asked and what it said. */
export interface Hop {
  readonly url: string;
  readonly status: number;
}

/** What became of a fetch. What the network does is data; what the gate refuses is an AppError instead. */
export type FetchOutcome = FetchResponse | FetchFailure;

export interface FetchResponse {
  readonly outcome: 'response';
  readonly status: number;
  /** The final address, after redirects, without a fragment of ours added or lost. */
  readonly url: string;
  /** The addresses that redirected, first one first; empty when the first one answered. */
  readonly hops: readonly Hop[];
  /** Lower-case names, first values; Set-Cookie is not among them. */
  readonly headers: ReadonlyMap<string, string>;
  /** The Content-Type as sent; null when there was none. */
  readonly contentType: string | null;
  /** Decoded bytes, at most the cap. */
  readonly body: Uint8Array;
  /** The body is not whole: cut at the cap, broken off, or a damaged encoding. `notes` says which. */
  readonly truncated: boolean;
  /** Short remarks in our own words. */
  readonly notes: readonly string[];
  /** Some answer of the chain set a cookie. */
  readonly setsCookies: boolean;
  /** Set-Cookie values of the final answer; empty when an earlier answer of the chain set one, which belongs elsewhere. */
  readonly ownCookies: readonly string[];
  /** Milliseconds the server asked to wait (Retry-After), on whatever status it came. */
  readonly retryAfterMs: number | null;
  /** Which client spoke: `wreq` looks like Chrome, `undici` does not. */
  readonly client: 'wreq' | 'undici';
}

export interface FetchFailure {
  readonly outcome: 'too_large' | 'timeout' | 'unreachable' | 'bad_encoding' | 'redirect_loop' | 'too_many_redirects';
  /** One sentence in our own words. */
  readonly detail: string;
  /** The address at which it ended. */
  readonly url: string;
  readonly hops: readonly Hop[];
  /** The status of the last answer, when there was one. */
  readonly status: number | null;
  readonly client: 'wreq' | 'undici' | null;
}
