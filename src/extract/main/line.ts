/** One line of text in the making: what stands between two block boundaries. */
export interface Line {
  characters: number;
  linkCharacters: number;
  words: number;
  stops: number;
}

export function newLine(): Line {
  return { characters: 0, linkCharacters: 0, words: 0, stops: 0 };
}

const PROSE_WORDS = 12;
const LONG_LINE_WORDS = 25;

/**
 * Running text: twelve words or more with a full stop or a comma among them, or a long line, at most half of it
 * links. A menu has neither the length nor the punctuation; twelve is half a usual English sentence.
 */
export function isProse(line: Line): boolean {
  if (line.linkCharacters * 2 > line.characters || line.words < PROSE_WORDS) return false;
  return line.stops > 0 || line.words >= LONG_LINE_WORDS;
}

/** Multiplier of the text hash, odd and well mixed (Knuth, The Art of Computer Programming 6.4). */
const HASH_BASE = 0x9e3779b1 | 0;

/** Hash of two texts one after the other; `length` is the number of characters of the second. */
export function joinHash(first: number, second: number, length: number): number {
  let power = 1;
  for (let base = HASH_BASE, left = length; left > 0; left >>>= 1) {
    if (left & 1) power = Math.imul(power, base);
    base = Math.imul(base, base);
  }
  return (Math.imul(first, power) + second) | 0;
}

const SPACE = 0x20;
const NO_BREAK_SPACE = 0xa0;

/**
 * Adds the text to the line, in one pass by character code. Scripts without blanks between words count two
 * characters as one word. Returns code points without white space, and runs between white space.
 */
export function countText(text: string, line: Line): { characters: number; words: number; hash: number } {
  let hash = 0;
  let characters = 0;
  let words = 0;
  let dense = 0;
  let spacedWords = 0;
  let stops = 0;
  let inWord = false;
  for (let i = 0; i < text.length; i++) {
    const code = text.charCodeAt(i);
    if (code <= SPACE || code === NO_BREAK_SPACE) {
      inWord = false;
      continue;
    }
    hash = (Math.imul(hash, HASH_BASE) + code) | 0;
    if (code < 0xdc00 || code > 0xdfff) characters++;
    if (!inWord) words++;
    if (isDense(code)) dense++;
    else if (!inWord) spacedWords++;
    if (isStop(code)) stops++;
    inWord = true;
  }
  line.characters += characters;
  line.words += spacedWords + dense / 2;
  line.stops += stops;
  return { characters, words, hash };
}

const STOPS: ReadonlySet<number> = new Set([...'.,;!?。，、！？،۔।…'].map((sign) => sign.charCodeAt(0)));

function isStop(code: number): boolean {
  if (code > 0x3f && code < 0x60c) return false;
  return STOPS.has(code);
}

/** Han, kana and Thai. */
function isDense(code: number): boolean {
  return code >= 0x0e00 && (code <= 0x0e7f || (code >= 0x2e80 && code <= 0x9fff) || (code >= 0xf900 && code <= 0xfaff));
}
