import type { HtmlElement } from '../../html/tree.ts';
import type { GridLayout, Slot } from './grid.ts';
import { findBelow, hasText, textUpTo } from './tree-queries.ts';

/** A cell with more text than this makes a table without headers a means of layout. */
const LONG_CELL_CHARACTERS = 1200;
const PICTURE_TAGS: ReadonlySet<string> = new Set(['img', 'iframe', 'video']);
const LAYOUT_TAGS = /^h[1-6]$|^(?:article|section|nav|form|main|aside|header|footer)$/u;

/** Whether the table arranges a page rather than relates data. */
export function isLayoutTable(table: HtmlElement, layout: GridLayout): boolean {
  const role = table.attributes.get('role');
  if (role === 'presentation' || role === 'none') return true;
  const cells = layout.rows.flat().filter((slot): slot is Slot => slot?.origin === true);
  const filled = cells.filter((slot) => hasText(slot.cell) || holdsPicture(slot.cell));
  if (filled.length <= 1 && cells.every((slot) => slot.cell.tag === 'td')) return true;
  if (role === 'table' || role === 'grid' || layout.captions.length > 0 || layout.headerRows > 0) return false;
  if (cells.some((slot) => slot.cell.tag === 'th')) return false;
  // One row or one column without a header relates nothing to anything.
  if (layout.rows.length === 1 || (layout.rows[0]?.length ?? 0) === 1) return true;
  return filled.some((slot) => isLaidOut(slot.cell));
}

function holdsPicture(cell: HtmlElement): boolean {
  return findBelow(cell, (element) => PICTURE_TAGS.has(element.tag)) !== null;
}

/** Headings, tables with content and long texts stand in cells when the table arranges a page. */
function isLaidOut(cell: HtmlElement): boolean {
  if (textUpTo(cell, LONG_CELL_CHARACTERS * 2).replace(/\s+/gu, ' ').length > LONG_CELL_CHARACTERS) return true;
  return (
    findBelow(cell, (element) => LAYOUT_TAGS.test(element.tag) || (element.tag === 'table' && hasText(element))) !==
    null
  );
}
