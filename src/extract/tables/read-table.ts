import { canParseUrl } from '../../base/url.ts';
import { elements, type HtmlElement } from '../../html/tree.ts';
import { type GridLayout, headerPath, readsLikeNames, type Slot } from '../markdown/grid.ts';
import { hrefOf } from '../markdown/links.ts';
import { shownText } from '../markdown/shown-text.ts';
import { findBelow } from '../markdown/tree-queries.ts';
import { nameColumns } from './column-names.ts';
import type { CellLink, DataTable, TableColumn, TableKind } from './data-table.ts';
import { typeColumn } from './typed-values.ts';

export interface TableOptions {
  readonly baseUrl: string;
  /** BCP 47 tag of the page; null when unknown. */
  readonly language: string | null;
}

/** Text and position of a table; a `DataTable` without its types and surroundings. */
export interface PlainTable {
  readonly kind: TableKind;
  readonly caption: string;
  readonly heading: string;
  readonly paths: ReadonlyArray<readonly string[]>;
  readonly rows: ReadonlyArray<readonly string[]>;
  readonly footer: ReadonlyArray<readonly string[]>;
  readonly links: readonly CellLink[];
  readonly spansFilled: boolean;
  readonly pages: string;
  readonly notes: readonly string[];
}

/** Links kept of one table. */
const MAX_LINKS = 5_000;

/** A `table` element as texts in a grid, the header rows as paths. */
export function readTable(
  table: HtmlElement,
  layout: GridLayout,
  options: TableOptions,
): Omit<PlainTable, 'kind' | 'heading' | 'pages'> {
  const texts = new Map<HtmlElement, string>();
  const textOf = (slot: Slot | null): string => {
    if (!slot) return '';
    const known = texts.get(slot.cell);
    if (known !== undefined) return known;
    const text = shownText(slot.cell.children);
    texts.set(slot.cell, text);
    return text;
  };
  const { body, foot, headerRows, named } = parts(layout, textOf);
  const width = layout.rows[0]?.length ?? 0;
  const heads = layout.rows.slice(0, headerRows).map((row) => row.map(textOf));
  const filled = body.filter((row) =>
    row.some((slot) => textOf(slot) !== '' || (slot !== null && holdsPicture(slot.cell))),
  );
  return {
    caption: layout.captions.map((caption) => shownText(caption.children)).join('\n'),
    paths: Array.from({ length: width }, (_, column) => headerPath(heads.map((row) => row[column] ?? ''))),
    rows: filled.map((row) => row.map(textOf)),
    footer: foot.map((row) => row.map(textOf)),
    links: linksIn(filled, options.baseUrl),
    spansFilled: layout.spansFilled,
    notes: [
      ...(layout.spansFilled ? ['table spans filled'] : []),
      ...(named ? ['no header cells: the first row was taken for the names'] : []),
      ...(table.attributes.get('role') === 'table' ? ['made of elements with table roles'] : []),
    ],
  };
}

/** A row of pictures is a row. */
function holdsPicture(cell: HtmlElement): boolean {
  return findBelow(cell, ({ tag }) => tag === 'img' || tag === 'svg') !== null;
}

interface Parts {
  readonly body: GridLayout['rows'];
  readonly foot: GridLayout['rows'];
  readonly headerRows: number;
  /** The names are those of the first body row. */
  readonly named: boolean;
}

function parts(layout: GridLayout, textOf: (slot: Slot | null) => string): Parts {
  const first = layout.rows[0];
  const isNamed =
    layout.headerRows === 0 &&
    layout.rows.length > 1 &&
    first !== undefined &&
    readsLikeNames(first.map(textOf), layout);
  const headerRows = isNamed ? 1 : layout.headerRows;
  let end = layout.rows.length;
  while (end > headerRows && isFooter(layout.rows[end - 1] ?? [])) end--;
  // A table of footers alone is a body.
  if (end === headerRows) end = layout.rows.length;
  return { body: layout.rows.slice(headerRows, end), foot: layout.rows.slice(end), headerRows, named: isNamed };
}

function isFooter(row: ReadonlyArray<Slot | null>): boolean {
  const cells = row.filter((slot): slot is Slot => slot !== null);
  return cells.length > 0 && cells.every(({ cell }) => groupOf(cell) === 'tfoot');
}

function groupOf(cell: HtmlElement): string {
  const group = cell.parent?.parent;
  return group?.type === 'element' ? group.tag : '';
}

function linksIn(rows: GridLayout['rows'], baseUrl: string): CellLink[] {
  const links: CellLink[] = [];
  rows.forEach((cells, row) => {
    cells.forEach((slot, column) => {
      if (!slot?.origin || links.length >= MAX_LINKS) return;
      for (const element of elements(slot.cell)) {
        const href = element.tag === 'a' ? hrefOf(element)?.trim() : undefined;
        if (!href || href.startsWith('#') || links.length >= MAX_LINKS || !canParseUrl(href, baseUrl)) continue;
        const url = new URL(href, baseUrl);
        const text = shownText(element.children).replace(/\s+/gu, ' ');
        if (/^(?:https?|mailto|tel):$/u.test(url.protocol)) links.push({ row, column, url: url.href, text });
      }
    });
  });
  return links;
}

/** Names the columns and finds out what their texts mean. */
export function typeTable(table: PlainTable, language: string | null): DataTable {
  const { paths, ...rest } = table;
  const names = nameColumns(paths);
  const columns = names.map((name, index): TableColumn => {
    const typed = typeColumn(
      paths[index]?.at(-1) ?? '',
      table.rows.map((row) => row[index] ?? ''),
      { language },
    );
    return { name, path: paths[index] ?? [], ...typed };
  });
  return { ...rest, columns };
}

/** The table of a file of separated values: the first record names the columns when it reads like names. */
export function tableOfRecords(records: ReadonlyArray<readonly string[]>): PlainTable {
  const width = records.reduce((most, record) => Math.max(most, record.length), 0);
  const rows = records.map((record) => Array.from({ length: width }, (_, column) => (record[column] ?? '').trim()));
  const ragged = records.some((record) => record.length !== width);
  return {
    kind: 'csv',
    caption: '',
    heading: '',
    paths: (rows[0] ?? []).map((name) => (name === '' ? [] : [name])),
    rows: rows.slice(1),
    footer: [],
    links: [],
    spansFilled: false,
    pages: '',
    notes: ragged ? ['records of unequal length were padded'] : [],
  };
}
