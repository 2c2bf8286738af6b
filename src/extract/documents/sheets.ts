import type { HiddenTexts } from './document-html.ts';
import { escapeHtml, styleAttribute } from './document-html.ts';

/** A cell as it is shown; letters of a colour of their own say so, for the sight to judge. */
export interface SheetCell {
  readonly text: string;
  readonly color: string | null;
  readonly background: string | null;
}

export interface Sheet {
  readonly name: string;
  /** The cells that are shown, row by row; undefined for empty ones. Hidden rows, columns and sheets are not here. */
  readonly rows: readonly (readonly (SheetCell | undefined)[])[];
  /** Rows with something in them that were not kept, as there were too many. */
  readonly beyond: number;
}

/** Cells that are kept of a whole file. */
export const MAX_CELLS = 1_000_000;
/** Cells that are written as text: more than anybody reads, and than an answer holds. */
const MAX_WRITTEN_CELLS = 20_000;
/** Columns of an Excel sheet (ECMA-376: XFD). */
export const MAX_COLUMNS = 16_384;

/** Places of a table, empty ones too: a few cells far apart must not become millions of them. */
const MAX_PLACES = 4_000_000;

/** Drops what is empty at the ends and makes all rows as long as the longest; `cut` counts rows beyond the limit. */
export function tidy(rows: readonly (readonly (SheetCell | undefined)[])[]): { rows: Sheet['rows']; cut: number } {
  let width = 0;
  let height = 0;
  for (const [index, row] of rows.entries()) {
    const last = row.findLastIndex((cell) => cell !== undefined);
    if (last < 0) continue;
    width = Math.max(width, last + 1);
    height = index + 1;
  }
  const kept = Math.min(height, Math.floor(MAX_PLACES / Math.max(1, width)));
  const tidied = rows.slice(0, kept).map((row) => Array.from({ length: width }, (_, column) => row[column]));
  return { rows: tidied, cut: height - kept };
}

/** Sheets as tables under their names, up to a number of cells, and notes on what was left out. */
export function sheetsHtml(sheets: readonly Sheet[]): { html: string; notes: string[] } {
  let html = '';
  let left = MAX_WRITTEN_CELLS;
  const notes: string[] = [];
  for (const [index, { name, rows, beyond }] of sheets.entries()) {
    const width = rows[0]?.length ?? 0;
    const fitting = width === 0 ? 0 : Math.floor(left / width);
    const shown = rows.slice(0, fitting);
    left -= shown.length * width;
    html += `<section id="sheet-${index + 1}"><h2>${escapeHtml(name)}</h2>${tableHtml(shown)}</section>`;
    const total = rows.length + beyond;
    if (total > shown.length) {
      notes.push(`Sheet ${index + 1}: rows 1 to ${shown.length} of ${total} are given; the others are left out.`);
    }
  }
  return { html, notes };
}

function tableHtml(rows: Sheet['rows']): string {
  if (rows.length === 0) return '';
  const written = rows.map((row, index) => {
    const tag = index === 0 ? 'th' : 'td';
    return `<tr>${row.map((cell) => `<${tag}>${cellHtml(cell)}</${tag}>`).join('')}</tr>`;
  });
  return `<table>${written.join('')}</table>`;
}

function cellHtml(cell: SheetCell | undefined): string {
  if (cell === undefined) return '';
  const text = escapeHtml(cell.text).replaceAll('\n', '<br>');
  if (cell.color === null && cell.background === null) return text;
  return `<span${styleAttribute({ color: cell.color, 'background-color': cell.background })}>${text}</span>`;
}

/** Collects the texts of hidden rows and columns, not one by one but as far as a report can show them. */
export class HiddenCells {
  readonly #texts = new Map<string, string[]>();

  add(reason: string, text: string): void {
    const texts = this.#texts.get(reason) ?? [];
    if (texts.length < 1000) texts.push(text);
    this.#texts.set(reason, texts);
  }

  report(hidden: HiddenTexts, location: string): string {
    return [...this.#texts].map(([reason, texts]) => hidden.hide(reason, texts.join(' '), location)).join('');
  }
}

/** What is told of a sheet that is hidden: its name and the beginning of its cells. */
export function hideSheet(hidden: HiddenTexts, { name, rows }: Sheet, location: string): string {
  const texts = rows.slice(0, 1000).flatMap((row) => row.map((cell) => cell?.text ?? ''));
  return hidden.hide('hidden sheet', [name, ...texts].join(' '), location);
}

/** Remarks on a workbook as a whole. */
export function workbookNotes(shown: number, hidden: number): string[] {
  return [
    `Sheets: ${shown + hidden}; formulas are not run, the values saved with them are given.`,
    ...(hidden > 0 ? [`Sheets that are hidden, not read: ${hidden}.`] : []),
  ];
}
