import { exactDate, writtenDate } from '../extract/metadata/dates.ts';

const UNIT_MS: Readonly<Record<string, number>> = {
  second: 1000,
  minute: 60_000,
  hour: 3_600_000,
  day: 86_400_000,
  week: 7 * 86_400_000,
  month: 30 * 86_400_000,
  year: 365 * 86_400_000,
};
const SHORT: Readonly<Record<string, string>> = {
  s: 'second',
  sec: 'second',
  m: 'minute',
  min: 'minute',
  h: 'hour',
  hr: 'hour',
  d: 'day',
  w: 'week',
  wk: 'week',
  mo: 'month',
  y: 'year',
  yr: 'year',
};
const MAX_DATE = 80;

/**
 * A date as engines write it, as ISO 8601: ISO itself, RFC 822, epochs, written dates, “3 days ago”, “yesterday”.
 * What is told from now is a day, or a moment for hours and less. Null for anything that is no full date.
 */
export function resultDate(written: string, language: string | null, nowMs: number): string | null {
  const text = written.replace(/\s+/gu, ' ').replace(/^[\s·|,—–-]+|[\s·|,—–-]+$/gu, '');
  if (text === '' || text.length > MAX_DATE) return null;
  return fromNow(text, nowMs) ?? evenDate(exactDate(text)) ?? plausible(writtenDate(text, language), nowMs);
}

/** Midnight to the last digit is how programs write a day. */
function evenDate(date: string | null): string | null {
  return date?.replace(/[T ]00:00(?::00(?:\.0+)?)?Z?$/iu, '').replace(/\.0+(?=Z|[+-]|$)/iu, '') ?? null;
}

function fromNow(text: string, nowMs: number): string | null {
  if (/^(?:just now|now)$/iu.test(text)) return new Date(nowMs).toISOString();
  if (/^today$/iu.test(text)) return dayOf(nowMs);
  if (/^yesterday$/iu.test(text)) return dayOf(nowMs - 86_400_000);
  const match = /^(an?|\d{1,4})\s?([a-z]+?)s?(?: ago)?$/iu.exec(text);
  const word = match?.[2]?.toLowerCase() ?? '';
  const name = SHORT[word] ?? word;
  const unit = Object.hasOwn(UNIT_MS, name) ? UNIT_MS[name] : undefined;
  if (!match || unit === undefined) return null;
  const count = /^an?$/iu.test(match[1] ?? '') ? 1 : Number(match[1]);
  const at = nowMs - count * unit;
  if (at < 0) return null;
  return unit < 86_400_000 ? new Date(at).toISOString() : dayOf(at);
}

/** A page is not published next year; such a date is one of the text. */
function plausible(date: string | null, nowMs: number): string | null {
  if (date === null) return null;
  const at = Date.parse(date);
  return Number.isNaN(at) || at < 0 || at > nowMs + 7 * 86_400_000 ? null : date;
}

/** A snippet that begins with its date, as in “12 Jul 2025 — …”, taken apart. */
export function leadingDate(snippet: string): { readonly date: string; readonly rest: string } {
  const match = /^((?:[\p{L}\d.,/: -]{4,30}?))\s?(?:·|—|–|\.\.\.|…|\s-\s)\s*/u.exec(snippet.slice(0, 60));
  const date = match?.[1]?.trim() ?? '';
  if (!match || !/\d/u.test(date)) return { date: '', rest: snippet };
  return { date, rest: snippet.slice(match[0].length) };
}

function dayOf(ms: number): string {
  return new Date(ms).toISOString().slice(0, 10);
}
