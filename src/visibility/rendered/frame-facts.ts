import { over } from '../css/color.ts';
import { clipAll } from './clip-region.ts';
import { moved, type Rect, scaled } from './geometry.ts';
import type { DocumentModel, FrameFacts } from './model.ts';
import { NONE } from './snapshot.ts';

/** A frame smaller than this shows nothing to read (visibility.md, step 4.1). */
const LEAST_FRAME_PX = 8;
const LEAST_OPACITY = 0.05;

/** What the element that shows a frame does to the document in it. */
export function frameFacts(owner: DocumentModel, node: number): FrameFacts {
  const { document, frame } = owner;
  const box = document.boxOf(node);
  const style = box === NONE ? undefined : owner.style(box);
  const scrolls = !/^(?:no|off)$/iu.test(document.attribute(node, 'scrolling') ?? '');
  if (!style) return { ...frame, hidden: frame.hidden || 'frame without a box', scrolls };
  const state = owner.state(box);
  const content = contentRect(owner, box);
  const clipped = clipAll(content, state.clips);
  const reach = owner.reach(box, clipped ?? content);
  const opacity = frame.opacity * state.opacity;
  const behind = backdrop(owner, box);
  const hidden =
    frame.hidden ||
    state.hidden ||
    (clipped === null ? 'clip-path' : '') ||
    (style.visible ? '' : `visibility:${style.visibility}`) ||
    (content.width < LEAST_FRAME_PX || content.height < LEAST_FRAME_PX
      ? 'a box of no size that clips its content'
      : '') ||
    (reach.reachable ? '' : reach.reason) ||
    (opacity < LEAST_OPACITY ? 'opacity close to 0' : '');
  const covered = isOverlapped(owner, box, content) ? 'frame overlapped' : '';
  const doubt = frame.doubt || state.doubt || (behind.doubt ? 'frame over an image' : '') || covered;
  const size = frameScale(owner, box);
  const window = reach.reachable ? scaled(moved(reach.rect, -content.x, -content.y), 1 / size.x, 1 / size.y) : null;
  const scale = frame.scale * Math.min(size.x, size.y);
  return { hidden, doubt, opacity, ground: behind.ground, scrolls, window, scale };
}

/** The rectangle that the frame's document is shown in. */
export function contentRect(owner: DocumentModel, box: number): Rect {
  const bounds = owner.document.bounds(box);
  const client = owner.document.clientRect(box);
  if (!client) return bounds;
  const { x, y } = frameScale(owner, box);
  return {
    x: bounds.x + client.x * x,
    y: bounds.y + client.y * y,
    width: client.width * x || bounds.width,
    height: client.height * y || bounds.height,
  };
}

/** How large the frame's pixels are outside: transforms shrink what is in a frame without its document knowing. */
export function frameScale({ document }: DocumentModel, box: number): { readonly x: number; readonly y: number } {
  const bounds = document.bounds(box);
  const laidOut = document.offsetRect(box);
  if (!laidOut || laidOut.width === 0 || laidOut.height === 0) return { x: 1, y: 1 };
  return { x: bounds.width / laidOut.width, y: bounds.height / laidOut.height };
}

function backdrop(model: DocumentModel, box: number) {
  let ground = model.canvas;
  let doubt = false;
  const painters: number[] = [];
  for (let up = model.painters[box] ?? NONE; up !== NONE; up = model.painterAbove(up)) painters.unshift(up);
  for (const painter of painters) {
    const style = model.style(painter);
    if (!style) continue;
    if (style.background === null) doubt = true;
    else if (style.background.a > 0) {
      ground = over(style.background, ground);
      if (style.background.a > 0.99) doubt = false;
    }
    if (style.backgroundImage !== 'none' && !style.clipsToText) doubt = true;
  }
  return { ground, doubt };
}

/** Boxes of the outer document that lie over the frame: the rules for text inside it cannot see them. */
function isOverlapped(model: DocumentModel, box: number, content: Rect): boolean {
  const order = model.document.paintOrder(box);
  return model.neighbours
    .near(content)
    .some((painted) => painted.paintOrder > order && !model.document.contains(painted.box, box) && painted.box !== box);
}
