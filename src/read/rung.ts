import type { NativeForm } from '../extract/native/native-page.ts';
import type { Hop } from '../net/outcome.ts';
import type { Verdict } from './reasons.ts';
import type { Attempt, ReadResult } from './result.ts';

/**
 * One way to get a page. Rungs are tried in order until one gives a good page; each is one file in rungs/ and one
 * line in the list that app.ts hands to the reader.
 */
export interface Rung {
  readonly name: Attempt['rung'];
  /** Its pages are seen as in a browser; needed for `render: always`, left out for `never`. */
  readonly renders: boolean;
  /** Whether the rung can be used for an address at all; absent: for every one. */
  readonly accepts?: (url: string) => boolean;
  /** Rejects with AppError for what the gate refuses, rate_limited and cancelled; everything else is an outcome. */
  fetch(request: RungRequest): Promise<RungOutcome>;
  /** The same way with more effort, for pages that look at their visitor and turned this one away. */
  readonly again?: SecondTry;
}

export interface SecondTry extends Rung {
  /** What is different, in a few words, for the list of attempts. */
  readonly manner: string;
  /** False when it would be the same again. */
  isThere(): Promise<boolean>;
}

export interface RungRequest {
  readonly url: string;
  readonly signal: AbortSignal;
  readonly timeoutMs: number;
  /** Validators of the copy at hand; a rung that cannot revalidate ignores them. */
  readonly known: Validators | null;
  /** What a cheaper rung got from this address a moment ago; null when nothing arrived or none was asked. */
  readonly atHand: RawPage | null;
  /** Collapsed content will be shown, so a browser has to look at it opened. */
  readonly expand: boolean;
  /** Why cheaper rungs did not get the page, in our own words; null when none was tried. */
  readonly instead: string | null;
}

export interface Validators {
  /** The address that the copy came from, after redirects. */
  readonly url: string;
  readonly etag: string | null;
  readonly lastModified: string | null;
}

export type RungOutcome =
  | { readonly type: 'page'; readonly page: RawPage }
  /** The copy at hand is still right. */
  | { readonly type: 'unchanged' }
  | { readonly type: 'failed'; readonly verdict: Verdict; readonly url: string; readonly notes: readonly string[] };

/** A page as it arrived, nothing in it trusted or understood yet. */
export interface RawPage {
  readonly via: ReadResult['via'];
  /** The final address. */
  readonly url: string;
  readonly hops: readonly Hop[];
  readonly httpStatus: number | null;
  /** Lower-case names, without cookies. */
  readonly headers: Readonly<Record<string, string>>;
  readonly contentType: string | null;
  readonly body: Uint8Array;
  readonly truncated: boolean;
  readonly retryAfterMs: number | null;
  readonly archivedAt: string | null;
  /** The site set cookies on the way to this page. */
  readonly setsCookies: boolean;
  /**
   * Those that came with the page itself, as they were sent: for a browser that is given the page's bytes. Never cached.
   * Absent or empty when there are none or when some came on the way.
   */
  readonly cookies?: readonly string[];
  /** What a browser saw of the page (see/packed-sight.ts); null when none rendered it. */
  readonly sight: Uint8Array | null;
  /** Set for what is no page but the source of one: how it is written. */
  readonly native?: NativeForm | undefined;
  /** Remarks in our own words. */
  readonly notes: readonly string[];
}
