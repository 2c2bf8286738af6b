import type { Difference } from './match.ts';

/** Quotes of one page, as they are to be checked. */
export interface QuoteRequest {
  /** Exactly one of `url` and `contentSha256` is given. */
  readonly url: string | null;
  /** The content_sha256 of a read of this process, or of one that is kept as evidence. */
  readonly contentSha256: string | null;
  readonly quotes: readonly string[];
  readonly render: 'auto' | 'always' | 'never';
  /** Oldest copy of the page that is good enough, in seconds. */
  readonly maxAgeS: number;
  readonly timeoutS: number;
}

/**
 * Where on the page the words stand. `main`: in the text that read_page returns; `page`: elsewhere in sight (menus, side
 * columns, foot); `closed`: in a part that a reader opens first; `title`: the title of the page; `hidden`: only where no person sees them.
 */
export const QUOTE_PLACES = ['main', 'page', 'closed', 'title', 'hidden'] as const;

export interface QuoteCheck {
  /** `unread`: the page was not obtained, so nothing is known of the quote. */
  readonly found: 'exact' | 'normalised' | 'close' | 'absent' | 'unread';
  readonly where: (typeof QUOTE_PLACES)[number] | null;
  readonly passage: string;
  /** Code points of the Markdown of the part that `where` names; null when absent. */
  readonly start: number | null;
  readonly end: number | null;
  readonly heading: string;
  readonly section: string;
  /** The address of the page that scrolls to the passage; empty when absent. */
  readonly link: string;
  readonly occurrences: number;
  readonly difference: readonly Difference[];
  readonly notes: readonly string[];
}

/** The page of a check and what became of each quote, in the order given. */
export interface PageCheck {
  readonly status: string;
  readonly reason: { readonly code: string; readonly detail: string };
  readonly url: string;
  readonly finalUrl: string;
  readonly title: string;
  readonly contentSha256: string;
  readonly fetchedAt: string;
  readonly via: string;
  readonly seen: string;
  readonly quotes: readonly QuoteCheck[];
  readonly notes: readonly string[];
}

/** Whether a quote may be given as such. */
export function holds(found: QuoteCheck['found']): boolean {
  return found === 'exact' || found === 'normalised';
}
