import type { Rect } from './geometry.ts';
import { intersect } from './geometry.ts';

/** What `clip-path` or `clip` leaves of a box. `doubt`: only pixels tell, within `rect` where there is one. */
export type ClipRegion =
  | { readonly kind: 'all' }
  | { readonly kind: 'nothing' }
  | { readonly kind: 'rect'; readonly rect: Rect }
  | { readonly kind: 'doubt'; readonly rect: Rect | null };

const ALL: ClipRegion = { kind: 'all' };
const NOTHING: ClipRegion = { kind: 'nothing' };
const DOUBT: ClipRegion = { kind: 'doubt', rect: null };

/** Shapes that leave less than this show nothing (visibility.md, step 3). */
const LEAST_SIDE_PX = 0.5;
const LEAST_RADIUS_PX = 1;
const LEAST_AREA_PX = 1;
const LEAST_CLIP_SIDE_PX = 1.5;

/** `box` is the border box, which basic shapes refer to unless a geometry box is named. */
export function clipPathRegion(value: string, box: Rect): ClipRegion {
  if (value === 'none' || value === '') return ALL;
  const call = /^([a-z]+)\((.*)\)(?: [a-z-]+-box)?$/u.exec(value);
  if (!call) return DOUBT;
  const [, name = '', body = ''] = call;
  if (name === 'inset') return inset(body, box);
  if (name === 'circle' || name === 'ellipse') return oval(name, body, box);
  return name === 'polygon' ? polygon(body, box) : DOUBT;
}

/** `clip` works on absolutely positioned boxes only (CSS Masking 1). */
export function legacyClipRegion(value: string, position: string, box: Rect): ClipRegion {
  if (value === 'auto' || !/absolute|fixed/u.test(position)) return ALL;
  const edges = /rect\(([^)]*)\)/u.exec(value)?.[1];
  if (edges === undefined) return ALL;
  const whole = [0, box.width, box.height, 0];
  const [top = 0, right = 0, bottom = 0, left = 0] = edges
    .split(/[ ,]+/u)
    .map((edge, i) => (edge === 'auto' ? (whole[i] ?? 0) : Number.parseFloat(edge)));
  const [width, height] = [right - left, bottom - top];
  if (width < LEAST_CLIP_SIDE_PX || height < LEAST_CLIP_SIDE_PX) return NOTHING;
  return { kind: 'rect', rect: { x: box.x + left, y: box.y + top, width, height } };
}

/** NaN when it is not a plain length or percentage. */
function length(text: string | undefined, whole: number): number {
  if (text === undefined) return Number.NaN;
  const value = text.trim();
  if (value.endsWith('%')) return (Number.parseFloat(value) / 100) * whole;
  return /^-?[\d.]+(?:px)?$/u.test(value) ? Number.parseFloat(value) : Number.NaN;
}

function inset(body: string, box: Rect): ClipRegion {
  const parts = (body.split(' round')[0] ?? '').trim().split(/\s+/u);
  const [top = '0px', right = top, bottom = top, left = right] = parts;
  const t = length(top, box.height);
  const r = length(right, box.width);
  const b = length(bottom, box.height);
  const l = length(left, box.width);
  if (Number.isNaN(t + r + b + l)) return DOUBT;
  const rect = { x: box.x + l, y: box.y + t, width: box.width - l - r, height: box.height - t - b };
  if (rect.width <= LEAST_SIDE_PX || rect.height <= LEAST_SIDE_PX) return NOTHING;
  return body.includes(' round') ? { kind: 'doubt', rect } : { kind: 'rect', rect };
}

function oval(name: string, body: string, box: Rect): ClipRegion {
  const radii = (body.split('at ')[0] ?? '').trim();
  if (radii === '') return DOUBT;
  const diagonal = Math.hypot(box.width, box.height) / Math.SQRT2;
  const whole = name === 'circle' ? [diagonal] : [box.width, box.height];
  const sizes = radii.split(/\s+/u).map((radius, i) => length(radius, whole[i] ?? diagonal));
  return sizes.some((size) => size <= LEAST_RADIUS_PX) ? NOTHING : DOUBT;
}

function polygon(body: string, box: Rect): ClipRegion {
  const points = body
    .replace(/^(?:evenodd|nonzero)\s*,/u, '')
    .split(',')
    .map((point) => {
      const [x, y] = point.trim().split(/\s+(?![^(]*\))/u);
      return { x: length(x, box.width), y: length(y, box.height) };
    });
  if (points.some(({ x, y }) => Number.isNaN(x + y))) return DOUBT;
  let twice = 0;
  points.forEach((from, i) => {
    const to = points[(i + 1) % points.length] ?? from;
    twice += from.x * to.y - to.x * from.y;
  });
  const size = Math.abs(twice / 2);
  if (size < LEAST_AREA_PX) return NOTHING;
  const xs = points.map(({ x }) => x);
  const ys = points.map(({ y }) => y);
  const [left, top] = [Math.min(...xs), Math.min(...ys)];
  const rect = { x: box.x + left, y: box.y + top, width: Math.max(...xs) - left, height: Math.max(...ys) - top };
  const isRectangle = points.length === 4 && Math.abs(rect.width * rect.height - size) < LEAST_AREA_PX;
  return { kind: isRectangle ? 'rect' : 'doubt', rect };
}

/** Rectangles that everything inside a box is clipped to, innermost first. */
export interface ClipList {
  readonly rect: Rect;
  readonly next: ClipList | null;
}

/** What all clips leave of a rectangle, or null when nothing remains. */
export function clipAll(rect: Rect, clips: ClipList | null): Rect | null {
  let left = rect;
  for (let clip = clips; clip; clip = clip.next) {
    left = intersect(left, clip.rect);
    if (left.width <= LEAST_SIDE_PX || left.height <= LEAST_SIDE_PX) return null;
  }
  return left;
}
