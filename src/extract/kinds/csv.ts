import { escapeText } from '../markdown/escape.ts';
import type { Written } from './json.ts';

const DELIMITERS = [',', ';', '\t', '|'] as const;
const SAMPLE_RECORDS = 30;
const SAMPLE_CHARACTERS = 50_000;

/** Records of comma- or otherwise separated values, empty ones left out. */
export function readRecords(source: string, delimiter?: string): string[][] {
  const text = source.replace(/^\ufeff/u, '');
  const declared = /^sep=(.)\r?\n/u.exec(text);
  const body = declared ? text.slice(declared[0].length) : text;
  return parseRecords(body, declared?.[1] ?? delimiter ?? detectDelimiter(body)).filter((record) =>
    record.some((field) => field.trim() !== ''),
  );
}

/** Comma- or otherwise separated values as one table; the first record heads it. */
export function writeCsv(source: string, delimiter?: string): Written {
  const records = readRecords(source, delimiter);
  if (records.length === 0) return { markdown: '', notes: [] };
  const width = records.reduce((most, record) => Math.max(most, record.length), 0);
  const ragged = records.some((record) => record.length !== width);
  const rows = records.map((record) => Array.from({ length: width }, (_, column) => writeField(record[column] ?? '')));
  const lines = [rows[0] ?? [], Array.from({ length: width }, () => '---'), ...rows.slice(1)];
  return {
    markdown: lines.map((row) => `| ${row.join(' | ')} |`).join('\n'),
    notes: ragged ? ['records of unequal length were padded'] : [],
  };
}

function writeField(field: string): string {
  const text = field.trim().replace(/\r\n|[\r\n]/gu, '\n');
  const escaped = escapeText(text, { before: ' ', after: ' ', linked: false, math: false });
  return escaped.replaceAll('|', '\\|').replaceAll('\n', '<br>');
}

/** Records by RFC 4180: quoted fields may hold delimiters, line breaks and doubled quotes; a stray quote is text. */
function parseRecords(text: string, delimiter: string, most = Number.POSITIVE_INFINITY): string[][] {
  const records: string[][] = [];
  let record: string[] = [];
  let index = 0;
  while (index < text.length && records.length < most) {
    const field = text[index] === '"' ? quotedField(text, index, delimiter) : plainField(text, index, delimiter);
    record.push(field.value);
    index = field.end;
    if (text[index] === delimiter) {
      index++;
      if (index === text.length) record.push('');
      continue;
    }
    index += text.startsWith('\r\n', index) ? 2 : 1;
    records.push(record);
    record = [];
  }
  if (record.length > 0 && records.length < most) records.push(record);
  return records;
}

interface Field {
  readonly value: string;
  /** Index of the delimiter or line break after the field. */
  readonly end: number;
}

function plainField(text: string, start: number, delimiter: string): Field {
  let end = start;
  while (end < text.length && text[end] !== delimiter && text[end] !== '\n' && text[end] !== '\r') end++;
  return { value: text.slice(start, end), end };
}

function quotedField(text: string, start: number, delimiter: string): Field {
  let value = '';
  let from = start + 1;
  for (;;) {
    const quote = text.indexOf('"', from);
    // A quote that is never closed does not swallow the rest of the file.
    if (quote < 0) return plainField(text, start, delimiter);
    value += text.slice(from, quote);
    if (text[quote + 1] !== '"') {
      const rest = plainField(text, quote + 1, delimiter);
      return { value: value + rest.value.trimEnd(), end: rest.end };
    }
    value += '"';
    from = quote + 2;
  }
}

/** The delimiter that gives the same number of fields (more than one) to most of the first records. */
function detectDelimiter(text: string): string {
  const sample = text.slice(0, SAMPLE_CHARACTERS);
  let best = ',';
  let bestScore = 0;
  for (const delimiter of DELIMITERS) {
    const widths = parseRecords(sample, delimiter, SAMPLE_RECORDS).map((record) => record.length);
    const width = widths[0] ?? 1;
    const same = widths.filter((other) => other === width).length / Math.max(1, widths.length);
    const score = width > 1 ? same * 10 + Math.min(width, 10) / 10 : 0;
    if (score > bestScore) {
      best = delimiter;
      bestScore = score;
    }
  }
  return best;
}
