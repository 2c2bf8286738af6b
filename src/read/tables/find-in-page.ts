import { type DocumentFile, documentFile } from '../../extract/documents/document-kind.ts';
import { sheetTables } from '../../extract/documents/read-document.ts';
import { ArchiveError } from '../../extract/documents/zip.ts';
import { readRecords } from '../../extract/kinds/csv.ts';
import { pageLanguage } from '../../extract/language.ts';
import { baseUrlOf } from '../../extract/markdown/links.ts';
import type { DataTable } from '../../extract/tables/data-table.ts';
import { findTables } from '../../extract/tables/find-tables.ts';
import { tableOfRecords, typeTable } from '../../extract/tables/read-table.ts';
import type { HtmlRoot } from '../../html/tree.ts';
import { decodePage } from '../decode-page.ts';
import type { PageJob } from '../page-job.ts';
import { seenTree } from '../read-html.ts';
import { unpackSight } from '../see/packed-sight.ts';
import { seenRendered } from '../see/read-rendered.ts';

export interface TablesInPage {
  readonly tables: readonly DataTable[];
  readonly notes: readonly string[];
}

/** The tables a person can see on a page, or the table that a file of separated values is. */
export function findInPage(job: PageJob, selector: string): TablesInPage {
  const { page } = job;
  if (page.sight !== null) {
    const rendered = unpackSight(page.sight);
    seenRendered(rendered, job.options);
    return inTree(rendered.root, job, selector);
  }
  const file = documentFile(page.body, page.contentType, page.url);
  if (file) return inSheets(sheetsOf(file));
  const { source, sniffed } = decodePage(page);
  const { kind } = sniffed;
  if (kind === 'html') return inTree(seenTree(source, job).root, job, selector);
  if (kind !== 'csv') return { tables: [], notes: [`The address gives ${kind}, in which no tables are looked for.`] };
  const table = tableOfRecords(
    readRecords(source, /tab-separated|\btsv\b/iu.test(page.contentType ?? '') ? '\t' : undefined),
  );
  return { tables: table.rows.length > 0 ? [typeTable(table, null)] : [], notes: [] };
}

/** The sheets of a workbook; null for a document of another kind, or one that cannot be opened. */
function sheetsOf(file: DocumentFile): ReturnType<typeof sheetTables> {
  try {
    return sheetTables(file);
  } catch (thrown) {
    if (thrown instanceof ArchiveError) return null;
    throw thrown;
  }
}

function inSheets(sheets: ReturnType<typeof sheetTables>): TablesInPage {
  if (sheets === null) return { tables: [], notes: ['Tables are looked for in pages, CSV files and workbooks.'] };
  const filled = sheets.filter(({ rows }) => rows.length > 0);
  const cut = filled.filter(({ beyond }) => beyond > 0);
  return {
    tables: filled.map(({ name, rows }) => typeTable({ ...tableOfRecords(rows), kind: 'sheet', caption: name }, null)),
    notes: cut.map(({ name, beyond }) => `${beyond} more rows of the sheet “${name}” were not read.`),
  };
}

function inTree(root: HtmlRoot, job: PageJob, selector: string): TablesInPage {
  const language = pageLanguage(root);
  const found = findTables(root, selector, { baseUrl: baseUrlOf(root, job.baseUrl), language });
  return {
    tables: found.tables,
    notes: [
      ...(found.note === '' ? [] : [found.note]),
      ...(found.tables.length === 0 && found.layoutTables > 0
        ? [`${found.layoutTables} tables only arrange the page; name one with selector to have it all the same.`]
        : []),
      ...(found.beyond > 0 ? [`${found.beyond} more tables were not read: choose with selector.`] : []),
    ],
  };
}
