import { AppError } from '../base/errors.ts';

export const PERIODS = ['day', 'week', 'month', 'year'] as const;
export type Period = (typeof PERIODS)[number];

/** The time that results may come from, days in UTC, both included. */
export interface Freshness {
  /** Null for a range that was given by its dates. */
  readonly period: Period | null;
  /** YYYY-MM-DD */
  readonly from: string;
  readonly to: string;
}

const DAY_MS = 86_400_000;
const PERIOD_DAYS: Readonly<Record<Period, number>> = { day: 1, week: 7, month: 31, year: 366 };
/** Older than the web. */
const FIRST_DAY = '1990-01-01';
const SHORT: Readonly<Record<string, Period>> = { d: 'day', w: 'week', m: 'month', y: 'year' };

/** Reads `day`, `week`, `month`, `year` and `2026-01-01..2026-01-31`, either side open. */
export function parseFreshness(written: string | null, nowMs: number): Freshness | null {
  const text = (written ?? '').trim().toLowerCase();
  if (text === '' || text === 'any' || text === 'all') return null;
  const period = PERIODS.find((name) => name === text) ?? SHORT[text];
  if (period) return { period, from: dayOf(nowMs - PERIOD_DAYS[period] * DAY_MS), to: dayOf(nowMs) };
  const match = /^(\d{4}-\d{2}-\d{2})?\s*(?:\.\.|to)\s*(\d{4}-\d{2}-\d{2})?$/u.exec(text);
  const [from, to] = [match?.[1] ?? FIRST_DAY, match?.[2] ?? dayOf(nowMs)];
  if (!match || (!match[1] && !match[2]) || !isDay(from) || !isDay(to) || from > to) {
    throw new AppError('invalid_argument', 'freshness must be day, week, month, year or YYYY-MM-DD..YYYY-MM-DD.', {
      hint: 'For a range give the earlier day first; either side may be left out, as in 2026-01-01.. .',
    });
  }
  return { period: null, from, to };
}

/** The shortest period that reaches back to the start of the range; null when even a year does not. */
export function coveringPeriod(freshness: Freshness, nowMs: number): Period | null {
  const days = (nowMs - Date.parse(freshness.from)) / DAY_MS;
  return PERIODS.find((period) => days <= PERIOD_DAYS[period]) ?? null;
}

/** Dates are of the publisher's clock, so a day more at each end still fits. */
export function isWithin(date: string, { from, to }: Freshness): boolean {
  const at = Date.parse(date.length === 4 ? `${date}-12-31` : date);
  if (Number.isNaN(at)) return false;
  return at >= Date.parse(from) - DAY_MS && at <= Date.parse(to) + 2 * DAY_MS;
}

export function daysSince1970(day: string): number {
  return Math.floor(Date.parse(day) / DAY_MS);
}

function dayOf(ms: number): string {
  return new Date(ms).toISOString().slice(0, 10);
}

function isDay(text: string): boolean {
  const at = Date.parse(`${text}T00:00:00Z`);
  return !Number.isNaN(at) && dayOf(at) === text;
}
