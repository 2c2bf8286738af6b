import type { ClipBox } from './clip-chain.ts';
import { area, intersect, type Rect } from './geometry.ts';
import type { DocumentModel } from './model.ts';
import { FREE_SHARE, STEP_PX } from './overlays.ts';
import { selectorOf } from './selector.ts';
import { NONE } from './snapshot.ts';

/** Nearer to an edge of what scrolls it, a sticky box may stand there because it sticks; elsewhere it is in its place. */
const NEAR_EDGE_PX = 100;
const MAX_LIFTED = 50;

/**
 * Sticky boxes at a lower edge: they may have been lifted there from their place further down. What they cover in their
 * place they cover for ever, so that they have to be seen there.
 */
export function liftedBoxes(model: DocumentModel): string[] {
  const { document } = model;
  const selectors: string[] = [];
  for (let box = 0; box < document.boxCount && selectors.length < MAX_LIFTED; box++) {
    if (!document.isMain(box) || model.style(box)?.position !== 'sticky') continue;
    const { y, height } = document.bounds(box);
    const gap = edgesOf(model, box).lower - (y + height);
    const selector = gap >= -1 && gap < NEAR_EDGE_PX ? selectorOf(document, document.nodeOf(box)) : null;
    if (selector) selectors.push(selector);
  }
  return selectors;
}

/** Whether a sticky box may stand at the upper edge because it sticks there, with what scrolls passing beneath. */
export function mayStick(model: DocumentModel, sticky: number): boolean {
  return model.document.bounds(sticky).y - edgesOf(model, sticky).upper < NEAR_EDGE_PX;
}

/** Of the pane that scrolls a box, or of the screen; no lower one when there is nothing more below the screen. */
function edgesOf({ document, scrollers }: DocumentModel, box: number): { upper: number; lower: number } {
  const pane = scrollers[document.parent(box)] ?? NONE;
  if (pane !== NONE) {
    const { y, height } = document.bounds(pane);
    return { upper: y, lower: y + height };
  }
  const { content, viewport, scroll } = document;
  const hasMore = content.height > viewport.height;
  return { upper: scroll.y, lower: hasMore ? scroll.y + viewport.height : Number.POSITIVE_INFINITY };
}

/** Is there a position of the pane that both stand in at which a box that sticks there leaves the text free? */
export function scrollsFreeInPane(
  model: DocumentModel,
  text: { box: number; rect: Rect },
  cover: { box: number; rect: Rect },
): boolean {
  const sticky = model.stickies[cover.box] ?? NONE;
  const pane = sticky === NONE ? NONE : (model.scrollers[model.document.parent(sticky)] ?? NONE);
  const clip = pane === NONE ? null : clipOf(model, text.box, pane);
  if (!clip?.scroll) return false;
  const { rect: window, scroll } = clip;
  const up = Math.max(0, scroll.height - window.height - scroll.y);
  for (let by = -up; by <= scroll.y; by += STEP_PX) {
    const at = { ...text.rect, y: text.rect.y + by };
    const isInside = at.y >= window.y - 1 && at.y + at.height <= window.y + window.height + 1;
    if (isInside && area(intersect(at, cover.rect)) < FREE_SHARE * area(at)) return true;
  }
  return false;
}

function clipOf(model: DocumentModel, box: number, pane: number): ClipBox | null {
  for (let { chain } = model.confinements.around(box); chain; chain = chain.next) {
    if (chain.clip.box === pane) return chain.clip;
  }
  return null;
}
