import type { Box, Glyph, TextObject } from './glyph.ts';
import { lostObjects, share } from './lost-texts.ts';
import { findOverlaps } from './overlaps.ts';
import type { PageObjects } from './page-objects.ts';
import { isLetter } from './plain-character.ts';
import { Difference, type Ink, MAX_PIXELS, type Painter, type Picture } from './raster.ts';
import { EMPTY, regionOf } from './region.ts';
import { seenThrough } from './seen-through.ts';
import { contrast } from './unseen.ts';

/** Which signs of a page leave ink that a person could see, decided on pictures of it. */
export interface Proof {
  readonly seen: readonly boolean[];
  /** Signs drawn a second time on the same place (bold by double strike, shadows); one of them is enough. */
  readonly repeated: readonly boolean[];
  /** The page without its text: what lies beneath. Null where only text is on the page. */
  readonly beneath: Picture | null;
  /** Objects that would have to be looked at one by one, beyond the limit. They count as not seen. */
  readonly undecided: number;
  /** Signs of fonts that are not in the file and not at hand; figures were drawn in their place. */
  readonly foreign: number;
}

/**
 * The least change of a channel that a person makes out: black and white are 255 apart, and a grey this far from
 * white has a contrast of 1.15 with it, the same bound that pages in HTML are held to.
 */
const LEAST_CHANGE = 18;
/** Certain on the picture of the whole page. */
const CLEAR_CHANGE = 48;
const CLEAR_COVER = 0.1;
/** Of an object's letters, those that meet none of another object. */
const MOSTLY_FREE = 0.7;
/** A letter covers a fifth of its box and more; of one that is nearly all covered only this much is left. */
const LEAST_COVER = 0.03;
/** Letters are drawn this large when an object is looked at by itself, in pixels. */
const CLOSE_SIZE = 22;
/** Objects looked at one by one on a page: each costs about a millisecond. */
const MAX_CLOSE_LOOKS = 600;

export function proveSeen(painter: Painter, objects: PageObjects, glyphs: readonly Glyph[]): Proof {
  return new PageProof(painter, objects, glyphs).run();
}

interface Suspect {
  readonly object: number;
  readonly indexes: readonly number[];
  readonly twins: readonly number[];
  /** Letters of other objects lie here too, and these may only be seen as holes in them. */
  readonly needsOwnInk: boolean;
}

class PageProof {
  readonly #painter: Painter;
  readonly #objects: PageObjects;
  readonly #glyphs: readonly Glyph[];
  readonly #byObject: Map<number, number[]>;
  #foreign = 0;
  /** Objects that PDFium took for repetitions of others. */
  readonly #lost: readonly TextObject[];

  constructor(painter: Painter, objects: PageObjects, glyphs: readonly Glyph[]) {
    this.#painter = painter;
    this.#objects = objects;
    this.#glyphs = glyphs;
    this.#byObject = new Map();
    this.#lost = lostObjects(objects, glyphs);
    glyphs.forEach(({ object }, index) => {
      const list = this.#byObject.get(object);
      if (list) list.push(index);
      else this.#byObject.set(object, [index]);
    });
  }

