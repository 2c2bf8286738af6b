import { type HtmlElement, isElement } from '../../html/tree.ts';
import { shownText } from './shown-text.ts';
import { findBelow, hasText, textUpTo } from './tree-queries.ts';

/** The limits of the HTML Standard for spans, and our own for what one table may grow to. */
const MAX_COLUMN_SPAN = 1000;
const MAX_ROW_SPAN = 65_534;
const MAX_COLUMNS = 1000;
const MAX_SLOTS = 400_000;
/** One endless row among thousands of short ones is not padded: the table stays ragged then. */
const MAX_PADDED_SLOTS = 4_000_000;
/** A longer text over all columns is a title; a shorter one may group them ("2025" over "Q1" and "Q2"). */
const MAX_GROUP_NAME_CHARACTERS = 20;
/** Elements that show something without text. */
const SHOWING_TAGS: ReadonlySet<string> = new Set([
  'img',
  'picture',
  'video',
  'audio',
  'iframe',
  'input',
  'select',
  'textarea',
  'math',
  'svg',
  'canvas',
]);

/** One place of the grid. A cell that spans several places stands in each of them; only one is its origin. */
export interface Slot {
  readonly cell: HtmlElement;
  readonly origin: boolean;
}

export interface GridLayout {
  /** The caption, and rows at the top that are one long title over the whole width. */
  readonly captions: readonly HtmlElement[];
  /** Rows from top to bottom, all equally long; null where the row was too short. */
  readonly rows: ReadonlyArray<ReadonlyArray<Slot | null>>;
  readonly headerRows: number;
  readonly spansFilled: boolean;
}

/** A table as data. */
export interface Grid {
  readonly caption: string;
  /** One name for each column: the texts of its header cells from top to bottom. */
  readonly headers: ReadonlyArray<readonly string[]>;
  /** Texts of the body, line breaks kept, all rows equally long. */
  readonly rows: ReadonlyArray<readonly string[]>;
  /** How many rows of the table were headers. */
  readonly headerRows: number;
  readonly spansFilled: boolean;
}

interface Group {
  readonly rows: HtmlElement[];
  readonly head: boolean;
}

/** Places the cells by the algorithm of the HTML Standard ("forming a table"), spans filled, rows padded. */
export function layoutGrid(table: HtmlElement): GridLayout {
  const { groups, caption } = readGroups(table);
  const rows: Array<Array<Slot | null>> = [];
  const budget = { left: MAX_SLOTS, filled: false };
  let headRows = 0;
  for (const group of groups) {
    placeGroup(group.rows, rows, budget);
    if (group.head) headRows = rows.length;
  }
  const captions = caption ? [caption] : [];
  const { rows: untitled, titles } = takeTitles(dropEmptyColumns(trimColumns(rows)), headRows);
  const full = untitled.filter((row) => row.some((slot) => slot !== null));
  const headerRows = countHeaderRows(full, Math.min(Math.max(0, headRows - titles.length), full.length));
  return { captions: [...captions, ...titles], rows: full, headerRows, spansFilled: budget.filled };
}

type Rows = ReadonlyArray<ReadonlyArray<Slot | null>>;

/**
 * A cell over the whole width at the top is the table's title, not the name of each column, when it is long or when
 * no header row follows it.
 */
function takeTitles(rows: Rows, headRows: number): { rows: Rows; titles: HtmlElement[] } {
  const titles: HtmlElement[] = [];
  let first = 0;
  for (; first < rows.length - 1; first++) {
    const row = rows[first] ?? [];
    const cell = row[0]?.cell;
    if (row.length < 2 || !cell || row.some((slot) => slot?.cell !== cell)) break;
    const next = rows[first + 1] ?? [];
    if (next.some((slot) => slot?.cell === cell)) break;
    const headed = first + 1 < headRows || isHeaderRow(next);
    if (headed && textUpTo(cell, 500).trim().length <= MAX_GROUP_NAME_CHARACTERS) break;
    if (!headed && cell.tag !== 'th') break;
    titles.push(cell);
  }
  return { rows: rows.slice(first), titles };
}

