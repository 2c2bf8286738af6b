import type { ComputedStyle } from './css/computed-style.ts';
import { parseNumber } from './css/length.ts';
import { splitTop } from './css/tokens.ts';

/** What a transform does to readability: sizes, displacement, and whether more than that happens. */
export interface TransformEffect {
  /** Smaller and larger scale factor. */
  readonly least: number;
  readonly scale: number;
  /** Pixels; percentages of the box's own size stand in the second pair. */
  readonly x: number;
  readonly y: number;
  readonly xPercent: number;
  readonly yPercent: number;
  /** Turned so that the back shows. */
  readonly back: boolean;
  /** Three-dimensional or skewed: what it looks like is not decided here. */
  readonly complex: boolean;
}

export const NO_TRANSFORM: TransformEffect = {
  least: 1,
  scale: 1,
  x: 0,
  y: 0,
  xPercent: 0,
  yPercent: 0,
  back: false,
  complex: false,
};

interface Working {
  scaleX: number;
  scaleY: number;
  x: number;
  y: number;
  xPercent: number;
  yPercent: number;
  back: boolean;
  complex: boolean;
}

/** Reads transform, scale, rotate and translate together. */
export function transformOf(style: ComputedStyle): TransformEffect {
  const values = ['transform', 'scale', 'rotate', 'translate'] as const;
  if (values.every((name) => style.is(name, 'none'))) return NO_TRANSFORM;
  const state: Working = { scaleX: 1, scaleY: 1, x: 0, y: 0, xPercent: 0, yPercent: 0, back: false, complex: false };
  const own = (name: 'scale' | 'rotate' | 'translate') =>
    style.is(name, 'none') ? [] : splitTop(style.get(name), ' ');
  const moved = own('translate');
  if (moved.length > 0) apply('translate', moved, state, style);
  const turned = own('rotate');
  if (turned.length > 0) applyRotate(turned, state);
  const scaled = own('scale');
  if (scaled.length > 0) apply('scale', scaled, state, style);
  if (!style.is('transform', 'none')) {
    for (const call of splitTop(style.get('transform'), ' ')) {
      const open = call.indexOf('(');
      apply(call.slice(0, open), splitTop(call.slice(open + 1).replace(/\)$/u, ''), ','), state, style);
    }
  }
  const [a, b] = [Math.abs(state.scaleX), Math.abs(state.scaleY)];
  return { ...state, least: Math.min(a, b), scale: Math.max(a, b) };
}

function applyRotate(words: readonly string[], state: Working): void {
  const axis = words.find((word) => /^[xyz]$/u.test(word));
  const angle = degrees(words.find((word) => /[a-z]{2,}|^0$/u.test(word)) ?? '0');
  if (axis === 'x' || axis === 'y') turn(axis, angle, state);
  else if (words.length > 2) state.complex = true;
}

function degrees(text: string): number {
  return parseNumber(text) ?? 0;
}

function turn(axis: 'x' | 'y', angle: number, state: Working): void {
  const cosine = Math.cos((angle * Math.PI) / 180);
  if (axis === 'x') state.scaleY *= Math.abs(cosine);
  else state.scaleX *= Math.abs(cosine);
  if (cosine < 0) state.back = !state.back;
  if (Math.abs(cosine) < 0.999) state.complex = true;
}

function apply(name: string, values: readonly string[], state: Working, style: ComputedStyle): void {
  const number = (index: number, otherwise: number) => parseNumber(values[index] ?? '') ?? otherwise;
  const move = (axis: 'x' | 'y', text: string | undefined) => {
    if (text === undefined) return;
    const percent = /^([+-]?[\d.]+)%$/u.exec(text);
    if (percent) state[`${axis}Percent`] += Number(percent[1]);
    else {
      const pixels = style.lengthOf(text);
      if (pixels === null || Number.isNaN(pixels)) state.complex = true;
      else state[axis] += pixels;
    }
  };
  switch (name) {
    case 'translate':
    case 'translate3d':
      move('x', values[0]);
      move('y', values[1]);
      return;
    case 'translatex':
      move('x', values[0]);
      return;
    case 'translatey':
      move('y', values[0]);
      return;
    case 'scale':
    case 'scale3d': {
      const x = number(0, 1);
      state.scaleX *= x;
      state.scaleY *= number(1, x);
      return;
    }
    case 'scalex':
      state.scaleX *= number(0, 1);
      return;
    case 'scaley':
      state.scaleY *= number(0, 1);
      return;
    case 'rotatex':
      turn('x', degrees(values[0] ?? ''), state);
      return;
    case 'rotatey':
      turn('y', degrees(values[0] ?? ''), state);
      return;
    case 'matrix':
      matrix([number(0, 1), number(1, 0), number(2, 0), number(3, 1), number(4, 0), number(5, 0)], state);
      return;
    case 'matrix3d':
      matrix([number(0, 1), number(1, 0), number(4, 0), number(5, 1), number(12, 0), number(13, 0)], state);
      state.complex = true;
      return;
    case 'rotate':
    case 'rotatez':
    case 'scalez':
    case 'translatez':
      return;
    case 'skew':
    case 'skewx':
    case 'skewy': {
      const angles = [degrees(values[0] ?? '0'), name === 'skew' ? degrees(values[1] ?? '0') : 0];
      if (angles.some((angle) => Math.abs(angle % 180) > 75 && Math.abs(angle % 180) < 105)) state.scaleY = 0;
      state.complex = true;
      return;
    }
    default:
      state.complex = true;
  }
}

/** Singular values of the linear part give the two scale factors. */
function matrix([a, b, c, d, x, y]: readonly [number, number, number, number, number, number], state: Working): void {
  const sum = a * a + b * b + c * c + d * d;
  const determinant = a * d - b * c;
  const root = Math.sqrt(Math.max(0, (sum / 2) ** 2 - determinant ** 2));
  state.scaleX *= Math.sqrt(sum / 2 + root);
  state.scaleY *= Math.sqrt(Math.max(0, sum / 2 - root));
  state.x += x;
  state.y += y;
}
