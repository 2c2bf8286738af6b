import { readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { allRows, comparableTable, pageOf, type TableCase } from '../../../test/kit/table-cases.ts';
import { answerTables } from './table-job.ts';

const CASES: TableCase[] = JSON.parse(
  readFileSync(path.resolve(import.meta.dirname, '../../../corpus/tables/cases.json'), 'utf8'),
);

test('the corpus holds at least sixty tables', () => {
  expect(CASES.reduce((sum, each) => sum + each.tables.length, 0)).toBeGreaterThanOrEqual(60);
});

describe('tables of the corpus, read without a browser', () => {
  test.each(CASES)('$id: $why', (given) => {
    const job = { page: pageOf(given), selector: given.selector ?? 'table', question: allRows, handle: 'h' };
    const outcome = answerTables(job);
    if (outcome.type !== 'tables') throw new Error(outcome.type);
    const { tables } = outcome.fitted;
    expect(tables.map((table, index) => comparableTable(table, given.tables[index]))).toEqual(given.tables);
    for (const text of given.absent ?? []) expect(JSON.stringify(tables)).not.toContain(text);
  });
});
