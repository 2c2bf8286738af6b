import { type Tokens, tokenize } from './tokens.ts';
import { visibleText } from './visible-text.ts';

/** One way to understand what the caller gave as a quote. */
export interface QuoteForm {
  readonly text: string;
  readonly tokens: Tokens;
  /** Looked up without marks of notes and with divided words joined. */
  readonly bare: boolean;
}

const EDITORIAL = /[[(](?:sic!?|emphasis (?:added|mine|ours|in (?:the )?original)|Hervorhebung [^\])]{1,30})[\])]/giu;
/** A letter that was made large or small to fit a sentence: [T]he. */
const ADAPTED_LETTER = /\[(\p{L})\](?=\p{L})/gu;

/**
 * The readings of a quote, most literal first: as given, as Markdown, and with the editor's own additions taken out.
 * Doubles are left out.
 */
export function quoteForms(quote: string): readonly QuoteForm[] {
  const given = quote.replace(/[\u00ad\u200b-\u200f\u2060-\u2064\ufeff]/gu, '').trim();
  const shown = visibleText(given).text.trim();
  const plain = shown.replace(EDITORIAL, '').replace(ADAPTED_LETTER, '$1').trim();
  const forms: QuoteForm[] = [];
  const known = new Set<string>();
  for (const text of [given, shown, plain]) {
    for (const bare of [false, true]) {
      const tokens = tokenize(text, { bare });
      const key = `${bare} ${tokens.line}`;
      if (known.has(key) || tokens.words.length === 0) continue;
      // A mark that the quote itself has is a part of it: [2] is not [1].
      if (bare && forms.some((form) => form.text === text && form.tokens.words.some(isMark))) continue;
      known.add(key);
      forms.push({ text, tokens, bare });
    }
  }
  return forms;
}

function isMark(word: string): boolean {
  return word.length > 2 && word.startsWith('[') && word.endsWith(']');
}

const OUTER = new Set(["'", '…', ',', '.', ';', ':', '-', '。', '、', '，']);

/** Range of a form's tokens without quotation marks, dots and commas at its ends, which belong to the sentence around it. */
export function innerRange({ words }: Tokens): { from: number; to: number } {
  let from = 0;
  let to = words.length;
  while (from < to && OUTER.has(words[from] ?? '')) from++;
  while (to > from && OUTER.has(words[to - 1] ?? '')) to--;
  return from < to ? { from, to } : { from: 0, to: words.length };
}
