import type { HtmlElement, HtmlNode } from '../../html/tree.ts';
import { type GridLayout, headerPath, layoutGrid, readsLikeNames, type Slot } from './grid.ts';
import { isLayoutTable } from './layout-table.ts';
import { type Block, type Frame, STRONG, type Writer } from './writer.ts';

/** A spanning cell longer than this is written once, not once for each place. */
const MAX_REPEATED_CHARACTERS = 300;
const NOTE_SPANS = 'table spans filled';

/** A data table as a GFM table; a table used for layout as the blocks it holds; an empty one as nothing. */
export function writeTable(writer: Writer, table: HtmlElement, frame: Frame): Block[] {
  const layout = layoutGrid(table);
  const caption = layout.captions.flatMap((title) => writer.blocks(title.children, frame));
  const stray = strayNodes(table);
  if (stray.length > 0) caption.push(...writer.blocks(stray, frame));
  if (frame.cell) return [...caption, ...flatten(writer, layout, frame)];
  if (isLayoutTable(table, layout)) return [...caption, ...unroll(writer, layout, frame)];
  const text = writeGrid(writer, layout, frame);
  if (text === '') return caption;
  if (layout.spansFilled) writer.notes.add(NOTE_SPANS);
  return [...caption, { kind: 'table', text }];
}

const TABLE_PARTS: ReadonlySet<string> = new Set(['caption', 'colgroup', 'col', 'thead', 'tbody', 'tfoot', 'tr']);

/** What stands between the parts of a table: only where nesting was cut short does a parser leave it there. */
function strayNodes(table: HtmlElement): HtmlNode[] {
  const stray: HtmlNode[] = [];
  const visit = (parent: HtmlElement): void => {
    for (const child of parent.children) {
      if (child.type === 'text' ? child.text.trim() !== '' : child.type === 'element') {
        if (child.type !== 'element') stray.push(child);
        else if (parent.tag === 'tr' ? child.tag !== 'td' && child.tag !== 'th' : !TABLE_PARTS.has(child.tag))
          stray.push(child);
        else if (child.tag === 'tr' || child.tag === 'thead' || child.tag === 'tbody' || child.tag === 'tfoot')
          visit(child);
      }
    }
  };
  visit(table);
  return stray;
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
