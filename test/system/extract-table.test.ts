import { readFileSync } from 'node:fs';
import type { IncomingMessage, ServerResponse } from 'node:http';
import path from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { TableResult } from '../../src/read/table-result.ts';
import { countTokens } from '../../src/read/tokens.ts';
import { type Plainsight, startPlainsight } from '../kit/plainsight.ts';
import { canRender } from '../kit/rendering.ts';
import { startSite, type TestSite } from '../kit/site.ts';
import { comparableTable, pageSource, type TableCase } from '../kit/table-cases.ts';

// What the built program answers when it is asked for tables, without a browser and with one.

const CASES: TableCase[] = JSON.parse(
  readFileSync(path.resolve(import.meta.dirname, '../../corpus/tables/cases.json'), 'utf8'),
);
const HUGE_ROWS = 100_000;
let site: TestSite;
let plainsight: Plainsight;

function hugePage(): string {
  const rows = Array.from(
    { length: HUGE_ROWS },
    (_, row) => `<tr><td>Item ${row}<td>${row % 997}<td>${(row * 7919) % HUGE_ROWS}`,
  );
  return `<!doctype html><title>Huge</title><table><tr><th>Name<th>Group<th>Price (€)${rows.join('')}</table>`;
}

function words(count: number, seed: number): string {
  return Array.from({ length: count }, (_, index) => ((index * 7919 + seed) % 100_003).toString(36)).join(' ');
}

const ROUTES = {
  ...Object.fromEntries(CASES.map((given) => [`/case/${given.id}`, pageSource(given)])),
  '/huge': hugePage(),
  '/wide': `<!doctype html><table><tr>${'<th>Name of a column'.repeat(900)}<tr>${`<td>${words(20, 1)}`.repeat(900)}</table>`,
  '/long-cell': `<!doctype html><table><tr><th>A<th>B<tr><td>${words(60_000, 3)}<td>x<tr><td>short<td>y</table>`,
  '/many': `<!doctype html>${Array.from({ length: 400 }, (_, n) => `<h2>T${n}</h2><table><tr><th>K${n}<th>V<tr><td>${words(30, n)}<td>${n}</table>`).join('')}`,
  '/wall': (_: IncomingMessage, response: ServerResponse) =>
    response.writeHead(403).end('<title>Denied</title><table><tr><th>A<th>B<tr><td>1<td>2</table>'),
  '/data.csv': (_: IncomingMessage, response: ServerResponse) =>
    response.writeHead(200, { 'Content-Type': 'text/csv' }).end('name,price\r\n"Tea, green","1,200.50"\r\nRye,3\r\n'),
};

beforeAll(async () => {
  site = await startSite(ROUTES);
  plainsight = await startPlainsight({ PLAINSIGHT_ALLOW_PRIVATE: site.opening });
});
afterAll(async () => {
  await plainsight?.[Symbol.asyncDispose]();
  await site?.close();
});

async function tables(at: string, input: Record<string, unknown> = {}): Promise<TableResult> {
  const answer = await plainsight.call('extract_table', { url: site.url(at), render: 'never', ...input });
  if (!answer.ok) throw new Error(`${answer.error.code}: ${answer.error.message}`);
  return answer.result as unknown as TableResult; // seam: checked by the client against the published schema
}

const MODES = (await canRender()) ? (['never', 'always'] as const) : (['never'] as const);

describe.each(MODES)('render=%s', (render) => {
  test('every table of the corpus is read exactly', async () => {
    const wrong: unknown[] = [];
    const queue = [...CASES];
    const one = async () => {
      for (let given = queue.shift(); given; given = queue.shift()) {
        const input = { render, max_tokens: 40_000, include_links: true, selector: given.selector ?? 'table' };
        const found = await tables(`/case/${given.id}`, input);
        const comparable = found.tables.map((table, index) => comparableTable(table, given.tables[index]));
        const withOrigin = JSON.parse(JSON.stringify(comparable).replaceAll(site.origin, 'https://t.example'));
        const leaked = (given.absent ?? []).filter((text) => JSON.stringify(found.tables).includes(text));
        if (!isDeepStrictEqual(withOrigin, given.tables) || leaked.length > 0)
          wrong.push({ id: given.id, found: withOrigin, leaked });
      }
    };
    await Promise.all(Array.from({ length: 4 }, one));
    expect(wrong).toEqual([]);
  }, 120_000);
});

