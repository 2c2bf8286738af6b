import { expect, test } from 'vitest';
import { canParseUrl } from './url.ts';

test('addresses with letters beyond ASCII are recognised however often one asks', () => {
  let wrong = 0;
  for (let i = 0; i < 100_000; i++) if (!canParseUrl('https://bücher.example/größe')) wrong++;
  expect(wrong).toBe(0);
});

test('what is no address is told apart, with and without a base', () => {
  expect(canParseUrl('/path')).toBe(false);
  expect(canParseUrl('/path', 'https://page.test/')).toBe(true);
  expect(canParseUrl('https://[::1')).toBe(false);
});
