import { oneLine } from '../../base/text.ts';
import { toMarkdown } from '../../extract/tables/write-table.ts';
import type { TableAnswer, TableResult } from '../../read/table-result.ts';

/** The text form: our own words about each table first, then everything that the page wrote between the markers. */
export function renderTables(
  result: Pick<TableResult, keyof TableResult>,
  fence: (untrusted: string) => string,
): string {
  const reason = result.status === 'ok' ? '' : `; ${result.reason.code}: ${oneLine(result.reason.detail)}`;
  const hidden = Object.entries(result.threat_counts).map(([type, count]) => `${type} ${count}`);
  const head = [
    `status: ${result.status}${reason}; via ${result.via}; seen: ${result.seen}`,
    `url: ${oneLine(result.final_url || result.url)}`,
    `tables: ${result.tables.length} of ${result.table_count}`,
    ...result.tables.map(describe),
    ...(hidden.length > 0 ? [`hidden text taken out: ${hidden.join(', ')}`] : []),
    ...result.left_out.map(
      ({ what, count, how }) =>
        `left out: ${what} ×${count}; ${what === 'collapsed' || what === 'inactive_tab' ? 'expand=true puts it in' : oneLine(how)}`,
    ),
    ...result.notes.map((note) => `note: ${oneLine(note)}`),
  ].join('\n');
  const body = result.tables.map(written).filter(Boolean).join('\n\n');
  return body === '' ? head : `${head}\n\n${fence(body)}`;
}

function describe(table: TableAnswer): string {
  const shown = table.next === null ? 'to the end' : `next start=${table.next}`;
  const matched = table.matched === table.row_count ? '' : `, ${table.matched} match`;
  const file = table.file === null ? '' : `; whole table: ${table.file.path}`;
  const filled = table.spans_filled ? ', spans filled' : '';
  return `table ${table.index} (id ${table.id}): ${table.columns.length} columns, ${table.row_count} rows${matched}; from ${table.start} ${shown}${filled}${file}`;
}

function written(table: TableAnswer): string {
  const title = [table.heading, table.caption]
    .filter((text) => text !== '')
    .map(oneLine)
    .join(' — ');
  const names = table.columns.map(({ name, unit }) =>
    unit === null || name.includes(unit) ? name : `${name} [${unit}]`,
  );
  const rows = table.text === '' ? toMarkdown(names, table.rows) : table.text;
  const links = table.links.map(
    ({ row, column, url, text }) => `- row ${row}, ${oneLine(column)}: ${oneLine(text)} ${url}`,
  );
  const footer = table.footer.map((row) => `Footer: ${row.map(oneLine).join(' | ')}`);
  return [`Table ${table.index}${title === '' ? '' : `: ${title}`}`, rows.trimEnd(), ...footer, ...links].join('\n');
}
