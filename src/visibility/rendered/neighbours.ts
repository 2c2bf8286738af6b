import type { Color } from '../css/color.ts';
import type { BoxState } from './box-state.ts';
import type { BoxStyle } from './box-style.ts';
import { grown, overlap, type Rect } from './geometry.ts';
import type { SnapshotDocument } from './snapshot.ts';

/** A box that paints something of its own, so that it can cover text or lie behind it. */
export interface PaintedBox {
  readonly box: number;
  readonly rect: Rect;
  readonly paintOrder: number;
  /** Paints one opaque colour over the whole of its rectangle. */
  readonly solid: boolean;
  readonly background: Color | null;
  /** Paints a picture, a control or a drawing. */
  readonly picture: boolean;
  readonly opacity: number;
}

const REPLACED: ReadonlySet<string> = new Set([
  'IMG',
  'VIDEO',
  'CANVAS',
  'IFRAME',
  'FRAME',
  'EMBED',
  'OBJECT',
  'INPUT',
  'TEXTAREA',
  'SELECT',
  'METER',
  'PROGRESS',
  'image',
  'rect',
  'path',
  'circle',
  'ellipse',
  'polygon',
  'line',
  'polyline',
  'use',
]);

const ROW_PX = 256;
/** A box over more rows than this is listed apart. */
const MAX_ROWS = 200;
/** Comparisons of rectangles for one document, about a second. */
const MAX_LOOKS = 20_000_000;
const LEAST_OPACITY = 0.02;
/** Borders thicker than this on both sides together can cover a line. */
const THICK_BORDERS_PX = 12;
const WIDE_SHADOW_PX = 4;
const OPAQUE = 0.98;

/** The painted boxes of a document, found by the rows of 256 px that they touch. */
export class Neighbours {
  readonly boxes: PaintedBox[] = [];
  /** Boxes that stay with the screen and fill it: grounds of everything painted later. */
  fixedGrounds: readonly PaintedBox[] = [];
  readonly #rows = new Map<number, PaintedBox[]>();
  readonly #tall: PaintedBox[] = [];
  #looks = 0;

  constructor(document: SnapshotDocument, styles: readonly BoxStyle[], states: readonly BoxState[]) {
    for (let box = 0; box < document.boxCount; box++) {
      if (!document.isMain(box) || box === document.htmlBox || box === document.bodyBox) continue;
      const style = styles[box];
      const state = states[box];
      const painted = style && state ? paintedBox(document, box, style, state) : null;
      if (painted) this.#add(painted);
    }
  }

  #add(painted: PaintedBox): void {
    this.boxes.push(painted);
    const { y, height } = painted.rect;
    const [first, last] = [Math.floor(y / ROW_PX), Math.floor((y + height) / ROW_PX)];
    if (last - first > MAX_ROWS) {
      this.#tall.push(painted);
      return;
    }
    for (let row = first; row <= last; row++) {
      const boxes = this.#rows.get(row);
      if (boxes) boxes.push(painted);
      else this.#rows.set(row, [painted]);
    }
  }

  /** So many boxes lie on one another that not all could be compared; what is over a text is then unknown. */
  get exhausted(): boolean {
    return this.#looks > MAX_LOOKS;
  }

  /** Painted boxes that overlap the rectangle, each once; none once `exhausted`. */
  near(rect: Rect): PaintedBox[] {
    const found: PaintedBox[] = [];
    if (this.exhausted) return found;
    const first = Math.floor(rect.y / ROW_PX);
    const last = Math.floor((rect.y + rect.height) / ROW_PX);
    for (let row = first; row <= last; row++) {
      const boxes = this.#rows.get(row) ?? [];
      this.#looks += boxes.length;
      for (const painted of boxes) {
        if (overlap(painted.rect, rect) <= 0) continue;
        if (row === first || Math.floor(painted.rect.y / ROW_PX) === row) found.push(painted);
      }
    }
    for (const painted of this.#tall) if (overlap(painted.rect, rect) > 0) found.push(painted);
    return found;
  }
}

function paintedBox(document: SnapshotDocument, box: number, style: BoxStyle, state: BoxState): PaintedBox | null {
  const { background } = style;
  const name = document.nodeName(document.nodeOf(box));
  const replaced = REPLACED.has(name);
  const image = style.backgroundImage !== 'none' && !style.clipsToText;
  const wideShadow = style.outerReach > WIDE_SHADOW_PX;
  const paints =
    background === null ||
    background.a > LEAST_OPACITY ||
    image ||
    replaced ||
    wideShadow ||
    style.borderImage ||
    style.backdrop ||
    hasThickBorders(document, box, style);
  if (!paints || state.opacity < LEAST_OPACITY || state.hidden !== '' || !style.visible) return null;
  const bounds = document.bounds(box);
  const rect = wideShadow ? grown(bounds, style.outerReach) : bounds;
  if (rect.width <= 0 || rect.height <= 0) return null;
  const solid =
    background !== null &&
    background.a > OPAQUE &&
    state.opacity > OPAQUE &&
    !image &&
    !replaced &&
    !wideShadow &&
    !style.clipsToText &&
    state.doubt === '' &&
    !state.rotated &&
    style.squareCorners &&
    state.clips === null;
  return {
    box,
    rect,
    paintOrder: document.paintOrder(box),
    solid,
    background,
    picture: image || replaced,
    opacity: state.opacity,
  };
}

function hasThickBorders(document: SnapshotDocument, box: number, style: BoxStyle): boolean {
  if (style.display === 'inline') return false;
  const client = document.clientRect(box);
  const offset = document.offsetRect(box);
  if (!client || !offset) return false;
  return offset.width - client.width > THICK_BORDERS_PX || offset.height - client.height > THICK_BORDERS_PX;
}
