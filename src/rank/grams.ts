/** Pieces of four letters: long enough to be telling, short enough to find the parts of a compound. */
const LENGTH = 4;
/** Shorter words are found whole or not at all. */
const MIN_WORD = LENGTH + 1;
/** Share of its pieces that a near word must hold, before its letters are compared at all. */
const WORTH_COMPARING = 0.3;
/** Words of this length may differ by two letters, shorter ones by one. */
const LONG_WORD = 9;
const LETTERS = /^\p{L}+$/u;

export interface Grams {
  /** The pieces of a word, each once; none for short words and for what is not made of letters. */
  of(word: string): readonly string[];
  /** Words of the vocabulary that hold the piece, once for each time they do. */
  words(gram: string): readonly string[];
  /** Words that contain the given one, are contained in it, or differ by a slip. */
  near(word: string): readonly string[];
}

/** Linear in the size of the vocabulary, which is far smaller than the text. */
export function createGrams(vocabulary: Iterable<string>): Grams {
  const holders = new Map<string, string[]>();
  for (const word of vocabulary) {
    for (const gram of pieces(word)) {
      const list = holders.get(gram);
      if (list) list.push(word);
      else holders.set(gram, [word]);
    }
  }
  const of = (word: string) => [...new Set(pieces(word))];
  const words = (gram: string) => holders.get(gram) ?? [];
  return {
    of,
    words,
    near(word) {
      const own = of(word);
      const shared = new Map<string, number>();
      for (const gram of own) for (const other of new Set(words(gram))) shared.set(other, (shared.get(other) ?? 0) + 1);
      const slips = word.length >= LONG_WORD ? 2 : 1;
      return [...shared]
        .filter(([other, count]) => count >= own.length * WORTH_COMPARING || count === of(other).length)
        .map(([other]) => other)
        .filter((other) => other.includes(word) || word.includes(other) || differBy(word, other, slips));
    },
  };
}

function pieces(word: string): string[] {
  if (word.length < MIN_WORD || !LETTERS.test(word)) return [];
  const characters = [...word];
  const found: string[] = [];
  for (let i = 0; i + LENGTH <= characters.length; i++) found.push(characters.slice(i, i + LENGTH).join(''));
  return found;
}

/** Whether so many letters, put in, left out or changed, make one word of the other. */
function differBy(a: string, b: string, most: number): boolean {
  if (Math.abs(a.length - b.length) > most) return false;
  let previous = Array.from({ length: b.length + 1 }, (_, i) => i);
  for (let i = 1; i <= a.length; i++) {
    const row = [i];
    for (let j = 1; j <= b.length; j++) {
      const changed = (previous[j - 1] ?? 0) + (a.charCodeAt(i - 1) === b.charCodeAt(j - 1) ? 0 : 1);
      row.push(Math.min(changed, (previous[j] ?? 0) + 1, (row[j - 1] ?? 0) + 1));
    }
    if (Math.min(...row) > most) return false;
    previous = row;
  }
  return (previous[b.length] ?? most + 1) <= most;
}
