import type { HtmlElement } from '../html/tree.ts';
import { elements } from '../html/tree.ts';
import { type Ground, paintBackground } from './background.ts';
import type { ComputedStyle } from './css/computed-style.ts';

const PICTURES = new Set(['img', 'video', 'picture', 'canvas', 'iframe']);
const MAX_SEARCHED = 12;

/**
 * The ground that an absolutely positioned box makes for the positioned boxes after it, as in a hero picture with its
 * heading; null when that is a picture, undefined when the box covers nothing.
 */
export function coveringGround(style: ComputedStyle, element: HtmlElement | null, ground: Ground): Ground | undefined {
  if (!style.is('position', 'absolute') || !spansContainer(style)) return undefined;
  if (element && holdsPicture(element)) return null;
  const painted = paintBackground(style, ground);
  return painted === ground ? undefined : painted;
}

function spansContainer(style: ComputedStyle): boolean {
  return spans(style, 'left', 'right', 'width') && spans(style, 'top', 'bottom', 'height');
}

function spans(style: ComputedStyle, near: 'left' | 'top', far: 'right' | 'bottom', size: 'width' | 'height'): boolean {
  if (/^(?:100|1[0-9]{2})(?:%|vw|vh)$/u.test(style.get(size))) return true;
  return [near, far].every((side) => {
    const offset = style.length(side, 0);
    return offset !== null && offset <= 4;
  });
}

function holdsPicture(element: HtmlElement): boolean {
  if (PICTURES.has(element.tag)) return true;
  let searched = 0;
  for (const inside of elements(element)) {
    if (++searched > MAX_SEARCHED) return false;
    if (PICTURES.has(inside.tag)) return true;
  }
  return false;
}
