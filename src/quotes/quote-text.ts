import { type Tokens, tokenize } from './tokens.ts';
import { visibleText } from './visible-text.ts';

/** A page's Markdown made ready for looking up quotes; making it is linear, each look-up then costs little. */
export interface QuoteText {
  readonly markdown: string;
  /** What is seen of it. */
  readonly seen: string;
  /** Index in the Markdown of each unit of `seen`. */
  readonly at: Uint32Array;
  readonly full: Tokens;
  /** Without marks of notes and with divided words joined; the same object as `full` where there are none. */
  readonly bare: Tokens;
}

const HAS_MARKS = /\[[^\]\n]{1,40}\]|[-‐]\n|[⁰¹²³⁴-⁹]/u;

export function quoteText(markdown: string): QuoteText {
  const { text: seen, at } = visibleText(markdown);
  const full = tokenize(seen, { bare: false });
  const bare = HAS_MARKS.test(seen) ? tokenize(seen, { bare: true }) : full;
  return { markdown, seen, at, full, bare };
}

/** Index in the Markdown of a place in the seen text; `end` is behind its last unit. */
export function sourceRange(text: QuoteText, start: number, end: number): { start: number; end: number } {
  const last = text.at[Math.max(start, end - 1)] ?? text.markdown.length - 1;
  return { start: text.at[start] ?? text.markdown.length, end: last + 1 };
}
