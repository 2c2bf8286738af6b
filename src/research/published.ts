import { AppError } from '../base/errors.ts';

/** The day in one form, or null for none. @throws AppError invalid_argument for what is no day. */
export function parseDay(written: string | null): string | null {
  const text = (written ?? '').trim();
  if (text === '') return null;
  const at = /^\d{4}-\d{2}-\d{2}$/u.test(text) ? Date.parse(`${text}T00:00:00Z`) : Number.NaN;
  if (!Number.isNaN(at) && new Date(at).toISOString().startsWith(text)) return text;
  throw new AppError('invalid_argument', 'published_after must be a day written as YYYY-MM-DD.', {
    hint: 'For example 2026-01-31; leave it out for pages of any age.',
  });
}

/** Whether a date is surely before the day: of a year or a month alone, its last day counts. */
export function isBefore(date: string | null, day: string | null): boolean {
  if (date === null || day === null) return false;
  const [, year, month, rest] = /^(\d{4})(?:-(\d{2}))?(?:-(\d{2}))?/u.exec(date.trim()) ?? [];
  if (!year) return false;
  return `${year}-${month ?? '12'}-${rest ?? '31'}` < day;
}
