import type { HtmlElement, HtmlNode } from '../html/tree.ts';
import { ancestors, elements } from '../html/tree.ts';

const PICTURES = new Set(['img', 'video', 'canvas', 'picture']);
const SVG_SHAPES = new Set(['rect', 'path', 'circle', 'ellipse', 'polygon', 'image', 'use']);
/** A picture that a line of text can stand on. Smaller ones, and those of unknown size, are no excuse. */
const LEAST = { width: 100, height: 30 } as const;
const MAX_STEPS = 6;

/**
 * Whether a light text may stand on a picture beside it rather than on the page: some ancestor is taken out of the
 * flow or put on a grid cell, next to a picture of a known, sufficient size. Inline styles are enough here: this only
 * decides between "hidden" and "shown, not proven".
 */
export function liesOnPicture(node: HtmlNode): boolean {
  let steps = 0;
  for (const up of ancestors(node)) {
    if (up.namespace === 'svg') {
      if (up.tag === 'svg') return [...elements(up)].some((shape) => SVG_SHAPES.has(shape.tag));
      continue;
    }
    if (++steps > MAX_STEPS || up.tag === 'body') return false;
    if (
      isLifted(up) &&
      (up.parent?.children ?? []).some(
        (sibling) => sibling.type === 'element' && sibling !== up && holdsPicture(sibling),
      )
    )
      return true;
  }
  return false;
}

function isLifted(element: HtmlElement): boolean {
  return /position\s*:\s*absolute|grid-area|grid-row/iu.test(element.attributes.get('style') ?? '');
}

function holdsPicture(element: HtmlElement): boolean {
  if (isLarge(element)) return true;
  let seen = 0;
  for (const inside of elements(element)) {
    if (++seen > 20) return false;
    if (isLarge(inside)) return true;
  }
  return false;
}

function isLarge(element: HtmlElement): boolean {
  if (!PICTURES.has(element.tag)) return false;
  return size(element, 'width') >= LEAST.width && size(element, 'height') >= LEAST.height;
}

function size(element: HtmlElement, side: 'width' | 'height'): number {
  const styled = new RegExp(`(?:^|;)\\s*${side}\\s*:\\s*(\\d+)px`, 'iu').exec(element.attributes.get('style') ?? '');
  return Number(styled?.[1] ?? /^\d+/u.exec(element.attributes.get(side) ?? '')?.[0] ?? 0);
}
