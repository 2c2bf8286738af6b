import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { parseDocument } from '../../html/parse.ts';
import { select } from '../../html/select.ts';
import { detach } from '../../html/tree.ts';
import { type Grid, layoutGrid, readGrid } from './grid.ts';

const FOLDER = path.resolve(import.meta.dirname, '../../../../shared/data/tables/wtq');
const there = existsSync(FOLDER);
if (!there) process.stderr.write('wikitables.test.ts: the WikiTableQuestions sample is not here, skipped\n');

function readCsv(source: string): string[][] {
  const rows: string[][] = [[]];
  for (const match of source.matchAll(/"((?:[^"\\]|\\.)*)"(,|\r?\n|$)/gu)) {
    rows.at(-1)?.push((match[1] ?? '').replaceAll('\\n', '\n').replace(/\\(.)/gu, '$1'));
    if (match[2] !== ',') rows.push([]);
  }
  return rows.filter((row) => row.length > 0);
}

const simple = (text: string) =>
  text
    .normalize('NFKC')
    .replace(/\[[^\]]{1,10}\]/gu, '')
    .replace(/\s+/gu, ' ')
    .trim()
    .toLowerCase();

/** The gold leaves out rows that are one cell over the whole width, and columns with an empty body. */
function comparable(grid: Grid, layout: ReturnType<typeof layoutGrid>): string[][] {
  let rows = grid.rows.filter((row, index) => {
    const slots = layout.rows[index + layout.headerRows] ?? [];
    return !slots.every((slot) => slot?.cell === slots[0]?.cell) && row.some((text) => text !== '');
  });
  if (grid.headerRows === 0) rows = rows.slice(1);
  const kept = (rows[0] ?? []).map((_, column) => column).filter((column) => rows.some((row) => row[column] !== ''));
  return rows.map((row) => kept.map((column) => row[column] ?? ''));
}

describe.skipIf(!there)('Wikipedia tables', () => {
  it('put 95 % of the body cells in their place, also with spans, and are always rectangular', () => {
    const counts = { all: 0, right: 0, span: 0, spanRight: 0, ragged: 0, tables: 0 };
    for (const folder of readdirSync(FOLDER).filter((name) => name.endsWith('-csv'))) {
      for (const file of readdirSync(path.join(FOLDER, folder)).filter((name) => name.endsWith('.html'))) {
        const html = readFileSync(path.join(FOLDER, folder, file), 'utf8');
        const gold = readCsv(readFileSync(path.join(FOLDER, folder, file.replace('.html', '.csv')), 'utf8')).slice(1);
        const document = parseDocument(html);
        for (const element of select(document, '[style*="display:none"], [style*="display: none"]')) detach(element);
        const table = select(document, 'table')[0];
        if (!table) continue;
        const grid = readGrid(table);
        const rows = comparable(grid, layoutGrid(table));
        const cells = gold.flatMap((row, y) => row.map((text, x) => simple(text) === simple(rows[y]?.[x] ?? '\0')));
        const right = cells.filter(Boolean).length;
        counts.tables++;
        counts.all += cells.length;
        counts.right += right;
        if (grid.rows.some((row) => row.length !== grid.headers.length)) counts.ragged++;
        if (!/(?:row|col)span=["']?(?:[2-9]|\d\d)/u.test(html)) continue;
        counts.span += cells.length;
        counts.spanRight += right;
      }
    }
    expect(counts.tables).toBeGreaterThan(200);
    expect(counts.ragged).toBe(0);
    expect(counts.right / counts.all).toBeGreaterThan(0.97);
    expect(counts.spanRight / counts.span).toBeGreaterThan(0.97);
  }, 60_000);
});
