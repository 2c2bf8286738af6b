import { expect, test } from 'vitest';
import { showsText } from '../pattern-texts.ts';
import { Dictionary, Name, Reference, readValue } from './values.ts';

const read = (text: string) => readValue(text, 0).value;

test('reads what a file is put together of', () => {
  const found = read(
    '<</A 8 0 R/B[true /N#20ame 12 0 R 3 4](x\\)(y)) /C <</D /E>> % remark >>\n/F <48 65> /G/H>> rest',
  );
  if (!(found instanceof Dictionary)) throw new Error('no dictionary');
  expect([...found.entries.keys()]).toEqual(['A', 'B', 'C', 'F', 'G']);
  expect(found.entries.get('A')).toEqual(new Reference(8));
  expect(found.entries.get('B')).toEqual([true, new Name('N ame'), new Reference(12), null, null]);
  expect(found.entries.get('G')).toEqual(new Name('H'));
});

test('ends for everything, and soon', () => {
  for (const text of ['', '<<', '[', '(', '(((', '<', '>>', ']', '/', '<</A', '[[[', '%', '<< 1 >> ) ]'])
    expect(() => read(text)).not.toThrow();
  for (const text of ['[', '<</A ', '(', '% \n', '<4']) expect(() => readValue(text.repeat(200_000), 0)).not.toThrow();
});

test.each([
  ['BT (a) Tj ET', true],
  ['BT [ -3 <0041> ] TJ ET', true],
  ["BT (a) ' ET", true],
  ['BT 1 2 (a) " ET', true],
  ['BT ( ) Tj ET', false],
  ['BT 3 Tr (a) Tj ET', false],
  ['BT 3 Tr (a) Tj 0 Tr (b) Tj ET', true],
  ['% (a) Tj', false],
  ['/Tj gs (a) pop', false],
  ['BI /W 1 ID (a) Tj EI', false],
])('tells content that paints text: %s', (content, expected) => {
  expect(showsText(content)).toBe(expected);
});
