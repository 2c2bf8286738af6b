import type { Classified } from '../../visibility/rendered/classified.ts';
import type { DocumentModel } from '../../visibility/rendered/model.ts';
import { selectorOf } from '../../visibility/rendered/selector.ts';
import { NODE } from '../../visibility/rendered/snapshot.ts';
import type { TextVerdict } from '../../visibility/rendered/verdict.ts';
import type { FrameRules } from '../see/frame-sheets.ts';

/**
 * Keeps text that nobody sees out of what is printed: on paper it would lie there for every program that reads the
 * file, clear glyphs included. Nothing moves. The ground that such a text may stand on goes with it; what is seen
 * inside of its element stays. What no style sheet reaches is printed, and found when the file is read.
 */
export function unseenAway({ models, verdicts }: Classified, rules: FrameRules): void {
  for (const [session, documents] of models.entries()) {
    for (const [index, model] of documents.entries()) {
      const own = verdicts.filter((each) => each.session === session && each.document === index);
      const shown = new Set(own.filter(({ label }) => label === 'visible').map((each) => inkNode(model, each)));
      const unseen = new Set(own.filter(({ label }) => label !== 'visible').map((each) => inkNode(model, each)));
      const gone = new Set([...unseen].filter((node) => !shown.has(node)));
      if (gone.size === 0) continue;
      const kept = [...gone].flatMap((node) => keptIn(model, node, gone));
      rules.add(model.document, visibility('hidden', selectorsOf(model, gone)));
      rules.add(model.document, visibility('visible', selectorsOf(model, kept)));
    }
  }
}

/** The element, or the generated part of one, whose style gives a text its ink. */
function inkNode({ document }: DocumentModel, { styleBox, node, kind }: TextVerdict): number {
  return kind === 'text' && styleBox >= 0 ? document.nodeOf(styleBox) : node;
}

/** Children that would go with their parent, though they were to be seen. */
function keptIn(model: DocumentModel, node: number, gone: ReadonlySet<number>): number[] {
  const { document } = model;
  const kept: number[] = [];
  const last = document.lastNode[node] ?? node;
  for (let child = node + 1; child <= last; child = (document.lastNode[child] ?? child) + 1) {
    if (document.nodeType(child) !== NODE.element || gone.has(child)) continue;
    if (model.style(document.boxOf(child))?.visible !== false) kept.push(child);
  }
  return kept;
}

function selectorsOf({ document }: DocumentModel, nodes: Iterable<number>): string[] {
  const selectors: string[] = [];
  for (const node of nodes) {
    const pseudo = document.pseudoOf(node);
    const selector = selectorOf(document, pseudo === null ? node : document.parentNode(node));
    if (selector !== null) selectors.push(pseudo === null ? selector : `${selector}::${pseudo}`);
  }
  return selectors;
}

/** One rule for each: a selector that Chrome does not know would take its whole list with it. */
function visibility(value: string, selectors: readonly string[]): string {
  return selectors.map((selector) => `${selector}{visibility:${value}!important}`).join('');
}
