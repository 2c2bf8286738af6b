import type { BoxStyle } from './box-style.ts';
import { grown, type Rect } from './geometry.ts';
import { NONE, type SnapshotDocument } from './snapshot.ts';

/** A box that clips or scrolls what is inside it. */
export interface ClipBox {
  readonly box: number;
  /** The part through which content is seen: the padding box. */
  readonly rect: Rect;
  readonly overflowX: string;
  readonly overflowY: string;
  /** Where it is scrolled to and how much there is to scroll; null when it cannot be. */
  readonly scroll: Rect | null;
  /** Content grows to the left, or upwards, from where scrolling starts. */
  readonly reversedX: boolean;
  readonly reversedY: boolean;
}

/** The clipping boxes on the way from a box to the page, by containing blocks (CSS Overflow 3, CSS Position 3). */
export interface ClipChain {
  readonly clip: ClipBox;
  readonly next: ClipChain | null;
}

export interface Confinement {
  readonly chain: ClipChain | null;
  /** Laid out by the viewport: it does not move when the page scrolls. */
  readonly fixed: boolean;
}

const FREE: Confinement = { chain: null, fixed: false };
const FIXED: Confinement = { chain: null, fixed: true };

/** Boxes of these neither clip nor scroll by `overflow`. */
const SVG_INNER = /^(?:g|text|tspan|textPath|defs|path|rect|a)$/u;
const UNCLIPPED_DISPLAY = /^inline$|^contents$|^table-(?:row|column)/u;

/** Finds, once for each element, what confines its content and its own box. */
export class Confinements {
  readonly #document: SnapshotDocument;
  readonly #styles: readonly BoxStyle[];
  readonly #inside: Array<Confinement | undefined>;
  readonly #bodyIsViewport: boolean;

  constructor(document: SnapshotDocument, styles: readonly BoxStyle[]) {
    this.#document = document;
    this.#styles = styles;
    this.#inside = new Array(document.boxCount);
    const root = styles[document.htmlBox];
    this.#bodyIsViewport = root === undefined || (root.overflowX === 'visible' && root.overflowY === 'visible');
    for (let box = 0; box < document.boxCount; box++) if (document.isMain(box)) this.#of(box);
  }

  /** What confines the box: its ancestors for an element's own box, its element too for a text box. */
  around(box: number): Confinement {
    if (box === NONE) return FREE;
    return this.#document.isMain(box) ? this.#outside(box) : this.#of(this.#document.parent(box));
  }

  inside(box: number): Confinement {
    return this.#of(box);
  }

  #of(box: number): Confinement {
    if (box === NONE) return FREE;
    const known = this.#inside[box];
    if (known) return known;
    const outside = this.#outside(box);
    const clip = this.#clipOf(box);
    const inside = clip ? { chain: { clip, next: outside.chain }, fixed: outside.fixed } : outside;
    this.#inside[box] = inside;
    return inside;
  }

  #outside(box: number): Confinement {
    const style = this.#styles[box];
    let up = this.#document.parent(box);
    if (style?.topLayer) return style.position === 'fixed' ? FIXED : FREE;
    if (style?.position === 'absolute') {
      while (up !== NONE && !this.#contains(up)) up = this.#document.parent(up);
    } else if (style?.position === 'fixed') {
      while (up !== NONE && !this.#styles[up]?.containsFixed) up = this.#document.parent(up);
      if (up === NONE) return FIXED;
    }
    return this.#of(up);
  }

  #contains(box: number): boolean {
    const style = this.#styles[box];
    return style !== undefined && (style.position !== 'static' || style.containsFixed);
  }

  #clipOf(box: number): ClipBox | null {
    const document = this.#document;
    const style = this.#styles[box];
    if (!style || box === document.htmlBox || (box === document.bodyBox && this.#bodyIsViewport)) return null;
    const name = document.nodeName(document.nodeOf(box));
    const { overflowX, overflowY } = style;
    if (overflowX === 'visible' && overflowY === 'visible') return null;
    if (SVG_INNER.test(name) || (UNCLIPPED_DISPLAY.test(style.display) && name !== 'svg')) return null;
    const { rect, scaleX, scaleY } = this.#paddingBox(box);
    const scroll = document.scrollRect(box);
    const isClip = overflowX === 'clip' && overflowY === 'clip';
    return {
      box,
      rect: isClip && style.clipMargin > 0 ? grown(rect, style.clipMargin) : rect,
      overflowX,
      overflowY,
      scroll: scroll && {
        x: scroll.x * scaleX,
        y: scroll.y * scaleY,
        width: scroll.width * scaleX,
        height: scroll.height * scaleY,
      },
      reversedX:
        style.rightToLeft || style.flexDirection.includes('row-reverse') || style.raw('writing-mode') === 'vertical-rl',
      reversedY: style.flexDirection.includes('column-reverse') || (scroll?.y ?? 0) < 0,
    };
  }

  /** The client rectangle is in layout pixels; bounds are after transforms. */
  #paddingBox(box: number): { rect: Rect; scaleX: number; scaleY: number } {
    const bounds = this.#document.bounds(box);
    const offset = this.#document.offsetRect(box);
    const client = this.#document.clientRect(box);
    const usable =
      offset &&
      client &&
      offset.width > 0 &&
      offset.height > 0 &&
      (client.width > 0 || client.height > 0 || offset.width <= 2);
    if (!usable) return { rect: bounds, scaleX: 1, scaleY: 1 };
    const scaleX = bounds.width / offset.width;
    const scaleY = bounds.height / offset.height;
    let width = client.width * scaleX;
    let height = client.height * scaleY;
    // Offset and client sizes are rounded to whole pixels, bounds are not.
    if (Math.abs(width - bounds.width) < 1) width = Math.max(width, bounds.width);
    if (Math.abs(height - bounds.height) < 1) height = Math.max(height, bounds.height);
    const rect = { x: bounds.x + client.x * scaleX, y: bounds.y + client.y * scaleY, width, height };
    return { rect, scaleX, scaleY };
  }
}
