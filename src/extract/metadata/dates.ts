import { loadChrono } from '../lazy-libraries.ts';

const ISO =
  /^[+-]?\d{4}(?:-?\d{2}(?:-?\d{2}(?:[T ]\d{2}:?\d{2}(?::?\d{2}(?:[.,]\d{1,9})?)?\s?(?:Z|[+-]\d{2}(?::?\d{2})?)?)?)?)?$/iu;
const RFC_822 =
  /^(?:[a-z]{3,9},?\s+)?(\d{1,2})[\s-]+([a-z]{3})[a-z]*[\s-]+(\d{4})(?:\s+(\d{2}):(\d{2})(?::(\d{2}))?\s*(Z|UTC?|GMT|[+-]\d{2}:?\d{2}|[A-Z]{3,4})?)?$/iu;
const MONTHS = 'jan feb mar apr may jun jul aug sep oct nov dec'.split(' ');
/** Offsets of RFC 822's zone names; others are left out rather than guessed. */
const ZONES: Readonly<Record<string, string>> = {
  Z: 'Z',
  UT: 'Z',
  UTC: 'Z',
  GMT: 'Z',
  EST: '-05:00',
  EDT: '-04:00',
  CST: '-06:00',
  CDT: '-05:00',
  MST: '-07:00',
  MDT: '-06:00',
  PST: '-08:00',
  PDT: '-07:00',
};
const MAX_DATE_CHARACTERS = 120;
const CHRONO_LOCALES = ['en', 'de', 'fr', 'ja', 'pt', 'nl', 'zh', 'ru', 'es', 'uk', 'it', 'sv'] as const;

/**
 * A date as ISO 8601. ISO input is kept as the page wrote it, offset included; RFC 822 and epoch numbers are
 * rewritten; null for anything else.
 */
export function exactDate(value: string | null | undefined): string | null {
  const text = value?.trim();
  if (!text || text.length > MAX_DATE_CHARACTERS) return null;
  if (ISO.test(text)) return isRealDate(text) ? text : null;
  if (/^\d{10}$|^\d{13}$/u.test(text))
    return new Date(text.length === 10 ? Number(text) * 1000 : Number(text)).toISOString();
  return fromRfc822(text);
}

function isRealDate(text: string): boolean {
  const [, year, month, day] = /^[+-]?(\d{4})(?:-?(\d{2})(?:-?(\d{2}))?)?/u.exec(text) ?? [];
  if (year === undefined || Number(year) < 1) return false;
  return (
    (month === undefined || (Number(month) >= 1 && Number(month) <= 12)) &&
    (day === undefined || (Number(day) >= 1 && Number(day) <= 31))
  );
}

function fromRfc822(text: string): string | null {
  const match = RFC_822.exec(text);
  if (!match) return null;
  const [, day, month, year, hour, minute, second, zone] = match;
  const number = MONTHS.indexOf((month ?? '').toLowerCase()) + 1;
  if (number === 0) return null;
  const date = `${year}-${two(number)}-${two(Number(day))}`;
  if (hour === undefined) return date;
  const offset =
    zone === undefined
      ? ''
      : (ZONES[zone.toUpperCase()] ?? (/^[+-]/u.test(zone) ? zone.replace(/^([+-]\d{2}):?(\d{2})$/u, '$1:$2') : ''));
  return `${date}T${hour}:${minute}:${second ?? '00'}${offset}`;
}

/**
 * A date written for people, in the page's language. Only full dates count: what needs today to be understood
 * ("yesterday", "3 March") is no fact about the page.
 */
export function writtenDate(text: string, language: string | null): string | null {
  const folded = text.replace(/\s+/gu, ' ').trim();
  if (folded.length > MAX_DATE_CHARACTERS || !/\d{4}|\d{1,2}[./]\d{1,2}[./]\d{2}/u.test(folded)) return null;
  const exact = exactDate(folded);
  if (exact !== null) return exact;
  const chrono = loadChrono();
  const own = CHRONO_LOCALES.find((locale) => locale === language?.slice(0, 2).toLowerCase());
  for (const locale of own && own !== 'en' ? [own, 'en' as const] : ['en' as const]) {
    // British English writes the day first.
    const parser = locale === 'en' && language && /^en-(?!us)/iu.test(language) ? chrono.en.GB : chrono[locale].strict;
    const found = parser.parse(folded, new Date(0))[0]?.start;
    if (!found?.isCertain('year') || !found.isCertain('month')) continue;
    return isoOf(found);
  }
  return null;
}

interface Components {
  get(component: 'year' | 'month' | 'day' | 'hour' | 'minute' | 'timezoneOffset'): number | null;
  isCertain(component: 'day' | 'hour' | 'timezoneOffset'): boolean;
}

function isoOf(found: Components): string {
  const month = `${String(found.get('year')).padStart(4, '0')}-${two(found.get('month') ?? 1)}`;
  if (!found.isCertain('day')) return month;
  const date = `${month}-${two(found.get('day') ?? 1)}`;
  if (!found.isCertain('hour')) return date;
  const time = `${date}T${two(found.get('hour') ?? 0)}:${two(found.get('minute') ?? 0)}`;
  return found.isCertain('timezoneOffset') ? time + offsetOf(found.get('timezoneOffset') ?? 0) : time;
}

function offsetOf(minutes: number): string {
  if (minutes === 0) return 'Z';
  const size = Math.abs(minutes);
  return `${minutes < 0 ? '-' : '+'}${two(Math.floor(size / 60))}:${two(size % 60)}`;
}

function two(number: number): string {
  return String(number).padStart(2, '0');
}