/** Columns in which nothing stands that does not stand beside them as well: colour bars, spacers, spans of a span. */
function dropEmptyColumns(rows: Rows): Rows {
  const width = rows[0]?.length ?? 0;
  if (rows.some((row) => row.length !== width)) return rows;
  const kept: number[] = [];
  for (let column = 0; column < width; column++) {
    const before = kept.at(-1) ?? -1;
    const own = rows.some((row) => {
      const cell = row[column]?.cell;
      return cell && cell !== row[before]?.cell && cell !== row[column + 1]?.cell && !isBare(cell);
    });
    if (own) kept.push(column);
  }
  if (kept.length === width) return rows;
  // The place where a cell begins may be gone: the first one left takes over.
  const seen = new Set<HtmlElement>();
  return rows.map((row) =>
    kept.map((column) => {
      const cell = row[column]?.cell;
      if (!cell) return null;
      const origin = !seen.has(cell);
      seen.add(cell);
      return { cell, origin };
    }),
  );
}

function isBare(cell: HtmlElement): boolean {
  return !hasText(cell) && findBelow(cell, (element) => SHOWING_TAGS.has(element.tag)) === null;
}

function readGroups(table: HtmlElement): { groups: Group[]; caption: HtmlElement | null } {
  const heads: Group[] = [];
  const bodies: Group[] = [];
  const feet: Group[] = [];
  let caption: HtmlElement | null = null;
  for (const child of table.children) {
    if (child.type !== 'element') continue;
    if (child.tag === 'caption') caption ??= child;
    else if (child.tag === 'thead')
      heads.push({ rows: rowsOf(child), head: heads.length === 0 && bodies.length === 0 });
    else if (child.tag === 'tfoot') feet.push({ rows: rowsOf(child), head: false });
    else if (child.tag === 'tbody') bodies.push({ rows: rowsOf(child), head: false });
    else if (child.tag === 'tr') {
      const last = bodies.at(-1);
      if (last) last.rows.push(child);
      else bodies.push({ rows: [child], head: false });
    }
  }
  return { groups: [...heads, ...bodies, ...feet], caption };
}

function rowsOf(group: HtmlElement): HtmlElement[] {
  return group.children.filter((child): child is HtmlElement => isElement(child, 'tr'));
}

function placeGroup(
  rowElements: HtmlElement[],
  rows: Array<Array<Slot | null>>,
  budget: { left: number; filled: boolean },
): void {
  const first = rows.length;
  for (let i = 0; i < rowElements.length; i++) rows.push([]);
  rowElements.forEach((rowElement, offset) => {
    const row = rows[first + offset] ?? [];
    let column = 0;
    for (const cell of rowElement.children) {
      if (!isElement(cell, 'td', 'th')) continue;
      while (row[column]) column++;
      const declaredWide = span(cell, 'colspan', MAX_COLUMN_SPAN) || 1;
      // Spans must not blow the table up; cells are kept, however many there are.
      const wide = column + declaredWide > MAX_COLUMNS ? 1 : declaredWide;
      const declared = span(cell, 'rowspan', MAX_ROW_SPAN);
      const rest = rowElements.length - offset;
      place(cell, rows, first + offset, column, wide, declared === 0 ? rest : Math.min(declared, rest), budget);
      column += wide;
    }
  });
}

function place(
  cell: HtmlElement,
  rows: Array<Array<Slot | null>>,
  top: number,
  left: number,
  wide: number,
  high: number,
  budget: { left: number; filled: boolean },
): void {
  // Beyond the budget a span is written once: a few bytes of markup must not become millions of cells. Cells that the
  // page wrote cost nothing, so that the spans at the end of a long table are still filled.
  const fits = wide * high - 1 <= budget.left;
  for (let y = 0; y < (fits ? high : 1); y++) {
    const row = rows[top + y];
    if (!row) return;
    while (row.length < left) row.push(null);
    for (let x = 0; x < (fits ? wide : 1); x++) {
      const origin = x === 0 && y === 0;
      // Overlapping spans are an error in the page; the cell that came first keeps its place.
      if (row[left + x]) continue;
      row[left + x] = { cell, origin };
      if (origin) continue;
      budget.left--;
      if (!budget.filled) budget.filled = hasText(cell);
    }
  }
}

