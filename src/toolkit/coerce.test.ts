import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { coerceArguments } from './coerce.ts';
import { publishedSchema } from './schema.ts';

const schema = publishedSchema(
  z.object({
    url: z.string(),
    query: z.string().optional(),
    format: z.enum(['markdown', 'text']).default('markdown'),
    mode: z.enum(['none', 'all']).default('all'),
    max_tokens: z.int().min(50).default(8000),
    score: z.number().optional(),
    expand: z.boolean().default(false),
    domains: z.array(z.string()).default([]),
    numbers: z.array(z.int()).default([]),
    actions: z.array(z.object({ click: z.string(), times: z.int().default(1) })).default([]),
    where: z.object({ column: z.string(), at: z.int().optional() }).optional(),
  }),
  'input',
);

const coerce = (raw: unknown) => coerceArguments(raw, schema).value;

describe('what stands for "not given"', () => {
  test.each([null, 'null', 'NULL', '', '  ', 'undefined', [null], ['null'], ['']])(
    '%j leaves an optional property of any type out',
    (absent) => {
      const names = ['query', 'format', 'max_tokens', 'expand', 'domains', 'actions', 'where'];
      expect(coerce({ url: 'a', ...Object.fromEntries(names.map((name) => [name, absent])) })).toEqual({ url: 'a' });
    },
  );

  test('the word none is a value in free text and where the choice has it, and absent elsewhere', () => {
    expect(coerce({ query: 'None', mode: 'None', max_tokens: 'None', format: 'none' })).toEqual({
      query: 'None',
      mode: 'none',
    });
  });

  test('an empty list, zero and false are values', () => {
    expect(coerce({ domains: [], max_tokens: 0, expand: false })).toEqual({
      domains: [],
      max_tokens: 0,
      expand: false,
    });
  });

  test.each([undefined, null, 'null', '', {}, '{}'])('%j as the whole arguments means no arguments', (raw) => {
    expect(coerceArguments(raw, schema)).toEqual({ value: {}, unknown: [], notAnObject: false });
  });

  test.each([[['a', 'b']], ['words'], [5], [true], ['[1]']])('%j is not an object', (raw) => {
    expect(coerceArguments(raw, schema).notAnObject).toBe(true);
  });
});

describe('values of another form', () => {
  test.each([
    ['2000', 2000],
    ['3.0', 3],
    [' 7 ', 7],
    ['-4', -4],
    ['1e3', 1000],
    ['+5', 5],
    [['12'], 12],
    [12, 12],
  ])('number %j is read as %j', (given, read) => {
    expect(coerce({ max_tokens: given })).toEqual({ max_tokens: read });
  });

  test.each(['abc', '12px', '0x10', 'Infinity', '1,2', '1 2', '--3', true])(
    '%j stays for validation to refuse',
    (given) => {
      expect(coerce({ max_tokens: given })).toEqual({ max_tokens: given });
    },
  );

  test.each([
    ['true', true],
    ['False', false],
    ['YES', true],
    ['off', false],
    [1, true],
    [0, false],
    ['0', false],
    [[true], true],
  ])('boolean %j is read as %j', (given, read) => {
    expect(coerce({ expand: given })).toEqual({ expand: read });
  });

  test.each([
    ['a.test', ['a.test']],
    ['a.test, b.test', ['a.test', 'b.test']],
    ['a.test\nb, c\n', ['a.test', 'b, c']],
    ['["a.test","b.test"]', ['a.test', 'b.test']],
    ['[broken', ['[broken']],
    [
      ['a.test', null, 'null', 'b.test'],
      ['a.test', 'b.test'],
    ],
    [5, ['5']],
  ])('list %j is read as %j', (given, read) => {
    expect(coerce({ domains: given })).toEqual({ domains: read });
  });

  test('entries of a list are read by the type of the list', () => {
    expect(coerce({ numbers: '1, 2.0, x' })).toEqual({ numbers: [1, 2, 'x'] });
  });

  test.each([
    ['[{"click":"e3","times":"2"}]', [{ click: 'e3', times: 2 }]],
    ['{"click":"e3"}', [{ click: 'e3' }]],
    [{ click: 'e3', times: null }, [{ click: 'e3' }]],
  ])('objects in a list may come as %j', (given, read) => {
    expect(coerce({ actions: given })).toEqual({ actions: read });
  });

  test('an object may come as JSON text, its own properties as text too', () => {
    expect(coerce({ where: '{"column":"price","at":"3","why":"x"}' })).toEqual({ where: { column: 'price', at: 3 } });
  });

  test('a choice in the wrong case is folded and a number is taken for text', () => {
    expect(coerce({ format: ' Markdown ', query: 2024 })).toEqual({ format: 'markdown', query: '2024' });
  });

  test('text keeps its blanks, brackets and commas', () => {
    expect(coerce({ query: ' [a], {b} ' })).toEqual({ query: ' [a], {b} ' });
  });

  test('the whole arguments may come as JSON text', () => {
    expect(coerce('{"url":"http://t/","max_tokens":"9"}')).toEqual({ url: 'http://t/', max_tokens: 9 });
  });
});

describe('names the tool does not know', () => {
  test('are left out and listed, also names that objects inherit', () => {
    const raw: unknown = JSON.parse(
      '{"url":"a","thought":"hm","__proto__":{"expand":true},"constructor":1,"toString":null}',
    );
    expect(coerceArguments(raw, schema)).toEqual({
      value: { url: 'a' },
      unknown: ['thought', '__proto__', 'constructor', 'toString'],
      notAnObject: false,
    });
  });
});
