import type { HiddenReason } from '../sight.ts';
import type { Classified } from './classified.ts';
import type { DocumentModel } from './model.ts';
import { selectorOf } from './selector.ts';
import { NODE, NONE, type SnapshotDocument } from './snapshot.ts';
import type { TextVerdict } from './verdict.ts';

/** An element that a control opens. */
export interface CollapsedNode {
  readonly model: DocumentModel;
  readonly node: number;
}

const DISPLAYS: Readonly<Record<string, string>> = {
  TR: 'table-row',
  TD: 'table-cell',
  TH: 'table-cell',
  TBODY: 'table-row-group',
  LI: 'list-item',
  SPAN: 'inline',
};

const OPEN =
  'visibility:visible!important;content-visibility:visible!important;opacity:1!important;height:auto!important;' +
  'max-height:none!important;overflow:visible!important;clip-path:none!important';

/** Rules that open an element as its control would, as far as style can; empty where no sheet reaches it. */
export function openRule(document: SnapshotDocument, node: number): string {
  const selector = selectorOf(document, node);
  if (!selector) return '';
  const name = document.nodeName(node);
  if (name === 'DETAILS') {
    return `${selector}::details-content{content-visibility:visible!important;height:auto!important;display:block!important}`;
  }
  const display = document.boxOf(node) === NONE ? `display:${DISPLAYS[name] ?? 'block'}!important;` : '';
  return `${selector}{${display}${OPEN}}`;
}

/** What was found out about collapsed text by looking at the page with everything open. */
export class OpenedVerdicts {
  readonly #byNode = new Map<string, TextVerdict[]>();
  readonly #known = new Set<string>();

  /** `verdicts` of the opened page; `classified` is the same page opened. */
  constructor(classified: Classified, verdicts: readonly TextVerdict[]) {
    for (const [session, models] of classified.models.entries()) {
      for (const { document } of models) {
        for (let node = 0; node < document.nodeCount; node++) {
          if (document.nodeType(node) === NODE.text) this.#known.add(`${session} ${document.backendNodeId(node)}`);
        }
      }
    }
    for (const verdict of verdicts) {
      const document = classified.models[verdict.session]?.[verdict.document]?.document;
      if (!document) continue;
      const key = `${verdict.session} ${document.backendNodeId(verdict.node)}`;
      const known = this.#byNode.get(key);
      if (known) known.push(verdict);
      else this.#byNode.set(key, [verdict]);
    }
  }

  /** Why a collapsed text stays out of sight when it is opened; `unproven`, or null for text that is seen then. */
  fateOf(session: number, backendNodeId: number): HiddenReason | 'unproven' | null {
    const key = `${session} ${backendNodeId}`;
    const verdicts = this.#byNode.get(key);
    if (!verdicts) return this.#known.has(key) ? { type: 'hidden_css', reason: 'display:none' } : 'unproven';
    if (verdicts.every(({ label }) => label === 'visible')) return null;
    const hidden = verdicts.find(({ label }) => label === 'hidden');
    return hidden ? { type: 'hidden_css', reason: hidden.reason } : 'unproven';
  }
}
