import { SCREEN } from '../css/media.ts';
import { type ElementCase, textWidth } from './rule.ts';

/** `out`: no scroll position brings the box into sight. `unsure`: that depends on where its container lies. */
export type Place = 'in' | 'out' | 'unsure';

/** How far a box may have to be moved to leave the page when its container lies anywhere on it. */
const SLACK = { x: 640, y: 300 } as const;

/** Judges left, top, right, bottom, negative margins and translations together. */
export function placeOf(input: ElementCase): Place {
  const { facts } = input;
  const { style, transform } = facts;
  const moved = transform.x !== 0 || transform.y !== 0 || transform.xPercent !== 0 || transform.yPercent !== 0;
  const margins = [style.get('margin-left'), style.get('margin-top'), style.get('margin-right')].some(
    (value) => value.startsWith('-') || value.includes('('),
  );
  const padded =
    (input.parent.clipped || input.parent.lockedRight || facts.clipsX) &&
    (style.length('padding-left', SCREEN.width) ?? 0) > SCREEN.width / 2;
  if (!facts.positioned && !moved && !margins && !padded) return 'in';
  if (facts.boxless) return 'in';
  const size = sizeOf(input);
  if (facts.outOfFlow) return outOfFlowPlace(input, size);
  return inFlowPlace(input, size);
}

interface Size {
  readonly width: number;
  readonly height: number;
}

function sizeOf({ element, facts }: ElementCase): Size {
  const fontSize = Math.max(facts.style.fontSize, 4);
  const line = textWidth(element, fontSize);
  // A box without text may be stretched between its sides, and cover a page.
  if (line === 0) {
    const isFree = (near: 'left' | 'top', far: 'right' | 'bottom') =>
      facts.style.is(near, 'auto') || facts.style.is(far, 'auto');
    const across = isFree('left', 'right') ? EMPTY_PX : SCREEN.width;
    const down = isFree('top', 'bottom') ? EMPTY_PX : SCREEN.height;
    return { width: facts.boxWidth ?? across, height: facts.boxHeight ?? down };
  }
  const width = facts.boxWidth ?? Math.min(line, SCREEN.width);
  return { width, height: facts.boxHeight ?? Math.ceil(line / Math.max(width, 60)) * fontSize * 1.3 };
}

/** Padding, borders and pictures make a box without text about so large at least. */
const EMPTY_PX = 60;

/** NaN and keywords count as absent; percentages refer to the viewport, which is right for the page's own corner. */
function offset(input: ElementCase, side: 'left' | 'right' | 'top' | 'bottom'): number | null {
  const whole = side === 'left' || side === 'right' ? SCREEN.width : SCREEN.height;
  const value = input.facts.style.length(side, whole);
  return value === null || Number.isNaN(value) ? null : value;
}

function outOfFlowPlace(input: ElementCase, size: Size): Place {
  const { facts, parent, page } = input;
  const isFixed = facts.style.is('position', 'fixed');
  const origin = isFixed ? 'page' : parent.origin;
  const { transform } = facts;
  const shiftX = transform.x + (transform.xPercent / 100) * size.width + marginOf(input, 'margin-left');
  const shiftY = transform.y + (transform.yPercent / 100) * size.height + marginOf(input, 'margin-top');
  const left = offset(input, 'left');
  const right = offset(input, 'right');
  const top = offset(input, 'top');
  const bottom = offset(input, 'bottom');
  const places: Place[] = [];
  const anywhere = origin === 'anywhere';
  const percent = (side: 'left' | 'right' | 'top' | 'bottom') =>
    facts.style.get(side).includes('%') && origin !== 'page';
  const start = left === null ? (right === null ? null : SCREEN.width - right - size.width) : left;
  if (!(left === null && right !== null && origin !== 'page') && !percent('left')) {
    const end = (start ?? (anywhere ? SLACK.x : 0)) + shiftX + size.width;
    if (!page.rightToLeft || isFixed || origin === 'clip')
      places.push(beyond(end, anywhere && start !== null ? SLACK.x : 0));
  }
  if (left === null && right !== null && origin !== 'page') {
    if (right - shiftX >= SCREEN.width) places.push('out');
    else if (right <= -size.width) places.push(parent.clipped || isFixed ? 'out' : 'in');
  }
  if (start !== null && start + shiftX >= SCREEN.width - 4 && !percent('left')) {
    places.push(isFixed || page.lockedSideways || parent.lockedRight ? 'out' : 'in');
  }
  if (percent('left') && left !== null && Math.abs(left) >= SCREEN.width)
    places.push(parent.clipped ? 'out' : 'unsure');
  const upper = top === null ? (bottom === null ? null : SCREEN.height - bottom - size.height) : top;
  if (percent('top') && top !== null && Math.abs(top) >= SCREEN.height) places.push(parent.clipped ? 'out' : 'unsure');
  else if (upper !== null && !(top === null && origin !== 'page'))
    places.push(beyond(upper + shiftY + size.height, anywhere ? SLACK.y : 0));
  else if (upper === null && shiftY !== 0) places.push(beyond(shiftY + size.height, SLACK.y));
  if (top === null && bottom !== null && origin !== 'page' && bottom > 2000) places.push('out');
  if (isFixed && upper !== null && upper + shiftY >= SCREEN.height - 4) places.push('out');
  return worst(places);
}

/** A box that ends before the origin by more than the slack is out; one that ends just before it may be. */
function beyond(end: number, slack: number): Place {
  if (end <= -slack + 1) return 'out';
  return end <= 1 ? 'unsure' : 'in';
}

function worst(places: readonly Place[]): Place {
  return places.includes('out') ? 'out' : places.includes('unsure') ? 'unsure' : 'in';
}

function marginOf({ facts }: ElementCase, side: 'margin-left' | 'margin-top' | 'margin-right'): number {
  const margin = facts.style.length(side, SCREEN.width);
  return margin === null || Number.isNaN(margin) ? 0 : margin;
}

/** Shifts up to this many pixels are ordinary adjustments of a layout. */
const SMALL_SHIFT_PX = 60;

function inFlowPlace(input: ElementCase, size: Size): Place {
  const { facts, parent, page } = input;
  const { transform, style } = facts;
  const relative = style.is('position', 'relative');
  const inset = (near: 'left' | 'top', far: 'right' | 'bottom') =>
    relative ? (offset(input, near) ?? -(offset(input, far) ?? 0)) : 0;
  const x = transform.x + marginOf(input, 'margin-left') + inset('left', 'right');
  const y = transform.y + marginOf(input, 'margin-top') + inset('top', 'bottom');
  const places: Place[] = [];
  if (x < -SMALL_SHIFT_PX && !page.rightToLeft)
    places.push(beyond(x + size.width, parent.clipped && -x >= size.width ? 0 : SLACK.x));
  const padding = style.length('padding-left', SCREEN.width) ?? 0;
  if (padding > 0 && x + padding > SCREEN.width - SMALL_SHIFT_PX && (facts.clipsX || parent.clipped))
    places.push('out');
  if (x > SCREEN.width - SMALL_SHIFT_PX) places.push(page.lockedSideways || parent.lockedRight ? 'out' : 'in');
  if (y < -SMALL_SHIFT_PX) places.push(beyond(y + size.height, parent.clipped ? 0 : SLACK.y));
  for (const share of [transform.xPercent, transform.yPercent]) {
    if (Math.abs(share) >= 100)
      places.push(
        parent.clipped || (share === transform.xPercent && share <= -100 && parent.origin === 'page')
          ? 'out'
          : 'unsure',
      );
  }
  return worst(places);
}
