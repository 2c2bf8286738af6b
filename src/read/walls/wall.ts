/** The outcome a marker stands for. */
export type WallKind = 'bot_challenge' | 'bot_block' | 'too_many_requests' | 'consent_required' | 'login_required';

/** What stands in the way of the page, and how that was found out. */
export interface Wall {
  /** Empty when no vendor is known. */
  readonly vendor: string;
  readonly kind: WallKind;
  readonly certainty: 'header' | 'markup' | 'wording';
  /** The sign, in words of ours or from the tables of markers; never what the page wrote. */
  readonly sign: string;
}

/**
 * Limits of visible text (characters) above which a marker is taken for part of a real page. Protection scripts are
 * present on ordinary pages too, so a marker proves more the less there is to read. The figures stand between the
 * longest captured wall and the shortest real page that carries the marker.
 */
/** For scripts that merely watch: they stand on the shortest of real pages. */
export const EMPTY = 5;
export const BARE = 80;
export const NEAR_EMPTY = 600;
export const SHORT = 1500;
export const LONG = 6000;

/** Lower-case pieces that must all occur in the page’s tags, attributes and scripts (its visible text is left out). */
export interface MarkupMarker {
  readonly vendor: string;
  readonly kind: WallKind;
  readonly all: readonly string[];
  readonly upTo: number;
  /** Markup that makes a page of it all the same. */
  readonly unless?: RegExp;
}

/** Lower-case phrases that must all occur in the title or the visible text. */
export interface WordMarker {
  readonly vendor: string;
  readonly kind: WallKind;
  readonly all: readonly string[];
  readonly upTo: number;
}

export interface HeaderMarker {
  readonly vendor: string;
  readonly kind: WallKind;
  readonly name: string;
  /** Lower-case value that decides; null when the header’s presence does. */
  readonly value: string | null;
  /** Counts only beside an error status, where the header also travels with allowed pages. */
  readonly onlyWithError: boolean;
}