  run(): Proof {
    const { texts, onlyText } = this.#objects;
    const painter = this.#painter;
    const scale = painter.pageScale();
    const shown = painter.paint('page', painter.whole(), scale);
    const pointers = texts.map(({ pointer }) => pointer);
    const beneath = onlyText ? null : painter.paintWithout(pointers, 'beneath', painter.whole(), scale);
    const difference = new Difference(shown, beneath);
    const { partners, crossed, twins } = findOverlaps(this.#glyphs, texts);
    const seen = this.#glyphs.map(() => false);
    let undecided = 0;
    let looks = 0;
    for (const [object, indexes] of this.#byObject) {
      if (this.#isForeign(object, indexes, difference)) {
        this.#foreign += indexes.length;
        const isShown = looks++ < MAX_CLOSE_LOOKS && this.#standsIn(object, indexes);
        for (const index of indexes) seen[index] = isShown;
        continue;
      }
      if (this.#lookThrough(object, indexes, seen, looks)) {
        looks++;
        continue;
      }
      const first = this.#atFirstSight(indexes, difference, crossed);
      if (first !== 'look closer') {
        for (const index of indexes) seen[index] = first;
      } else if (looks < MAX_CLOSE_LOOKS) {
        looks++;
        this.#lookCloser(
          {
            object,
            indexes,
            twins: twins.get(object) ?? [],
            needsOwnInk: partners.has(object) && !this.#isPlainlySet(object, indexes, beneath),
          },
          seen,
        );
      } else undecided++;
    }
    const repeated = this.#glyphs.map(() => false);
    for (const { second } of this.#repeats(twins, seen)) repeated[second] = true;
    return { seen, repeated, beneath, undecided, foreign: this.#foreign };
  }

  /** All seen, none seen, or worth a closer look. */
  #atFirstSight(
    indexes: readonly number[],
    difference: Difference,
    crossed: ReadonlySet<Glyph>,
  ): boolean | 'look closer' {
    let [blank, letters, clear, met] = [0, 0, 0, 0];
    for (const index of indexes) {
      const glyph = this.#glyphs[index];
      if (!glyph) continue;
      const isClear = difference.isClear(glyph, CLEAR_CHANGE, needsInk(glyph) ? CLEAR_COVER : 0);
      if (!isClear && difference.ink(glyph).most === 0) blank++;
      // Points and dashes may be too fine to be seen here.
      if (!isClear && !needsInk(glyph)) continue;
      letters++;
      if (crossed.has(glyph)) met++;
      else if (isClear) clear++;
    }
    // Not one pixel of the page changes: no closer look finds ink, unless the letters are finer than a pixel.
    if (blank === indexes.length && this.#widest(indexes) * this.#painter.pageScale() >= 2) return false;
    // The ink of a letter that meets others may be theirs; where most stand free and are clear, it is not.
    return letters > 0 && clear === letters - met && clear >= letters * MOSTLY_FREE ? true : 'look closer';
  }

  /** Text without ink that later drawings are clipped by; false where there is none to look at. */
  #lookThrough(object: number, indexes: readonly number[], seen: boolean[], looks: number): boolean {
    const text = this.#objects.texts[object];
    if (text?.renderMode !== CLIPS || this.#objects.onlyText || looks >= MAX_CLOSE_LOOKS) return false;
    for (const part of this.#parts(indexes)) {
      const glyphs = part.flatMap((index) => this.#glyphs[index] ?? []);
      const scale = this.#closeScale(regionOf(glyphs), text);
      const through = seenThrough(this.#painter, this.#objects, object, glyphs, scale, LEAST_CHANGE);
      part.forEach((index, position) => {
        seen[index] = through[position] ?? false;
      });
    }
    return true;
  }

  /** Nothing is drawn for these signs, as there is no font for them here: that says nothing of a reader's screen. */
  #isForeign(object: number, indexes: readonly number[], difference: Difference): boolean {
    const text = this.#objects.texts[object];
    if (!text || text.embedded) return false;
    const foreign = indexes.some((index) => isForeign(this.#glyphs[index]?.text ?? ''));
    return foreign && indexes.every((index) => difference.ink(this.#glyphs[index] ?? EMPTY).most === 0);
  }

  /**
   * Draws figures in the place of such signs: with the same state of graphics, clip and order. Where those leave no
   * ink, the signs would not either. The object keeps them.
   */
  #standsIn(object: number, indexes: readonly number[]): boolean {
    const text = this.#objects.texts[object];
    if (!text || !this.#painter.fill(text.pointer, STAND_IN, indexes.length)) return false;
    const boxes = indexes.flatMap((index) => this.#glyphs[index] ?? []);
    const region = regionOf(boxes);
    const scale = this.#closeScale(region, text);
    const shown = this.#painter.paint('close', region, scale);
    const difference = new Difference(
      shown,
      this.#painter.paintWithout([text.pointer], 'close without', region, scale),
    );
    const inked = boxes.filter((box) => difference.ink(box).most >= LEAST_CHANGE).length;
    return inked >= boxes.length * LEAST_STANDING;
  }

  #widest(indexes: readonly number[]): number {
    let widest = 0;
    for (const index of indexes) {
      const glyph = this.#glyphs[index];
      if (glyph) widest = Math.max(widest, Math.min(glyph.right - glyph.left, glyph.bottom - glyph.top));
    }
    return widest;
  }

  /** The same place, large, with and without this one object (and what draws the same text on the same place). */
  #lookCloser({ object, indexes, twins, needsOwnInk }: Suspect, seen: boolean[]): void {
    const { texts } = this.#objects;
    const painter = this.#painter;
    const pointers = this.#strikes(object, twins);
    const others = texts.map(({ pointer }) => pointer).filter((pointer) => !pointers.includes(pointer));
    for (const part of this.#parts(indexes)) {
      const region = regionOf(part.map((index) => this.#glyphs[index]));
      const scale = this.#closeScale(region, texts[object]);
      const difference = new Difference(
        painter.paint('close', region, scale),
        painter.paintWithout(pointers, 'close without', region, scale),
      );
      // Letters in the colour of the ground still cut into other letters that they lie on: they need ink of their own.
      const alone = needsOwnInk
        ? new Difference(
            painter.paintWithout(others, 'alone', region, scale),
            painter.paintWithout([...others, ...pointers], 'alone without', region, scale),
          )
        : null;
      for (const index of part) {
        const glyph = this.#glyphs[index];
        if (!glyph) continue;
        seen[index] = isSeen(glyph, difference.ink(glyph)) && (alone === null || isSeen(glyph, alone.ink(glyph)));
      }
      if (texts[object]?.embedded === false) this.#lendToForeign(part, difference, seen);
    }
  }

  /** A letter that the fonts at hand lack, among letters that are seen, would be seen with them. */
  #lendToForeign(part: readonly number[], difference: Difference, seen: boolean[]): void {
    if (!part.some((index) => seen[index])) return;
    for (const index of part) {
      const glyph = this.#glyphs[index];
      if (!glyph || seen[index] || !isForeign(glyph.text) || difference.ink(glyph).most > 0) continue;
      seen[index] = true;
      this.#foreign++;
    }
  }

  /** Painted in one full colour that differs from the ground: what changes when it goes is its own ink. */
  #isPlainlySet(object: number, indexes: readonly number[], beneath: Picture | null): boolean {
    const text = this.#objects.texts[object];
    const fill = text?.fill ?? null;
    if (!text || fill === null || text.renderMode !== 0 || fill.alpha < FULL_ALPHA) return false;
    return indexes.every((index) => contrast(this.#glyphs[index] ?? EMPTY, fill, beneath) >= CLEAR_CHANGE);
  }

  #strikes(object: number, twins: readonly number[]): number[] {
    const { texts } = this.#objects;
    const own = texts[object];
    const again = own ? this.#lost.filter(({ box }) => share(box, own.box) >= SAME_BOX) : [];
    const strikes = [object, ...twins].flatMap((position) => texts[position] ?? []);
    return [...strikes, ...again].map(({ pointer }) => pointer);
  }

  /** A long line is looked at in pieces, so that its letters are large enough in each. */
  #parts(indexes: readonly number[]): number[][] {
    const parts: number[][] = [];
    for (let from = 0; from < indexes.length; from += GLYPHS_PER_LOOK) {
      parts.push(indexes.slice(from, from + GLYPHS_PER_LOOK));
    }
    return parts;
  }

  #closeScale(region: Box, object: TextObject | undefined): number {
    const wanted = CLOSE_SIZE / Math.max(0.5, object?.size ?? 10);
    const area = Math.max(1, (region.right - region.left) * (region.bottom - region.top));
    return Math.min(Math.max(wanted, this.#painter.pageScale()), Math.sqrt(MAX_PIXELS / area));
  }

  *#repeats(twins: ReadonlyMap<number, readonly number[]>, seen: readonly boolean[]): Generator<{ second: number }> {
    for (const [object, others] of twins) {
      for (const other of others) {
        if (other < object) continue;
        const mine = this.#byObject.get(object) ?? [];
        for (const second of this.#byObject.get(other) ?? []) {
          const glyph = this.#glyphs[second];
          const match = mine.some((index) => seen[index] && glyph && samePlace(this.#glyphs[index], glyph));
          if (match) yield { second };
        }
      }
    }
  }
}

/** Files seldom give this code another meaning. */
const STAND_IN = 0x38;
/** Figures are narrower than most signs they stand for, so they end earlier. */
const LEAST_STANDING = 0.3;
const FULL_ALPHA = 200;
/** A second strike stands nearly where the first does. */
const SAME_BOX = 0.7;
const GLYPHS_PER_LOOK = 150;
/** Text render mode 7: PDF 32000-1, 9.3.6. */
const CLIPS = 7;

/** Signs that have ink when they are drawn at all; points and dashes may vanish between two pixels. */
function needsInk(glyph: Glyph): boolean {
  return glyph.text === '' || isLetter(glyph.text);
}

/** Beyond what the fonts at hand have letters for. */
function isForeign(text: string): boolean {
  return text.charCodeAt(0) > 0xff;
}

function isSeen(glyph: Glyph, ink: Ink): boolean {
  if (ink.most < LEAST_CHANGE) return false;
  return needsInk(glyph) ? ink.cover >= LEAST_COVER : true;
}

function samePlace(one: Glyph | undefined, other: Glyph): boolean {
  if (!one || one.text !== other.text) return false;
  const size = Math.max(1, other.bottom - other.top);
  return Math.abs(one.x - other.x) < size * 0.5 && Math.abs(one.y - other.y) < size * 0.5;
}
