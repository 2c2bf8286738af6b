import { type Line, lineOf, plainLine } from './lines.ts';
import type { Region } from './regions.ts';
import type { Segment } from './rows.ts';

export type Block =
  | { readonly type: 'heading' | 'paragraph' | 'code'; readonly lines: readonly Line[] }
  | { readonly type: 'item'; readonly lines: readonly Line[]; readonly marker: string; readonly indent: number }
  | { readonly type: 'table'; readonly rows: ReadonlyArray<ReadonlyArray<readonly Segment[]>> };

/** What the whole document is set in. */
export interface BodyStyle {
  readonly size: number;
  readonly bold: boolean;
  readonly fixedPitch: boolean;
}

const BULLET = /^(?:[•◦▪▫‣⁃·●○■□◻➢➤✓❖*–—-]|o(?= ))(?= |$)/u;
const NUMBER = /^(?:\(?\d{1,3}[.)]|\(?[a-z][.)]|\(?[ivx]{1,5}[.)])(?= )/u;
/** A step between lines that is this much larger than usual begins a paragraph. */
const WIDE_STEP = 1.28;
const LARGER = 1.13;
const MAX_HEADING_CHARACTERS = 200;
const MAX_BOLD_HEADING_CHARACTERS = 110;
const MAX_HEADING_LINES = 3;

export function blocksOf(regions: readonly Region[], body: BodyStyle, isTitle: (text: string) => boolean): Block[] {
  return regions.flatMap((region): Block[] => {
    if (region.type === 'table') return [{ type: 'table', rows: region.table.rows }];
    const lines = region.rows.map(lineOf);
    const left = Math.min(...lines.map((line) => line.left));
    return paragraphs(lines).map((group) => blockOf(group, body, isTitle, left));
  });
}

function paragraphs(lines: readonly Line[]): Line[][] {
  const step = usualStep(lines);
  const right = Math.max(...lines.map((line) => line.right));
  const groups: Line[][] = [];
  for (const line of lines) {
    const group = groups.at(-1);
    const last = group?.at(-1);
    if (group && last && goesOn(group, last, line, step, right)) group.push(line);
    else groups.push([line]);
  }
  return groups;
}

/** The distance that most lines keep from the one above, as a share of their size. */
function usualStep(lines: readonly Line[]): number {
  const steps = lines.slice(1).flatMap((line, i) => {
    const last = lines[i];
    const step = last ? (line.y - last.y) / Math.max(1, line.size) : 0;
    return step > 0.8 && step < 2.2 ? [step] : [];
  });
  steps.sort((one, other) => one - other);
  return steps[Math.floor(steps.length * 0.4)] ?? 1.2;
}

function goesOn(group: readonly Line[], last: Line, line: Line, step: number, right: number): boolean {
  const first = group[0];
  const text = plainLine(line);
  if (!first || BULLET.test(text)) return false;
  const isItem = BULLET.test(plainLine(first)) || NUMBER.test(plainLine(first));
  if (NUMBER.test(text) && (isItem || endsSentence(last))) return false;
  if (last.fixedPitch !== line.fixedPitch) return false;
  if (Math.abs(line.size - last.size) > 0.08 * Math.max(line.size, last.size) || line.bold !== last.bold) {
    return Math.abs(line.y - last.y) < 0.3 * line.size;
  }
  if (line.y - last.y > Math.max(step, 1) * WIDE_STEP * line.size) return false;
  if (line.fixedPitch) return true;
  const width = Math.max(1, right - first.left);
  const isIndented = line.left > last.left + 0.9 * line.size && !isItem && group.length > 1;
  const isShort = last.right < right - 0.12 * width && endsSentence(last) && /^["“(]?[\p{Lu}\p{N}]/u.test(text);
  return !isIndented && !isShort;
}

function endsSentence(line: Line): boolean {
  return /[.!?:;。！？]["”’)\]]?$/u.test(plainLine(line));
}

function blockOf(lines: readonly Line[], body: BodyStyle, isTitle: (text: string) => boolean, left: number): Block {
  const first = lines[0];
  if (!first) return { type: 'paragraph', lines };
  const text = lines.map(plainLine).join(' ');
  if (isHeading(lines, text, body) || (lines.length <= MAX_HEADING_LINES && isTitle(text)))
    return { type: 'heading', lines };
  const marker = (BULLET.exec(plainLine(first)) ?? NUMBER.exec(plainLine(first)))?.[0];
  if (marker !== undefined && text.length > marker.length + 1) {
    return { type: 'item', lines, marker, indent: Math.max(0, first.left - left) };
  }
  return { type: first.fixedPitch && !body.fixedPitch && lines.length > 1 ? 'code' : 'paragraph', lines };
}

function isHeading(lines: readonly Line[], text: string, body: BodyStyle): boolean {
  const first = lines[0];
  if (!first || lines.length > MAX_HEADING_LINES || text.length > MAX_HEADING_CHARACTERS || !/\p{L}{2}/u.test(text))
    return false;
  if (first.size >= body.size * LARGER) return !BULLET.test(text);
  const isBold = lines.every(({ bold }) => bold) && !body.bold && first.size >= body.size * 0.95;
  return (
    isBold &&
    text.length <= MAX_BOLD_HEADING_CHARACTERS &&
    lines.length <= 2 &&
    !/[.,;:!?]$/u.test(text) &&
    !BULLET.test(text)
  );
}
