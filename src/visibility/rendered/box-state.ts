import type { BoxStyle } from './box-style.ts';
import { type ClipList, clipPathRegion, legacyClipRegion } from './clip-region.ts';
import { NONE, type SnapshotDocument } from './snapshot.ts';

/**
 * What holds for everything inside an element, from the root down to it (visibility.md, step 3). A box in the top
 * layer starts anew: opacity, clips and transforms of its ancestors do not reach it.
 */
export interface BoxState {
  readonly opacity: number;
  /** Why nothing inside is seen; empty when something may be. */
  readonly hidden: string;
  /** Why only pixels can tell; empty when style can. */
  readonly doubt: string;
  readonly clips: ClipList | null;
  readonly blurPx: number;
  readonly rotated: boolean;
  readonly negativeZ: boolean;
  readonly topLayer: boolean;
  /** An outline of an ancestor may lie on the text. */
  readonly coveringOutline: boolean;
  /** Thickest line that an ancestor draws on its text. */
  readonly lineThickness: number;
  readonly inSpace: boolean;
}

export const ROOT_STATE: BoxState = {
  opacity: 1,
  hidden: '',
  doubt: '',
  clips: null,
  blurPx: 0,
  rotated: false,
  negativeZ: false,
  topLayer: false,
  coveringOutline: false,
  lineThickness: 0,
  inSpace: false,
};

/** A cell of a collapsed column has no width, and what is in it is not drawn (CSS Tables 3, 4.4). */
const LEAST_CELL_PX = 1;

/** Content of these is drawn only where it is referred to. */
const SVG_DEFINITIONS: ReadonlySet<string> = new Set([
  'defs',
  'clipPath',
  'mask',
  'pattern',
  'marker',
  'symbol',
  'linearGradient',
  'radialGradient',
]);

/** The state of each box; text and anonymous boxes have that of their element. */
export function boxStates(document: SnapshotDocument, styles: readonly BoxStyle[]): BoxState[] {
  const states: BoxState[] = new Array(document.boxCount);
  for (let box = 0; box < document.boxCount; box++) {
    const parent = document.parent(box);
    const above = parent === NONE ? ROOT_STATE : (states[parent] ?? ROOT_STATE);
    const style = styles[box];
    states[box] = document.isMain(box) && style ? stateOf(document, box, style, above) : above;
  }
  return states;
}

function stateOf(document: SnapshotDocument, box: number, style: BoxStyle, above: BoxState): BoxState {
  const name = document.nodeName(document.nodeOf(box));
  const definition = SVG_DEFINITIONS.has(name);
  // Lines on text are drawn through inline and block descendants, not through inline blocks and floats; near enough.
  const collapsed = style.display === 'table-cell' && document.bounds(box).width < LEAST_CELL_PX;
  // Chrome keeps boxes for groups of a drawing that are not displayed, as something may refer to what is in them.
  const undrawn = style.display === 'none';
  if (
    style.plain &&
    !definition &&
    !collapsed &&
    !undrawn &&
    style.lineThickness <= above.lineThickness &&
    !style.topLayer
  )
    return above;
  const base = style.topLayer ? ROOT_STATE : above;
  const bounds = document.bounds(box);
  let hidden =
    base.hidden ||
    style.effectHides ||
    (undrawn ? 'display:none' : definition ? 'svg definition' : collapsed ? 'visibility:collapse' : '');
  let doubt = base.doubt || style.effectDoubt;
  let clips = base.clips;
  for (const region of [clipPathRegion(style.clipPath, bounds), legacyClipRegion(style.clip, style.position, bounds)]) {
    if (region.kind === 'nothing') hidden ||= 'clip that leaves nothing';
    if (region.kind === 'doubt') doubt ||= 'clip-path';
    if ((region.kind === 'rect' || region.kind === 'doubt') && region.rect) clips = { rect: region.rect, next: clips };
  }
  const inSpace = base.inSpace || style.threeD;
  if (inSpace && style.raw('backface-visibility') === 'hidden') doubt ||= 'turned in space';
  return {
    opacity: base.opacity * style.opacity,
    hidden,
    doubt,
    clips,
    blurPx: Math.max(base.blurPx, style.blurPx),
    rotated: base.rotated || style.rotated,
    negativeZ: base.negativeZ || style.negativeZ,
    topLayer: base.topLayer || style.topLayer,
    coveringOutline: base.coveringOutline || style.coveringOutline,
    lineThickness: Math.max(base.lineThickness, style.lineThickness),
    inSpace,
  };
}
