import type { PathCommand } from 'fontkit';

/** Letters are compared as pictures of so many squares a side, stretched to their own extent. */
export const RASTER_SIZE = 12;
const CURVE_STEPS = 6;
const MAX_COMMANDS = 5_000;

type Point = readonly [number, number];

/** Which squares an outline fills, row by row from its top; null for an outline of no extent. */
export function rasterOf(commands: readonly PathCommand[]): Uint8Array | null {
  const contours = flatten(commands.slice(0, MAX_COMMANDS));
  const points = contours.flat();
  const xs = points.map(([x]) => x);
  const ys = points.map(([, y]) => y);
  const [left, right, low, high] = [least(xs), -least(xs.map((x) => -x)), least(ys), -least(ys.map((y) => -y))];
  if (!(right > left) || !(high > low)) return null;
  const squares = new Uint8Array(RASTER_SIZE * RASTER_SIZE);
  for (let row = 0; row < RASTER_SIZE; row++) {
    const y = high - ((row + 0.5) / RASTER_SIZE) * (high - low);
    const crossings = crossingsAt(contours, y);
    for (let column = 0; column < RASTER_SIZE; column++) {
      const x = left + ((column + 0.5) / RASTER_SIZE) * (right - left);
      const winding = crossings.reduce((sum, [at, way]) => (at > x ? sum + way : sum), 0);
      if (winding !== 0) squares[row * RASTER_SIZE + column] = 1;
    }
  }
  return squares;
}

const least = (values: readonly number[]) => values.reduce((a, b) => Math.min(a, b), Number.POSITIVE_INFINITY);

function crossingsAt(contours: readonly (readonly Point[])[], y: number): Point[] {
  const found: Point[] = [];
  for (const contour of contours) {
    contour.forEach(([x1, y1], i) => {
      const [x2, y2] = contour[(i + 1) % contour.length] ?? [x1, y1];
      if (y1 <= y === y2 <= y) return;
      found.push([x1 + ((y - y1) / (y2 - y1)) * (x2 - x1), y2 > y1 ? 1 : -1]);
    });
  }
  return found;
}

function flatten(commands: readonly PathCommand[]): Point[][] {
  const contours: Point[][] = [];
  let contour: Point[] = [];
  let at: Point = [0, 0];
  const curve = (of: (t: number) => Point) => {
    for (let step = 1; step <= CURVE_STEPS; step++) contour.push(of(step / CURVE_STEPS));
  };
  for (const { command, args } of commands) {
    const [a = 0, b = 0, c = 0, d = 0, e = 0, f = 0] = args;
    const [x, y] = at;
    if (command === 'moveTo') {
      contour = [[a, b]];
      contours.push(contour);
      at = [a, b];
    } else if (command === 'lineTo') {
      contour.push([a, b]);
      at = [a, b];
    } else if (command === 'quadraticCurveTo') {
      curve((t) => [mix3(x, a, c, t), mix3(y, b, d, t)]);
      at = [c, d];
    } else if (command === 'bezierCurveTo') {
      curve((t) => [mix4(x, a, c, e, t), mix4(y, b, d, f, t)]);
      at = [e, f];
    }
  }
  return contours;
}

const mix3 = (a: number, b: number, c: number, t: number) => (1 - t) ** 2 * a + 2 * (1 - t) * t * b + t ** 2 * c;
const mix4 = (a: number, b: number, c: number, d: number, t: number) =>
  (1 - t) ** 3 * a + 3 * (1 - t) ** 2 * t * b + 3 * (1 - t) * t ** 2 * c + t ** 3 * d;

/** Share of the filled squares that two letters have in common, 0 to 1. */
export function likeness(one: Uint8Array, other: Uint8Array): number {
  let both = 0;
  let either = 0;
  one.forEach((square, i) => {
    if (square && other[i]) both++;
    if (square || other[i]) either++;
  });
  return either === 0 ? 0 : both / either;
}
