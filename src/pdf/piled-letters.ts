import type { Glyph } from './glyph.ts';
import { isLetter } from './plain-character.ts';

/** Of the narrower of two neighbours, what the other one covers for them to be a blot. */
const COVERED = 0.6;
/** Of an object's pairs of letters. */
const MOST = 0.5;
const LEAST_PAIRS = 5;

/** Objects whose letters were set so closely, by spacing below nothing, that a person sees a blot. */
export function findPiled(glyphs: readonly Glyph[]): ReadonlySet<number> {
  const pairs = new Map<number, { all: number; piled: number }>();
  for (let i = 1; i < glyphs.length; i++) {
    const [one, other] = [glyphs[i - 1], glyphs[i]];
    if (!one || !other || one.object !== other.object || one.text === other.text) continue;
    if (!isLetter(one.text) || !isLetter(other.text)) continue;
    const count = pairs.get(one.object) ?? { all: 0, piled: 0 };
    pairs.set(one.object, count);
    count.all++;
    if (isPiled(one, other)) count.piled++;
  }
  return new Set(
    [...pairs].filter(([, { all, piled }]) => all >= LEAST_PAIRS && piled > all * MOST).map(([object]) => object),
  );
}

function isPiled(one: Glyph, other: Glyph): boolean {
  const across = Math.min(one.right, other.right) - Math.max(one.left, other.left);
  const down = Math.min(one.bottom, other.bottom) - Math.max(one.top, other.top);
  const width = Math.min(one.right - one.left, other.right - other.left);
  const height = Math.min(one.bottom - one.top, other.bottom - other.top);
  return across > width * COVERED && down > height * COVERED;
}
