/**
 * What a browser tells about a page at one moment: the answer of `DOMSnapshot.captureSnapshot`, as far as it is used
 * here. Plain data, so that this part needs no browser and can be tested without one.
 */
export interface Capture {
  readonly documents: readonly CapturedDocument[];
  readonly strings: readonly string[];
  /** Names of the captured styles, in the order of `layout.styles`. */
  readonly styleNames: readonly string[];
}

interface RareStrings {
  readonly index: readonly number[];
  readonly value: readonly number[];
}

interface RareIntegers {
  readonly index: readonly number[];
  readonly value: readonly number[];
}

interface RareBooleans {
  readonly index: readonly number[];
}

export interface CapturedDocument {
  readonly frameId: number;
  readonly documentURL: number;
  readonly nodes: {
    readonly parentIndex?: readonly number[];
    readonly nodeType?: readonly number[];
    readonly nodeName?: readonly number[];
    readonly nodeValue?: readonly number[];
    readonly backendNodeId?: readonly number[];
    readonly attributes?: readonly (readonly number[])[];
    readonly shadowRootType?: RareStrings;
    readonly textValue?: RareStrings;
    readonly inputValue?: RareStrings;
    readonly optionSelected?: RareBooleans;
    readonly contentDocumentIndex?: RareIntegers;
    readonly pseudoType?: RareStrings;
  };
  readonly layout: {
    readonly nodeIndex: readonly number[];
    readonly styles: readonly (readonly number[])[];
    readonly bounds: readonly (readonly number[])[];
    readonly text: readonly number[];
    readonly paintOrders?: readonly number[];
    readonly offsetRects?: readonly (readonly number[])[];
    readonly scrollRects?: readonly (readonly number[])[];
    readonly clientRects?: readonly (readonly number[])[];
  };
  readonly textBoxes: {
    readonly layoutIndex: readonly number[];
    readonly bounds: readonly (readonly number[])[];
    readonly start: readonly number[];
    readonly length: readonly number[];
  };
  readonly scrollOffsetX?: number;
  readonly scrollOffsetY?: number;
  readonly contentWidth?: number;
  readonly contentHeight?: number;
}

/** One session's capture, and where it stands when it is a frame in a process of its own. */
export interface CapturedSession {
  readonly capture: Capture;
  /** The element that shows this frame, in the capture of another session; null for the page itself. */
  readonly owner: { readonly session: number; readonly backendNodeId: number } | null;
}

/** Computed styles to ask for. Each one costs: visibility.md, part A. */
export const CAPTURED_STYLES = [
  'display',
  'visibility',
  'opacity',
  'font-size',
  'font-family',
  'color',
  '-webkit-text-fill-color',
  '-webkit-text-stroke-width',
  '-webkit-text-stroke-color',
  'background-color',
  'background-image',
  'background-clip',
  'background-size',
  'background-blend-mode',
  'overflow-x',
  'overflow-y',
  'position',
  'clip',
  'clip-path',
  'transform',
  'rotate',
  'scale',
  'perspective',
  'backface-visibility',
  'filter',
  'backdrop-filter',
  'mask-image',
  '-webkit-mask-box-image-source',
  'mix-blend-mode',
  'overlay',
  'contain',
  'content-visibility',
  'column-count',
  'column-width',
  'will-change',
  'text-shadow',
  '-webkit-text-security',
  'direction',
  'flex-direction',
  'writing-mode',
  'color-scheme',
  'box-shadow',
  'border-top-left-radius',
  'border-image-source',
  'fill',
  'fill-opacity',
  'stroke',
  'stroke-width',
  'z-index',
  'letter-spacing',
  'text-decoration-line',
  'text-decoration-thickness',
  'outline-style',
  'outline-width',
  'outline-offset',
  'text-overflow',
  'text-indent',
  'padding-left',
  'padding-top',
  'background-attachment',
  'overflow-clip-margin',
] as const;

export type StyleName = (typeof CAPTURED_STYLES)[number];
