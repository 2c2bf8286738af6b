import type { DataTable, TableColumn } from '../../extract/tables/data-table.ts';
import { toCsv } from '../../extract/tables/write-table.ts';
import { reportThreats } from '../../visibility/report.ts';
import type { Threat } from '../../visibility/sight.ts';
import { CAPS } from '../caps.ts';
import { Cleaner } from '../clean.ts';
import type { PageJob } from '../page-job.ts';
import { findInPage } from './find-in-page.ts';
import { type FittedTables, fitTables, type TableQuestion } from './fit-tables.ts';

/** What the worker is given to find the tables of a page and answer a question about them. */
export interface TablesJob {
  readonly page: PageJob;
  readonly selector: string;
  readonly question: TableQuestion;
  readonly handle: string;
}

/** The same for tables that were found before. */
export interface PackedTablesJob {
  readonly packed: Uint8Array;
  readonly question: TableQuestion;
  readonly handle: string;
}

export interface TablesFound {
  readonly type: 'tables';
  readonly fitted: FittedTables;
  /** All tables of the page as JSON, to be asked again; null when a limit was passed. */
  readonly packed: Uint8Array | null;
  readonly count: number;
  /** Tables of which not every row was given, whole, as separated values. */
  readonly files: readonly TableFile[];
  readonly threats: readonly Threat[];
  readonly threatCounts: Readonly<Record<string, number>>;
}

export interface TableFile {
  readonly index: number;
  readonly csv: Uint8Array;
}

export type TablesOutcome = TablesFound | { readonly type: 'bad_selector' };

/** Tables of one page that are kept for more questions, as JSON. */
const MAX_PACKED_BYTES = 32 * 1024 * 1024;
const MAX_THREATS = 20;
/** Files that one call may leave. */
const MAX_FILES = 3;
const MAX_CAPTION_CHARACTERS = 500;
/** Letters in which nothing can hide. */
const PLAIN = /^[\t\n\u0020-\u007e\u00c0-\u024f]*$/u;

/** Finds, cleans and asks the tables of a page: the whole work of the worker. */
export function answerTables({ page, selector, question, handle }: TablesJob): TablesOutcome {
  let found: ReturnType<typeof findInPage>;
  try {
    found = findInPage(page, selector);
  } catch (thrown) {
    if (thrown instanceof SyntaxError) return { type: 'bad_selector' };
    throw thrown;
  }
  const cleaner = new Cleaner();
  const tables = found.tables.map((table) => cleanTable(table, cleaner));
  const fitted = fitTables(tables, question, (index) => tableId(handle, index));
  const { threats, counts } = reportThreats(cleaner.findings, { cap: MAX_THREATS });
  const notes = [...found.notes, ...fitted.notes];
  return {
    type: 'tables',
    fitted: { ...fitted, notes },
    packed: pack({ tables, notes: found.notes }),
    count: tables.length,
    files: filesOf(tables, fitted),
    threats: threats.map((threat) => cleanThreat(threat, cleaner)),
    threatCounts: counts,
  };
}

export interface PackedTablesOutcome {
  readonly fitted: FittedTables;
  readonly count: number;
}

/** A further question about tables that were found before. */
export function answerPacked({ packed, question, handle }: PackedTablesJob): PackedTablesOutcome {
  const { tables, notes } = unpack(packed);
  const fitted = fitTables(tables, question, (index) => tableId(handle, index));
  return { fitted: { ...fitted, notes: [...notes, ...fitted.notes] }, count: tables.length };
}

/** The handle names the tables of a page; the number one of them. */
function tableId(handle: string, index: number): string {
  return `${handle}.${index}`;
}

function filesOf(tables: readonly DataTable[], fitted: FittedTables): TableFile[] {
  const cut = fitted.tables.filter(({ next }) => next !== null).slice(0, MAX_FILES);
  return cut.flatMap(({ index }) => {
    const table = tables[index];
    if (!table) return [];
    const csv = Buffer.from(
      toCsv(
        table.columns.map(({ name }) => name),
        [...table.rows, ...table.footer],
      ),
    );
    return csv.byteLength > MAX_PACKED_BYTES ? [] : [{ index, csv: new Uint8Array(csv) }];
  });
}

interface Packed {
  readonly tables: readonly DataTable[];
  readonly notes: readonly string[];
}

function pack(found: Packed): Uint8Array | null {
  const bytes = Buffer.from(JSON.stringify(found));
  return bytes.byteLength > MAX_PACKED_BYTES ? null : new Uint8Array(bytes);
}

function unpack(packed: Uint8Array): Packed {
  return JSON.parse(Buffer.from(packed.buffer, packed.byteOffset, packed.byteLength).toString()) as Packed; // seam: our own JSON
}

/** Every string of a table that the page wrote, cleaned as in a document. */
function cleanTable(table: DataTable, cleaner: Cleaner): DataTable {
  const text = (written: string) => (PLAIN.test(written) ? written : cleaner.text(written, 'table'));
  const rows = (all: DataTable['rows']) => all.map((row) => row.map(text));
  const line = (written: string, limit: number) => cleaner.line(written, limit, 'table');
  return {
    ...table,
    caption: line(table.caption, MAX_CAPTION_CHARACTERS),
    heading: line(table.heading, CAPS.heading),
    pages: line(table.pages, CAPS.note),
    columns: table.columns.map((column) => cleanColumn(column, line)),
    rows: rows(table.rows),
    footer: rows(table.footer),
    links: table.links.flatMap((link) => {
      const url = cleaner.url(link.url);
      return url === null ? [] : [{ ...link, url, text: line(link.text, CAPS.heading) }];
    }),
  };
}

function cleanColumn(column: TableColumn, line: (text: string, limit: number) => string): TableColumn {
  return {
    ...column,
    name: line(column.name, CAPS.heading),
    path: column.path.map((part) => line(part, CAPS.heading)),
    unit: column.unit === null ? null : line(column.unit, CAPS.language),
  };
}

function cleanThreat(threat: Threat, cleaner: Cleaner): Threat {
  return {
    ...threat,
    reason: cleaner.line(threat.reason, CAPS.reason, 'report'),
    excerpt: cleaner.line(threat.excerpt, CAPS.excerpt, 'report'),
    location: cleaner.line(threat.location, CAPS.location, 'report'),
  };
}
