import { contentRect, frameScale } from './frame-facts.ts';
import { moved, type Rect, scaled, share } from './geometry.ts';
import type { DocumentModel } from './model.ts';

/** A rectangle of a document in pixels of the whole page; null when the frame has to be scrolled to show it. */
export function onPage(
  model: DocumentModel,
  rect: Rect,
  ownerOf: (model: DocumentModel) => DocumentModel | null,
): Rect | null {
  let at = rect;
  let here = model;
  for (let outer = ownerOf(here); outer; outer = ownerOf(here)) {
    const { owner, scroll } = here.document;
    if (!owner) return at;
    const box = outer.document.boxOf(owner.node);
    const content = contentRect(outer, box);
    const { x, y } = frameScale(outer, box);
    at = moved(scaled(moved(at, -scroll.x, -scroll.y), x, y), content.x, content.y);
    if (share(content, at) < 0.5) return null;
    here = outer;
  }
  return at;
}
