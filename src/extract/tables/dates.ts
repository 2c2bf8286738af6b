/** Which of two numbers comes first in a date such as 03/04/2025. */
export type DayOrder = 'day' | 'month';

const MAX_DATE_CHARACTERS = 40;
const ISO = /^(\d{4})-(\d{2})(?:-(\d{2})(?:[T ](\d{2}):(\d{2})(?::(\d{2})(?:\.\d+)?)?\s?(Z|[+-]\d{2}:?\d{2})?)?)?$/u;
const NUMERIC = /^(\d{1,2})([./-])(\d{1,2})\2(\d{4}|\d{2})$/u;
const YEAR_FIRST = /^(\d{4})[/.](\d{1,2})[/.](\d{1,2})$/u;
const EAST_ASIAN = /^(\d{4})\s?[年년]\s?(\d{1,2})\s?[月월]\s?(\d{1,2})\s?[日일]$/u;
const DAY_MONTH_YEAR =
  /^(?:\p{L}{2,12},?\s+)?(\d{1,2})(?:st|nd|rd|th|\.|º|er)?\s+(?:de\s+|of\s+)?(\p{L}{3,12})\.?,?\s+(?:de\s+|del\s+)?(\d{3,4})$/iu;
const MONTH_DAY_YEAR = /^(?:\p{L}{2,12},?\s+)?(\p{L}{3,12})\.?\s+(\d{1,2})(?:st|nd|rd|th)?,?\s+(\d{3,4})$/iu;
const MONTH_YEAR = /^(\p{L}{3,12})\.?,?\s+(?:de\s+)?(\d{3,4})$/iu;

/** Whether the text tells by itself which number is the day; null for a text that is no such date or tells nothing. */
export function dayOrderIn(text: string): DayOrder | null {
  const match = NUMERIC.exec(text.trim());
  if (!match) return null;
  const first = Number(match[1]);
  const second = Number(match[3]);
  if (match[2] === '.') return 'day';
  if (first > 12 && second <= 12) return 'day';
  return second > 12 && first <= 12 ? 'month' : null;
}

/** A whole date (or month of a year) as ISO 8601; null for anything else. `order` decides what the text leaves open. */
export function dateOf(text: string, order: DayOrder, months: ReadonlyMap<string, number>): string | null {
  const trimmed = text.replace(/(?:\s*\[[\p{L}\p{N} ]{1,12}\])+$/u, '').trim();
  if (trimmed.length > MAX_DATE_CHARACTERS || !/\d{2}/u.test(trimmed)) return null;
  if (ISO.test(trimmed)) return isoOf(trimmed);
  const whole = YEAR_FIRST.exec(trimmed) ?? EAST_ASIAN.exec(trimmed);
  if (whole) return dateFrom(whole[1], Number(whole[2]), whole[3]);
  const numeric = NUMERIC.exec(trimmed);
  if (numeric) {
    const [, first, separator, second, year = ''] = numeric;
    const dayFirst = separator === '.' || order === 'day';
    return dateFrom(fullYear(year), Number(dayFirst ? second : first), dayFirst ? first : second);
  }
  return written(trimmed, months);
}

function isoOf(text: string): string | null {
  const [, year, month, day] = ISO.exec(text) ?? [];
  const date = dateFrom(year, Number(month), day ?? '1');
  return date === null ? null : text.replace(' ', 'T');
}

function written(text: string, months: ReadonlyMap<string, number>): string | null {
  const dayFirst = DAY_MONTH_YEAR.exec(text);
  if (dayFirst) return dateFrom(dayFirst[3], monthOf(dayFirst[2], months), dayFirst[1]);
  const monthFirst = MONTH_DAY_YEAR.exec(text);
  if (monthFirst) return dateFrom(monthFirst[3], monthOf(monthFirst[1], months), monthFirst[2]);
  const month = MONTH_YEAR.exec(text);
  const number = month ? monthOf(month[1], months) : 0;
  return month && number > 0 ? `${month[2]?.padStart(4, '0')}-${two(number)}` : null;
}

/** Two digits stand for 1970 to 2069, as in POSIX with its turning point moved to what pages are about. */
function fullYear(year: string): string {
  if (year.length === 4) return year;
  return Number(year) < 70 ? `20${year}` : `19${year}`;
}

function dateFrom(year: string | undefined, month: number, day: string | undefined): string | null {
  const date = Number(day);
  if (year === undefined || Number(year) < 1 || !(month >= 1 && month <= 12) || !(date >= 1)) return null;
  if (date > new Date(Date.UTC(Number(year), month, 0)).getUTCDate()) return null;
  return `${year.padStart(4, '0')}-${two(month)}-${two(date)}`;
}

function two(value: number): string {
  return String(value).padStart(2, '0');
}

function monthOf(word: string | undefined, months: ReadonlyMap<string, number>): number {
  return months.get((word ?? '').toLowerCase()) ?? 0;
}

/** Month names of English and of the page's language, long and short, in lower case and without a final point. */
export function monthNames(language: string | null): ReadonlyMap<string, number> {
  const names = new Map<string, number>();
  for (const locale of ['en', ...(language === null ? [] : [language])]) {
    for (const month of ['long', 'short'] as const)
      for (const day of [undefined, 'numeric'] as const) addNames(names, locale, month, day);
  }
  names.set('sept', 9);
  return names;
}

/** Beside a day many languages decline the month ("12 марта"). */
function addNames(
  names: Map<string, number>,
  locale: string,
  month: 'long' | 'short',
  day: 'numeric' | undefined,
): void {
  let format: Intl.DateTimeFormat;
  try {
    format = new Intl.DateTimeFormat(locale, { month, ...(day ? { day } : {}), timeZone: 'UTC' });
  } catch {
    return; // The page named a language that does not exist.
  }
  for (let index = 0; index < 12; index++) {
    const part = format.formatToParts(Date.UTC(2024, index, 15)).find(({ type }) => type === 'month');
    const name = part?.value.toLowerCase().replace(/\.$/u, '') ?? '';
    if (/^\p{L}/u.test(name) && !names.has(name)) names.set(name, index + 1);
  }
}
