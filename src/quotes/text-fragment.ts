import type { Place } from './match.ts';
import { runsOf } from './occurrences.ts';
import type { QuoteText } from './quote-text.ts';
import { tokenize } from './tokens.ts';

/** Longer passages are named by their beginning and their end. */
const MAX_WHOLE = 200;
const EDGE_WORDS = 6;
const EDGE_CHARACTERS = 60;
const AROUND_WORDS = [4, 10] as const;
/** A line break ends a block; marks of notes look different on the page. Neither may stand inside one piece. */
const BREAKS = /\n|\[\^?[^\]\s]{1,40}\]/u;

/**
 * The directive that makes a browser scroll to a passage and mark it:
 * `:~:text=[prefix-,]start[,end][,-suffix]` (WICG scroll-to-text-fragment). A piece of text must lie within one block of
 * the page and consist of whole words; `&`, `-` and `,` in it are encoded.
 */
export function textFragment(text: QuoteText, { start, end }: Place): string {
  const pieces = text.seen
    .slice(start, end)
    .split(BREAKS)
    .map((piece) => piece.replace(/\s+/gu, ' ').trim())
    .filter((piece) => /[\p{L}\p{N}]/u.test(piece));
  const [first = '', last = first] = [pieces[0], pieces.at(-1)?.replace(/^[^\p{L}\p{N}\p{Sc}]+/u, '')];
  const isWhole = pieces.length === 1 && first.length <= MAX_WHOLE;
  const from = isWhole ? first : edge(first, 'start');
  const to = isWhole || (pieces.length === 1 && first.length <= EDGE_CHARACTERS) ? '' : edge(last, 'end');
  const around = isUnique(text, from) ? { prefix: '', suffix: '' } : surroundings(text, start, end, from);
  const parts = [
    around.prefix && `${encode(around.prefix)}-`,
    encode(from),
    encode(to),
    around.suffix && `-${encode(around.suffix)}`,
  ];
  return `:~:text=${parts.filter((part) => part !== '').join(',')}`;
}

/** An address with the directive; a fragment that it has stays in front. */
export function withTextFragment(url: string, directive: string): string {
  return url.includes('#') ? `${url.replace(/:~:.*$/su, '')}${directive}` : `${url}#${directive}`;
}

function encode(text: string): string {
  return encodeURIComponent(text.replace(/\p{Surrogate}/gu, '')).replaceAll('-', '%2D');
}

function edge(piece: string, side: 'start' | 'end'): string {
  const words = piece.split(' ');
  const few = (side === 'start' ? words.slice(0, EDGE_WORDS) : words.slice(-EDGE_WORDS)).join(' ');
  if (few.length <= EDGE_CHARACTERS * 2) return few;
  // A script without blanks: some characters, whole ones.
  const characters = [...few];
  return (side === 'start' ? characters.slice(0, EDGE_CHARACTERS) : characters.slice(-EDGE_CHARACTERS)).join('');
}

function isUnique(text: QuoteText, words: string): boolean {
  return runsOf(text.full, tokenize(words, { bare: false }).words, 0, 2).length < 2;
}

/** As many words before as make the beginning unique, and a few behind. */
function surroundings(text: QuoteText, start: number, end: number, from: string): { prefix: string; suffix: string } {
  const before = lastPiece(text.seen.slice(Math.max(0, start - 300), start));
  const suffix = firstPiece(text.seen.slice(end, end + 300))
    .split(' ')
    .slice(0, AROUND_WORDS[0])
    .join(' ');
  for (const count of AROUND_WORDS) {
    const prefix = before.split(' ').slice(-count).join(' ');
    if (isUnique(text, `${prefix} ${from}`) || count === AROUND_WORDS[1]) return { prefix, suffix };
  }
  return { prefix: '', suffix };
}

function lastPiece(text: string): string {
  const pieces = text.trimEnd().split(BREAKS);
  return (pieces.at(-1) ?? '')
    .replace(/\s+/gu, ' ')
    .replace(/^\S*\s/u, '')
    .trim();
}

function firstPiece(text: string): string {
  return (text.trimStart().split(BREAKS)[0] ?? '').replace(/\s+/gu, ' ').trim();
}
