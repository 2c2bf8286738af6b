import type { ComputedStyle } from './css/computed-style.ts';
import { splitTop } from './css/tokens.ts';

/** What a clip leaves of a box: nothing, (nearly) all, or a part that only pixels can judge. */
export type ClipResult = 'nothing' | 'all' | 'part';

/** A box of unknown size is judged as if it were this large; only shares of it matter. */
const REFERENCE = { width: 600, height: 100 } as const;
/** Less than this share of the box is taken for nothing: a strip at the edge shows no line of text. */
const LEAST_SHARE = 0.12;
const NEARLY_ALL = 0.93;

export function clipPathResult(style: ComputedStyle, width: number | null, height: number | null): ClipResult {
  const value = style.get('clip-path');
  if (value === 'none') return 'all';
  const shape = splitTop(value, ' ').find((part) => part.includes('('));
  if (!shape) return 'all';
  const open = shape.indexOf('(');
  const body = shape.slice(open + 1).replace(/\)$/u, '');
  const box = { width: width ?? REFERENCE.width, height: height ?? REFERENCE.height };
  const share = shareOf(shape.slice(0, open), body, box, style);
  if (share === null) return 'part';
  return share < LEAST_SHARE ? 'nothing' : share >= NEARLY_ALL ? 'all' : 'part';
}

interface Box {
  readonly width: number;
  readonly height: number;
}

function shareOf(name: string, body: string, box: Box, style: ComputedStyle): number | null {
  if (name === 'inset') return insetShare(body, box, style);
  if (name === 'rect') return rectShare(body, box, style);
  if (name === 'xywh') return sizeShare(splitTop(body.replace(/\bround\b[\s\S]*/u, ''), ' ').slice(2), box, style);
  if (name === 'circle') return ovalShare(body, box, style, 1);
  if (name === 'ellipse') return ovalShare(body, box, style, 2);
  if (name === 'polygon') return polygonShare(body, box, style);
  if (name === 'path') return pathShare(body, box);
  return null;
}

function lengthIn(text: string | undefined, whole: number, style: ComputedStyle): number {
  const value = text === undefined ? null : style.lengthOf(text, whole);
  return value === null || Number.isNaN(value) ? 0 : value;
}

function insetShare(body: string, box: Box, style: ComputedStyle): number {
  const [top = '0', right = top, bottom = top, left = right] = splitTop(body.replace(/\bround\b[\s\S]*/u, ''), ' ');
  const height = box.height - lengthIn(top, box.height, style) - lengthIn(bottom, box.height, style);
  const width = box.width - lengthIn(left, box.width, style) - lengthIn(right, box.width, style);
  return Math.max(0, Math.min(1, width / box.width)) * Math.max(0, Math.min(1, height / box.height));
}

function rectShare(body: string, box: Box, style: ComputedStyle): number {
  const [top, right, bottom, left] = splitTop(body.replace(/\bround\b[\s\S]*/u, ''), ' ');
  const edge = (text: string | undefined, whole: number, auto: number) =>
    text === 'auto' ? auto : lengthIn(text, whole, style);
  const width = edge(right, box.width, box.width) - edge(left, box.width, 0);
  const height = edge(bottom, box.height, box.height) - edge(top, box.height, 0);
  return Math.max(0, Math.min(1, width / box.width)) * Math.max(0, Math.min(1, height / box.height));
}

function sizeShare(size: readonly string[], box: Box, style: ComputedStyle): number {
  const width = lengthIn(size[0], box.width, style);
  const height = lengthIn(size[1], box.height, style);
  return Math.min(1, width / box.width) * Math.min(1, height / box.height);
}

function ovalShare(body: string, box: Box, style: ComputedStyle, radii: 1 | 2): number | null {
  const sizes = splitTop(body.replace(/(?:^|\s)at\s[\s\S]*/u, ''), ' ');
  if (sizes.length === 0 || /(?:closest|farthest)-/u.test(sizes[0] ?? '')) return null;
  const x = lengthIn(sizes[0], radii === 1 ? Math.hypot(box.width, box.height) / Math.SQRT2 : box.width, style);
  const y = radii === 1 ? x : lengthIn(sizes[1], box.height, style);
  const away = /(?:^|\s)at\s+([\s\S]+)/u.exec(body)?.[1];
  if (away && splitTop(away, ' ').some((part) => Math.abs(lengthIn(part, 100, style)) > 1000)) return 0;
  if (x <= 1 || y <= 1) return 0;
  return Math.min(0.5, (Math.PI * x * y) / (box.width * box.height));
}

function polygonShare(body: string, box: Box, style: ComputedStyle): number {
  const points = splitTop(body, ',')
    .map((pair) => splitTop(pair, ' '))
    .filter((pair) => pair.length >= 2)
    .map(
      ([x, y]) =>
        [clamp(lengthIn(x, box.width, style), box.width), clamp(lengthIn(y, box.height, style), box.height)] as const,
    );
  return area(points) / (box.width * box.height);
}

function clamp(value: number, most: number): number {
  return Math.min(most, Math.max(0, value));
}

function area(points: readonly (readonly [number, number])[]): number {
  let twice = 0;
  points.forEach(([x, y], i) => {
    const [nextX, nextY] = points[(i + 1) % points.length] ?? [x, y];
    twice += x * nextY - nextX * y;
  });
  return Math.abs(twice) / 2;
}

/** A path is judged by its bounding box: enough to tell a dot from a shape that may hold text. */
function pathShare(body: string, box: Box): number | null {
  const numbers = (body.match(/[+-]?(?:\d+\.?\d*|\.\d+)/gu) ?? []).map(Number);
  if (numbers.length < 4) return 0;
  const xs = numbers.filter((_, i) => i % 2 === 0);
  const ys = numbers.filter((_, i) => i % 2 === 1);
  const width = Math.max(...xs) - Math.min(...xs);
  const height = Math.max(...ys) - Math.min(...ys);
  return width < 4 || height < 4 ? 0 : (width * height) / (box.width * box.height) < LEAST_SHARE / 4 ? 0 : null;
}

/** The legacy `clip` of absolutely positioned boxes. */
export function legacyClipResult(style: ComputedStyle): ClipResult {
  const value = style.get('clip');
  if (value === 'auto') return 'all';
  const parts = value
    .slice(5, -1)
    .split(/[\s,]+/u)
    .filter((part) => part !== '');
  const edges = parts.map((part) => (part === 'auto' ? null : style.lengthOf(part)));
  const [top = null, right = null, bottom = null, left = null] = edges;
  const height = bottom === null ? null : bottom - (top ?? 0);
  const width = right === null ? null : right - (left ?? 0);
  if ((height !== null && height <= 2) || (width !== null && width <= 2)) return 'nothing';
  if ((top ?? 0) > 2 || (left ?? 0) > 2) return 'part';
  return (height === null || height >= 16) && (width === null || width >= 200) ? 'all' : 'part';
}
