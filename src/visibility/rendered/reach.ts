import type { ClipBox, Confinement } from './clip-chain.ts';
import { area, intersect, type Rect } from './geometry.ts';
import type { SnapshotDocument } from './snapshot.ts';

/** Where a person can bring a rectangle into sight by scrolling, or why they cannot. */
export type Reach =
  | {
      readonly reachable: true;
      /** What is left of it, where it is or could be scrolled to. */
      readonly rect: Rect;
      /** Share of the rectangle that is left. */
      readonly share: number;
      /** It has to be scrolled to inside this pane; null when it shows where it stands. */
      readonly pane: ClipBox | null;
      readonly fixed: boolean;
    }
  | {
      readonly reachable: false;
      readonly reason: string;
      /** Only because the scrolling of the page is switched off. */
      readonly locked: boolean;
      readonly fixed: boolean;
      readonly by: number;
    };

/** Of the page as a whole. */
export interface Scrolling {
  readonly x: boolean;
  readonly y: boolean;
  readonly rightToLeft: boolean;
}

/** A pane lower than this shows no line of text (visibility.md, step 4.6). */
export const LEAST_LINE_PX = 5;
const EPSILON_PX = 0.01;

interface Span {
  readonly from: number;
  readonly to: number;
}

export function reach(document: SnapshotDocument, scrolling: Scrolling, around: Confinement, rect: Rect): Reach {
  let { x, y, width, height } = rect;
  let share = 1;
  let pane: ClipBox | null = null;
  for (let link = around.chain; link; link = link.next) {
    const { clip } = link;
    const across = axis(clip, 'x', { from: x, to: x + width });
    if (typeof across === 'string')
      return { reachable: false, reason: across, locked: false, fixed: around.fixed, by: clip.box };
    const down = axis(clip, 'y', { from: y, to: y + height });
    if (typeof down === 'string')
      return { reachable: false, reason: down, locked: false, fixed: around.fixed, by: clip.box };
    share *= across.share * down.share;
    if (across.scrolled || down.scrolled) pane ??= clip;
    ({ from: x } = across);
    ({ from: y } = down);
    width = across.to - across.from;
    height = down.to - down.from;
  }
  return onPage(document, scrolling, { rect: { x, y, width, height }, share, pane, fixed: around.fixed });
}

type AxisResult = (Span & { readonly share: number; readonly scrolled: boolean }) | string;

function axis(clip: ClipBox, name: 'x' | 'y', span: Span): AxisResult {
  const mode = name === 'x' ? clip.overflowX : clip.overflowY;
  if (mode === 'visible') return { ...span, share: 1, scrolled: false };
  const start = clip.rect[name];
  const length = name === 'x' ? clip.rect.width : clip.rect.height;
  if (mode === 'hidden' || mode === 'clip') return clipped(span, { from: start, to: start + length });
  const offset = clip.scroll ? clip.scroll[name] : 0;
  const whole = Math.max(clip.scroll ? (name === 'x' ? clip.scroll.width : clip.scroll.height) : length, length);
  const reversed = name === 'x' ? clip.reversedX : clip.reversedY;
  const low = reversed ? start - offset - (whole - length) : start - offset;
  return scrolled(span, { from: start, to: start + length }, { from: low - 1, to: low + whole + 1 });
}

const OUTSIDE = 'outside the box that clips it';

function clipped(span: Span, window: Span): AxisResult {
  const from = Math.max(span.from, window.from);
  const to = Math.min(span.to, window.to);
  if (to - from <= EPSILON_PX)
    return window.to - window.from < LEAST_LINE_PX ? 'a box of no size that clips its content' : OUTSIDE;
  return { from, to, share: shareOf(span, from, to), scrolled: false };
}

/** In a pane that scrolls, text can be brought anywhere in the pane's window. */
function scrolled(span: Span, window: Span, range: Span): AxisResult {
  const from = Math.max(span.from, range.from);
  const to = Math.min(span.to, range.to);
  const size = window.to - window.from;
  if (to - from <= EPSILON_PX) return 'outside the reachable part of a scroll pane';
  if (size < Math.min(LEAST_LINE_PX, to - from)) return 'a box of no size that clips its content';
  const isElsewhere = from < window.from - 0.5 || to > window.to + 0.5;
  const length = Math.min(to - from, size);
  const start = Math.min(Math.max(from, window.from), window.to - length);
  return { from: start, to: start + length, share: shareOf(span, from, to), scrolled: isElsewhere };
}

function shareOf(span: Span, from: number, to: number): number {
  const whole = span.to - span.from;
  return whole > 0 ? Math.min(1, (to - from) / whole) : 1;
}

function onPage(
  document: SnapshotDocument,
  scrolling: Scrolling,
  found: { rect: Rect; share: number; pane: ClipBox | null; fixed: boolean },
): Reach {
  const { rect, fixed } = found;
  const limit = fixed ? viewportRect(document) : pageRect(document, scrolling);
  const left = intersect(rect, limit);
  if (left.width <= EPSILON_PX || left.height <= EPSILON_PX) {
    const below = !scrolling.y && rect.y >= limit.y + limit.height;
    const aside = !scrolling.x && rect.x >= limit.x + limit.width;
    const reason = fixed
      ? 'outside the screen'
      : below || aside
        ? 'outside a page that cannot be scrolled'
        : 'outside the page';
    return { reachable: false, reason, locked: !fixed && below, fixed, by: -1 };
  }
  const share = found.share * (area(left) / (area(rect) || 1));
  return { reachable: true, rect: left, share, pane: found.pane, fixed };
}

function viewportRect(document: SnapshotDocument): Rect {
  return { ...document.scroll, width: document.viewport.width, height: document.viewport.height };
}

/** What the window can be scrolled over. */
function pageRect(document: SnapshotDocument, scrolling: Scrolling): Rect {
  const { viewport, content, scroll } = document;
  const start = scrolling.rightToLeft ? viewport.width - content.width : 0;
  return {
    x: scrolling.x ? start : scroll.x,
    y: scrolling.y ? 0 : scroll.y,
    width: scrolling.x ? content.width : viewport.width,
    height: scrolling.y ? content.height : viewport.height,
  };
}
