import { select } from '../../html/select.ts';
import type { Classified } from '../../visibility/rendered/classified.ts';
import { area, type Rect } from '../../visibility/rendered/geometry.ts';
import type { DocumentModel } from '../../visibility/rendered/model.ts';
import { onPage } from '../../visibility/rendered/page-position.ts';
import { NONE } from '../../visibility/rendered/snapshot.ts';
import { treeFromSnapshot } from '../../visibility/rendered/tree-from-snapshot.ts';

/** A rectangle of a document in pixels of the whole page; null where a frame would have to be scrolled to show it. */
export type Place = (model: DocumentModel, rect: Rect) => Rect | null;

export function placesOf(classified: Classified): Place {
  const owners = new Map(classified.models.flat().map((model) => [model.document, model]));
  const ownerOf = ({ document: { owner } }: DocumentModel) => (owner ? (owners.get(owner.document) ?? null) : null);
  return (model, rect) => onPage(model, rect, ownerOf);
}

/**
 * Where the first shown element is that matches, and how many are shown; the selector means what it means to read_page.
 * Throws a SyntaxError for one that cannot be parsed.
 */
export function placeOfSelector(classified: Classified, selector: string): { rect: Rect | null; shown: number } {
  const tree = treeFromSnapshot(classified);
  const matched = new Set(select(tree.root, selector));
  const place = placesOf(classified);
  const rects: Rect[] = [];
  for (const [model, made] of tree.elements) {
    for (const [node, element] of made.entries()) {
      if (!element || !matched.delete(element)) continue;
      const box = model.document.boxOf(node);
      const rect = box === NONE ? null : place(model, model.document.bounds(box));
      if (rect && area(rect) > 0) rects.push(rect);
    }
  }
  return { rect: rects[0] ?? null, shown: rects.length };
}
