import type { HiddenTexts } from './document-html.ts';
import { isOn, OfficePackage, type Relations, related } from './office-package.ts';
import {
  HiddenCells,
  hideSheet,
  MAX_CELLS,
  MAX_COLUMNS,
  type Sheet,
  type SheetCell,
  tidy,
  workbookNotes,
} from './sheets.ts';
import { type CellFormat, fontOf, readFormats, settle, shownNumber } from './xlsx-formats.ts';
import { at, attribute, childElements, descendants, textOf, type XmlElement } from './xml-tree.ts';
import type { Archive } from './zip.ts';

export interface Workbook {
  readonly sheets: readonly Sheet[];
  readonly facts: ReturnType<OfficePackage['facts']>;
  readonly notes: readonly string[];
  /** HTML of hidden texts, where these were asked for. */
  readonly hiddenHtml: string;
}

/** An Excel workbook (ECMA-376, SpreadsheetML): the cells that are shown. Formulas give the value that was saved. */
export function readXlsx(archive: Archive, hidden: HiddenTexts): Workbook | null {
  const file = new OfficePackage(archive);
  const main = related(file.relations(''), 'officeDocument') ?? 'xl/workbook.xml';
  const root = file.part(main) ?? undefined;
  if (root?.name !== 'workbook') return null;
  const relations = file.relations(main);
  const reader = new SheetReader(file, relations, root);
  const sheets: Sheet[] = [];
  let hiddenSheets = 0;
  let hiddenHtml = '';
  for (const [index, one] of childElements(at(root, 'sheets'), 'sheet').entries()) {
    const part = relations.get(attribute(one, 'relation') ?? '')?.target;
    const location = `sheet ${index + 1}`;
    const cells = new HiddenCells();
    const sheet = reader.read(file.part(part) ?? undefined, attribute(one, 'name') ?? '', cells);
    if (part !== undefined) hiddenHtml += hidden.hide('comment', commentsOf(file, part), location);
    if (/^(?:hidden|veryHidden)$/u.test(attribute(one, 'state') ?? '')) {
      hiddenSheets++;
      hiddenHtml += hideSheet(hidden, sheet, location);
    } else sheets.push(sheet);
    hiddenHtml += cells.report(hidden, location);
  }
  const notes = [...workbookNotes(sheets.length, hiddenSheets), ...file.notes()];
  return { sheets, facts: file.facts(), notes, hiddenHtml };
}

function commentsOf(file: OfficePackage, sheetPart: string): string {
  const relations = file.relations(sheetPart);
  return ['comments', 'threadedComment']
    .flatMap((type) => descendants(file.part(related(relations, type)) ?? undefined, 'text'))
    .map(textOf)
    .join('\n');
}

const UNSEEN = 'letters that cannot be seen';
const PLAIN = { color: null, background: null };

function joined(pieces: readonly Piece[]): string {
  return pieces.map(({ text }) => text).join('');
}

class SheetReader {
  readonly #shared: readonly (readonly Piece[])[];
  readonly #formats: ReturnType<typeof readFormats>;
  readonly #from1904: boolean;
  #left = MAX_CELLS;

  constructor(file: OfficePackage, relations: Relations, workbook: XmlElement) {
    const shared = file.part(related(relations, 'sharedStrings'));
    this.#shared = childElements(shared ?? undefined, 'si').map(piecesOf);
    this.#formats = readFormats(file.part(related(relations, 'styles')) ?? undefined);
    const epoch = attribute(at(workbook, 'workbookPr'), 'date1904') ?? '0';
    this.#from1904 = /^(?:1|true)$/u.test(epoch);
  }

