import type { PageJob } from '../../src/read/page-job.ts';
import type { TableAnswer } from '../../src/read/table-result.ts';
import type { TableQuestion } from '../../src/read/tables/fit-tables.ts';

/** A page with tables and what they hold; fields that a case does not name are not compared. */
export interface TableCase {
  readonly id: string;
  readonly why: string;
  readonly html: string;
  readonly tables: readonly ExpectedTable[];
  readonly selector?: string;
  readonly lang?: string;
  /** Texts that no person could see. */
  readonly absent?: readonly string[];
}

interface ExpectedTable {
  readonly columns: readonly string[];
  readonly rows: ReadonlyArray<readonly string[]>;
  readonly types?: readonly string[];
  readonly units?: ReadonlyArray<string | null>;
  readonly values?: Readonly<Record<string, readonly unknown[]>>;
  readonly footer?: ReadonlyArray<readonly string[]>;
  readonly caption?: string;
  readonly heading?: string;
  readonly kind?: string;
  readonly spans?: boolean;
  readonly links?: readonly unknown[];
  readonly pages?: string;
}

export const allRows: TableQuestion = {
  index: null,
  columns: [],
  where: [],
  sort: null,
  start: 0,
  maxRows: 5000,
  maxTokens: 40_000,
  format: 'rows',
  includeLinks: true,
};

export function pageSource({ html, lang }: TableCase): string {
  return `<!doctype html><html${lang ? ` lang="${lang}"` : ''}><meta charset="utf-8"><title>T</title><body>${html}</body></html>`;
}

export function pageOf(given: TableCase): PageJob {
  return {
    url: 'https://t.example/',
    baseUrl: 'https://t.example/',
    rawSha256: '',
    sheets: new Map(),
    page: {
      via: 'http',
      url: 'https://t.example/',
      hops: [],
      httpStatus: 200,
      headers: {},
      contentType: 'text/html; charset=utf-8',
      body: new TextEncoder().encode(pageSource(given)),
      truncated: false,
      retryAfterMs: null,
      archivedAt: null,
      setsCookies: false,
      sight: null,
      notes: [],
    },
    options: {
      format: 'markdown',
      selector: null,
      expand: false,
      includeHidden: false,
      includeLinks: true,
      includeImages: false,
    },
  };
}

/** The found table with the fields that the case names. */
export function comparableTable(table: TableAnswer, expected: ExpectedTable | undefined): ExpectedTable {
  const has = (field: keyof ExpectedTable) => expected?.[field] !== undefined;
  const columnOf = (name: string) => table.columns.find((column) => column.name === name);
  return {
    columns: table.columns.map(({ name }) => name),
    rows: table.rows,
    ...(has('types') && { types: table.columns.map(({ type }) => type) }),
    ...(has('units') && { units: table.columns.map(({ unit }) => unit) }),
    ...(has('values') && {
      values: Object.fromEntries(
        Object.keys(expected?.values ?? {}).map((name) => [name, columnOf(name)?.values ?? []]),
      ),
    }),
    ...(has('footer') && { footer: table.footer }),
    ...(has('caption') && { caption: table.caption }),
    ...(has('heading') && { heading: table.heading }),
    ...(has('kind') && { kind: table.kind }),
    ...(has('spans') && { spans: table.spans_filled }),
    ...(has('links') && { links: table.links.map(({ row, column, url }) => [row, column, url]) }),
    ...(has('pages') && { pages: table.notes.find((note) => note.startsWith('the page says'))?.split(': ')[1] ?? '' }),
  };
}
