import { area, intersect, overlap, type Rect } from '../geometry.ts';
import { FIXED_IMAGE } from '../ink.ts';
import type { DocumentModel } from '../model.ts';
import type { PaintedBox } from '../neighbours.ts';
import { scrollsFree } from '../overlays.ts';
import { NONE } from '../snapshot.ts';
import { mayStick, scrollsFreeInPane } from '../sticky-boxes.ts';
import { hidden, type TextCase, type TextRule } from '../text-case.ts';

/** Shares of the text's rectangle (visibility.md, step 4.8). */
const TOUCHES = 0.1;
const COVERS = 0.95;
const IS_GROUND = 0.98;
const SAME_LAYER = 0.3;
const TRANSLUCENT = 0.9;
/** Boxes over one text that are looked at. */
const MANY = 100;

interface Touching {
  readonly painted: PaintedBox;
  readonly share: number;
  /** It stays on the screen while the text scrolls. */
  readonly movable: boolean;
  readonly sticky: boolean;
}

/** Boxes that lie over or under the text without being its ancestors (visibility.md, step 4.8). */
export const NEIGHBOUR_RULES: readonly TextRule[] = [
  {
    name: 'neighbours',
    apply(text) {
      const { above, behind } = touching(text);
      return covered(text, above) ?? underFixed(text, above) ?? onTop(text, behind);
    },
  },
];

function touching(text: TextCase): { above: Touching[]; behind: Touching | null } {
  const { model, box, styleBox } = text;
  const { document } = model;
  const order = document.paintOrder(box);
  const above: Touching[] = [];
  let behind: Touching | null = null;
  for (const { painted, at } of overlapping(text)) {
    if (painted.box === styleBox ? painted.paintOrder <= order : document.contains(painted.box, box)) continue;
    if (above.length > MANY) break;
    const share = shareOver(model, painted, at);
    if (share < TOUCHES) continue;
    const found = { painted, share, ...mobility(text, painted.box) };
    if (isUnordered(text, painted)) text.doubtful('negative z-index');
    else if (painted.paintOrder > order && !isUnderPage(model, painted.box)) above.push(found);
    else if (painted.paintOrder !== order) {
      if (!behind || painted.paintOrder >= behind.painted.paintOrder) behind = found;
    } else if (share > SAME_LAYER && !text.isControl) text.doubtful('boxes in one layer');
  }
  if (above.length > MANY || model.neighbours.exhausted) text.doubtful('crowd of boxes');
  return { above, behind: behind ?? fixedGround(text, order) };
}

/**
 * Painted boxes over or under the text, with where the text is then. One that has to be scrolled to in a pane stands
 * among what scrolls along with it where it is now, and among all else where it will show.
 */
function overlapping(text: TextCase): Array<{ painted: PaintedBox; at: Rect }> {
  const { model, shown, reach } = text;
  const pane = reach.reachable ? reach.pane : null;
  const there = model.neighbours.near(shown);
  if (pane === null) return there.map((painted) => ({ painted, at: shown }));
  const here = text.clipped ?? text.rect;
  return [
    ...model.neighbours
      .near(here)
      .filter(({ box }) => scrollsWith(model, box, pane.box))
      .map((painted) => ({ painted, at: here })),
    ...there.filter(({ box }) => !scrollsWith(model, box, pane.box)).map((painted) => ({ painted, at: shown })),
  ];
}

function scrollsWith(model: DocumentModel, box: number, pane: number): boolean {
  for (let { chain } = model.confinements.around(box); chain; chain = chain.next) {
    if (chain.clip.box === pane) return true;
  }
  return false;
}

/** Share of the text that a box lies over or under, as far as the box itself is to be seen. */
function shareOver(model: DocumentModel, painted: PaintedBox, at: Rect): number {
  const whole = area(at) || 1;
  const part = intersect(painted.rect, at);
  if (area(part) < TOUCHES * whole) return 0;
  const reach = model.reach(painted.box, part);
  if (!reach.reachable) return reach.fixed ? area(part) / whole : 0;
  // Moved along with the text, or cut by what both stand in.
  return (reach.pane === null ? overlap(reach.rect, at) : area(part) * reach.share) / whole;
}

