import type { Block } from '../rank/blocks.ts';

export type TextFormat = 'markdown' | 'text' | 'html';

/** The whole content of a page in the format that was asked for, with the structure that windows are cut by. */
export interface PageText {
  readonly format: TextFormat;
  readonly text: string;
  /** Blocks in order; between two of them stands white space only. */
  readonly blocks: readonly Block[];
  /** Code points of the text. Equal to `text.length` on most pages, which makes every offset free. */
  readonly total: number;
  readonly sections: readonly Section[];
}

/** A heading with everything below it up to the next heading of its level or above. Offsets are UTF-16 indexes. */
export interface Section {
  /** Unique on the page and the same as long as the page is. */
  readonly id: string;
  readonly level: number;
  readonly heading: string;
  readonly start: number;
  readonly end: number;
  /** What reading the whole section costs. */
  readonly tokens: number;
}
