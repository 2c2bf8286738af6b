import { type HiddenTexts, inkOn } from './document-html.ts';
import { OpenDocument } from './open-document.ts';
import { HiddenCells, hideSheet, MAX_CELLS, type Sheet, type SheetCell, tidy, workbookNotes } from './sheets.ts';
import type { Workbook } from './xlsx.ts';
import { at, attribute, childElements, descendants, textOf, type XmlElement } from './xml-tree.ts';
import type { Archive } from './zip.ts';

/** A sheet repeats its last empty row a million times; rows with something in them are repeated a few times. */
const MAX_REPEATED = 1000;

/** A spreadsheet of the OpenDocument format (ISO/IEC 26300): the cells that are shown, as they are shown. */
export function readOds(archive: Archive, hidden: HiddenTexts): Workbook | null {
  const file = new OpenDocument(archive);
  const body = at(file.content, 'body', 'spreadsheet');
  if (body === undefined) return null;
  const sheets: Sheet[] = [];
  let hiddenHtml = '';
  let hiddenSheets = 0;
  const reader = new SheetReader(file);
  for (const [index, table] of childElements(body, 'table').entries()) {
    const location = `sheet ${index + 1}`;
    const cells = new HiddenCells();
    const sheet = reader.read(table, cells);
    const comments = descendants(table, 'annotation').map((one) => descendants(one, 'p').map(textOf).join('\n'));
    hiddenHtml += hidden.hide('comment', comments.join('\n'), location);
    const properties = at(file.style(attribute(table, 'style-name'), 'table'), 'table-properties');
    if (attribute(properties, 'display') === 'false') {
      hiddenSheets++;
      hiddenHtml += hideSheet(hidden, sheet, location);
    } else sheets.push(sheet);
    hiddenHtml += cells.report(hidden, location);
  }
  const notes = [...workbookNotes(sheets.length, hiddenSheets), ...file.notes()];
  return { sheets, facts: file.facts(), notes, hiddenHtml };
}

class SheetReader {
  readonly #file: OpenDocument;
  #left = MAX_CELLS;

  constructor(file: OpenDocument) {
    this.#file = file;
  }

  read(table: XmlElement, cells: HiddenCells): Sheet {
    const columns = columnsOf(table);
    const rows: (SheetCell | undefined)[][] = [];
    let beyond = 0;
    for (const { row, isHidden } of rowsOf(table, false)) {
      const repeated = countOf(row, 'number-rows-repeated');
      const found = this.#readRow(row);
      const isEmpty = found.every((cell) => cell === undefined);
      if (this.#left <= 0 && !isEmpty) {
        beyond += repeated;
        continue;
      }
      const shown: (SheetCell | undefined)[] = [];
      for (const [index, cell] of found.entries()) {
        if (cell !== undefined && isHidden) cells.add('hidden row', cell.text);
        else if (columns[index] !== true) shown.push(cell);
        else if (cell !== undefined) cells.add('hidden column', cell.text);
      }
      const kept = Math.min(repeated, isEmpty ? 1 : MAX_REPEATED);
      if (!isHidden) for (let time = 0; time < kept; time++) rows.push(shown);
      if (!isEmpty && !isHidden) {
        beyond += repeated - kept;
        this.#left -= shown.length * kept;
      }
    }
    const tidied = tidy(rows);
    return { name: attribute(table, 'name') ?? '', rows: tidied.rows, beyond: beyond + tidied.cut };
  }

  #readRow(row: XmlElement): (SheetCell | undefined)[] {
    const found: (SheetCell | undefined)[] = [];
    for (const element of childElements(row)) {
      if (!/^(?:covered-)?table-cell$/u.test(element.name)) continue;
      const text = childElements(element, 'p').map(textOf).join('\n');
      const look = this.#file.look(attribute(element, 'style-name'), 'table-cell');
      const ground = look.cellBackground;
      const color = look.color ?? (ground === null ? null : inkOn(ground));
      const isPlain = color === null || color === '#000000';
      const cell =
        text === '' ? undefined : { text, color: isPlain ? null : color, background: isPlain ? null : ground };
      const repeated = countOf(element, 'number-columns-repeated');
      for (let time = 0; time < Math.min(repeated, MAX_REPEATED); time++) found.push(cell);
    }
    return found;
  }
}

function countOf(element: XmlElement, name: string): number {
  return Math.max(1, Number(attribute(element, name) ?? 1) || 1);
}

function isUnseen(element: XmlElement): boolean {
  return (
    /^(?:collapse|filter)$/u.test(attribute(element, 'visibility') ?? '') || attribute(element, 'display') === 'false'
  );
}

function rowsOf(table: XmlElement, isHidden: boolean): { readonly row: XmlElement; readonly isHidden: boolean }[] {
  return childElements(table).flatMap((child) => {
    const hides = isHidden || isUnseen(child);
    if (child.name === 'table-row') return [{ row: child, isHidden: hides }];
    return /^table-(?:header-rows|row-group|rows)$/u.test(child.name) ? rowsOf(child, hides) : [];
  });
}

/** Which columns are hidden, from the first on. */
function columnsOf(table: XmlElement): boolean[] {
  const columns: boolean[] = [];
  const visit = (parent: XmlElement, isHidden: boolean) => {
    for (const child of childElements(parent)) {
      const hides = isHidden || isUnseen(child);
      if (child.name === 'table-column') {
        const repeated = Math.min(countOf(child, 'number-columns-repeated'), MAX_REPEATED);
        for (let time = 0; time < repeated; time++) columns.push(hides);
      } else if (/^table-(?:header-columns|column-group|columns)$/u.test(child.name)) visit(child, hides);
    }
  };
  visit(table, false);
  return columns;
}