/** Paint orders do not tell where a box with negative z-index stands among what is in the flow. */
function isUnordered({ model, state }: TextCase, painted: PaintedBox): boolean {
  return model.state(painted.box).negativeZ && !state.negativeZ && !isUnderPage(model, painted.box);
}

/** A negative z-index in the page's own stacking order: behind everything in the flow. */
function isUnderPage(model: DocumentModel, box: number): boolean {
  if (!model.style(box)?.negativeZ) return false;
  for (let up = model.document.parent(box); up !== NONE; up = model.document.parent(up)) {
    const style = model.style(up);
    const isRoot = up === model.document.htmlBox;
    if (!isRoot && style && (style.containsFixed || style.opacity < 1 || /\d/u.test(style.raw('z-index'))))
      return false;
  }
  return true;
}

/** A box that fills the screen and stays there is behind text that scrolls, wherever that stands. */
function fixedGround({ model, box }: TextCase, order: number): Touching | null {
  const { document, neighbours, confinements } = model;
  if (neighbours.fixedGrounds.length === 0 || confinements.around(box).fixed) return null;
  const painted = neighbours.fixedGrounds.findLast(
    (ground) => (ground.paintOrder < order || isUnderPage(model, ground.box)) && !document.contains(ground.box, box),
  );
  return painted ? { painted, share: 1, movable: false, sticky: false } : null;
}

function mobility(text: TextCase, box: number): { movable: boolean; sticky: boolean } {
  const { model } = text;
  const textFixed = model.confinements.around(text.box).fixed;
  const coverFixed = model.confinements.around(box).fixed;
  const sticky = model.stickies[box] ?? NONE;
  const sameSticky = sticky !== NONE && sticky === (model.stickies[text.box] ?? NONE);
  // What a sticky box covers in its own place scrolls along with it.
  const sticks = sticky !== NONE && mayStick(model, sticky);
  return { movable: (coverFixed || sticks) && !textFixed && !sameSticky, sticky: sticks };
}

function covered(text: TextCase, above: readonly Touching[]) {
  const still = above.filter(({ movable }) => !movable);
  if (still.some(({ painted, share }) => painted.solid && share > COVERS)) return hidden('covered by another box');
  if (still.length > 0) text.doubtful('overlapped');
  return null;
}

function underFixed(text: TextCase, above: readonly Touching[]) {
  const movable = above.filter((cover) => cover.movable);
  if (movable.length === 0) return null;
  text.covers = movable.map(({ painted }) => painted.box);
  const opaque = movable.filter(({ painted }) => !isTranslucent(painted));
  if (opaque.length === 0) {
    text.flag('dimmed');
    return null;
  }
  if (isFree(text, opaque)) {
    text.flag('under-fixed');
    return null;
  }
  if (
    !isFree(
      text,
      opaque.filter(({ painted }) => !isDismissible(text, painted)),
    )
  )
    return hidden('covered by a fixed box');
  // The overlay is taken away for the picture and left out by style: what lies beneath is judged as without it.
  text.flag('behind-overlay');
  return null;
}

function isFree(text: TextCase, covers: readonly Touching[]): boolean {
  const { model, shown } = text;
  const moving = covers
    .filter(({ painted, sticky }) => !(sticky && scrollsFreeInPane(model, text, painted)))
    .map(({ painted, sticky }) => ({ rect: painted.rect, sticky }));
  return moving.length === 0 || scrollsFree(model, shown, moving);
}

function isDismissible({ model }: TextCase, painted: PaintedBox): boolean {
  return model.overlays.some(
    ({ box, hasControl }) => hasControl && (box === painted.box || model.document.contains(box, painted.box)),
  );
}

function isTranslucent({ background, opacity, picture }: PaintedBox): boolean {
  return !picture && (background === null || background.a * opacity < TRANSLUCENT);
}

function onTop(text: TextCase, behind: Touching | null) {
  if (behind === null) return null;
  if (behind.painted.solid && behind.share > IS_GROUND) text.standsOn(behind.painted);
  else text.doubtful(text.model.confinements.around(behind.painted.box).fixed ? FIXED_IMAGE : 'painted box behind');
  return null;
}
