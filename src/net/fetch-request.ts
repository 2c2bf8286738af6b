import type { WireMethod } from './client.ts';
import type { Trust } from './egress-dial.ts';

export interface FetchLimits {
  /** Most bytes of a body, after decompression. */
  readonly maxBodyBytes: number;
  /** Longest wait for the end of a response's head. */
  readonly headerTimeoutMs: number;
  /** Longest wait for the next byte of a body. */
  readonly idleTimeoutMs: number;
  /** Time for the whole fetch when the call names none. */
  readonly timeoutMs: number;
}

export const DEFAULT_FETCH_LIMITS: FetchLimits = {
  maxBodyBytes: 10 * 1024 * 1024,
  headerTimeoutMs: 20_000,
  idleTimeoutMs: 15_000,
  timeoutMs: 30_000,
};

export interface FetchRequest {
  /** No default: whether a page or the operator named the address decides what it may reach. */
  readonly trust: Trust;
  readonly signal?: AbortSignal;
  /** For everything up to the last byte of the body. */
  readonly timeoutMs?: number;
  readonly method?: WireMethod;
  readonly body?: string;
  /** Sent to the first origin only; a redirect to another one leaves them all behind. */
  readonly headers?: Readonly<Record<string, string>>;
  readonly accept?: string;
  /**
   * A piece of a page that was just fetched (a style sheet): loaded without the pause between reads, as browsers do.
   * A site that asked for rest is left alone all the same.
   */
  readonly part?: boolean;
  readonly maxBodyBytes?: number;
  /** What to do with a body over the cap: `cut` suits text, `fail` what is useless in part. Default: by content type. */
  readonly overCap?: 'cut' | 'fail';
  /** For revalidation; sent only to `url` (the address the copy came from), or to the first address without one. */
  readonly conditional?: {
    readonly etag?: string | null;
    readonly lastModified?: string | null;
    readonly url?: string;
  };
}
