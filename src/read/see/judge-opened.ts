import type { Classified } from '../../visibility/rendered/classified.ts';
import { classify } from '../../visibility/rendered/classify.ts';
import { OpenedVerdicts, openRule } from '../../visibility/rendered/opened.ts';
import type { PseudoStyles } from '../../visibility/rendered/proof-sheets.ts';
import { collapsedNodes } from '../../visibility/rendered/rendered-sight.ts';
import { NONE, type SnapshotDocument } from '../../visibility/rendered/snapshot.ts';
import { capturePage } from './capture-page.ts';
import { FrameRules, setSheets } from './frame-sheets.ts';
import { proveByPixels } from './prove-by-pixels.ts';
import type { StandingPage } from './standing-page.ts';

export interface OpenedInput {
  readonly held: StandingPage;
  readonly classified: Classified;
  readonly layout: FrameRules;
  /** The text of the page's style sheets. */
  readonly sheets: readonly (string | null)[];
  readonly pseudos: PseudoStyles;
  /** Collapsed content will be shown; without, only code in tabs will. */
  readonly expand: boolean;
}

const MAX_OPENED = 500;

/**
 * Judges what controls would open as if they had: with sheets of ours that open all of it at once. Null when nothing
 * of it will be shown. To be called in the hold.
 */
export async function judgeOpened(input: OpenedInput): Promise<OpenedVerdicts | null> {
  const { held, classified, layout, sheets, pseudos, expand } = input;
  if (!expand && !hasHiddenCode(classified)) return null;
  const nodes = collapsedNodes(classified).slice(0, MAX_OPENED);
  if (nodes.length === 0) return null;
  const open = new FrameRules();
  for (const { model, node } of nodes) {
    for (const each of withInnerDetails(model.document, node)) open.add(model.document, openRule(model.document, each));
  }
  await setSheets(held, '', layout, open);
  const captured = await capturePage(held, sheets);
  const opened = classify(captured.sessions);
  const inside = new Set(
    nodes.flatMap(({ model, node }) => {
      const { document } = model;
      const ids: number[] = [];
      for (let at = node; at <= (document.lastNode[node] ?? node); at++) ids.push(document.backendNodeId(at));
      return ids;
    }),
  );
  const verdicts = opened.verdicts.filter(({ session, document, node }) => {
    const found = opened.models[session]?.[document]?.document;
    return found !== undefined && inside.has(found.backendNodeId(node));
  });
  const rules = new FrameRules();
  for (const model of opened.models.flat()) {
    rules.add(model.document, layout.of(model.document.string(model.document.raw.frameId)));
    rules.add(model.document, open.of(model.document.string(model.document.raw.frameId)));
  }
  await proveByPixels({ held, classified: { models: opened.models, verdicts }, layout: rules, pseudos });
  await setSheets(held, '', layout);
  return new OpenedVerdicts(opened, verdicts);
}

/** Sections inside a section are opened with it. */
function withInnerDetails(document: SnapshotDocument, node: number): number[] {
  const found = [node];
  for (let inner = node + 1; inner <= (document.lastNode[node] ?? node); inner++) {
    if (document.nodeName(inner) === 'DETAILS') found.push(inner);
  }
  return found;
}

function hasHiddenCode({ models }: Classified): boolean {
  return models.flat().some(({ document }) => {
    for (let node = 0; node < document.nodeCount; node++) {
      const name = document.nodeName(node);
      if ((name === 'PRE' || name === 'CODE') && document.boxOf(node) === NONE) return true;
    }
    return false;
  });
}
