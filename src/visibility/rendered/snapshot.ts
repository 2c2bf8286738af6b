import type { Capture, CapturedDocument } from './capture.ts';
import { NO_RECT, type Rect, rectOf } from './geometry.ts';

export const NODE = { element: 1, text: 3, comment: 8, document: 9, doctype: 10, fragment: 11 } as const;

/** A node or box number that stands for nothing. */
export const NONE = -1;

/**
 * One document of a capture, by node and by layout box. Nodes are in document order, so that the descendants of a
 * node are the numbers up to `lastNode`. The tree is the flat one: slotted nodes stand in their slots.
 */
export class SnapshotDocument {
  readonly index: number;
  readonly raw: CapturedDocument;
  readonly capture: Capture;
  readonly nodeCount: number;
  readonly boxCount: number;
  /** The first box of a node, or NONE. */
  readonly firstBox: Int32Array;
  /** The box of the nearest ancestor element that has one; for further boxes of a node, its first. */
  readonly parentBox: Int32Array;
  /** The last descendant of each node, or the node itself. */
  readonly lastNode: Int32Array;
  readonly htmlBox: number;
  readonly bodyBox: number;
  readonly viewport: { readonly width: number; readonly height: number };
  /** The frame element that shows this document; null for the page itself. */
  owner: { readonly document: SnapshotDocument; readonly node: number } | null = null;
  readonly #pseudos: ReadonlyMap<number, string>;
  readonly #inputValues: ReadonlyMap<number, string>;
  readonly #textValues: ReadonlyMap<number, string>;
  readonly #shadows: ReadonlyMap<number, string>;
  readonly #selected: ReadonlySet<number>;

  constructor(index: number, raw: CapturedDocument, capture: Capture) {
    this.index = index;
    this.raw = raw;
    this.capture = capture;
    this.nodeCount = raw.nodes.nodeName?.length ?? 0;
    this.boxCount = raw.layout.nodeIndex.length;
    this.#pseudos = this.#rare(raw.nodes.pseudoType);
    this.#inputValues = this.#rare(raw.nodes.inputValue);
    this.#textValues = this.#rare(raw.nodes.textValue);
    this.#shadows = this.#rare(raw.nodes.shadowRootType);
    this.#selected = new Set(raw.nodes.optionSelected?.index);
    this.firstBox = new Int32Array(this.nodeCount).fill(NONE);
    for (let box = this.boxCount - 1; box >= 0; box--) this.firstBox[this.nodeOf(box)] = box;
    this.lastNode = this.#lastNodes();
    this.parentBox = this.#parentBoxes();
    this.htmlBox = this.#boxNamed('HTML');
    this.bodyBox = this.#boxNamed('BODY');
    const root = rectOf(raw.layout.clientRects?.[this.htmlBox]);
    this.viewport = root && root.width > 0 ? root : { width: 1280, height: 800 };
  }

