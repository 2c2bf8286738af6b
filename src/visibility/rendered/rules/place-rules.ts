import { intersect, moved } from '../geometry.ts';
import { LEAST_LINE_PX } from '../reach.ts';
import { NONE } from '../snapshot.ts';
import { hidden, type TextCase, type TextRule } from '../text-case.ts';

/** A line of which less than this share shows cannot be read. */
const LEAST_LINE_SHARE = 0.35;
const LEAST_WIDTH_PX = 3;
const LEAST_SHARE = 0.02;
/** More than this much of the width has gone: the words at the end are looked at one by one. */
const PARTIAL_WIDTH = 0.9;
const PARTIAL_SHARE = 0.85;

/** Where the text stands, and whether a person can scroll to it (visibility.md, step 4.6). */
export const PLACE_RULES: readonly TextRule[] = [
  { name: 'clip shapes', apply: (text) => (text.clipped === null ? hidden('clip-path') : null) },
  { name: 'out of reach', apply: outOfReach },
  { name: 'nothing left of the line', apply: cutDown },
  { name: 'outside what shows of the frame', apply: outsideFrame },
];

function outOfReach(text: TextCase) {
  const { reach, model } = text;
  if (reach.reachable && reach.share > PARTIAL_WIDTH) return null;
  if (runs(text)) text.assumeReachable();
  if (text.reach.reachable || reach.reachable) return null;
  const { document } = model;
  const byPage = reach.locked || reach.by === document.bodyBox || reach.by === document.htmlBox;
  const overlay = model.overlays.find(({ hasControl }) => hasControl);
  if (byPage && overlay && !document.contains(overlay.box, text.box)) {
    // Judged on as if the page could be scrolled, which it can once the overlay is gone.
    text.flag('behind-overlay');
    text.assumeReachable();
    return null;
  }
  return hidden(reach.reason);
}

/** Running words come by sooner or later, wherever they were when the picture was taken. */
function runs({ model: { document }, box }: TextCase): boolean {
  let up = box;
  for (let step = 0; step < MARQUEE_STEPS && up !== NONE; step++, up = document.parent(up)) {
    const node = document.nodeOf(up);
    if (document.nodeName(node) === 'MARQUEE') return document.attribute(node, 'scrollamount') !== '0';
  }
  return false;
}

/** So far up a marquee is looked for. */
const MARQUEE_STEPS = 8;

/** A frame that is cut off outside shows only a part of its screen; text is there only if it can be scrolled there. */
function outsideFrame({ model, shown }: TextCase) {
  const { window } = model.frame;
  if (window === null) return null;
  const { content, viewport, scroll } = model.document;
  const left = intersect(moved(shown, -scroll.x, -scroll.y), window);
  const canScrollX = model.scrolling.x && content.width > viewport.width + 1;
  const canScrollY = model.scrolling.y && content.height > viewport.height + 1;
  const width = canScrollX ? window.width : left.width;
  const height = canScrollY ? window.height : left.height;
  const isGone =
    width < Math.min(LEAST_WIDTH_PX, shown.width * 0.5) ||
    height < Math.min(LEAST_LINE_PX, shown.height * LEAST_LINE_SHARE);
  return isGone ? hidden('outside the box that clips it') : null;
}

function cutDown(text: TextCase) {
  const { reach, rect, clipped } = text;
  if (!reach.reachable) return null;
  const { width, height } = reach.rect;
  if (height < Math.min(LEAST_LINE_PX, rect.height * LEAST_LINE_SHARE)) return hidden('outside the box that clips it');
  if (width < Math.min(LEAST_WIDTH_PX, rect.width * 0.5)) return hidden('outside the box that clips it');
  const byShape = clipped ? (clipped.width * clipped.height) / (rect.width * rect.height) : 1;
  const share = reach.share * byShape;
  if (share < LEAST_SHARE) return hidden('outside the box that clips it');
  if (share < PARTIAL_SHARE && width < rect.width * PARTIAL_WIDTH) text.flag('partial');
  return null;
}
