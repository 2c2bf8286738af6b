import type { Difference, Place, QuoteMatch } from './match.ts';
import { hasWholeEdges, placeOf, type Run, runsOf } from './occurrences.ts';
import { innerRange, type QuoteForm } from './quote-forms.ts';
import { type QuoteText, sourceRange } from './quote-text.ts';
import { isNumberToken, type Tokens } from './tokens.ts';
import { isNegation, isUnit } from './words-of-weight.ts';

/** The quote as one run of words of the text; null when it is none. */
export function findWhole(text: QuoteText, form: QuoteForm): QuoteMatch | null {
  const page = form.bare ? text.bare : text.full;
  const inner = innerRange(form.tokens);
  const all = { from: 0, to: form.tokens.words.length };
  for (const range of inner.from === all.from && inner.to === all.to ? [all] : [all, inner]) {
    const words = form.tokens.words.slice(range.from, range.to);
    const runs = runsOf(page, words).filter((run) => hasWholeEdges(text, page, run));
    const best = bestOf(runs.map((run) => judge(text, page, run, form, range)));
    if (best) return { ...best, occurrences: runs.length, notes: notesOn(text, page, best, runs) };
  }
  return null;
}

type Judged = Pick<QuoteMatch, 'found' | 'difference'> & { readonly place: Place; readonly run: Run };

const RANKS = { exact: 0, normalised: 1, close: 2, absent: 3 } as const;

function bestOf(judged: readonly Judged[]): Judged | null {
  return [...judged].sort((a, b) => RANKS[a.found] - RANKS[b.found])[0] ?? null;
}

function judge(text: QuoteText, page: Tokens, run: Run, form: QuoteForm, range: Run): Judged {
  const place = placeOf(page, run);
  const difference = [
    ...unitDifferences(text, page, run, form, range),
    ...questionAnswered(page.words[run.to] ?? '', form.tokens.words.slice(range.to)),
  ];
  if (difference.length > 0) return { found: 'close', place, difference, run };
  return { found: isExact(text, place, form, range) ? 'exact' : 'normalised', place, difference: [], run };
}

/** Quotation marks around it aside, the quote is the very letters of the page, as seen or as Markdown. */
function isExact(text: QuoteText, place: Place, form: QuoteForm, range: Run): boolean {
  const { words } = form.tokens;
  const dropped = [...words.slice(0, range.from), ...words.slice(range.to)];
  if (dropped.some((word) => word !== "'")) return false;
  const quote = flat(sliceOf(form.text, form.tokens, range));
  if (quote === flat(text.seen.slice(place.start, place.end))) return true;
  const source = sourceRange(text, place.start, place.end);
  return quote === flat(text.markdown.slice(source.start, source.end));
}

function flat(text: string): string {
  return text.replace(/[ \t]*\n[ \t]*/gu, ' ');
}

export function sliceOf(text: string, tokens: Tokens, { from, to }: Run): string {
  return text.slice(tokens.start[from] ?? 0, tokens.end[to - 1] ?? 0);
}

/** A full stop in the quote where the page asks: “It is safe?” is not “It is safe.” */
function questionAnswered(next: string, dropped: readonly string[]): Difference[] {
  const stop = dropped.find((word) => word === '.' || word === '。');
  return stop !== undefined && /^[?？؟]$/u.test(next) ? [{ kind: 'punctuation', quote: stop, page: next }] : [];
}

/** Units that differ by their capitals only. A quote that was set in small or large letters as a whole is not one. */
function unitDifferences(text: QuoteText, page: Tokens, run: Run, form: QuoteForm, range: Run): Difference[] {
  const found: Difference[] = [];
  for (let i = run.from + 1; i < run.to; i++) {
    if (!isNumberToken(page.words[i - 1] ?? '')) continue;
    const onPage = sliceOf(text.seen, page, { from: i, to: i + 1 });
    const at = range.from + i - run.from;
    const inQuote = sliceOf(form.text, form.tokens, { from: at, to: at + 1 });
    if (onPage.normalize('NFKC') === inQuote.normalize('NFKC') || !isUnit(onPage) || !isUnit(inQuote)) continue;
    found.push({ kind: 'unit', quote: inQuote, page: onPage });
  }
  if (found.length === 0) return found;
  const place = placeOf(page, run);
  const onPage = found.reduce(
    (rest, { page: unit }) => rest.replace(unit, ''),
    text.seen.slice(place.start, place.end),
  );
  const quote = sliceOf(form.text, form.tokens, range);
  const lowered = quote === quote.toLowerCase() && onPage !== onPage.toLowerCase();
  const raised = quote === quote.toUpperCase() && onPage !== onPage.toUpperCase();
  return lowered || raised ? [] : found;
}

function notesOn(text: QuoteText, page: Tokens, { place, run }: Judged, runs: readonly Run[]): string[] {
  const notes: string[] = [];
  if (runs.length > 1) notes.push(`These words stand ${runs.length} times on the page; this is one of the places.`);
  if (isNegation(page.words[run.from - 1] ?? '')) {
    notes.push('On the page a negation stands right before the quote; cut off like this it may say the opposite.');
  }
  if (/\S\n\s*\n\s*\S/u.test(text.seen.slice(place.start, place.end))) {
    notes.push('The quote runs over the end of a paragraph.');
  }
  return notes;
}
