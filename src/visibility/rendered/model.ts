import type { Color } from '../css/color.ts';
import { type BoxState, boxStates, ROOT_STATE } from './box-state.ts';
import { type BoxStyle, StyleTable } from './box-style.ts';
import type { Capture, CapturedSession } from './capture.ts';
import { Confinements } from './clip-chain.ts';
import type { Rect } from './geometry.ts';
import { Neighbours } from './neighbours.ts';
import { type Reach, reach, type Scrolling } from './reach.ts';
import { NONE, SnapshotDocument } from './snapshot.ts';

/** A document with everything that rules ask about it. */
export class DocumentModel {
  readonly document: SnapshotDocument;
  readonly styles: readonly BoxStyle[];
  readonly states: readonly BoxState[];
  readonly confinements: Confinements;
  readonly neighbours: Neighbours;
  /** For each box, the nearest ancestor (or itself) that paints or is translucent. */
  readonly painters: Int32Array;
  /** For each box, the nearest ancestor (or itself) that can be scrolled; NONE. */
  readonly scrollers: Int32Array;
  /** For each box, the nearest ancestor (or itself) that sticks to an edge; NONE. */
  readonly stickies: Int32Array;
  scrolling: Scrolling;
  frame: FrameFacts = PAGE_FRAME;
  /** Boxes that stand over a large part of the screen. */
  overlays: readonly Overlay[] = [];

  constructor(document: SnapshotDocument, table: StyleTable) {
    this.document = document;
    const styles: BoxStyle[] = new Array(document.boxCount);
    for (let box = 0; box < document.boxCount; box++) styles[box] = table.of(document, document.styleBox(box));
    this.styles = styles;
    this.states = boxStates(document, styles);
    this.confinements = new Confinements(document, styles);
    this.neighbours = new Neighbours(document, styles, this.states);
    this.painters = this.#nearest((style) => style.paints || style.topLayer);
    this.scrollers = this.#nearest(({ overflowX, overflowY }) => /auto|scroll/u.test(`${overflowX} ${overflowY}`));
    this.stickies = this.#nearest((style) => style.position === 'sticky');
    this.scrolling = scrollingOf(document, styles);
    const { viewport } = document;
    this.neighbours.fixedGrounds = this.neighbours.boxes.filter(
      ({ box, rect }) =>
        this.confinements.around(box).fixed &&
        rect.width >= FILLS * viewport.width &&
        rect.height >= FILLS * viewport.height,
    );
  }

  #nearest(test: (style: BoxStyle) => boolean): Int32Array {
    const { document, styles } = this;
    const nearest = new Int32Array(document.boxCount).fill(NONE);
    for (let box = 0; box < document.boxCount; box++) {
      const style = styles[box];
      if (document.isMain(box) && style && test(style)) nearest[box] = box;
      else nearest[box] = nearest[document.parent(box)] ?? NONE;
    }
    return nearest;
  }

  state(box: number): BoxState {
    return this.states[box] ?? ROOT_STATE;
  }

  style(box: number): BoxStyle | undefined {
    return this.styles[box];
  }

  reach(box: number, rect: Rect): Reach {
    return reach(this.document, this.scrolling, this.confinements.around(box), rect);
  }

  /** The next painter above one, or NONE. A box in the top layer has only the page behind it. */
  painterAbove(painter: number): number {
    if (this.styles[painter]?.topLayer) return this.document.htmlBox === painter ? NONE : this.document.htmlBox;
    return this.painters[this.document.parent(painter)] ?? NONE;
  }

  /** A translucent or coloured dark canvas lies under everything. */
  get canvas(): Color {
    const dark = this.styles[this.document.htmlBox]?.darkCanvas && this.document.owner === null;
    return dark ? DARK_CANVAS : this.frame.ground;
  }
}

/** Share of the screen's sides from which a fixed box is a ground for the whole page. */
const FILLS = 0.95;

const DARK_CANVAS: Color = { r: 18, g: 18, b: 18, a: 1 };
const WHITE_CANVAS: Color = { r: 255, g: 255, b: 255, a: 1 };

/** What the frame that a document stands in does to it. */
export interface FrameFacts {
  readonly hidden: string;
  readonly doubt: string;
  readonly opacity: number;
  readonly ground: Color;
  readonly scrolls: boolean;
  /** The part of the frame's own screen that shows outside; null for all of it. */
  readonly window: Rect | null;
  /** Length on the page of one of the frame's own pixels, along the side that is shrunk more. */
  readonly scale: number;
}

const PAGE_FRAME: FrameFacts = {
  hidden: '',
  doubt: '',
  opacity: 1,
  ground: WHITE_CANVAS,
  scrolls: true,
  window: null,
  scale: 1,
};

/** A box over a large part of the screen that does not scroll with the page. */
export interface Overlay {
  readonly box: number;
  readonly rect: Rect;
  /** Something in it (or on it) can be pressed, so that a person can get rid of it. */
  readonly hasControl: boolean;
}

/** The viewport takes the overflow of the root, or that of body when the root has none (CSS Overflow 3, 3.3). */
function scrollingOf(document: SnapshotDocument, styles: readonly BoxStyle[]): Scrolling {
  const root = styles[document.htmlBox];
  const body = document.bodyBox === NONE ? undefined : styles[document.bodyBox];
  const of = (axis: 'overflowX' | 'overflowY') => {
    const own = root?.[axis] ?? 'visible';
    const value = own === 'visible' && body ? body[axis] : own;
    return value !== 'hidden' && value !== 'clip';
  };
  return { x: of('overflowX'), y: of('overflowY'), rightToLeft: root?.rightToLeft ?? false };
}

/** The models of all documents of a page, by session and document number; frames know their owners. */
export function modelPage(sessions: readonly CapturedSession[]): readonly DocumentModel[][] {
  const models = sessions.map(({ capture }) => modelCapture(capture));
  sessions.forEach(({ owner }, index) => {
    const root = models[index]?.[0]?.document;
    if (!owner || !root) return;
    for (const { document } of models[owner.session] ?? []) {
      const node = document.raw.nodes.backendNodeId?.indexOf(owner.backendNodeId) ?? NONE;
      if (node >= 0) root.owner = { document, node };
    }
  });
  return models;
}

function modelCapture(capture: Capture): DocumentModel[] {
  const table = new StyleTable(capture);
  const documents = capture.documents.map((raw, index) => new SnapshotDocument(index, raw, capture));
  for (const document of documents) {
    const frames = document.raw.nodes.contentDocumentIndex;
    frames?.index.forEach((node, i) => {
      const content = documents[frames.value[i] ?? NONE];
      if (content) content.owner = { document, node };
    });
  }
  return documents.map((document) => new DocumentModel(document, table));
}
