import type { HtmlElement, HtmlNode } from '../../html/tree.ts';
import type { Classified } from './classified.ts';
import type { DocumentModel } from './model.ts';
import type { RenderedTree } from './tree-from-snapshot.ts';

/** A wall before a page says little. One that says more than this, and more than the page, is the page itself. */
const FEW_CHARACTERS = 600;
const MOST_OF_PAGE = 0.7;

/**
 * Overlays hold little text and have a control to get rid of them. Where a large "overlay" stands before a little
 * text, that text is what is hidden: changes its verdicts.
 */
export function settleOverlays({ models, verdicts }: Classified): void {
  for (const [session, documents] of models.entries()) {
    for (const [document, model] of documents.entries()) {
      const own = verdicts.filter((each) => each.session === session && each.document === document);
      const behind = own.filter(({ flags, label }) => flags.includes('behind-overlay') && label !== 'hidden');
      if (behind.length === 0) continue;
      const before = own.filter(({ box, label }) => label !== 'hidden' && isInOverlay(model, box));
      const amount = (list: typeof own) => list.reduce((sum, { text }) => sum + text.trim().length, 0);
      if (amount(before) <= Math.max(FEW_CHARACTERS, MOST_OF_PAGE * amount(behind))) continue;
      for (const verdict of behind) {
        verdict.label = 'hidden';
        verdict.reason = 'covered by a fixed box';
      }
    }
  }
}

function isInOverlay(model: DocumentModel, box: number): boolean {
  return box >= 0 && model.overlays.some((overlay) => overlay.hasControl && model.document.contains(overlay.box, box));
}

/** The elements of overlays that stand before text which is kept. */
export function overlayNodes({ models, verdicts }: Classified, tree: RenderedTree): HtmlNode[] {
  const found = new Set<HtmlElement>();
  if (models.every((documents) => documents.every(({ overlays }) => overlays.length === 0))) return [];
  for (const { session, document, flags, label, covers } of verdicts) {
    if (label !== 'visible' || !flags.includes('behind-overlay')) continue;
    const model = models[session]?.[document];
    if (!model) continue;
    for (const overlay of model.overlays) {
      const covering = covers.length === 0 || covers.some((box) => model.document.contains(overlay.box, box));
      const element = tree.elements.get(model)?.[model.document.nodeOf(overlay.box)];
      if (overlay.hasControl && covering && element && element.tag !== 'body' && element.tag !== 'html')
        found.add(element);
    }
  }
  return [...found].filter((element) => ![...found].some((other) => other !== element && isInside(element, other)));
}

function isInside(element: HtmlElement, outer: HtmlElement): boolean {
  for (let up = element.parent; up; up = up.parent) if (up === outer) return true;
  return false;
}
