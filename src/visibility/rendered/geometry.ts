/** In CSS pixels, from the top left corner of the document. */
export interface Rect {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

export const NO_RECT: Rect = { x: 0, y: 0, width: 0, height: 0 };

export function rectOf(values: readonly number[] | undefined): Rect | null {
  if (!values || values.length < 4) return null;
  const [x = 0, y = 0, width = 0, height = 0] = values;
  return { x, y, width, height };
}

/** Sizes may come out negative when the two do not meet. */
export function intersect(a: Rect, b: Rect): Rect {
  const x = Math.max(a.x, b.x);
  const y = Math.max(a.y, b.y);
  return {
    x,
    y,
    width: Math.min(a.x + a.width, b.x + b.width) - x,
    height: Math.min(a.y + a.height, b.y + b.height) - y,
  };
}

export function area(rect: Rect): number {
  return rect.width > 0 && rect.height > 0 ? rect.width * rect.height : 0;
}

export function overlap(a: Rect, b: Rect): number {
  const width = Math.min(a.x + a.width, b.x + b.width) - Math.max(a.x, b.x);
  const height = Math.min(a.y + a.height, b.y + b.height) - Math.max(a.y, b.y);
  return width > 0 && height > 0 ? width * height : 0;
}

/** Share of `inner` that lies in `outer`, 0 to 1. */
export function share(outer: Rect, inner: Rect): number {
  const whole = area(inner);
  return whole === 0 ? 0 : overlap(outer, inner) / whole;
}

export function moved(rect: Rect, x: number, y: number): Rect {
  return { x: rect.x + x, y: rect.y + y, width: rect.width, height: rect.height };
}

/** Moved by as little as brings it into the other, at the other's beginning where it is too large. */
export function movedInto(outer: Rect, { x, y, width, height }: Rect): Rect {
  return {
    x: Math.max(outer.x, Math.min(x, outer.x + outer.width - width)),
    y: Math.max(outer.y, Math.min(y, outer.y + outer.height - height)),
    width: Math.min(width, outer.width),
    height: Math.min(height, outer.height),
  };
}

/** Stretched from the origin. */
export function scaled({ x, y, width, height }: Rect, byX: number, byY: number): Rect {
  return { x: x * byX, y: y * byY, width: width * byX, height: height * byY };
}

export function grown(rect: Rect, by: number): Rect {
  return { x: rect.x - by, y: rect.y - by, width: rect.width + 2 * by, height: rect.height + 2 * by };
}
