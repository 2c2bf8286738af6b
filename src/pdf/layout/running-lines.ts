import type { Row } from './rows.ts';
import type { SheetGroup } from './sheet.ts';

/** Lines at the head and foot of pages that are looked at. */
const EDGE_ROWS = 3;
/** Of the height, at each end. */
const EDGE_SHARE = 0.12;
/** Pages that must carry a line for it to be a running one, at least and as a share of all. */
const LEAST_PAGES = 3;
const LEAST_SHARE = 0.3;
const MAX_LINE = 200;

export interface RunningLines {
  /** Whether this line of a page repeats over pages. */
  isRunning(row: Row, page: { readonly height: number; readonly number: number }): boolean;
}

/** Headers, footers and page numbers: lines at the edge of pages that differ in nothing but their figures. */
export function findRunningLines(pages: readonly Pick<SheetGroup, 'rows' | 'height'>[], largest: number): RunningLines {
  const counts = new Map<string, number>();
  for (const { rows, height } of pages) {
    for (const key of new Set(edgeKeys(rows, height, largest))) counts.set(key, (counts.get(key) ?? 0) + 1);
  }
  const least = Math.max(LEAST_PAGES, Math.ceil(pages.length * LEAST_SHARE));
  return {
    isRunning: (row, { height, number }) =>
      isOwnNumber(row, height, number) || (counts.get(keyOf(row, height, largest) ?? '') ?? 0) >= least,
  };
}

/** A page’s own number, alone at its edge, says nothing more; also on the only page of a file. */
function isOwnNumber(row: Row, height: number, number: number): boolean {
  if (row.segments.length !== 1 || (row.y > height * EDGE_SHARE && row.y < height * (1 - EDGE_SHARE))) return false;
  const text = row.segments.flatMap(({ words }) => words.map((word) => word.text)).join(' ');
  return text.replace(/^[-–—\s]+|[-–—\s]+$/gu, '') === String(number);
}

function edgeKeys(rows: readonly Row[], height: number, largest: number): string[] {
  return [...rows.slice(0, EDGE_ROWS), ...rows.slice(-EDGE_ROWS)].flatMap((row) => keyOf(row, height, largest) ?? []);
}

/** The line without its figures, with the edge it stands at; null away from the edges. */
function keyOf(row: Row, height: number, largest: number): string | null {
  const edge = row.y < height * EDGE_SHARE ? 'head' : row.y > height * (1 - EDGE_SHARE) ? 'foot' : null;
  if (edge === null || row.size > largest) return null;
  const text = row.segments.flatMap(({ words }) => words.map((word) => word.text)).join(' ');
  if (text.length > MAX_LINE) return null;
  return `${edge} ${text.replace(/\p{N}+|\b[ivxlc]+\b/gu, '#')}`;
}
