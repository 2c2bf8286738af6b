import { RIGHT_TO_LEFT, type Word } from './words.ts';

/** Words of one line that stand close to each other. */
export interface Segment {
  readonly words: readonly Word[];
  readonly left: number;
  readonly right: number;
  readonly y: number;
  readonly size: number;
}

/** What stands side by side: one segment, or several with wide gaps between them. */
export interface Row {
  readonly segments: readonly Segment[];
  readonly y: number;
  readonly size: number;
}

/** Words on lines this share of their size apart stand on one line. */
const SAME_LINE = 0.4;
/** A gap as wide as the letters are high parts a line; even loosely set words stand closer. */
const SEGMENT_GAP = 1;
/** Between a list's marker and its text. */
const MARKER_GAP = 4;
/** Lines of two columns need not stand at one height. */
const SAME_ROW = 0.6;

export function segmentsOf(words: readonly Word[]): Segment[] {
  const sorted = [...words].sort((one, other) => one.y - other.y);
  const lines: Word[][] = [];
  for (const word of sorted) {
    const line = lines.at(-1);
    const first = line?.[0];
    if (line && first && word.y - first.y <= SAME_LINE * Math.max(first.size, word.size)) line.push(word);
    else lines.push([word]);
  }
  return lines.flatMap(split);
}

function split(line: readonly Word[]): Segment[] {
  const sorted = [...line].sort((one, other) => one.left - other.left);
  const parts: Word[][] = [];
  let right = -Infinity;
  for (const word of sorted) {
    const part = parts.at(-1);
    const size = Math.max(word.size, part?.[0]?.size ?? 0);
    const widest = part && isMarker(part) ? MARKER_GAP : SEGMENT_GAP;
    if (part && word.left - right <= widest * size) part.push(word);
    else parts.push([word]);
    right = part?.includes(word) ? Math.max(right, word.right) : word.right;
  }
  return parts.map(segment);
}

/** A list's marker stands apart from its text, which makes no column of it. */
function isMarker(part: readonly Word[]): boolean {
  return (
    part.length === 1 &&
    /^(?:[•◦▪▫‣⁃·●○■□➢➤✓–—*-]|\(?\d{1,3}[.)]|\d{1,2}(?:\.\d{1,2}){1,3}\.?|\[\d{1,3}\]|\(?[a-zA-Z][.)])$/u.test(
      part[0]?.text ?? '',
    )
  );
}

function segment(words: readonly Word[]): Segment {
  const backwards = words.filter(({ text }) => RIGHT_TO_LEFT.test(text)).length > words.length / 2;
  const first = words.reduce((most, word) => (word.size > most.size ? word : most));
  return {
    words: backwards ? [...words].reverse() : words,
    left: words.reduce((least, word) => Math.min(least, word.left), Infinity),
    right: words.reduce((most, word) => Math.max(most, word.right), -Infinity),
    y: first.y,
    size: first.size,
  };
}

export function rowsOf(segments: readonly Segment[]): Row[] {
  const sorted = [...segments].sort((one, other) => one.y - other.y || one.left - other.left);
  const rows: Segment[][] = [];
  for (const part of sorted) {
    const row = rows.at(-1);
    const first = row?.[0];
    const fits = row?.every((other) => other.right <= part.left || part.right <= other.left) ?? false;
    if (row && first && fits && part.y - first.y <= SAME_ROW * Math.min(first.size, part.size)) row.push(part);
    else rows.push([part]);
  }
  return rows.map((parts) => ({
    segments: [...parts].sort((one, other) => one.left - other.left),
    y: parts.reduce((sum, { y }) => sum + y, 0) / parts.length,
    size: parts.reduce((most, { size }) => Math.max(most, size), 0),
  }));
}
