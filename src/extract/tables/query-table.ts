import { type Condition, parseCondition } from './conditions.ts';
import type { CellValue, DataTable, TableColumn } from './data-table.ts';
import { type DayOrder, dateOf, monthNames } from './dates.ts';
import { decimalMarkOf, numberText, toNumber } from './numbers.ts';

export interface TableQuery {
  /** Conditions of which a row must meet all, such as `Year >= 2020`; see conditions.ts. */
  readonly where: readonly string[];
  /** A column, with `desc` behind it or `-` before it for the largest first; null keeps the page's order. */
  readonly sort: string | null;
  /** Names of the columns to give; empty gives all. */
  readonly columns: readonly string[];
}

export type QueryOutcome =
  | {
      readonly type: 'rows';
      /** Indexes of `table.rows`, filtered and in order. */
      readonly rows: readonly number[];
      /** Indexes of `table.columns`. */
      readonly columns: readonly number[];
    }
  /** The table has no such column, so the question is not about it. */
  | { readonly type: 'no_column'; readonly name: string }
  | { readonly type: 'bad_condition'; readonly text: string };

/** Answers a question about one table. Never throws. */
export function queryTable(table: DataTable, query: TableQuery): QueryOutcome {
  const names = table.columns.map(({ name }) => name);
  const columns: number[] = [];
  for (const name of query.columns) {
    const index = columnIndex(table.columns, name);
    if (index === null) return { type: 'no_column', name };
    columns.push(index);
  }
  const conditions: Array<{ column: number; condition: Condition }> = [];
  for (const text of query.where) {
    const parsed = parseCondition(text, names);
    if (parsed === null) return { type: 'bad_condition', text };
    for (const condition of parsed) {
      const column = columnIndex(table.columns, condition.column);
      if (column === null) return { type: 'no_column', name: condition.column };
      conditions.push({ column, condition });
    }
  }
  const sort = query.sort === null ? null : readSort(query.sort, table.columns);
  if (sort?.column === null) return { type: 'no_column', name: sort.name };
  let rows = table.rows.map((_, index) => index);
  for (const { column, condition } of conditions) {
    const test = testOf(table, column, condition);
    rows = rows.filter(test);
  }
  if (sort) rows = sorted(table, rows, sort.column, sort.descending);
  return { type: 'rows', rows, columns: columns.length > 0 ? columns : names.map((_, index) => index) };
}

/**
 * A column by its name, by its last header text when only one column has it, or by its position (`column 2`, `#2`).
 * Case and white space do not count.
 */
export function columnIndex(columns: readonly TableColumn[], asked: string): number | null {
  const wanted = fold(asked);
  const exact = columns.findIndex(({ name }) => fold(name) === wanted);
  if (exact >= 0) return exact;
  const parts = columns.flatMap(({ path }, index) => (path.some((part) => fold(part) === wanted) ? [index] : []));
  if (parts.length === 1) return parts[0] ?? null;
  const position = /^(?:column |#)(\d{1,4})$/u.exec(wanted);
  const index = position ? Number(position[1]) - 1 : -1;
  return index >= 0 && index < columns.length ? index : null;
}

function fold(text: string): string {
  return text
    .normalize('NFKC')
    .replace(/\s+/gu, ' ')
    .replace(/\s*\[[\p{L}\p{N} ]{1,12}\]$/u, '')
    .trim()
    .toLowerCase();
}

function readSort(text: string, columns: readonly TableColumn[]) {
  const whole = columnIndex(columns, text);
  if (whole !== null) return { column: whole, name: text, descending: false };
  const match = /^(-?)(.*?)(?:\s+(asc|desc|ascending|descending))?$/iu.exec(text.trim());
  const name = match?.[2]?.trim() ?? text;
  const descending = match?.[1] === '-' || /^desc/iu.test(match?.[3] ?? '');
  return { column: columnIndex(columns, name), name, descending };
}

/** Stable; cells without a value come last in either direction. */
function sorted(table: DataTable, rows: readonly number[], column: number, descending: boolean): number[] {
  const keys = new Map<number, CellValue>();
  const values = table.columns[column]?.values ?? null;
  for (const row of rows) keys.set(row, values ? (values[row] ?? null) : textKey(table.rows[row]?.[column] ?? ''));
  const sign = descending ? -1 : 1;
  return [...rows].sort((a, b) => {
    const left = keys.get(a) ?? null;
    const right = keys.get(b) ?? null;
    if (left === null || right === null) return Number(left === null) - Number(right === null);
    return left < right ? -sign : left > right ? sign : 0;
  });
}

/** Letters without their marks, so that é stands with e; null for nothing. */
function textKey(text: string): string | null {
  const key = text.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase().trim();
  return key === '' ? null : key;
}

function testOf(table: DataTable, column: number, { operator, value }: Condition): (row: number) => boolean {
  const { values = null, type = 'text' } = table.columns[column] ?? {};
  const textOf = (row: number) => fold(table.rows[row]?.[column] ?? '');
  const wanted = fold(value);
  if (operator === 'empty') return (row) => textOf(row) === '';
  if (operator === 'not empty') return (row) => textOf(row) !== '';
  if (operator === 'contains') return (row) => textOf(row).includes(wanted);
  if (operator === 'not contains') return (row) => !textOf(row).includes(wanted);
  if (operator === 'starts with') return (row) => textOf(row).startsWith(wanted);
  if (operator === 'ends with') return (row) => textOf(row).endsWith(wanted);
  const typed = values === null ? null : typedValue(value, type);
  if (operator === '=' || operator === '!=') {
    const same = (row: number) => textOf(row) === wanted || (typed !== null && values?.[row] === typed);
    return operator === '=' ? same : (row) => !same(row);
  }
  const keyOf =
    typed === null ? (row: number) => textKey(table.rows[row]?.[column] ?? '') : (row: number) => values?.[row] ?? null;
  const bound = typed ?? textKey(value) ?? '';
  return (row) => {
    const key = keyOf(row);
    if (key === null || typeof key !== typeof bound) return false;
    if (operator === '<') return key < bound;
    if (operator === '<=') return key <= bound;
    return operator === '>' ? key > bound : key >= bound;
  };
}

const ENGLISH_MONTHS = monthNames(null);

/** What a caller writes is read as a program writes it: 1,234.5 and ISO dates, in English otherwise. */
function typedValue(text: string, type: TableColumn['type']): CellValue {
  if (type === 'number') {
    const found = numberText(text);
    return found === null ? null : toNumber(found, decimalMarkOf(null));
  }
  if (type === 'boolean')
    return /^(?:true|yes|1)$/iu.test(text) ? true : /^(?:false|no|0)$/iu.test(text) ? false : null;
  if (type !== 'date') return null;
  const order: DayOrder = 'month';
  // ISO dates compare as texts, also a year or a month with a day.
  return dateOf(text, order, ENGLISH_MONTHS) ?? (/^\d{4}$/u.test(text.trim()) ? text.trim() : null);
}
