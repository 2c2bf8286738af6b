import type { CellValue, DataTable } from '../../extract/tables/data-table.ts';
import { queryTable } from '../../extract/tables/query-table.ts';
import { pick, toCsv, toMarkdown } from '../../extract/tables/write-table.ts';
import type { TableAnswer, TableRequest } from '../table-result.ts';
import { dataCost } from '../tokens.ts';

export type TableQuestion = Pick<
  TableRequest,
  'index' | 'columns' | 'where' | 'sort' | 'start' | 'maxRows' | 'maxTokens' | 'format' | 'includeLinks'
>;

export interface FittedTables {
  readonly tables: TableAnswer[];
  readonly notes: string[];
}

/** Share of the budget that names, captions and headings may take; what they leave goes to the rows. */
const HEAD_SHARE = 0.5;
/** Cells of a row that does not fit alone are cut to this many characters. */
const CUT_CHARACTERS = 200;
const MAX_FOOTER_ROWS = 5;
const NOTE_TOKENS = 40;

/**
 * The part of the tables that answers the question within `maxTokens`. Small tables are given whole, large ones share
 * what is left, and every table says how many rows it has and where the next ones begin.
 */
export function fitTables(
  tables: readonly DataTable[],
  question: TableQuestion,
  ids: (index: number) => string,
): FittedTables {
  const notes: string[] = [];
  const chosen = tables.flatMap((table, index) =>
    question.index === null || question.index === index ? [{ table, index }] : [],
  );
  if (chosen.length === 0 && tables.length > 0)
    notes.push(`There is no table ${question.index}; the page has ${tables.length}, counted from 0.`);
  let budget = question.maxTokens;
  const drafts: Draft[] = [];
  for (const { table, index } of chosen) {
    const draft = draftOf(table, index, question, ids(index));
    let cost = dataCost(draft.answer);
    if (drafts.length === 0 && cost > question.maxTokens * HEAD_SHARE)
      cost = narrow(draft, question.maxTokens * HEAD_SHARE);
    if (drafts.length > 0 && cost > budget - question.maxTokens * (1 - HEAD_SHARE)) break;
    budget -= cost;
    drafts.push(draft);
  }
  const unlisted = chosen.length - drafts.length;
  if (unlisted > 0)
    notes.push(`${unlisted} more tables did not fit: index=${drafts.length} and up give them one by one.`);
  const misfits = drafts.filter(({ fault }) => fault !== null);
  if (misfits.length > 0 && misfits.length === drafts.length)
    notes.push(...new Set(misfits.map(({ fault }) => fault ?? '')));
  fillRows(drafts, Math.max(0, budget), question);
  return { tables: drafts.map(({ answer }) => answer), notes };
}

interface Draft {
  readonly table: DataTable;
  readonly answer: TableAnswer;
  readonly rows: readonly number[];
  columns: readonly number[];
  /** Columns whose meanings are worth giving beside the texts. */
  readonly telling: ReadonlySet<number>;
  /** Why the question does not fit this table. */
  readonly fault: string | null;
}

/** The answer without its rows. */
function draftOf(table: DataTable, index: number, question: TableQuestion, id: string): Draft {
  const outcome = queryTable(table, question);
  const fault = outcome.type === 'rows' ? null : faultOf(outcome);
  const rows = outcome.type === 'rows' ? outcome.rows : [];
  const columns = outcome.type === 'rows' ? outcome.columns : table.columns.map((_, column) => column);
  const answer: TableAnswer = {
    id,
    index,
    kind: table.kind,
    caption: table.caption,
    heading: table.heading,
    columns: columns.flatMap((column) => {
      const { name, path, type, unit } = table.columns[column] ?? {};
      return name === undefined ? [] : [{ name, path: [...(path ?? [])], type: type ?? 'text', unit: unit ?? null }];
    }),
    rows: [],
    text: '',
    footer: pickFooter(table, columns),
    links: [],
    row_count: table.rows.length,
    matched: rows.length,
    start: question.start,
    next: null,
    spans_filled: table.spansFilled,
    file: null,
    notes: [
      ...table.notes,
      ...(table.pages === '' ? [] : [`the page says of this table: ${table.pages}`]),
      ...(table.footer.length > MAX_FOOTER_ROWS ? [`${table.footer.length - MAX_FOOTER_ROWS} more footer rows`] : []),
      ...(fault === null ? [] : [fault]),
    ],
  };
  const telling = new Set(question.format === 'rows' ? columns.filter((column) => isTelling(table, column)) : []);
  return { table, answer, rows, columns, telling, fault };
}

function faultOf(outcome: { type: 'no_column'; name: string } | { type: 'bad_condition'; text: string }): string {
  if (outcome.type === 'no_column') return `No column is called "${outcome.name}"; columns lists the names there are.`;
  return `"${outcome.text}" is no condition; write it like Year >= 2020, Name contains smith or Note is empty.`;
}

function pickFooter(table: DataTable, columns: readonly number[]): string[][] {
  return table.footer.slice(0, MAX_FOOTER_ROWS).map((row) => columns.map((column) => row[column] ?? ''));
}

