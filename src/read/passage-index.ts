import { indexPassages, type PassageIndex } from '../rank/rank.ts';
import { loadStem } from '../rank/stem.ts';
import type { Document } from './document.ts';

/**
 * One index per document, kept as long as the document is: the second query of a page costs under a millisecond.
 * Built in slices of the event loop’s time only for what a reader asks for; about 1 ms for each 4 kB of text.
 */
export class PassageIndexes {
  readonly #indexes = new WeakMap<Document, Promise<PassageIndex>>();

  of(document: Document): Promise<PassageIndex> {
    const known = this.#indexes.get(document);
    if (known) return known;
    const index = loadStem(document.provenance.language).then((stem) =>
      indexPassages(document.page.text, document.page.blocks, stem),
    );
    this.#indexes.set(document, index);
    return index;
  }
}
