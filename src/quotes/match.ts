/** What became of one quote in one text. */
export interface QuoteMatch {
  /**
   * `exact`: letter by letter as seen. `normalised`: the same words, numbers and signs; case, blanks, marks of quotation, dashes and the
   * like differ. `close`: other words in between, listed in `difference`. `absent`: nothing like it.
   */
  readonly found: 'exact' | 'normalised' | 'close' | 'absent';
  /** Place in the seen text; null when absent. */
  readonly place: Place | null;
  /** How often the words stand in the text, counted to MAX_COUNTED; 0 unless exact or normalised. */
  readonly occurrences: number;
  readonly difference: readonly Difference[];
  /** Remarks in our own words. */
  readonly notes: readonly string[];
}

export interface Place {
  readonly start: number;
  readonly end: number;
}

export interface Difference {
  readonly kind: 'number' | 'negation' | 'unit' | 'word' | 'punctuation';
  /** As the quote has it; empty when the page says more. */
  readonly quote: string;
  /** As the page has it; empty when the quote says more. */
  readonly page: string;
}

export const ABSENT: QuoteMatch = { found: 'absent', place: null, occurrences: 0, difference: [], notes: [] };
