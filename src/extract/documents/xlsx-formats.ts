import { hexColor } from './document-html.ts';
import { at, attribute, childElements, type XmlElement } from './xml-tree.ts';

export interface CellFormat {
  readonly kind: 'general' | 'date' | 'time' | 'datetime' | 'percent' | 'nothing';
  /** Decimal places of a percentage. */
  readonly decimals: number;
  readonly color: string | null;
  readonly background: string | null;
  /** Letters too small to be read. */
  readonly isTiny: boolean;
}

const GENERAL: CellFormat = { kind: 'general', decimals: 0, color: null, background: null, isTiny: false };

/** The formats of cells (`cellXfs`) of a workbook, by their number. */
export function readFormats(styles: XmlElement | undefined): (index: string | undefined) => CellFormat {
  const codes = new Map<string, string>();
  for (const one of childElements(at(styles, 'numFmts'))) {
    codes.set(attribute(one, 'numFmtId') ?? '', attribute(one, 'formatCode') ?? '');
  }
  const fonts = childElements(at(styles, 'fonts'), 'font').map(fontOf);
  const fills = childElements(at(styles, 'fills'), 'fill').map((fill) => {
    const pattern = at(fill, 'patternFill');
    return attribute(pattern, 'patternType') === 'solid' ? colorOf(at(pattern, 'fgColor')) : null;
  });
  const formats = childElements(at(styles, 'cellXfs'), 'xf').map((xf): CellFormat => {
    const id = attribute(xf, 'numFmtId') ?? '0';
    const code = codes.get(id) ?? BUILT_IN[id] ?? 'General';
    const { color = null, isTiny = false } = fonts[Number(attribute(xf, 'fontId') ?? 0)] ?? {};
    const background = fills[Number(attribute(xf, 'fillId') ?? 0)] ?? null;
    return { ...kindOf(code), color, background, isTiny };
  });
  return (index) => formats[Number(index ?? 0)] ?? GENERAL;
}

const SMALL_POINTS = 3;

/** How a font, or a part of a text in a cell, looks. */
export function fontOf(font: XmlElement | undefined) {
  const isTiny = Number(attribute(at(font, 'sz'), 'val') ?? 11) < SMALL_POINTS;
  return { color: colorOf(at(font, 'color')), isTiny };
}

/** Formats that have a number only (ECMA-376, 18.8.30). */
const BUILT_IN: Readonly<Record<string, string>> = {
  9: '0%',
  10: '0.00%',
  14: 'd/m/yyyy',
  15: 'd-mmm-yy',
  16: 'd-mmm',
  17: 'mmm-yy',
  18: 'h:mm AM/PM',
  19: 'h:mm:ss AM/PM',
  20: 'h:mm',
  21: 'h:mm:ss',
  22: 'd/m/yyyy h:mm',
  45: 'mm:ss',
  46: '[h]:mm:ss',
  47: 'mmss.0',
};

function kindOf(code: string): Pick<CellFormat, 'kind' | 'decimals'> {
  // Four sections that are all empty show nothing, whatever the cell holds.
  if (/^\s*(?:"\s*")?\s*;\s*(?:"\s*")?\s*;\s*(?:"\s*")?\s*(?:;\s*(?:"\s*")?\s*)?$/u.test(code)) {
    return { kind: 'nothing', decimals: 0 };
  }
  const first = (code.split(';')[0] ?? '').replace(/"[^"]*"|\\.|_.|\*./gu, '').replace(/\[(?![hms]+\])[^\]]*\]/giu, '');
  if (/general/iu.test(first)) return { kind: 'general', decimals: 0 };
  const hasDate = /[yd]/iu.test(first) || /mmm/iu.test(first);
  const hasTime = /[hs]/iu.test(first);
  if (hasDate) return { kind: hasTime ? 'datetime' : 'date', decimals: 0 };
  if (hasTime) return { kind: 'time', decimals: 0 };
  const percent = /(?:\.([0#]+))?%/u.exec(first);
  return percent ? { kind: 'percent', decimals: percent[1]?.length ?? 0 } : { kind: 'general', decimals: 0 };
}

/** Of the colours of themes, those of paper and ink; others are not known, and then nothing is judged. */
const THEME: Readonly<Record<string, string>> = { 0: '#ffffff', 1: '#000000' };
/** The beginning of the old palette (ECMA-376, 18.8.27). */
const INDEXED: Readonly<Record<string, string>> = { 0: '#000000', 1: '#ffffff', 8: '#000000', 9: '#ffffff' };

function colorOf(color: XmlElement | undefined): string | null {
  const rgb = hexColor(attribute(color, 'rgb'));
  if (rgb !== null) return rgb;
  if (Number(attribute(color, 'tint') ?? 0) !== 0) return attribute(color, 'theme') === undefined ? null : UNKNOWN;
  const theme = attribute(color, 'theme');
  if (theme !== undefined) return THEME[theme] ?? UNKNOWN;
  return INDEXED[attribute(color, 'indexed') ?? ''] ?? null;
}

/** A ground that is there and not known, as its theme says: see `settle`. */
const UNKNOWN = 'unknown';

/** Letters are judged only where both they and their ground are known; letters of the usual colour never hide. */
export function settle({ color, background }: CellFormat): Pick<CellFormat, 'color' | 'background'> {
  if (color === null || color === UNKNOWN || color === '#000000' || background === UNKNOWN) {
    return { color: null, background: null };
  }
  return { color, background };
}

const DAY_MS = 86_400_000;

/** A number as its format shows it: dates in ISO form, as the format of the place is not known. */
export function shownNumber(value: string, { kind, decimals }: CellFormat, from1904: boolean): string {
  const number = Number(value);
  if (!Number.isFinite(number) || value.trim() === '') return value;
  if (kind === 'general') return String(Number(number.toPrecision(15)));
  if (kind === 'percent') return `${(number * 100).toFixed(Math.min(decimals, 10))}%`;
  // Day 60 of the calendar from 1900 never was; days before it are one later than they say.
  const days = from1904 ? number - 25_567 + 1462 : number - 25_569 + (number < 60 ? 1 : 0);
  const date = new Date(Math.round((days * DAY_MS) / 1000) * 1000);
  if (Number.isNaN(date.getTime())) return value;
  const iso = date.toISOString();
  const time = iso.slice(11, 19).replace(/:00$/u, '');
  if (kind === 'date') return iso.slice(0, 10);
  return kind === 'time' ? time : `${iso.slice(0, 10)} ${time}`;
}
