import { expect, test } from 'vitest';
import { codePointLength, indexOfCodePoint, oneLine, truncate } from './text.ts';

test('lengths and offsets count code points', () => {
  expect(codePointLength('a😀é')).toBe(3);
  expect(codePointLength('\ud83d')).toBe(1);
  expect(codePointLength('\ud83d\ud83d\ude00')).toBe(2);
  expect(indexOfCodePoint('a😀é', 2)).toBe(3);
  expect(indexOfCodePoint('abc', 9)).toBe(3);
});

test('cutting never leaves half of a surrogate pair', () => {
  expect(truncate('ab😀cd', 4)).toBe('ab…');
  expect(truncate('short', 5)).toBe('short');
});

test('white space of every kind folds to one blank', () => {
  expect(oneLine('  a\n\t b\u00a0\u3000c ')).toBe('a b c');
});
