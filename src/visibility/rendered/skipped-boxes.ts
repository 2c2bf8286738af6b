import type { DocumentModel } from './model.ts';
import { selectorOf } from './selector.ts';

/** Elements whose content is set in columns: captures give texts in them the place that they have within their column. */
export function columnBoxes({ document, styles }: DocumentModel): string[] {
  const selectors: string[] = [];
  for (let box = 0; box < document.boxCount; box++) {
    const style = styles[box];
    if (!style || !document.isMain(box)) continue;
    if (style.raw('column-count') === 'auto' && style.raw('column-width') === 'auto') continue;
    const selector = selectorOf(document, document.nodeOf(box));
    if (selector) selectors.push(selector);
  }
  return selectors;
}

/** Elements that Chrome has not laid out because they are far from the screen (`content-visibility: auto`). */
export function skippedBoxes(model: DocumentModel): string[] {
  const { document, styles } = model;
  const withContent = new Set<number>();
  for (let box = 0; box < document.boxCount; box++) withContent.add(document.parent(box));
  const selectors: string[] = [];
  for (let box = 0; box < document.boxCount; box++) {
    if (!styles[box]?.skipsOffscreen || !document.isMain(box) || withContent.has(box)) continue;
    const selector = selectorOf(document, document.nodeOf(box));
    if (selector) selectors.push(selector);
  }
  return selectors;
}
