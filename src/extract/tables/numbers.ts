/** How a column writes its numbers; `null` while nothing in it tells. */
export type DecimalMark = '.' | ',';

export interface NumberText {
  readonly digits: string;
  readonly negative: boolean;
  /** What stands before and after the digits: a currency, a per cent sign, a unit. */
  readonly unit: string;
}

/** Longest text that may be a number with its unit. */
const MAX_NUMBER_CHARACTERS = 60;
const MAX_UNIT_CHARACTERS = 12;
const SPACES = /[\s\u00a0\u2007\u2009\u202f]/gu;
const CURRENCY = /^(?:[A-Z]{1,3}\$|US\$|[\p{Sc}]|[A-Z]{3})$/u;
/** Footnote marks after a number: [9], [a], *, †. */
const FOOTNOTES = /(?:\s*\[[\p{L}\p{N} ]{1,12}\]|\s*[*†‡§]+)+$/u;
/** Languages that write 1.234,5; the others write 1,234.5 (Unicode CLDR, `numbers/symbols`). */
const COMMA_LANGUAGES =
  /^(?:af|be|bg|bs|ca|cs|da|de|el|es|et|eu|fi|fr|gl|hr|hu|hy|id|is|it|ka|kk|lt|lv|mk|nb|nl|nn|no|pl|pt|ro|ru|sk|sl|sq|sr|sv|tr|uk|vi)(?:-|$)/iu;
const COMMA_EXCEPT = /^(?:de-(?:ch|li)|es-(?:mx|us|pr|do|gt|hn|ni|pa|sv|pe)|it-ch|fr-ch)$/iu;

export function decimalMarkOf(language: string | null): DecimalMark {
  return language !== null && COMMA_LANGUAGES.test(language) && !COMMA_EXCEPT.test(language) ? ',' : '.';
}

/** A text that is one number with at most a unit around it; null for anything else, and for codes such as 007. */
export function numberText(text: string): NumberText | null {
  if (text.length > MAX_NUMBER_CHARACTERS || !/\d/u.test(text)) return null;
  let rest = text.replace(FOOTNOTES, '').replace(SPACES, ' ').trim();
  const bracketed = /^\(([^()]*)\)$/u.exec(rest);
  if (bracketed?.[1] !== undefined) rest = bracketed[1].trim();
  const match = /^([^\d.,]*?)([.,]?\d(?:[\d.,'’ ]*\d)?)([^\d]*)$/u.exec(rest);
  if (!match) return null;
  const [, before = '', digits = '', after = ''] = match;
  const sign = /[-+−–±]\s*$|^[-+−–]/u.exec(before.trim());
  const prefix = before.replace(/[-+−–]/gu, '').trim();
  const suffix = after.trim().replace(/[.,;]$/u, '');
  if (prefix !== '' && !CURRENCY.test(prefix)) return null;
  if (!isUnit(suffix) || (prefix !== '' && suffix !== '')) return null;
  if (/^0\d/u.test(digits) || !isGrouped(digits)) return null;
  // Accountants write (5) for -5.
  const negative = (sign !== null && /[-−–]/u.test(sign[0])) || bracketed !== null;
  return { digits, negative, unit: prefix || suffix };
}

/** Words behind a number are a unit when they are short and few: "km", "m²", "kg/m³", "million", "°C". */
function isUnit(text: string): boolean {
  return (
    text === '' ||
    (text.length <= MAX_UNIT_CHARACTERS && /^(?:%|‰|°?\p{L}[\p{L}\p{M}\p{No}²³/·^°.]*|\p{Sc}|°|′|″)$/u.test(text))
  );
}

/** Separators between digits must be those of a number, not of a date, a version or a list. */
function isGrouped(digits: string): boolean {
  if (/^[.,]?\d+$/u.test(digits) || /^\d+[.,]\d+$/u.test(digits)) return true;
  const group = /[ '’]/u.exec(digits)?.[0] ?? null;
  if (group !== null) return new RegExp(`^\\d{1,3}(?:${group}\\d{3})+(?:[.,]\\d+)?$`, 'u').test(digits);
  // Thousands; India groups by two above the first three digits.
  return /^\d{1,3}(?:,\d{3})+(?:\.\d+)?$|^\d{1,3}(?:\.\d{3})+(?:,\d+)?$|^\d{1,2}(?:,\d{2})*,\d{3}(?:\.\d+)?$/u.test(
    digits,
  );
}

/** What the texts of one column tell about its decimal mark; `fallback` where none of them does. */
export function decimalMarkIn(all: readonly NumberText[], fallback: DecimalMark): DecimalMark {
  const votes = { '.': 0, ',': 0 };
  for (const { digits } of all) {
    const mark = tellingMark(digits);
    if (mark !== null) votes[mark]++;
  }
  if (votes['.'] === votes[',']) return fallback;
  return votes['.'] > votes[','] ? '.' : ',';
}

function tellingMark(digits: string): DecimalMark | null {
  const comma = digits.lastIndexOf(',');
  const point = digits.lastIndexOf('.');
  if (comma >= 0 && point >= 0) return comma > point ? ',' : '.';
  const mark = comma >= 0 ? ',' : point >= 0 ? '.' : null;
  if (mark === null) return null;
  const parts = digits.split(mark);
  // Several separators of one kind, or none but whole thousands behind them: grouping, so the other is the decimal.
  if (parts.length > 2) return mark === ',' ? '.' : ',';
  const [whole = '', fraction = ''] = parts;
  return fraction.length === 3 && whole.length <= 3 && whole !== '' && whole !== '0' ? null : mark;
}

export function toNumber({ digits, negative }: NumberText, decimal: DecimalMark): number | null {
  const plain = digits.replace(/[ '’]/gu, '');
  const grouping = decimal === '.' ? ',' : '.';
  const text = plain.split(grouping).join('').replace(decimal, '.');
  const value = Number(text);
  if (!Number.isFinite(value) || text.split('.').length > 2) return null;
  return negative && value !== 0 ? -value : value;
}
