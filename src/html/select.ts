import { compile, is, type Options, selectAll } from 'css-select';
import type { HtmlElement, HtmlNode, HtmlParent, HtmlRoot } from './tree.ts';
import { textContent } from './tree.ts';

/** CSS selectors over our tree. Throws a SyntaxError for a selector that cannot be parsed. */
export function select(root: HtmlParent, selector: string): HtmlElement[] {
  return selectAll<Node, HtmlElement>(compileSelector(selector), root.children, { adapter });
}

export function matches(element: HtmlElement, selector: string): boolean {
  return is<Node, HtmlElement>(element, compileSelector(selector), { adapter });
}

type Node = HtmlNode | HtmlRoot;
type Query = (element: HtmlElement) => boolean;

const MAX_SELECTOR_LENGTH = 1000;

function compileSelector(selector: string): Query {
  if (selector.length > MAX_SELECTOR_LENGTH)
    throw new SyntaxError(`selector longer than ${MAX_SELECTOR_LENGTH} characters`);
  try {
    return compile<Node, HtmlElement>(selector, { adapter });
  } catch (cause) {
    throw new SyntaxError('not a CSS selector that can be used here', { cause });
  }
}

const adapter: NonNullable<Options<Node, HtmlElement>['adapter']> = {
  isTag: (node): node is HtmlElement => node.type === 'element',
  getAttributeValue: (element, name) => element.attributes.get(name),
  getChildren: (node) => ('children' in node ? node.children : []),
  getName: (element) => element.tag,
  getParent: (element) => (element.parent?.type === 'element' ? element.parent : null),
  getSiblings: (node) => node.parent?.children ?? [node],
  getText: textContent,
  hasAttrib: (element, name) => element.attributes.has(name),
  removeSubsets: (nodes) => nodes.filter((node) => !nodes.some((other) => other !== node && contains(other, node))),
  equals: (a, b) => a === b,
};

function contains(outer: Node, inner: Node): boolean {
  for (let node: Node | null = inner.parent; node; node = node.parent) if (node === outer) return true;
  return false;
}
