import { truncate } from '../base/text.ts';
import type { Alignment, Step } from './align.ts';
import type { Difference } from './match.ts';
import type { Run } from './occurrences.ts';
import type { QuoteForm } from './quote-forms.ts';
import type { QuoteText } from './quote-text.ts';
import { isNumberToken, isWordToken, type Tokens } from './tokens.ts';
import { sliceOf } from './whole.ts';
import { isNegation, isUnit } from './words-of-weight.ts';

const MAX_DIFFERENCES = 12;
const MAX_SHOWN = 160;

/** What quote and page do not share, word by word, neighbouring changes as one; the first MAX_DIFFERENCES. */
export function differencesOf(
  text: QuoteText,
  page: Tokens,
  window: Run,
  form: QuoteForm,
  range: Run,
  { steps }: Alignment,
): Difference[] {
  return groups(steps)
    .slice(0, MAX_DIFFERENCES)
    .map((group) => {
      const inQuote = group.flatMap((step) => (step.type === 'missing' ? [] : [range.from + step.quote]));
      const onPage = group.flatMap((step) => (step.type === 'added' ? [] : [window.from + step.page]));
      const quote = shown(form.text, form.tokens, inQuote);
      const seen = shown(text.seen, page, onPage);
      const words = [wordsAt(form.tokens, inQuote), wordsAt(page, onPage)] as const;
      const follows = isNumberToken(page.words[(onPage[0] ?? 0) - 1] ?? '');
      return { kind: kindOf(words[0], words[1], follows && isUnit(quote) && isUnit(seen)), quote, page: seen };
    });
}

function groups(steps: readonly Step[]): Step[][] {
  const found: Step[][] = [];
  let open: Step[] | null = null;
  for (const step of steps) {
    if (step.type === 'same') open = null;
    else if (open) open.push(step);
    else {
      open = [step];
      found.push(open);
    }
  }
  return found;
}

function wordsAt({ words }: Tokens, indexes: readonly number[]): string[] {
  return indexes.map((index) => words[index] ?? '');
}

function shown(text: string, tokens: Tokens, indexes: readonly number[]): string {
  const first = indexes[0];
  const last = indexes.at(-1);
  if (first === undefined || last === undefined) return '';
  return truncate(sliceOf(text, tokens, { from: first, to: last + 1 }).replace(/\s+/gu, ' '), MAX_SHOWN);
}

function kindOf(quote: readonly string[], page: readonly string[], unit: boolean): Difference['kind'] {
  if (quote.some(isNumberToken) || page.some(isNumberToken)) return 'number';
  if (quote.filter(isNegation).length !== page.filter(isNegation).length) return 'negation';
  if (unit) return 'unit';
  return [...quote, ...page].some(isWordToken) ? 'word' : 'punctuation';
}
