import type { CellValue, ColumnType, TableColumn } from './data-table.ts';
import { type DayOrder, dateOf, dayOrderIn, monthNames } from './dates.ts';
import { type DecimalMark, decimalMarkIn, decimalMarkOf, type NumberText, numberText, toNumber } from './numbers.ts';

/** This share of a column's filled cells must be of one kind for the column to be of it. */
const SHARE = 0.8;
/** Cells that say that there is nothing to say. */
const NOTHING = /^(?:[-–—−.…?]+|n\/?a\.?|n\.a\.|none|null|nil|tba|tbd|unknown|k\.\s?a\.)$/iu;
const TRUE = /^(?:true|yes|✓|✔|✅|☑)$/iu;
const FALSE = /^(?:false|no|✗|✘|❌|☐)$/iu;

export interface TypeHints {
  /** BCP 47 tag of the page, for what the texts leave open (1.234, 03/04/2025). */
  readonly language: string | null;
}

type Typed = Pick<TableColumn, 'type' | 'unit' | 'values'>;

/** What the texts of one column mean. The texts themselves stay as the page shows them. */
export function typeColumn(header: string, texts: readonly string[], hints: TypeHints): Typed {
  const filled = texts.filter((text) => text !== '' && !NOTHING.test(text));
  if (filled.length === 0)
    return { type: texts.some((text) => text !== '') ? 'text' : 'empty', unit: null, values: null };
  return booleans(texts, filled) ?? dates(texts, filled, hints) ?? numbers(header, texts, filled, hints) ?? TEXT;
}

const TEXT: Typed = { type: 'text', unit: null, values: null };

function typed(type: ColumnType, unit: string | null, values: CellValue[], filled: number): Typed | null {
  const known = values.filter((value) => value !== null).length;
  return known > 0 && known >= filled * SHARE ? { type, unit, values } : null;
}

function booleans(texts: readonly string[], filled: readonly string[]): Typed | null {
  if (!filled.every((text) => TRUE.test(text) || FALSE.test(text))) return null;
  return typed(
    'boolean',
    null,
    texts.map((text) => (TRUE.test(text) ? true : FALSE.test(text) ? false : null)),
    filled.length,
  );
}

/** A look at the first cells decides whether a long column is worth parsing. */
const SAMPLE = 50;

function dates(texts: readonly string[], filled: readonly string[], { language }: TypeHints): Typed | null {
  const months = monthNames(language);
  const order = dayOrder(filled, language);
  const sample = filled.slice(0, SAMPLE);
  if (sample.filter((text) => dateOf(text, order, months) !== null).length < sample.length / 2) return null;
  return typed(
    'date',
    null,
    texts.map((text) => dateOf(text, order, months)),
    filled.length,
  );
}

function dayOrder(texts: readonly string[], language: string | null): DayOrder {
  for (const text of texts) {
    const order = dayOrderIn(text);
    if (order !== null) return order;
  }
  return language === null || /^en(?:-us)?$/iu.test(language) ? 'month' : 'day';
}

function numbers(header: string, texts: readonly string[], filled: readonly string[], hints: TypeHints): Typed | null {
  const parsed = texts.map(numberText);
  const found = parsed.filter((each): each is NumberText => each !== null);
  if (found.length < filled.length * SHARE) return null;
  const units = new Set(found.map(({ unit }) => unit));
  // Numbers of different units cannot be compared; "3 km" and "5" can.
  units.delete('');
  if (units.size > 1) return null;
  const decimal: DecimalMark = decimalMarkIn(found, decimalMarkOf(hints.language));
  const unit = [...units][0] ?? unitOfHeader(header);
  return typed(
    'number',
    unit,
    parsed.map((each) => (each === null ? null : toNumber(each, decimal))),
    filled.length,
  );
}

/** "Area (km²)", "Price in €", "Share, %". */
function unitOfHeader(header: string): string | null {
  const match =
    /[([]\s*([^()[\]]{1,12}?)\s*[)\]]\s*$|,\s*(%|\p{Sc}|\p{L}{1,4}[²³]?)\s*$|\s(?:in|en)\s+(%|\p{Sc}|\p{L}{1,4}[²³]?)\s*$/u.exec(
      header,
    );
  const unit = match?.[1] ?? match?.[2] ?? match?.[3] ?? null;
  return unit !== null && /^(?:[%‰°]|\p{Sc}|[\p{L}°][\p{L}\p{No}²³/·.°-]*)$/u.test(unit) ? unit : null;
}
