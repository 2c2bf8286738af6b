import type { FontOnPage } from './read-page.ts';
import { addLetters, type DrawnLetters, isUnlike } from './unlike-letters.ts';

interface Pooled {
  readonly letters: DrawnLetters;
  /** Pages, from 0, on which the font was believed. */
  readonly believedOn: number[];
}

/** A file has a few dozen; the letters of one are some kilobytes. */
const MAX_FONTS = 1000;

/** What all pages show of each font: a lie of a few words on each is too short to be caught on any one of them. */
export class FontPool {
  readonly #fonts = new Map<string, Pooled>();

  add(page: number, fonts: readonly FontOnPage[]): void {
    for (const { key, letters, unlike } of fonts) {
      const known = this.#fonts.get(key);
      if (!known && this.#fonts.size >= MAX_FONTS) continue;
      const pooled: Pooled = known ?? { letters: new Map(), believedOn: [] };
      if (!known) this.#fonts.set(key, pooled);
      addLetters(pooled.letters, letters);
      if (!unlike) pooled.believedOn.push(page);
    }
  }

  /** Fonts that turn out to lie when all pages are taken together, and the pages to be read again for it. */
  lies(): { readonly fonts: ReadonlySet<string>; readonly pages: readonly number[] } {
    const found = [...this.#fonts].filter(([, { letters, believedOn }]) => believedOn.length > 0 && isUnlike(letters));
    const pages = new Set(found.flatMap(([, { believedOn }]) => believedOn));
    return { fonts: new Set(found.map(([key]) => key)), pages: [...pages].sort((one, other) => one - other) };
  }
}
