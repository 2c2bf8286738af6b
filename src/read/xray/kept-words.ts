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
export const SURE = 16;
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

/**
 * The pieces that are not in the Markdown. A short one between two that are not is not there either: its words were
 * found by chance in another place.
 */
export function missingFrom<T extends Piece>(pieces: readonly T[], kept: KeptWords): T[] {
  const has = pieces.map(({ text }) => kept.has(text));
  return pieces.filter((piece, index) => {
    if (has[index] !== true) return has[index] === false;
    if (lettersOf(piece.text).length >= SURE) return false;
    return has[index - 1] === false && has[index + 1] === false;
  });
}
