import type { HtmlElement, HtmlRoot } from '../../html/tree.ts';
import type { FieldData } from '../extraction.ts';
import { shownText } from '../markdown/shown-text.ts';
import { findTables } from '../tables/find-tables.ts';
import type { TableOptions } from '../tables/read-table.ts';
import { placeOf } from './compose.ts';
import type { FieldsRead, FieldValue } from './read-fields.ts';

/** The fields as data, by name. Running text is in the Markdown and is not said twice. */
export function fieldData({ values }: FieldsRead, options: TableOptions): FieldData {
  const data: Record<string, FieldData[string]> = {};
  for (const [field, value] of values) {
    if (placeOf(field) !== 'content') data[field.name] = dataOf(value, options);
  }
  return data;
}

function dataOf(value: FieldValue, options: TableOptions): FieldData[string] {
  if (value.kind === 'list') return value.texts;
  if (value.kind === 'table') return value.tables.flatMap((table) => rowsOf(table, options));
  if (value.kind !== 'items') return value.text;
  return value.items.map(({ depth, cells }) => {
    const row = Object.fromEntries([...cells].map(([{ name }, cell]) => [name, cell.text]));
    return depth > 0 ? { ...row, depth: String(depth) } : row;
  });
}

/** Rows by the names of the columns; a table of names and values is one row. */
function rowsOf(table: HtmlElement, options: TableOptions): Record<string, string>[] {
  const pairs = pairsOf(table);
  if (pairs) return [pairs];
  const holder: HtmlRoot = { type: 'root', children: [table], parent: null, depth: 0, quirks: false };
  return findTables(holder, table.tag === 'table' ? 'table' : '*', options).tables.flatMap(({ columns, rows }) =>
    rows.map((row) => Object.fromEntries(columns.map(({ name }, index) => [name, row[index] ?? '']))),
  );
}

/** A box of facts: most rows are one heading and one value. */
function pairsOf(table: HtmlElement): Record<string, string> | null {
  const rows = rowsIn(table);
  const pairs = rows.flatMap((row) => {
    const cells = row.children.filter((cell): cell is HtmlElement => cell.type === 'element');
    const [head, value] = cells;
    if (cells.length !== 2 || head?.tag !== 'th' || value?.tag !== 'td') return [];
    return [[shownText(head.children), shownText(value.children)] as const];
  });
  return pairs.length > 0 && pairs.length * 2 >= rows.length ? Object.fromEntries(pairs) : null;
}

function rowsIn(element: HtmlElement): HtmlElement[] {
  return element.children.flatMap((child) => {
    if (child.type !== 'element' || child.tag === 'td' || child.tag === 'th') return [];
    return child.tag === 'tr' ? [child] : rowsIn(child);
  });
}
