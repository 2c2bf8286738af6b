import type { Difference, QuoteMatch } from './match.ts';
import { hasWholeEdges, placeOf, type Run, runsOf } from './occurrences.ts';
import { innerRange, type QuoteForm } from './quote-forms.ts';
import type { QuoteText } from './quote-text.ts';
import { isWordToken, type Tokens } from './tokens.ts';
import { sliceOf } from './whole.ts';
import { isNegation } from './words-of-weight.ts';

/** What an ellipsis may stand for: about a long paragraph. Further apart the parts are not one passage any more. */
const MAX_LEFT_OUT_WORDS = 200;
/** A part of fewer words is found by chance, so it must stand in the sentence of the part beside it. */
const MIN_PART_WORDS = 3;
const MAX_PARTS = 12;
const MAX_SHOWN = 200;
const SENTENCE_END: ReadonlySet<string> = new Set(['.', '!', '?', '。', '…', '؟', '।']);

/** A quote with “…” in it: its parts in their order, near each other. Null when a part is missing. */
export function findElided(text: QuoteText, form: QuoteForm): QuoteMatch | null {
  const parts = partsOf(form);
  if (parts.length < 2 || parts.length > MAX_PARTS) return null;
  const page = form.bare ? text.bare : text.full;
  const runs = nearestChain(text, page, parts);
  const first = runs?.[0];
  const last = runs?.at(-1);
  if (!runs || !first || !last) return null;
  const gaps = runs.slice(1).map((run, i) => ({ from: runs[i]?.to ?? 0, to: run.from }));
  const place = { start: placeOf(page, first).start, end: placeOf(page, last).end };
  const leftOut = gaps.map((gap) => wordsIn(page, gap));
  const note = `Words of the page that “…” stands for: ${leftOut.join(', ')}.`;
  const difference = gaps.flatMap((gap) => turned(text, page, gap));
  const isFar = leftOut.some((words) => words > MAX_LEFT_OUT_WORDS);
  const isLoose = gaps.some((gap, i) => isShort(parts, i) && crossesSentence(page, gap));
  const far = isFar ? ['The parts stand too far apart to be one passage.'] : [];
  const loose = isLoose ? ['A part of one or two words stands in another sentence; that may be chance.'] : [];
  const found = difference.length > 0 || isFar || isLoose ? 'close' : 'normalised';
  return { found, place, occurrences: found === 'close' ? 0 : 1, difference, notes: [note, ...far, ...loose] };
}

function partsOf(form: QuoteForm): string[][] {
  const { from, to } = innerRange(form.tokens);
  const parts: string[][] = [[]];
  for (const word of form.tokens.words.slice(from, to)) {
    if (word === '…') parts.push([]);
    else parts.at(-1)?.push(word);
  }
  return parts.map(trimmed).filter((part) => part.length > 0);
}

/** Around an ellipsis the punctuation is the editor's. */
function trimmed(part: readonly string[]): string[] {
  const first = part.findIndex((word) => isWordToken(word) || word.length > 1);
  let end = part.length;
  while (end > 0 && /^[.,;:'-]$/u.test(part[end - 1] ?? '')) end--;
  return first < 0 ? [] : part.slice(/^[.,;:'-]$/u.test(part[0] ?? '') ? first : 0, end);
}

function nearestChain(text: QuoteText, page: Tokens, parts: readonly string[][]): Run[] | null {
  let best: Run[] | null = null;
  let least = Number.POSITIVE_INFINITY;
  for (const first of runsOf(page, parts[0] ?? [])) {
    const chain = [first];
    for (const part of parts.slice(1)) {
      const next = runsOf(page, part, chain.at(-1)?.to ?? 0, 1)[0];
      if (!next) break;
      chain.push(next);
    }
    if (chain.length < parts.length) break;
    const span = (chain.at(-1)?.to ?? 0) - first.from;
    if (span < least && chain.every((run) => hasWholeEdges(text, page, run))) {
      least = span;
      best = chain;
    }
  }
  return best;
}

function wordsIn(page: Tokens, gap: Run): number {
  let words = 0;
  for (let i = gap.from; i < gap.to; i++) if (isWordToken(page.words[i] ?? '')) words++;
  return words;
}

function isShort(parts: readonly string[][], index: number): boolean {
  const count = (part: readonly string[] | undefined) => (part ?? []).filter(isWordToken).length;
  return Math.min(count(parts[index]), count(parts[index + 1])) < MIN_PART_WORDS;
}

function crossesSentence(page: Tokens, gap: Run): boolean {
  for (let i = gap.from; i < gap.to - 1; i++) if (SENTENCE_END.has(page.words[i] ?? '')) return true;
  return false;
}

/** A negation that was left out of a sentence of which both ends were kept. */
function turned(text: QuoteText, page: Tokens, gap: Run): Difference[] {
  let sentenceStart = gap.from;
  for (let i = gap.from; i < gap.to; i++) if (SENTENCE_END.has(page.words[i] ?? '')) sentenceStart = i + 1;
  let firstEnd = gap.from;
  while (firstEnd < gap.to && !SENTENCE_END.has(page.words[firstEnd] ?? '')) firstEnd++;
  const near = [...page.words.slice(gap.from, firstEnd), ...page.words.slice(sentenceStart, gap.to)];
  if (!near.some(isNegation)) return [];
  return [{ kind: 'negation', quote: '…', page: sliceOf(text.seen, page, gap).slice(0, MAX_SHOWN) }];
}
