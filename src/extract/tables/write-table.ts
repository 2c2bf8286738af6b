import { escapeText } from '../markdown/escape.ts';
import type { DataTable } from './data-table.ts';

type Rows = ReadonlyArray<readonly string[]>;

/** Separated values by RFC 4180: CRLF between records, quotes where a field holds a comma, a quote or a line break. */
export function toCsv(names: readonly string[], rows: Rows): string {
  return [names, ...rows].map((row) => `${row.map(csvField).join(',')}\r\n`).join('');
}

function csvField(text: string): string {
  return /[",\r\n]|^\s|\s$/u.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

/** A GFM table; a line break in a cell is `<br>`. */
export function toMarkdown(names: readonly string[], rows: Rows): string {
  return [names.map(markdownCell), names.map(() => '---'), ...rows.map((row) => row.map(markdownCell))]
    .map((row) => `| ${row.join(' | ')} |\n`)
    .join('');
}

function markdownCell(text: string): string {
  const escaped = escapeText(text, { before: ' ', after: ' ', linked: false, math: false });
  return escaped.replaceAll('|', '\\|').replaceAll('\n', '<br>');
}

/** Rows and columns of a table by their indexes. */
export function pick(table: DataTable, rows: readonly number[], columns: readonly number[]): string[][] {
  return rows.map((row) => columns.map((column) => table.rows[row]?.[column] ?? ''));
}
