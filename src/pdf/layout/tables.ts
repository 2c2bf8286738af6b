import type { Row, Segment } from './rows.ts';

export interface Table {
  /** Cells of each row, as the words in them. */
  readonly rows: ReadonlyArray<ReadonlyArray<readonly Segment[]>>;
}

interface Gap {
  readonly from: number;
  readonly to: number;
}

/** Of a table's rows, those that must fill more than one column. */
const LEAST_FILLED = 0.5;
/** A line this close below another, in sizes of its letters, may go on with that one's cells. */
const CLOSE_LINE = 1.45;
const MAX_COLUMNS = 40;

/** The rows as a table, less the lines at its end that fill one column only; null where there is no table in them. */
export function tableOf(rows: readonly Row[], gutters: readonly Gap[]): { table: Table; rows: number } | null {
  let end = rows.length;
  while (end > 0 && (rows[end - 1]?.segments.length ?? 0) < 2) end--;
  const used = rows.slice(0, end);
  const filled = used.filter(({ segments }) => segments.length > 1).length;
  if (filled < 2 || filled < used.length * LEAST_FILLED || gutters.length >= MAX_COLUMNS) return null;
  const cells = used.map(({ segments }) => cellsOf(segments, gutters));
  const joined: Segment[][][] = [];
  cells.forEach((row, index) => {
    const above = joined.at(-1);
    if (above && isContinued(used[index - 1], used[index], row))
      row.forEach((cell, column) => {
        above[column]?.push(...cell);
      });
    else joined.push(row);
  });
  return joined.length < 2 ? null : { table: { rows: joined }, rows: end };
}

function cellsOf(segments: readonly Segment[], gutters: readonly Gap[]): Segment[][] {
  const cells: Segment[][] = Array.from({ length: gutters.length + 1 }, () => []);
  for (const part of segments) {
    const middle = (part.left + part.right) / 2;
    cells[gutters.filter(({ to }) => to <= middle).length]?.push(part);
  }
  return cells;
}

/** A row without a first cell, close below another, is the rest of that one. */
function isContinued(last: Row | undefined, row: Row | undefined, cells: readonly Segment[][]): boolean {
  if (!last || !row || (cells[0]?.length ?? 0) > 0) return false;
  return row.y - last.y < CLOSE_LINE * Math.max(row.size, last.size);
}
