/** A table as data: every row has one text for each column. Plain data, so that it crosses from the worker. */
export interface DataTable {
  readonly kind: TableKind;
  readonly caption: string;
  /** The nearest heading above it; empty when there is none. */
  readonly heading: string;
  readonly columns: readonly TableColumn[];
  /** Body rows, as the page shows them; line breaks in a cell are line feeds. Spans are filled. */
  readonly rows: ReadonlyArray<readonly string[]>;
  /** Rows of `tfoot`: totals and remarks, which no filter or order touches. */
  readonly footer: ReadonlyArray<readonly string[]>;
  /** Links in body cells, in reading order. */
  readonly links: readonly CellLink[];
  readonly spansFilled: boolean;
  /** What the page says about the part of a longer table that this is ("1–50 of 1,204"); empty when nothing. */
  readonly pages: string;
  /** Short remarks in our words. */
  readonly notes: readonly string[];
}

export const TABLE_KINDS = ['table', 'grid', 'definitions', 'cards', 'csv', 'sheet'] as const;
export type TableKind = (typeof TABLE_KINDS)[number];

export const COLUMN_TYPES = ['text', 'number', 'date', 'boolean', 'empty'] as const;
export type ColumnType = (typeof COLUMN_TYPES)[number];

export interface TableColumn {
  /** Unique in its table: the path joined by ` / `, numbered when it occurs twice, `column 3` when it is blank. */
  readonly name: string;
  /** Header texts from top to bottom. */
  readonly path: readonly string[];
  readonly type: ColumnType;
  /** `%`, a currency, or what the header or every cell names; null when there is none. */
  readonly unit: string | null;
  /** What the texts mean, one for each row; null for a cell of another kind, and for a column of texts as a whole. */
  readonly values: readonly CellValue[] | null;
}

/** Numbers; dates as ISO 8601 text; truth values. */
export type CellValue = number | string | boolean | null;

export interface CellLink {
  readonly row: number;
  readonly column: number;
  readonly url: string;
  readonly text: string;
}