function span(cell: HtmlElement, name: string, most: number): number {
  const value = /^\s*\+?(\d{1,9})/u.exec(cell.attributes.get(name) ?? '')?.[1];
  return value === undefined ? 1 : Math.min(Number(value), most);
}

/** Pads the rows and takes away columns at the right in which no cell begins (a colspan wider than the table). */
function trimColumns(rows: Rows): Rows {
  let width = 0;
  for (const row of rows) {
    for (let column = row.length - 1; column >= width; column--) {
      if (row[column]?.origin) width = Math.max(width, column + 1);
    }
  }
  if (rows.length * width > MAX_PADDED_SLOTS) return rows;
  return rows.map((row) => Array.from({ length: width }, (_, column) => row[column] ?? null));
}

/** Rows of `thead`; without one, the rows at the top that hold header cells only (empty corners allowed). */
function countHeaderRows(rows: Rows, headRows: number): number {
  if (rows.slice(0, headRows).some((row) => row.some((slot) => slot && hasText(slot.cell)))) return headRows;
  let count = headRows;
  while (count < rows.length && isHeaderRow(rows[count] ?? [])) count++;
  // A table of headers alone: the first of them heads the rest.
  return count === rows.length && count > 1 && headRows === 0 ? 1 : count;
}

function isHeaderRow(row: ReadonlyArray<Slot | null>): boolean {
  let headers = 0;
  for (const slot of row) {
    if (!slot) continue;
    if (slot.cell.tag === 'th' && slot.cell.attributes.get('scope') !== 'row') headers++;
    else if (hasText(slot.cell)) return false;
  }
  return headers > 1 || (headers === 1 && row.length === 1);
}

/** The table as data: spans filled, header rows apart, cell texts with their line breaks. */
export function readGrid(table: HtmlElement): Grid {
  const layout = layoutGrid(table);
  const texts = new Map<HtmlElement, string>();
  const textOf = (slot: Slot | null): string => {
    if (!slot) return '';
    const known = texts.get(slot.cell);
    if (known !== undefined) return known;
    const text = shownText(slot.cell.children);
    texts.set(slot.cell, text);
    return text;
  };
  const width = layout.rows[0]?.length ?? 0;
  const headers = Array.from({ length: width }, (_, column) =>
    headerPath(layout.rows.slice(0, layout.headerRows).map((row) => textOf(row[column] ?? null))),
  );
  return {
    caption: layout.captions.map((caption) => shownText(caption.children)).join('\n'),
    headers,
    rows: layout.rows.slice(layout.headerRows).map((row) => row.map(textOf)),
    headerRows: layout.headerRows,
    spansFilled: layout.spansFilled,
  };
}

/** Header texts of one column without empty ones and without a span's repetitions. */
export function headerPath(texts: readonly string[]): string[] {
  return texts.filter((text, index) => text !== '' && text !== texts[index - 1]);
}

/** Numbers, dates in numbers and sums: what stands in a body, not in a header. */
const FIGURES = /^[\s\d.,:%$€£¥+−()/-]*\d[\s\d.,:%$€£¥+−()/-]*$/u;

/** Whether the first row of a table without declared headers names its columns: filled places, none of them a number. */
export function readsLikeNames(texts: readonly string[], layout: Pick<GridLayout, 'rows'>): boolean {
  const first = layout.rows[0] ?? [];
  if (first.some((slot) => slot?.cell.tag === 'th') && first.some((slot) => slot?.cell.tag === 'td')) return false;
  const filled = texts.filter((text) => text !== '');
  // A row that is merely shorter than others still names its columns; a gap in its middle does not.
  const gap = texts.indexOf('');
  if (gap >= 0 && texts.slice(gap).some((text) => text !== '')) return false;
  return filled.length > 0 && filled.every((text) => text.length <= 80 && !FIGURES.test(text));
}
