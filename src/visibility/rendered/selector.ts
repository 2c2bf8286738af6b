import { NODE, type SnapshotDocument } from './snapshot.ts';

/** Raises a selector above those of the page, `!important` ones included; only inline `!important` still wins. */
const RAISED = ':not(#_a):not(#_a):not(#_a)';

/**
 * A selector for one element by its place among its siblings, or null inside shadow trees, which a sheet of the
 * document does not reach.
 */
export function selectorOf(document: SnapshotDocument, node: number): string | null {
  const steps: string[] = [];
  let at = node;
  while (at >= 0 && document.nodeType(at) === NODE.element) {
    if (document.shadowOf(at) !== null) return null;
    const parent = document.parentNode(at);
    if (parent < 0) return null;
    if (document.nodeType(parent) === NODE.document) {
      steps.unshift(':root');
      return steps.join('>') + RAISED;
    }
    if (isPseudo(document, at)) return null;
    steps.unshift(`:nth-child(${position(document, parent, at)})`);
    at = parent;
  }
  return null;
}

function position(document: SnapshotDocument, parent: number, node: number): number {
  let count = 0;
  for (let sibling = parent + 1; sibling <= node; sibling = (document.lastNode[sibling] ?? sibling) + 1) {
    if (document.nodeType(sibling) === NODE.element && !isPseudo(document, sibling)) count++;
  }
  return count;
}

function isPseudo(document: SnapshotDocument, node: number): boolean {
  return document.nodeName(node).startsWith('::');
}

export const raised = (selector: string): string => selector + RAISED;
