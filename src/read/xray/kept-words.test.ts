import { expect, test } from 'vitest';
import { KeptWords, missingFrom } from './kept-words.ts';

const kept = new KeptWords(
  '# Bridge \\*opens\\*\n\nRepaired by [a crew](https://a.example/menu/login "The menu") of forty.\n\n| Year | Toll |\n| --- | --- |\n| 2026 | 3 € |\n',
);

test.each([
  ['Bridge *opens*', true],
  ['Repaired by', true],
  ['a crew', true],
  ['Repaired by a crew of forty.', true],
  ['2026', true],
  ['login', false],
  ['The menu', false],
  ['crews', false],
  ['Subscribe to our newsletter', false],
  ['·', null],
])('%j: %s', (text, expected) => {
  expect(kept.has(text)).toBe(expected);
});

test('a short word of a menu is not kept because the article has it as well', () => {
  const words = ['Subscribe now', 'Bridge', 'Toll', 'Log in', 'Repaired by', 'a crew', '2026', '3', 'Sitemap'];
  const pieces = words.map((text) => ({ text }));
  expect(missingFrom(pieces, kept).map(({ text }) => text)).toEqual([
    'Subscribe now',
    'Bridge',
    'Toll',
    'Log in',
    'Sitemap',
  ]);
});

test('brackets without end are walked through once', () => {
  expect(new KeptWords(`${']('.repeat(200_000)} bridge`).has('bridge')).toBe(true);
  expect(new KeptWords(`](${'('.repeat(200_000)} bridge`).has('bridge')).toBe(true);
});
