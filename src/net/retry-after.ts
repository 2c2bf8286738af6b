/** The longest wait that is taken from a server's word; beyond it the site is simply tried again. */
export const MAX_RETRY_AFTER_MS = 3_600_000;

/**
 * Milliseconds a server asks to wait (RFC 9110, 10.2.3: whole seconds or an HTTP date), between 0 and one hour.
 * Null when the header is absent or says neither.
 */
export function parseRetryAfter(value: string | null | undefined, nowMs: number): number | null {
  const text = value?.trim() ?? '';
  if (/^\d{1,15}$/u.test(text)) return Math.min(Number(text) * 1000, MAX_RETRY_AFTER_MS);
  // Date.parse accepts far more than HTTP dates ("-5" is a year to it), so the shape is asked for first.
  if (!/^[a-z]{3,9},? .*\d{2}:\d{2}:\d{2}/iu.test(text)) return null;
  const date = Date.parse(/(?:GMT|UTC|[+-]\d{4})$/iu.test(text) ? text : `${text} GMT`);
  return Number.isNaN(date) ? null : Math.min(Math.max(0, date - nowMs), MAX_RETRY_AFTER_MS);
}
