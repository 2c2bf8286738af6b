/**
 * The document tree that visibility and extraction work on: plain objects with parent links, no DOM emulation.
 * Depth is bounded while parsing (see parse.ts), so walkers may recurse.
 */
export type HtmlNode = HtmlElement | HtmlText | HtmlComment;
export type HtmlParent = HtmlElement | HtmlRoot;

/** A document, or the content of a template. */
export interface HtmlRoot {
  readonly type: 'root';
  children: HtmlNode[];
  parent: null;
  depth: number;
  /** True for documents without a standards-mode doctype (they differ in a few CSS rules). */
  quirks: boolean;
}

export interface HtmlElement {
  readonly type: 'element';
  /** Local name; lower case for HTML, as written by the specification for SVG and MathML. */
  readonly tag: string;
  readonly namespace: 'html' | 'svg' | 'math';
  /** Attribute values by lower-case name; the first of duplicates wins, as in HTML. */
  readonly attributes: Map<string, string>;
  children: HtmlNode[];
  parent: HtmlParent | null;
  depth: number;
  /** Content of a template element: inert, never shown. */
  content: HtmlRoot | null;
}

export interface HtmlText {
  readonly type: 'text';
  text: string;
  parent: HtmlParent | null;
  depth: number;
}

export interface HtmlComment {
  readonly type: 'comment';
  text: string;
  parent: HtmlParent | null;
  depth: number;
}

export function createElement(
  tag: string,
  attributes: Record<string, string> = {},
  children: HtmlNode[] = [],
): HtmlElement {
  const element: HtmlElement = {
    type: 'element',
    tag,
    namespace: 'html',
    attributes: new Map(Object.entries(attributes)),
    children: [],
    parent: null,
    depth: 0,
    content: null,
  };
  for (const child of children) append(element, child);
  return element;
}

export function createText(text: string): HtmlText {
  return { type: 'text', text, parent: null, depth: 0 };
}

export function append(parent: HtmlParent, node: HtmlNode): void {
  detach(node);
  parent.children.push(node);
  node.parent = parent;
}

/** Takes the node out of its parent; a node without one is left as it is. */
export function detach(node: HtmlNode): void {
  const parent = node.parent;
  if (!parent) return;
  const index = parent.children.indexOf(node);
  if (index >= 0) parent.children.splice(index, 1);
  node.parent = null;
}

export function replaceWith(node: HtmlNode, ...replacements: HtmlNode[]): void {
  const parent = node.parent;
  if (!parent) return;
  for (const replacement of replacements) detach(replacement);
  parent.children.splice(parent.children.indexOf(node), 1, ...replacements);
  for (const replacement of replacements) replacement.parent = parent;
  node.parent = null;
}

export function isElement(node: HtmlNode | HtmlRoot | null | undefined, ...tags: string[]): node is HtmlElement {
  return node?.type === 'element' && (tags.length === 0 || tags.includes(node.tag));
}

/**
 * Every element below `parent`, in document order, template contents left out. A stack instead of nested generators:
 * those pass each element up through every level, which made 50,000 nested elements cost ten seconds.
 */
export function* elements(parent: HtmlParent): Generator<HtmlElement> {
  const open = [{ parent, next: 0 }];
  for (let top = open.at(-1); top; top = open.at(-1)) {
    const child = top.parent.children[top.next++];
    if (!child) open.pop();
    else if (child.type === 'element') {
      yield child;
      open.push({ parent: child, next: 0 });
    }
  }
}

/** Visits every node below `parent` in document order; return false to leave out an element's children. */
export function walk(parent: HtmlParent, visit: (node: HtmlNode) => boolean | undefined): void {
  for (const child of [...parent.children]) {
    if (visit(child) !== false && child.type === 'element') walk(child, visit);
  }
}

export function* ancestors(node: HtmlNode): Generator<HtmlElement> {
  for (let parent = node.parent; parent?.type === 'element'; parent = parent.parent) yield parent;
}

/** All text below the node, comments and template contents left out, white space as written. */
export function textContent(node: HtmlNode | HtmlRoot): string {
  if (node.type === 'text') return node.text;
  if (node.type === 'comment') return '';
  if (node.children.length === 1 && node.children[0]) return textContent(node.children[0]);
  let text = '';
  for (const child of node.children) text += textContent(child);
  return text;
}

/** A deep copy without a parent. */
export function cloneNode<T extends HtmlNode>(node: T): T {
  if (node.type !== 'element') return { ...node, parent: null };
  const copy: HtmlElement = { ...node, attributes: new Map(node.attributes), parent: null, children: [] };
  for (const child of node.children) {
    const childCopy = cloneNode(child);
    childCopy.parent = copy;
    copy.children.push(childCopy);
  }
  return copy as T; // seam: an element's copy is an element
}
