import { at, attribute, type XmlElement } from './xml-tree.ts';

/** A rectangle in units of the slide. */
export interface Place {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

/** How the places in a group become places on the slide. */
export interface Mapping {
  readonly scaleX: number;
  readonly scaleY: number;
  readonly x: number;
  readonly y: number;
}

export const ON_SLIDE: Mapping = { scaleX: 1, scaleY: 1, x: 0, y: 0 };

/** The place of a shape; null for one that takes its layout’s. */
export function placeOf(frame: XmlElement | undefined, mapping: Mapping): Place | null {
  const offset = at(frame, 'off');
  const extent = at(frame, 'ext');
  if (offset === undefined || extent === undefined) return null;
  return {
    x: number(offset, 'x') * mapping.scaleX + mapping.x,
    y: number(offset, 'y') * mapping.scaleY + mapping.y,
    width: number(extent, 'cx') * mapping.scaleX,
    height: number(extent, 'cy') * mapping.scaleY,
  };
}

export function mappingOf(frame: XmlElement | undefined, outer: Mapping): Mapping {
  const place = placeOf(frame, outer);
  const offset = at(frame, 'chOff');
  const extent = at(frame, 'chExt');
  if (place === null || offset === undefined || extent === undefined) return outer;
  const scaleX = place.width / (number(extent, 'cx') || place.width || 1);
  const scaleY = place.height / (number(extent, 'cy') || place.height || 1);
  return { scaleX, scaleY, x: place.x - number(offset, 'x') * scaleX, y: place.y - number(offset, 'y') * scaleY };
}

export function overlaps(a: Place, b: Place): boolean {
  return a.x < b.x + b.width && b.x < a.x + a.width && a.y < b.y + b.height && b.y < a.y + a.height;
}

export function contains(outer: Place, inner: Place): boolean {
  return (
    outer.x <= inner.x &&
    outer.y <= inner.y &&
    outer.x + outer.width >= inner.x + inner.width &&
    outer.y + outer.height >= inner.y + inner.height
  );
}

function number(element: XmlElement, name: string): number {
  const value = Number(attribute(element, name));
  return Number.isFinite(value) ? value : 0;
}
