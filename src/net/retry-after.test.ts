import { expect, it } from 'vitest';
import { MAX_RETRY_AFTER_MS, parseRetryAfter } from './retry-after.ts';

const now = Date.parse('2026-11-30T12:00:00Z');

it.each([
  ['120', 120_000],
  [' 5 ', 5000],
  ['0', 0],
  ['999999999', MAX_RETRY_AFTER_MS],
  ['Mon, 30 Nov 2026 12:01:00 GMT', 60_000],
  ['Monday, 30-Nov-26 12:01:00 GMT', 60_000],
  ['Mon Nov 30 12:01:00 2026', 60_000],
  ['Mon, 30 Nov 2026 11:00:00 GMT', 0],
  ['Fri, 01 Jan 2038 00:00:00 GMT', MAX_RETRY_AFTER_MS],
  ['soon', null],
  ['-5', null],
  ['1.5', null],
  ['', null],
  [null, null],
])('reads %j as %j', (value, ms) => {
  expect(parseRetryAfter(value, now)).toBe(ms);
});
