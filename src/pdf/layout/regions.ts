import { type Row, rowsOf, type Segment } from './rows.ts';
import { type Table, tableOf } from './tables.ts';

/** Parts of a page in the order of reading. */
export type Region =
  | { readonly type: 'text'; readonly rows: readonly Row[] }
  | { readonly type: 'table'; readonly table: Table };

interface Gap {
  readonly from: number;
  readonly to: number;
}

/** The space between columns, as a share of the letters' size. */
const LEAST_GUTTER = 0.9;
/** Columns in columns in columns; a page that nests deeper is read line by line. */
const MAX_DEPTH = 5;
/** Lines on each side that make a column; fewer may be any two things side by side. */
const COLUMN_ROWS = 3;
/** Characters of a line of running text, and how much of its column it fills. */
const PROSE_CHARACTERS = 20;
const PROSE_FILL = 0.55;

/** Columns one after the other, tables as such, and everything else line by line. */
export function regionsOf(segments: readonly Segment[], depth = 0): Region[] {
  const rows = rowsOf(segments);
  if (rows.length < 2 || depth >= MAX_DEPTH) return rows.length === 0 ? [] : [{ type: 'text', rows }];
  const regions: Region[] = [];
  let plain: Row[] = [];
  const flush = () => {
    if (plain.length > 0) regions.push({ type: 'text', rows: plain });
    plain = [];
  };
  for (let i = 0; i < rows.length; ) {
    const band = bandAt(rows, i);
    const parts = band === null ? null : partsOf(band, depth);
    if (band === null || parts === null) {
      const row = rows[i];
      if (row) plain.push(row);
      i++;
      continue;
    }
    flush();
    regions.push(...parts.regions);
    i += parts.rows;
  }
  flush();
  return regions;
}

interface Band {
  readonly rows: readonly Row[];
  readonly gutters: readonly Gap[];
}

/** The longest run of rows from here that leave at least one stretch free from top to bottom. */
function bandAt(rows: readonly Row[], start: number): Band | null {
  const first = rows[start];
  if (!first || first.segments.length < 2) return null;
  let gutters = innerGaps(first);
  let end = start + 1;
  for (; end < rows.length; end++) {
    const row = rows[end];
    if (!row || isFarBelow(rows[end - 1], row)) break;
    const left = gutters.flatMap((gap) => without(gap, row));
    if (left.length === 0) break;
    gutters = left;
  }
  return end - start < 2 ? null : { rows: rows.slice(start, end), gutters };
}

/** A table or a pair of columns does not go on after a large empty space. */
function isFarBelow(last: Row | undefined, row: Row): boolean {
  return last !== undefined && row.y - last.y > 4.5 * Math.max(row.size, last.size);
}

function innerGaps({ segments, size }: Row): Gap[] {
  const gaps: Gap[] = [];
  let right = segments[0]?.right ?? 0;
  for (const part of segments.slice(1)) {
    if (part.left - right >= LEAST_GUTTER * size) gaps.push({ from: right, to: part.left });
    right = Math.max(right, part.right);
  }
  return gaps;
}

function without(gap: Gap, { segments, size }: Row): Gap[] {
  let free: Gap[] = [gap];
  for (const { left, right } of segments) {
    free = free.flatMap(({ from, to }) => {
      if (right <= from || left >= to) return [{ from, to }];
      return [
        { from, to: left },
        { from: right, to },
      ].filter((piece) => piece.to > piece.from);
    });
  }
  return free.filter(({ from, to }) => to - from >= LEAST_GUTTER * size);
}

/** Columns of running text, each read by itself; else a table; null where it is neither. */
function partsOf(band: Band, depth: number): { regions: Region[]; rows: number } | null {
  const columns = columnsOf(band);
  if (
    columns.filter(isProse).length >= 2 &&
    columns.every((column) => column.length >= COLUMN_ROWS || isProse(column))
  ) {
    return { regions: columns.flatMap((column) => regionsOf(column, depth + 1)), rows: band.rows.length };
  }
  const table = tableOf(band.rows, band.gutters);
  return table === null ? null : { regions: [{ type: 'table', table: table.table }], rows: table.rows };
}

function columnsOf({ rows, gutters }: Band): Segment[][] {
  const columns: Segment[][] = Array.from({ length: gutters.length + 1 }, () => []);
  for (const { segments } of rows) {
    for (const part of segments) {
      const middle = (part.left + part.right) / 2;
      const position = gutters.filter(({ to }) => to <= middle).length;
      columns[position]?.push(part);
    }
  }
  return columns.filter((column) => column.length > 0);
}

function isProse(column: readonly Segment[]): boolean {
  if (column.length < COLUMN_ROWS) return false;
  const left = Math.min(...column.map((part) => part.left));
  const right = Math.max(...column.map((part) => part.right));
  const lengths = column.map(({ words }) => words.reduce((sum, { text }) => sum + text.length + 1, 0));
  const fills = column.map((part) => (part.right - part.left) / Math.max(1, right - left));
  return median(lengths) >= PROSE_CHARACTERS && median(fills) >= PROSE_FILL;
}

function median(values: readonly number[]): number {
  const sorted = [...values].sort((one, other) => one - other);
  return sorted[Math.floor(sorted.length / 2)] ?? 0;
}