  #rare(data: { readonly index: readonly number[]; readonly value: readonly number[] } | undefined) {
    const map = new Map<number, string>();
    data?.index.forEach((node, i) => {
      map.set(node, this.string(data.value[i]));
    });
    return map;
  }

  #lastNodes(): Int32Array {
    const last = Int32Array.from({ length: this.nodeCount }, (_, node) => node);
    for (let node = this.nodeCount - 1; node > 0; node--) {
      const parent = this.parentNode(node);
      if (parent >= 0) last[parent] = Math.max(last[parent] ?? 0, last[node] ?? 0);
    }
    return last;
  }

  #parentBoxes(): Int32Array {
    const parents = new Int32Array(this.boxCount).fill(NONE);
    for (let box = 0; box < this.boxCount; box++) {
      const node = this.nodeOf(box);
      const main = this.firstBox[node] ?? NONE;
      if (main !== box) {
        parents[box] = main;
        continue;
      }
      let parent = this.parentNode(node);
      while (parent >= 0 && this.boxOf(parent) < 0) parent = this.parentNode(parent);
      parents[box] = parent >= 0 && this.nodeType(parent) !== NODE.document ? this.boxOf(parent) : NONE;
    }
    return parents;
  }

  #boxNamed(name: string): number {
    for (let box = 0; box < this.boxCount; box++) if (this.nodeName(this.nodeOf(box)) === name) return box;
    return NONE;
  }

  string(index: number | undefined): string {
    return index === undefined || index < 0 ? '' : (this.capture.strings[index] ?? '');
  }

  nodeName(node: number): string {
    return this.string(this.raw.nodes.nodeName?.[node]);
  }

  nodeType(node: number): number {
    return this.raw.nodes.nodeType?.[node] ?? 0;
  }

  nodeValue(node: number): string {
    return this.string(this.raw.nodes.nodeValue?.[node]);
  }

  backendNodeId(node: number): number {
    return this.raw.nodes.backendNodeId?.[node] ?? 0;
  }

  parentNode(node: number): number {
    return this.raw.nodes.parentIndex?.[node] ?? NONE;
  }

  attribute(node: number, name: string): string | null {
    const list = this.raw.nodes.attributes?.[node];
    if (!list) return null;
    for (let i = 0; i + 1 < list.length; i += 2) if (this.string(list[i]) === name) return this.string(list[i + 1]);
    return null;
  }

  attributes(node: number): Map<string, string> {
    const list = this.raw.nodes.attributes?.[node] ?? [];
    const map = new Map<string, string>();
    for (let i = 0; i + 1 < list.length; i += 2) map.set(this.string(list[i]), this.string(list[i + 1]));
    return map;
  }

  /** `before`, `after`, `marker`, `first-letter`, …; null for ordinary nodes. */
  pseudoOf(node: number): string | null {
    return this.#pseudos.get(node) ?? null;
  }

  inputValue(node: number): string {
    return this.#inputValues.get(node) ?? '';
  }

  textValue(node: number): string {
    return this.#textValues.get(node) ?? '';
  }

  /** The kind of shadow root that a node is in the top level of: `open`, `closed`, `user-agent`; else null. */
  shadowOf(node: number): string | null {
    return this.#shadows.get(node) ?? null;
  }

  isSelected(option: number): boolean {
    return this.#selected.has(option);
  }

  nodeOf(box: number): number {
    return this.raw.layout.nodeIndex[box] ?? NONE;
  }

  boxOf(node: number): number {
    return this.firstBox[node] ?? NONE;
  }

  /** A box that holds text: of a text node, or the inner one of generated content. */
  isText(box: number): boolean {
    return this.nodeType(this.nodeOf(box)) === NODE.text;
  }

  /** The box of an element itself, not of its text or of an anonymous part. */
  isMain(box: number): boolean {
    const node = this.nodeOf(box);
    return this.boxOf(node) === box && this.nodeType(node) === NODE.element;
  }

  /** The element box whose styles hold for a box. */
  styleBox(box: number): number {
    return this.isMain(box) ? box : this.parent(box);
  }

  parent(box: number): number {
    return this.parentBox[box] ?? NONE;
  }

  bounds(box: number): Rect {
    return rectOf(this.raw.layout.bounds[box]) ?? NO_RECT;
  }

  offsetRect(box: number): Rect | null {
    return rectOf(this.raw.layout.offsetRects?.[box]);
  }

  clientRect(box: number): Rect | null {
    return rectOf(this.raw.layout.clientRects?.[box]);
  }

  scrollRect(box: number): Rect | null {
    return rectOf(this.raw.layout.scrollRects?.[box]);
  }

  paintOrder(box: number): number {
    return this.raw.layout.paintOrders?.[box] ?? 0;
  }

  layoutText(box: number): string {
    return this.string(this.raw.layout.text[box]);
  }

  get scroll(): { readonly x: number; readonly y: number } {
    return { x: this.raw.scrollOffsetX ?? 0, y: this.raw.scrollOffsetY ?? 0 };
  }

  get content(): { readonly width: number; readonly height: number } {
    const { viewport, raw } = this;
    return {
      width: Math.max(raw.contentWidth ?? 0, viewport.width),
      height: Math.max(raw.contentHeight ?? 0, viewport.height),
    };
  }

  /** True when the first box belongs to an ancestor (or to the same node) of the second's. */
  contains(outer: number, inner: number): boolean {
    const node = this.nodeOf(outer);
    const other = this.nodeOf(inner);
    return node <= other && other <= (this.lastNode[node] ?? NONE);
  }

  /** Frames between this document and the page. */
  get depth(): number {
    let depth = 0;
    for (let owner = this.owner; owner; owner = owner.document.owner) depth++;
    return depth;
  }
}
