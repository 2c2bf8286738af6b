import { findElided } from './elided.ts';
import { ABSENT, type QuoteMatch } from './match.ts';
import { findNearest } from './nearest.ts';
import { quoteForms } from './quote-forms.ts';
import type { QuoteText } from './quote-text.ts';
import { findWhole } from './whole.ts';

/**
 * Looks a quote up in a text. Nothing but the words, numbers and signs in their order makes it hold; an ellipsis may stand for
 * what the quote leaves out of a passage, unless that turns the sentence around.
 */
export function findQuote(text: QuoteText, quote: string): QuoteMatch {
  const forms = quoteForms(quote);
  let close: QuoteMatch | null = null;
  for (const find of [findWhole, findElided]) {
    for (const form of forms) {
      const match = find(text, form);
      if (match && match.found !== 'close') return match;
      close ??= match;
    }
  }
  if (close) return close;
  const last = forms.at(-1);
  return last ? findNearest(text, last) : ABSENT;
}
