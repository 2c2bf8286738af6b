import type { Row } from './rows.ts';
import type { Word } from './words.ts';

/** One line of running text. */
export interface Line {
  readonly words: readonly Word[];
  readonly left: number;
  readonly right: number;
  readonly y: number;
  readonly size: number;
  readonly bold: boolean;
  readonly fixedPitch: boolean;
}

export function lineOf({ segments, y }: Row): Line {
  const words = segments.length === 1 ? (segments[0]?.words ?? []) : segments.flatMap((part) => part.words);
  let [all, bold, fixed] = [0, 0, 0];
  for (const word of words) {
    all += word.text.length;
    if (word.bold) bold += word.text.length;
    if (word.fixedPitch) fixed += word.text.length;
  }
  return {
    words,
    left: Math.min(...segments.map((part) => part.left)),
    right: Math.max(...segments.map((part) => part.right)),
    y,
    size: mainSize(words),
    bold: bold >= Math.max(1, all) * 0.8,
    fixedPitch: fixed >= Math.max(1, all) * 0.9,
  };
}

/** The size that most of the characters have. */
export function mainSize(words: readonly Word[]): number {
  const first = words[0]?.size ?? 0;
  if (words.every(({ size }) => size === first)) return Math.round(first * 2) / 2;
  const sizes = new Map<number, number>();
  for (const { size, text } of words) {
    const key = Math.round(size * 2) / 2;
    sizes.set(key, (sizes.get(key) ?? 0) + text.length);
  }
  let best = 0;
  let most = -1;
  for (const [size, count] of sizes) {
    if (count > most) [best, most] = [size, count];
  }
  return best;
}

export function plainLine(line: Line): string {
  return line.words.map(({ text }) => text).join(' ');
}
