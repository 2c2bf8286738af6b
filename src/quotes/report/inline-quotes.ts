/** A quotation within a paragraph; the place is that of its marks. */
export interface InlineQuote {
  readonly text: string;
  readonly start: number;
  readonly end: number;
}

/** Marks that open, with those that may close them. */
const PAIRS: Readonly<Record<string, string>> = {
  '“': '”',
  '„': '“”',
  '”': '”',
  '«': '»',
  '»': '«',
  '‹': '›',
  '「': '」',
  '『': '』',
  '‘': '’',
  '"': '"',
  '＂': '＂',
};
/** Marks that also close others, so that they open only after a blank or a bracket. */
const AMBIGUOUS: ReadonlySet<string> = new Set(['"', '”', '»', '“']);
const MAX_QUOTE = 6_000;
/** Single words in quotation marks are terms, not quotations. */
const MIN_WORDS = 2;
const MIN_CJK = 4;
/** Between single marks stand terms more often, and apostrophes look like their ends. */
const MIN_WORDS_SINGLE = 3;
const CJK = /[\p{sc=Han}\p{sc=Hira}\p{sc=Kana}\p{sc=Thai}]/gu;

/** Quotations between marks of any of the common kinds. A mark without its other half is none. Linear but for bounded searches. */
export function findInlineQuotes(text: string): InlineQuote[] {
  const found: InlineQuote[] = [];
  for (let i = 0; i < text.length; i++) {
    const open = text.charAt(i);
    const closing = PAIRS[open];
    if (closing === undefined || !opensAt(text, i, open)) continue;
    const end = closeOf(text, i + 1, open, closing);
    if (end < 0) continue;
    const inner = text.slice(i + 1, end);
    if (isQuotation(inner, open)) found.push({ text: inner, start: i, end: end + 1 });
    i = end;
  }
  return found;
}

function opensAt(text: string, at: number, mark: string): boolean {
  const before = text.charAt(at - 1);
  const after = text.charAt(at + 1);
  if (after === '' || /\s/u.test(after)) return mark === '«' && after === '\u00a0';
  if (text.charAt(at - 1) === '\\') return false;
  if (!AMBIGUOUS.has(mark) && mark !== '‘') return true;
  return (
    before === '' || /[\s([{<—–\-/*_>:|=,。，、：]/u.test(before) || (mark === '“' && !/[\p{L}\p{N}.!?]/u.test(before))
  );
}

function closeOf(text: string, from: number, open: string, closing: string): number {
  const end = Math.min(text.length, from + MAX_QUOTE);
  let depth = 0;
  for (let i = from; i < end; i++) {
    const character = text.charAt(i);
    // The same kind once more inside («… «…» …»).
    if (character === open && !closing.includes(open)) depth++;
    else if (closing.includes(character) && closesAt(text, i, character)) {
      if (depth === 0) return i;
      depth--;
    }
  }
  return -1;
}

function closesAt(text: string, at: number, mark: string): boolean {
  const before = text.charAt(at - 1);
  const after = text.charAt(at + 1);
  if (mark === '’') return !/[\p{L}\p{N}]/u.test(after);
  if (mark !== '"') return true;
  // Inches (5") in a quotation close nothing when a digit stands before and a word goes on.
  return !/\s/u.test(before) && !/[\p{L}\p{N}]/u.test(after);
}

function isQuotation(inner: string, open: string): boolean {
  const cjk = inner.match(CJK)?.length ?? 0;
  if (cjk > 0) return cjk >= MIN_CJK;
  const words = inner.match(/[\p{L}\p{N}]+(?:['’.,-][\p{L}\p{N}]+)*/gu)?.length ?? 0;
  return words >= (open === '‘' || open === '‹' ? MIN_WORDS_SINGLE : MIN_WORDS);
}