/** Keeps the columns whose names and first cells fit, and says how many there are; gives what the head costs then. */
function narrow(draft: Draft, budget: number): number {
  const { answer } = draft;
  const all = answer.columns;
  const rest = dataCost({ ...answer, columns: [], footer: [] });
  let cost = rest + NOTE_TOKENS;
  let kept = 0;
  for (; kept < all.length; kept++) {
    const price = dataCost(all[kept]) + answer.footer.reduce((sum, row) => sum + dataCost(row[kept] ?? '') + 1, 0);
    if (kept > 0 && cost + price > budget) break;
    cost += price;
  }
  answer.columns = all.slice(0, kept);
  answer.footer = answer.footer.map((row) => row.slice(0, kept));
  draft.columns = draft.columns.slice(0, kept);
  const hidden = all.length - kept;
  if (hidden > 0)
    answer.notes.push(`${hidden} more columns did not fit: columns=["#${kept + 1}", …] gives them by their position`);
  return cost;
}

/** The smallest need first: what it leaves of its share goes to the others. */
function fillRows(drafts: readonly Draft[], budget: number, question: TableQuestion): void {
  const order = [...drafts].sort((a, b) => a.rows.length * a.columns.length - b.rows.length * b.columns.length);
  let left = budget;
  order.forEach((draft, position) => {
    left -= fill(draft, left / (order.length - position), question);
  });
}

/** Puts in as many rows as the budget pays for, and gives what they cost. */
function fill({ table, answer, rows, columns, telling }: Draft, budget: number, question: TableQuestion): number {
  const first = Math.min(question.start, rows.length);
  const last = Math.min(rows.length, first + question.maxRows);
  let cost = 0;
  let end = first;
  for (; end < last; end++) {
    const price = rowCost(table, rows[end] ?? 0, columns, telling, question.format);
    if (cost + price > budget) break;
    cost += price;
  }
  let texts = pick(table, rows.slice(first, end), columns);
  if (end === first && first < last && budget > 0) {
    // One row that is larger than the budget must not end the walk through the table.
    texts = pick(table, rows.slice(first, ++end), columns).map((row) => row.map(cut));
    answer.notes.push(
      `the cells of row ${first} are cut to ${CUT_CHARACTERS} characters each: ask for fewer columns, or with more max_tokens`,
    );
    cost += dataCost(texts);
  }
  answer.next = end < rows.length ? end : null;
  const shown = rows.slice(first, end);
  columns.forEach((column, position) => {
    const described = answer.columns[position];
    if (described && telling.has(column)) described.values = shown.map((row) => valueAt(table, column, row));
  });
  const names = answer.columns.map(({ name }) => name);
  if (question.format === 'csv') answer.text = toCsv(names, texts);
  else if (question.format === 'markdown') answer.text = toMarkdown(names, texts);
  else answer.rows = texts;
  if (question.includeLinks) cost += addLinks(table, answer, shown, columns, budget - cost);
  return cost;
}

function rowCost(
  table: DataTable,
  row: number,
  columns: readonly number[],
  telling: ReadonlySet<number>,
  format: TableQuestion['format'],
): number {
  const texts = columns.map((column) => table.rows[row]?.[column] ?? '');
  if (format === 'csv') return dataCost(toCsv(texts, []));
  if (format === 'markdown') return dataCost(texts.join(' | ')) + columns.length;
  const values = columns.filter((column) => telling.has(column)).map((column) => valueAt(table, column, row));
  return dataCost(texts) + (values.length > 0 ? dataCost(values) : 0) + 1;
}

/** "1,204" has a meaning worth giving beside it; "1204" says it itself. */
function isTelling(table: DataTable, column: number): boolean {
  const values = table.columns[column]?.values;
  return values?.some((value, row) => value !== null && String(value) !== table.rows[row]?.[column]) ?? false;
}

function valueAt(table: DataTable, column: number, row: number): CellValue {
  return table.columns[column]?.values?.[row] ?? null;
}

function cut(text: string): string {
  return text.length > CUT_CHARACTERS ? `${text.slice(0, CUT_CHARACTERS)}…` : text;
}

function addLinks(
  table: DataTable,
  answer: TableAnswer,
  rows: readonly number[],
  columns: readonly number[],
  budget: number,
): number {
  const place = new Map(rows.map((row, position) => [row, answer.start + position]));
  let cost = 0;
  let dropped = 0;
  for (const { row, column, url, text } of table.links) {
    const at = place.get(row);
    const name = columns.includes(column) ? table.columns[column]?.name : undefined;
    if (at === undefined || name === undefined) continue;
    const link = { row: at, column: name, url, text };
    const price = dataCost(link) + 1;
    if (cost + price > budget) dropped++;
    else {
      cost += price;
      answer.links.push(link);
    }
  }
  if (dropped > 0) answer.notes.push(`${dropped} links did not fit: ask for fewer rows, or with more max_tokens`);
  return cost;
}