test('a table of 100,000 rows answers a filter in one call, and again by its id without a fetch', async () => {
  const question = {
    where: ['Price (€) >= 99990', 'Group < 500'],
    sort: 'Price (€) desc',
    columns: ['Name', 'Price (€)'],
  };
  const first = await tables('/huge', question);
  const [table] = first.tables;
  expect(table).toMatchObject({
    row_count: HUGE_ROWS,
    next: null,
    columns: [{ name: 'Name' }, { type: 'number', unit: '€' }],
  });
  const expected = Array.from({ length: HUGE_ROWS }, (_, row) => row)
    .filter((row) => (row * 7919) % HUGE_ROWS >= 99_990 && row % 997 < 500)
    .sort((a, b) => ((b * 7919) % HUGE_ROWS) - ((a * 7919) % HUGE_ROWS));
  expect(table?.rows).toEqual(expected.map((row) => [`Item ${row}`, String((row * 7919) % HUGE_ROWS)]));
  const fetched = site.requests.length;
  const again = await tables('/huge', { id: table?.id, where: ['Name = Item 77777'] });
  expect(again.tables[0]?.rows).toEqual([['Item 77777', String(77_777 % 997), String((77_777 * 7919) % HUGE_ROWS)]]);
  expect(site.requests.length).toBe(fetched);
}, 120_000);

test('the rows of a long table follow one another without a gap or a repetition', async () => {
  const seen: string[] = [];
  let start: number | null = 99_000;
  while (start !== null) {
    const page: TableResult = await tables('/huge', { start, max_rows: 300, columns: ['Name'], max_tokens: 2_000 });
    const [table] = page.tables;
    seen.push(...(table?.rows ?? []).map(([name]) => name ?? ''));
    start = table?.next ?? null;
  }
  expect(seen).toEqual(Array.from({ length: 1000 }, (_, index) => `Item ${99_000 + index}`));
}, 60_000);

test.each([
  ['/huge', {}],
  ['/huge', { format: 'csv' }],
  ['/huge', { format: 'markdown', max_rows: 5000 }],
  ['/wide', {}],
  ['/long-cell', {}],
  ['/many', {}],
  ['/many', { max_tokens: 400 }],
])('%s with %o keeps the budget of tokens and says what is left', async (at, input: Record<string, unknown>) => {
  const found = await tables(at, input);
  const budget = Number(input.max_tokens ?? 8_000);
  expect(countTokens(JSON.stringify(found.tables))).toBeLessThanOrEqual(budget * 1.02 + 50);
  const said = JSON.stringify([found.notes, found.tables.map(({ notes, next }) => [notes, next])]);
  expect(said).toMatch(/did not fit|are cut|[1-9]\d*\]/u);
});

test('a table that is given in part lies whole in a file', async () => {
  const { tables: found } = await tables('/huge', { max_rows: 3, selector: 'body table' });
  const csv = readFileSync(found[0]?.file?.path ?? '', 'utf8');
  expect(csv.split('\r\n')).toHaveLength(HUGE_ROWS + 2);
  expect(csv.slice(0, 60)).toBe('Name,Group,Price (€)\r\nItem 0,0,0\r\nItem 1,1,7919\r\nItem 2,2,15');
}, 60_000);

test('a file of separated values is a table', async () => {
  const { tables: found } = await tables('/data.csv');
  expect(found).toMatchObject([
    {
      kind: 'csv',
      rows: [
        ['Tea, green', '1,200.50'],
        ['Rye', '3'],
      ],
    },
  ]);
  expect(found[0]?.columns[1]).toMatchObject({ name: 'price', type: 'number', values: [1200.5, 3] });
});

test('a wall gives its status and no tables', async () => {
  expect(await tables('/wall')).toMatchObject({ status: 'blocked', tables: [], table_count: 0 });
});

test('a question that no table can answer is answered with the names there are', async () => {
  const found = await tables('/case/plain', { where: ['Colour = red'] });
  expect(found.notes.join()).toContain('No column is called "Colour"');
  expect(found.tables[0]).toMatchObject({ rows: [], columns: [{ name: 'City' }, { name: 'People' }] });
  expect((await tables('/case/plain', { where: ['nonsense'] })).notes.join()).toContain('is no condition');
  expect((await tables('/case/plain', { index: 7 })).notes.join()).toContain('There is no table 7');
});

test.each([
  [{ selector: 'table[' }, 'invalid_argument'],
  [{ id: 'tables-AAAAAAAAAAAAAAAAAAAAAA.0' }, 'expired_handle'],
  [{ id: '../../etc/passwd' }, 'expired_handle'],
  [{ url: 'http://169.254.169.254/' }, 'blocked_target'],
])('%o is refused as %s', async (input, code) => {
  const answer = await plainsight.call('extract_table', { url: site.url('/case/plain'), render: 'never', ...input });
  expect(answer).toMatchObject({ ok: false, error: { code } });
});
