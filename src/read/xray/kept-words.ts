/**
 * Which of the texts that stood on a page are in the Markdown made of it. By words, since every way of making Markdown
 * changes white space, escapes signs and puts addresses between words: so it tells nothing of how the Markdown was made.
 */
export class KeptWords {
  readonly #letters: string;
  readonly #words: string;

  constructor(markdown: string) {
    const text = markdown.replace(ADDRESS, '$1 ').replace(/\\(?=[^\w\s])/gu, '');
    this.#letters = lettersOf(text);
    this.#words = ` ${wordsOf(text).join(' ')} `;
  }

  /** Null for a text without letters or digits, of which nothing can be said. */
  has(text: string): boolean | null {
    const letters = lettersOf(text);
    if (letters === '') return null;
    if (letters.length >= SURE) return this.#letters.includes(letters);
    return this.#words.includes(` ${wordsOf(text).join(' ')} `);
  }
}

/** So many letters in a row are not found by chance, wherever words begin. */
const SURE = 16;
/** The target of a link or picture. Bounded, so that brackets without end cost nothing. */
const ADDRESS = /(\])\((?:[^()\s]|\([^()\s]{0,200}\)){0,2000}(?:\s"[^"\n]{0,300}")?\)/gu;

function lettersOf(text: string): string {
  return text
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, '');
}

function wordsOf(text: string): string[] {
  return (
    text
      .normalize('NFKC')
      .toLowerCase()
      .match(/[\p{L}\p{N}\p{M}]+/gu) ?? []
  );
}

/** A piece of text in the order of the page. */
export interface Piece {
  readonly text: string;
}

/** Short pieces in a row that may be found by chance; more are a list that was kept. */
const MAX_CHANCES = 3;

/**
 * The pieces that are not in the Markdown. A few short ones between two that are not are not there either: their words
 * were found by chance in another place.
 */
export function missingFrom<T extends Piece>(pieces: readonly T[], kept: KeptWords): T[] {
  const isMissing = pieces.map(({ text }) => kept.has(text) === false);
  const isShort = (index: number) => lettersOf(pieces[index]?.text ?? '').length < SURE;
  for (let from = 1; from < pieces.length; from++) {
    if (isMissing[from] || !isMissing[from - 1]) continue;
    let to = from;
    while (to < pieces.length && to - from <= MAX_CHANCES && !isMissing[to] && isShort(to)) to++;
    if (isMissing[to] && to - from <= MAX_CHANCES) isMissing.fill(true, from, to);
  }
  return pieces.filter((_, index) => isMissing[index]);
}
