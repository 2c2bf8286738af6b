import { area } from '../../visibility/rendered/geometry.ts';
import type { DocumentModel } from '../../visibility/rendered/model.ts';
import { selectorOf } from '../../visibility/rendered/selector.ts';
import { NONE } from '../../visibility/rendered/snapshot.ts';
import type { SeenLook } from '../see/see-page.ts';

export interface OpenedPane {
  readonly css: string;
  /** Seen texts in other panes, which paper shows only as far as they stand in view. */
  readonly textsLeft: number;
}

/** Share of the screen from which a pane is what the page is made of. */
const MAIN_SHARE = 0.4;
const OPEN = '{overflow:visible!important;height:auto!important;max-height:none!important}';

/**
 * Paper does not scroll. Where the page itself does not either, but a pane that takes most of the screen, the pane and
 * what it stands in grow with what is in it.
 */
export function openPane({ classified }: SeenLook['seen']): OpenedPane {
  const model = classified.models[0]?.[0];
  const waiting = classified.verdicts.filter(({ label, pane }) => label === 'visible' && pane !== NONE);
  if (!model || waiting.length === 0) return { css: '', textsLeft: waiting.length };
  const counts = new Map<number, number>();
  for (const { session, document, pane } of waiting) {
    if (session === 0 && document === 0) counts.set(pane, (counts.get(pane) ?? 0) + 1);
  }
  const [main] = [...counts].filter(([box]) => isMain(model, box)).sort((one, other) => other[1] - one[1]);
  if (!main) return { css: '', textsLeft: waiting.length };
  return { css: opening(model, main[0]), textsLeft: waiting.length - main[1] };
}

function isMain({ document }: DocumentModel, box: number): boolean {
  const { width, height } = document.viewport;
  const scrollsItself = document.content.height > height + 1;
  return !scrollsItself && area(document.bounds(box)) >= MAIN_SHARE * width * height;
}

function opening({ document }: DocumentModel, pane: number): string {
  const selectors: string[] = [];
  for (let box = pane; box !== NONE; box = document.parent(box)) {
    const selector = selectorOf(document, document.nodeOf(box));
    if (selector !== null) selectors.push(selector);
  }
  return selectors.length === 0 ? '' : selectors.join(',') + OPEN;
}
