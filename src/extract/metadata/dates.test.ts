import { describe, expect, it } from 'vitest';
import { exactDate, writtenDate } from './dates.ts';

describe('exact dates', () => {
  it.each([
    '2026',
    '2026-03',
    '2026-03-04',
    '20260304',
    '2026-03-04T05:06',
    '2026-03-04T05:06:07.123+02:00',
    '2026-03-04T05:06:07Z',
    '2026-03-04 05:06:07',
  ])('in ISO form stay as they are: %s', (date) => {
    expect(exactDate(` ${date} `)).toBe(date);
  });

  it.each([
    ['Wed, 04 Mar 2026 05:06:07 +0200', '2026-03-04T05:06:07+02:00'],
    ['Wed, 4 Mar 2026 05:06:07 GMT', '2026-03-04T05:06:07Z'],
    ['04 Mar 2026 05:06 EST', '2026-03-04T05:06:00-05:00'],
    ['1772600767', '2026-03-04T05:06:07.000Z'],
    ['1772600767000', '2026-03-04T05:06:07.000Z'],
  ])('are rewritten with their offset: %s', (written, date) => {
    expect(exactDate(written)).toBe(date);
  });

  it.each(['', 'today', '2026-13-40', '03/04/2026', 'version 3.2.1', '0000-00-00', null, undefined])(
    'are nothing else: %s',
    (text) => {
      expect(exactDate(text)).toBeNull();
    },
  );
});

describe('written dates', () => {
  it.each([
    ['March 4, 2026', 'en', '2026-03-04'],
    ['Published on 4 March 2026 at 17:05', 'en', '2026-03-04T17:05'],
    ['04/03/2026', 'en-GB', '2026-03-04'],
    ['4. März 2026', 'de', '2026-03-04'],
    ['4 mars 2026', 'fr', '2026-03-04'],
    ['2026年3月4日', 'ja', '2026-03-04'],
    ['March 2026', 'en', '2026-03'],
  ])('are understood in the language of the page: %s', (text, language, date) => {
    expect(writtenDate(text, language)).toBe(date);
  });

  it.each(['yesterday', '3 hours ago', 'March 4', 'Ends next Friday', 'version 3.2.1'])(
    'that need today are no facts: %s',
    (text) => {
      expect(writtenDate(text, 'en')).toBeNull();
    },
  );
});
