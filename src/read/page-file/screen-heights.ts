import type { DocumentModel } from '../../visibility/rendered/model.ts';
import { selectorOf } from '../../visibility/rendered/selector.ts';

/** Lengths that are parts of the screen's height. */
const SCREEN_UNIT = /\d(?:[sld]?vh|[sld]?vb|vmin|vmax)\b/u;
/** In hundredths of the screen's height; what is lower or higher does not change the look of a sheet. */
const LEAST = 15;
const MOST = 150;
const EPSILON = 0.06;
const MAX_RULES = 300;

/** Whether a page sizes anything by the height of the screen, in its sheets or in its elements; null sheets may. */
export function usesScreenHeight({ document }: DocumentModel, sheets: readonly (string | null)[]): boolean {
  if (sheets.some((sheet) => sheet === null || SCREEN_UNIT.test(sheet))) return true;
  for (let node = 0; node < document.nodeCount; node++) {
    if (SCREEN_UNIT.test(document.attribute(node, 'style') ?? '')) return true;
  }
  return false;
}

/**
 * On paper such lengths are parts of the sheet, which is more than twice as high. Boxes whose height is a round part of
 * the screen's keep it; for a box that is so high by its content this changes nothing.
 */
export function screenHeights({ document, styles }: DocumentModel): string {
  const rules: string[] = [];
  const unit = document.viewport.height / 100;
  for (let box = 0; box < document.boxCount && rules.length < MAX_RULES; box++) {
    if (!document.isMain(box) || box === document.htmlBox) continue;
    const { height } = document.bounds(box);
    const part = height / unit;
    if (part < LEAST || part > MOST || Math.abs(part - Math.round(part)) > EPSILON) continue;
    if (/^(?:inline|table-|contents)/u.test(styles[box]?.display ?? '')) continue;
    const selector = selectorOf(document, document.nodeOf(box));
    if (selector !== null)
      rules.push(`${selector}{box-sizing:border-box!important;height:${height}px!important;min-height:0!important}`);
  }
  return rules.join('');
}
