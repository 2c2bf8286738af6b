import { describe, expect, test } from 'vitest';
import { parseCondition } from './conditions.ts';
import { queryTable } from './query-table.ts';
import type { PlainTable } from './read-table.ts';
import { typeTable } from './read-table.ts';
import { toCsv, toMarkdown } from './write-table.ts';

const PLAIN: PlainTable = {
  kind: 'table',
  caption: '',
  heading: '',
  paths: [['City'], ['People'], ['Founded'], ['Area', 'km²'], ['Black and white']],
  rows: [
    ['Oslo', '709,037', '1 May 1048', '454', 'yes'],
    ['Bergen', '291,940', '3 March 1070', '465', 'no'],
    ['Ålesund', '67,114', 'n/a', '', 'yes'],
    ['Trondheim', '1,212,955', '12 June 997', '322', 'no'],
    ['Bodø', '', '20 May 1816', '1,395', 'Black and White'],
  ],
  footer: [],
  links: [],
  spansFilled: false,
  pages: '',
  notes: [],
};
const table = typeTable(PLAIN, 'en');

function ask(query: Partial<Parameters<typeof queryTable>[1]>): string[] | string {
  const outcome = queryTable(table, { where: [], sort: null, columns: [], ...query });
  if (outcome.type !== 'rows') return outcome.type;
  return outcome.rows.map((row) => table.rows[row]?.[0] ?? '');
}

describe('conditions', () => {
  test.each([
    ['People > 300000', ['Oslo', 'Trondheim']],
    ['People >= 291,940', ['Oslo', 'Bergen', 'Trondheim']],
    ['people < 100k', []],
    ['People<100000', ['Ålesund']],
    ['Founded before 1050-01-01', ['Oslo', 'Trondheim']],
    ['Founded >= 1070-03-03', ['Bergen', 'Bodø']],
    ['City = "oslo"', ['Oslo']],
    ['City != Oslo', ['Bergen', 'Ålesund', 'Trondheim', 'Bodø']],
    ['City contains b', ['Bergen', 'Bodø']],
    ['City starts with B', ['Bergen', 'Bodø']],
    ['City ends with heim', ['Trondheim']],
    ['City is not Oslo', ['Bergen', 'Ålesund', 'Trondheim', 'Bodø']],
    ['City does not contain e', ['Oslo', 'Bodø']],
    ['People is empty', ['Bodø']],
    ['Area / km² is not empty', ['Oslo', 'Bergen', 'Trondheim', 'Bodø']],
    ['km² > 460', ['Bergen', 'Bodø']],
    ['Black and white = Black and White', ['Bodø']],
    ['People > 100000 and City contains e', ['Bergen', 'Trondheim']],
    ['column 2 > 300000', ['Oslo', 'Trondheim']],
    ['`People` > 300000', ['Oslo', 'Trondheim']],
  ])('%s', (text, cities) => {
    expect(ask({ where: [text] })).toEqual(cities);
  });

  test('all of several conditions hold', () => {
    expect(ask({ where: ['People > 100000', 'Area / km² < 400'] })).toEqual(['Trondheim']);
  });

  test('a column that is not there and a text that is no condition are told apart', () => {
    expect(ask({ where: ['Colour = red'] })).toBe('no_column');
    expect(ask({ where: ['what is this'] })).toBe('no_column');
    expect(ask({ where: ['People'] })).toBe('bad_condition');
    expect(ask({ where: [`People ${'x'.repeat(1000)}`] })).toBe('bad_condition');
    expect(ask({ columns: ['Colour'] })).toBe('no_column');
  });

  test('the longest column name at the beginning is meant', () => {
    expect(parseCondition('Sales total > 5', ['Sales', 'Sales total'])).toEqual([
      { column: 'Sales total', operator: '>', value: '5' },
    ]);
    expect(parseCondition('A < B = x', ['A < B'])).toEqual([{ column: 'A < B', operator: '=', value: 'x' }]);
  });

  test('a condition of any length is read in linear time', () => {
    for (const text of [' and '.repeat(200_000), '= '.repeat(250), '"'.repeat(500), 'is '.repeat(160)])
      expect(() => parseCondition(text, ['A'])).not.toThrow();
  });
});

describe('order', () => {
  test.each([
    ['People', ['Ålesund', 'Bergen', 'Oslo', 'Trondheim', 'Bodø']],
    ['People desc', ['Trondheim', 'Oslo', 'Bergen', 'Ålesund', 'Bodø']],
    ['-People', ['Trondheim', 'Oslo', 'Bergen', 'Ålesund', 'Bodø']],
    ['Founded', ['Trondheim', 'Oslo', 'Bergen', 'Bodø', 'Ålesund']],
    ['City', ['Ålesund', 'Bergen', 'Bodø', 'Oslo', 'Trondheim']],
  ])('%s: by what the cells mean, cells without a meaning last', (sort, cities) => {
    expect(ask({ sort })).toEqual(cities);
  });

  test('without one the page’s order stays', () => {
    expect(ask({})).toEqual(['Oslo', 'Bergen', 'Ålesund', 'Trondheim', 'Bodø']);
  });
});

test('chosen columns come in the order in which they were asked for', () => {
  const outcome = queryTable(table, { where: [], sort: null, columns: ['km²', 'city'] });
  expect(outcome).toMatchObject({ type: 'rows', columns: [3, 0] });
});

test('separated values follow RFC 4180', () => {
  expect(
    toCsv(
      ['a', 'b,c'],
      [
        ['x"y', 'one\ntwo'],
        ['', ' z'],
      ],
    ),
  ).toBe('a,"b,c"\r\n"x""y","one\ntwo"\r\n," z"\r\n');
});

test('Markdown keeps every cell in its column', () => {
  expect(toMarkdown(['a|b', 'c'], [['x\ny', '*z*']])).toBe('| a\\|b | c |\n| --- | --- |\n| x<br>y | \\*z\\* |\n');
});
