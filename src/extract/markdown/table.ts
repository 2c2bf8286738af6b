import { elements, type HtmlElement, textContent } from '../../html/tree.ts';
import { type GridLayout, headerPath, layoutGrid, type Slot } from './grid.ts';
import { type Block, type Frame, STRONG, type Writer } from './writer.ts';

/** A cell with more text than this makes a table without headers a means of layout. */
const LONG_CELL_CHARACTERS = 1200;
/** A spanning cell longer than this is written once, not once for each place. */
const MAX_REPEATED_CHARACTERS = 300;
const NOTE_SPANS = 'table spans filled';

/** A data table as a GFM table; a table used for layout as the blocks it holds; an empty one as nothing. */
export function writeTable(writer: Writer, table: HtmlElement, frame: Frame): Block[] {
  const layout = layoutGrid(table);
  const caption = layout.captions.flatMap((title) => writer.blocks(title.children, frame));
  if (frame.cell) return [...caption, ...flatten(writer, layout, frame)];
  if (isLayout(table, layout)) return [...caption, ...unroll(writer, layout, frame)];
  const text = writeGrid(writer, layout, frame);
  if (text === '') return caption;
  if (layout.spansFilled) writer.notes.add(NOTE_SPANS);
  return [...caption, { kind: 'table', text }];
}

function isLayout(table: HtmlElement, layout: GridLayout): boolean {
  const role = table.attributes.get('role');
  if (role === 'presentation' || role === 'none') return true;
  const cells = layout.rows.flat().filter((slot): slot is Slot => slot?.origin === true);
  const filled = cells.filter((slot) => textContent(slot.cell).trim() !== '' || holdsPicture(slot.cell));
  if (filled.length <= 1 && cells.every((slot) => slot.cell.tag === 'td')) return true;
  if (role === 'table' || role === 'grid' || layout.captions.length > 0 || layout.headerRows > 0) return false;
  if (cells.some((slot) => slot.cell.tag === 'th')) return false;
  if ((layout.rows[0]?.length ?? 0) === 1) return true;
  return filled.some((slot) => isLaidOut(slot.cell));
}

function holdsPicture(cell: HtmlElement): boolean {
  for (const element of elements(cell))
    if (element.tag === 'img' || element.tag === 'iframe' || element.tag === 'video') return true;
  return false;
}

/** Headings, tables with content and long texts stand in cells when the table arranges a page. */
function isLaidOut(cell: HtmlElement): boolean {
  if (textContent(cell).trim().length > LONG_CELL_CHARACTERS) return true;
  for (const element of elements(cell)) {
    if (/^h[1-6]$|^(?:article|section|nav|form|main|aside|header|footer)$/u.test(element.tag)) return true;
    if (element.tag === 'table' && textContent(element).trim() !== '') return true;
  }
  return false;
}

/** The cells of a layout table one after the other, as a screen reader gives them. */
function unroll(writer: Writer, layout: GridLayout, frame: Frame): Block[] {
  const blocks: Block[] = [];
  for (const row of layout.rows) {
    for (const slot of row) if (slot?.origin) blocks.push(...writer.blocks(slot.cell.children, frame));
  }
  return blocks;
}

/** A table inside a cell: its rows as lines, its cells behind commas. */
function flatten(writer: Writer, layout: GridLayout, frame: Frame): Block[] {
  const lines: string[] = [];
  for (const row of layout.rows) {
    const texts = row
      .filter((slot): slot is Slot => slot?.origin === true)
      .map((slot) => writeCell(writer, slot.cell, frame, 0));
    const line = texts.filter((text) => text !== '').join(', ');
    if (line !== '') lines.push(line);
  }
  return lines.length === 0 ? [] : [{ kind: 'table', text: lines.join('<br>') }];
}

function writeGrid(writer: Writer, layout: GridLayout, frame: Frame): string {
  const known = new Map<HtmlElement, string>();
  const rows = layout.rows.map((row, index) =>
    row.map((slot) => (slot ? writeSlot(writer, slot, frame, index < layout.headerRows, known) : '')),
  );
  const filled = rows.filter((row) => row.some((text) => text !== ''));
  if (filled.length === 0) return '';
  const width = layout.rows[0]?.length ?? 0;
  const { header, body } = splitHeader(rows, layout, width);
  const lines = [header, header.map(() => '---'), ...body.filter((row) => row.some((text) => text !== ''))];
  return lines.map((row) => `| ${row.join(' | ')} |`).join('\n');
}

/**
 * GFM wants a header. Declared headers are joined from top to bottom; without any, the first row heads the table if
 * it reads like names (all places filled, none a number), else the header stays empty rather than claim a value.
 */
function splitHeader(rows: string[][], layout: GridLayout, width: number): { header: string[]; body: string[][] } {
  const count = layout.headerRows;
  const first = rows[0];
  if (count === 0 && first && rows.length > 1 && readsLikeNames(first, layout))
    return { header: first, body: rows.slice(1) };
  const head = rows.slice(0, count);
  const header = Array.from({ length: width }, (_, column) =>
    headerPath(head.map((row) => row[column] ?? '')).join(' / '),
  );
  return { header, body: rows.slice(count) };
}

function readsLikeNames(row: string[], layout: GridLayout): boolean {
  const first = layout.rows[0] ?? [];
  if (first.some((slot) => slot?.cell.tag === 'th') && first.some((slot) => slot?.cell.tag === 'td')) return false;
  const filled = row.filter((text) => text !== '');
  // A row that is merely shorter than others still names its columns; a gap in its middle does not.
  const gap = row.indexOf('');
  if (gap >= 0 && row.slice(gap).some((text) => text !== '')) return false;
  return (
    filled.length > 0 &&
    filled.every((text) => text.length <= 80 && !/^[\s\d.,:%$€£¥+−()/-]*\d[\s\d.,:%$€£¥+−()/-]*$/u.test(text))
  );
}

function writeSlot(writer: Writer, slot: Slot, frame: Frame, header: boolean, known: Map<HtmlElement, string>): string {
  const before = known.get(slot.cell);
  if (before !== undefined) return slot.origin || before.length <= MAX_REPEATED_CHARACTERS ? before : '';
  const text = escapePipes(writeCell(writer, slot.cell, frame, header || slot.cell.tag === 'th' ? STRONG : 0));
  known.set(slot.cell, text);
  return text;
}

function writeCell(writer: Writer, cell: HtmlElement, frame: Frame, mute: number): string {
  const inner: Frame = { ...frame, cell: true, marks: 0, mute: frame.mute | mute };
  const texts = writer.blocks(cell.children, inner).map((block) => block.text.replace(/\s*\n\s*/gu, '<br>'));
  return texts.join('<br>');
}

/** In a cell every pipe ends the cell, even in code and in link targets. */
function escapePipes(text: string): string {
  return text.includes('|') ? text.replaceAll('|', '\\|') : text;
}
