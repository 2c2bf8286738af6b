import type { HtmlElement, HtmlNode, HtmlParent } from '../../html/tree.ts';

/**
 * Questions about a subtree that stop as soon as they are answered. The writer asks them at every level of nesting,
 * so that reading a whole subtree each time would make deep pages quadratic.
 */
export function hasText(node: HtmlNode): boolean {
  if (node.type === 'text') return /\S/u.test(node.text);
  if (node.type === 'comment') return false;
  for (const child of node.children) if (hasText(child)) return true;
  return false;
}

/** At least the first `limit` characters of the text below the node, as written. */
export function textUpTo(node: HtmlNode, limit: number): string {
  let text = '';
  const visit = (inner: HtmlNode): void => {
    if (text.length > limit) return;
    if (inner.type === 'text') text += inner.text.length > limit ? inner.text.slice(0, limit + 1) : inner.text;
    else if (inner.type === 'element') for (const child of inner.children) visit(child);
  };
  visit(node);
  return text;
}

/** The first element below `parent` that passes the test, in document order. */
export function findBelow(parent: HtmlParent, test: (element: HtmlElement) => boolean): HtmlElement | null {
  for (const child of parent.children) {
    if (child.type !== 'element') continue;
    if (test(child)) return child;
    const found = findBelow(child, test);
    if (found) return found;
  }
  return null;
}

/** Elements below `parent` that pass the test, in document order, at most `limit`. */
export function allBelow(parent: HtmlParent, limit: number, test: (element: HtmlElement) => boolean): HtmlElement[] {
  const found: HtmlElement[] = [];
  const visit = (inner: HtmlParent): void => {
    for (const child of inner.children) {
      if (found.length >= limit) return;
      if (child.type !== 'element') continue;
      if (test(child)) found.push(child);
      visit(child);
    }
  };
  visit(parent);
  return found;
}

const positions = new WeakMap<HtmlParent, Map<HtmlNode, number>>();

/** Index of a node among its siblings, in constant time for many questions about one parent. */
export function indexOfChild(node: HtmlNode): number {
  const parent = node.parent;
  if (!parent) return -1;
  const known = positions.get(parent)?.get(node);
  if (known !== undefined && parent.children[known] === node) return known;
  positions.set(parent, new Map(parent.children.map((child, index) => [child, index])));
  return positions.get(parent)?.get(node) ?? -1;
}
