import { expect, it } from 'vitest';
import { hasTimeFor, limitOf } from './ladder-time.ts';

const LATER = new Set(['browser', 'archive'] as const);

it('gives the plain request twelve seconds at most while a browser can follow', () => {
  expect(limitOf('http', 30_000, LATER)).toBe(12_000);
  expect(limitOf('http', 8_000, LATER)).toBe(8_000);
  expect(limitOf('http', 30_000, new Set())).toBe(30_000);
});

it('keeps six seconds for the archive when more than twelve are left', () => {
  expect(limitOf('browser', 30_000, new Set(['archive']))).toBe(24_000);
  expect(limitOf('browser', 12_000, new Set(['archive']))).toBe(12_000);
  expect(limitOf('browser', 30_000, new Set())).toBe(30_000);
  expect(limitOf('http', 30_000, new Set(['archive']))).toBe(24_000);
  expect(limitOf('archive', 5_000, new Set())).toBe(5_000);
});

it('does not begin what it has no time for', () => {
  expect([hasTimeFor('browser', 2_000), hasTimeFor('browser', 2_001)]).toEqual([false, true]);
  expect([hasTimeFor('archive', 1_500), hasTimeFor('archive', 1_501)]).toEqual([false, true]);
});
