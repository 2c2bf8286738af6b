import { type DocumentHtml, HiddenTexts, htmlPage } from './document-html.ts';
import type { DocumentFile, DocumentKind } from './document-kind.ts';
import { readDocx } from './docx.ts';
import { readEmail } from './email.ts';
import { readEpub } from './epub.ts';
import { readOds } from './ods.ts';
import { readOdt } from './odt.ts';
import { readPptx } from './pptx.ts';
import { type Sheet, sheetsHtml } from './sheets.ts';
import { readXlsx } from './xlsx.ts';
import { type Archive, ArchiveError } from './zip.ts';

/** A document as pages of HTML. Throws ArchiveError for what cannot be opened. */
export async function readDocument(
  file: DocumentFile,
  bytes: Uint8Array,
  includeHidden: boolean,
): Promise<DocumentHtml> {
  if ('error' in file) throw file.error;
  const { kind, archive } = file;
  const read = archive === null ? await readEmail(bytes) : readArchive(kind, archive, includeHidden);
  if (read === null) throw new ArchiveError('damaged', 'the part with its content is missing');
  return read;
}

function readArchive(kind: DocumentKind, archive: Archive, includeHidden: boolean): DocumentHtml | null {
  switch (kind) {
    case 'docx':
      return readDocx(archive, includeHidden);
    case 'pptx':
      return readPptx(archive, includeHidden);
    case 'odt':
      return readOdt(archive, includeHidden);
    case 'epub':
      return readEpub(archive);
    case 'xlsx':
    case 'ods':
      return workbookHtml(kind, archive, includeHidden);
    case 'eml':
      return null;
  }
}

function workbookHtml(kind: 'xlsx' | 'ods', archive: Archive, includeHidden: boolean): DocumentHtml | null {
  const hidden = new HiddenTexts(includeHidden);
  const book = kind === 'xlsx' ? readXlsx(archive, hidden) : readOds(archive, hidden);
  if (book === null) return null;
  const { html, notes } = sheetsHtml(book.sheets);
  return {
    pages: [{ html: htmlPage(html + book.hiddenHtml), location: '' }],
    ...book.facts,
    hidden: hidden.found,
    beside: [],
    notes: [...book.notes, ...notes],
  };
}

/** A sheet as rows of texts, for whoever asks for tables. */
export interface SheetTable {
  readonly name: string;
  readonly rows: string[][];
  /** Rows that were not kept, as there were too many. */
  readonly beyond: number;
}

/** The sheets of a workbook, as far as they are shown; null for other documents. Throws ArchiveError. */
export function sheetTables(file: DocumentFile): SheetTable[] | null {
  if ('error' in file) throw file.error;
  const { kind, archive } = file;
  if (archive === null || (kind !== 'xlsx' && kind !== 'ods')) return null;
  const hidden = new HiddenTexts(false);
  const book = kind === 'xlsx' ? readXlsx(archive, hidden) : readOds(archive, hidden);
  return (book?.sheets ?? []).map(({ name, rows, beyond }) => ({ name, rows: rows.map(textsOf), beyond }));
}

/** Letters in the colour of their ground are not shown: here nothing else looks at them. */
function textsOf(row: Sheet['rows'][number]): string[] {
  return row.map((cell) => (cell === undefined || isUnseen(cell) ? '' : cell.text));
}

function isUnseen({ color, background }: NonNullable<Sheet['rows'][number][number]>): boolean {
  return color !== null && color === (background ?? '#ffffff');
}
