import type { Glyph, TextObject } from './glyph.ts';

export interface Overlaps {
  /** Objects of which letters lie on letters of another object. */
  readonly partners: ReadonlySet<number>;
  /** Those letters. */
  readonly crossed: ReadonlySet<Glyph>;
  /** Objects that draw the same text on the same place, each with the others. */
  readonly twins: ReadonlyMap<number, readonly number[]>;
}

/** Side of the squares by which neighbours are found, in points. */
const CELL = 24;
/** Squares that one letter is put into, across and down. */
const MAX_SPAN = 40;
const ROW = 100_003;
/** Letters that meet in one square; a page that piles up more is not looked through pair by pair. */
const MAX_PER_CELL = 400;
/** Of a sign's box, from each side; letters set closely touch. */
const SHRINK = 0.22;

export function findOverlaps(glyphs: readonly Glyph[], texts: readonly TextObject[]): Overlaps {
  const partners = new Set<number>();
  const crossed = new Set<Glyph>();
  const matches: Matches = new Map();
  for (const cell of cellsOf(inCrowdedPlaces(glyphs)).values()) {
    if (cell.every(({ object }) => object === cell[0]?.object)) continue;
    const bounded = cell.slice(0, MAX_PER_CELL);
    for (const glyph of cell.slice(MAX_PER_CELL)) {
      partners.add(glyph.object);
      crossed.add(glyph);
    }
    bounded.forEach((one, position) => {
      for (let i = position + 1; i < bounded.length; i++) {
        const other = bounded[i];
        if (!other || other.object === one.object || !overlap(one, other)) continue;
        partners.add(one.object);
        partners.add(other.object);
        crossed.add(one).add(other);
        if (isRepeat(one, other)) note(matches, one, other);
      }
    });
  }
  return { partners, crossed, twins: twinsOf(matches, glyphs, texts) };
}

/**
 * Only signs of objects whose bounds meet those of another one: on most pages none do, and then no sign has to be
 * compared with any other.
 */
function inCrowdedPlaces(glyphs: readonly Glyph[]): readonly Glyph[] {
  const boxes = new Map<number, { left: number; right: number; top: number; bottom: number; object: number }>();
  for (const { object, left, right, top, bottom } of glyphs) {
    const box = boxes.get(object);
    if (!box) boxes.set(object, { left, right, top, bottom, object });
    else {
      box.left = Math.min(box.left, left);
      box.right = Math.max(box.right, right);
      box.top = Math.min(box.top, top);
      box.bottom = Math.max(box.bottom, bottom);
    }
  }
  const sorted = [...boxes.values()].sort((one, other) => one.top - other.top);
  const crowded = new Set<number>();
  sorted.forEach((box, position) => {
    for (let i = position + 1; i < sorted.length; i++) {
      const other = sorted[i];
      if (!other || other.top >= box.bottom) break;
      if (other.left >= box.right || box.left >= other.right) continue;
      crowded.add(box.object);
      crowded.add(other.object);
    }
  });
  return crowded.size === 0 ? [] : glyphs.filter(({ object }) => crowded.has(object));
}

function cellsOf(glyphs: readonly Glyph[]): Map<number, Glyph[]> {
  const cells = new Map<number, Glyph[]>();
  for (const glyph of glyphs) {
    const [left, right] = [Math.floor(glyph.left / CELL), Math.floor(glyph.right / CELL)];
    const [top, bottom] = [Math.floor(glyph.top / CELL), Math.floor(glyph.bottom / CELL)];
    for (let x = left; x <= Math.min(right, left + MAX_SPAN); x++) {
      for (let y = top; y <= Math.min(bottom, top + MAX_SPAN); y++) {
        const key = x * ROW + y;
        const cell = cells.get(key);
        if (cell) cell.push(glyph);
        else cells.set(key, [glyph]);
      }
    }
  }
  return cells;
}

function overlap(one: Glyph, other: Glyph): boolean {
  const x = SHRINK * Math.min(one.right - one.left, other.right - other.left);
  const y = SHRINK * Math.min(one.bottom - one.top, other.bottom - other.top);
  return (
    one.left + x < other.right && other.left + x < one.right && one.top + y < other.bottom && other.top + y < one.bottom
  );
}

/** The same sign, less than half its height away: a second strike or a shadow. */
function isRepeat(one: Glyph, other: Glyph): boolean {
  if (one.text !== other.text || one.text === '') return false;
  const height = Math.max(1, one.bottom - one.top);
  return Math.abs(one.x - other.x) < height * 0.5 && Math.abs(one.y - other.y) < height * 0.5;
}

/** For each object the others whose letters repeat its own, with those letters. */
type Matches = Map<number, Map<number, Set<Glyph>>>;

function note(matches: Matches, one: Glyph, other: Glyph): void {
  for (const [from, to] of [[one, other] as const, [other, one] as const]) {
    const row = matches.get(from.object) ?? new Map<number, Set<Glyph>>();
    matches.set(from.object, row);
    const shared = row.get(to.object) ?? new Set<Glyph>();
    row.set(to.object, shared.add(from));
  }
}

/** Twins share most of their letters; one letter that happens to meet its like makes none. */
function twinsOf(matches: Matches, glyphs: readonly Glyph[], texts: readonly TextObject[]): Map<number, number[]> {
  const lengths = new Array<number>(texts.length).fill(0);
  for (const { object } of glyphs) lengths[object] = (lengths[object] ?? 0) + 1;
  const twins = new Map<number, number[]>();
  for (const [object, row] of matches) {
    const own = lengths[object] ?? 0;
    const others = [...row].filter(([other, shared]) => shared.size >= 0.7 * Math.min(own, lengths[other] ?? 0));
    if (others.length > 0)
      twins.set(
        object,
        others.map(([other]) => other),
      );
  }
  return twins;
}
