import { type Row, rowsOf, type Segment, segmentsOf } from './rows.ts';
import { type PageGlyphs, wordsOf } from './words.ts';

/** The words of a page, put together to pieces of lines. */
export interface Sheet {
  /** One for each direction of text on the page, the main one first. */
  readonly groups: readonly SheetGroup[];
}

export interface SheetGroup {
  readonly segments: readonly Segment[];
  readonly rows: readonly Row[];
  /** Of the page, as this text stands on it. */
  readonly height: number;
}

export function sheetOf(page: PageGlyphs): Sheet {
  const groups = wordsOf(page).map(({ words, height }) => {
    const segments = segmentsOf(words);
    return { segments, rows: rowsOf(segments), height };
  });
  return { groups };
}