  read(root: XmlElement | undefined, name: string, cells: HiddenCells): Sheet {
    const isHiddenColumn = hiddenColumns(root);
    const rowsUnseen = isYes(attribute(at(root, 'sheetFormatPr'), 'zeroHeight'));
    const rows: (SheetCell | undefined)[][] = [];
    let beyond = 0;
    for (const row of childElements(at(root, 'sheetData'), 'row')) {
      if (this.#left <= 0) {
        beyond++;
        continue;
      }
      const height = attribute(row, 'ht');
      const isDefault = height === undefined && !row.attributes.has('hidden');
      const isHidden = isYes(attribute(row, 'hidden')) || Number(height ?? 1) < 1 || (isDefault && rowsUnseen);
      const shown: (SheetCell | undefined)[] = [];
      this.#readRow(row, (column, cell, unseen) => {
        if (isHidden) cells.add('hidden row', cell.text);
        else if (isHiddenColumn(column)) cells.add('hidden column', cell.text);
        else if (unseen !== null) cells.add(unseen, cell.text);
        else shown[column] = cell;
      });
      if (!isHidden) rows.push(shown);
    }
    const tidied = tidy(withoutColumns(rows, isHiddenColumn));
    return { name, rows: tidied.rows, beyond: beyond + tidied.cut };
  }

  #readRow(row: XmlElement, take: (column: number, cell: SheetCell, unseen: string | null) => void): void {
    let column = -1;
    for (const element of childElements(row, 'c')) {
      column = columnOf(attribute(element, 'r')) ?? column + 1;
      const format = this.#formats(attribute(element, 's'));
      const pieces = this.#piecesOf(element, format);
      const unseen = pieces.filter((piece) => isUnseen(piece, format));
      const text = joined(unseen.length === 0 ? pieces : pieces.filter((piece) => !unseen.includes(piece)));
      if (column >= MAX_COLUMNS) continue;
      if (unseen.length > 0) take(column, { text: joined(unseen), color: null, background: null }, UNSEEN);
      if (text === '') continue;
      this.#left--;
      const reason = format.kind === 'nothing' ? 'a number format that shows nothing' : format.isTiny ? UNSEEN : null;
      // A text of pieces that say their colours has nothing of the cell’s own.
      const ownLook = pieces.every(({ look }) => look?.color) ? PLAIN : settle(format);
      take(column, { text, ...ownLook }, reason);
    }
  }

  #piecesOf(cell: XmlElement, format: CellFormat): readonly Piece[] {
    const value = textOf(at(cell, 'v'));
    switch (attribute(cell, 't')) {
      case 's':
        return this.#shared[Number(value)] ?? [];
      case 'inlineStr':
        return piecesOf(at(cell, 'is'));
      case 'b':
        return [{ text: value === '1' ? 'TRUE' : 'FALSE', look: null }];
      case 'str':
      case 'e':
      case 'd':
        return [{ text: value, look: null }];
      default:
        return [{ text: value === '' ? '' : shownNumber(value, format, this.#from1904), look: null }];
    }
  }
}

/** A piece of the text of a cell; what it does not say of itself is the cell’s. */
interface Piece {
  readonly text: string;
  readonly look: ReturnType<typeof fontOf> | null;
}

/** A text of pieces; readings in another script (`rPh`) stand above it and are not it. */
function piecesOf(element: XmlElement | undefined): Piece[] {
  return childElements(element).flatMap((part): Piece[] => {
    if (part.name === 't') return [{ text: textOf(part), look: null }];
    if (part.name !== 'r') return [];
    const properties = at(part, 'rPr');
    return [{ text: textOf(at(part, 't')), look: properties === undefined ? null : fontOf(properties) }];
  });
}

/** A piece in the colour of the cell’s ground, or too small to be read. */
function isUnseen({ look }: Piece, { background }: CellFormat): boolean {
  if (look === null) return false;
  return look.isTiny || (look.color !== null && isNear(look.color, background ?? '#ffffff'));
}

function isNear(color: string, ground: string): boolean {
  const [one, other] = [color, ground].map((text) => Number.parseInt(text.slice(1), 16));
  if (one === undefined || other === undefined) return false;
  return [0, 8, 16].every((shift) => Math.abs(((one >> shift) & 255) - ((other >> shift) & 255)) <= 24);
}

function isYes(value: string | undefined): boolean {
  return value !== undefined && isOn({ name: '', attributes: new Map([['val', value]]), children: [] });
}

/** A file may name as many ranges as it likes, so each is only noted where it begins and ends. */
function hiddenColumns(root: XmlElement | undefined): (column: number) => boolean {
  const changes = new Int32Array(MAX_COLUMNS + 1);
  for (const col of childElements(at(root, 'cols'), 'col')) {
    if (!isYes(attribute(col, 'hidden')) && !(Number(attribute(col, 'width') ?? 1) < 0.3)) continue;
    const [first, last] = ['min', 'max'].map((name) => Math.trunc(Number(attribute(col, name))) || 0);
    const from = Math.max(1, first ?? 0) - 1;
    const to = Math.min(MAX_COLUMNS, last ?? 0);
    if (to <= from) continue;
    changes[from] = (changes[from] ?? 0) + 1;
    changes[to] = (changes[to] ?? 0) - 1;
  }
  for (let column = 1; column < changes.length; column++) {
    changes[column] = (changes[column] ?? 0) + (changes[column - 1] ?? 0);
  }
  return (column) => (changes[column] ?? 0) > 0;
}

/** Rows without their hidden columns; rows stay as sparse as they are, since a cell may stand far out alone. */
function withoutColumns(rows: (SheetCell | undefined)[][], isHidden: (column: number) => boolean) {
  const places: number[] = [];
  for (let column = 0, place = 0; column < MAX_COLUMNS; column++) places.push(isHidden(column) ? place : place++);
  return rows.map((row) => {
    const moved: (SheetCell | undefined)[] = [];
    row.forEach((cell, column) => {
      moved[places[column] ?? column] = cell;
    });
    return moved;
  });
}

/** `BC12` is column 54. */
function columnOf(reference: string | undefined): number | null {
  const letters = /^\$?([A-Z]{1,3})\$?\d/u.exec(reference ?? '')?.[1];
  if (letters === undefined) return null;
  let column = 0;
  for (const letter of letters) column = column * 26 + letter.charCodeAt(0) - 64;
  return column - 1;
}
