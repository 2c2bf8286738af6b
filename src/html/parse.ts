import { html, parseFragment, parse as parseHtml, type Token, type TreeAdapter, type TreeAdapterTypeMap } from 'parse5';
import type { HtmlComment, HtmlElement, HtmlNode, HtmlParent, HtmlRoot, HtmlText } from './tree.ts';

/**
 * HTML to tree by the rules of the HTML Standard (parse5), with one rule of the browsers on top: elements nested
 * deeper than 512 become siblings at that depth, as in Chrome (Blink's `kMaximumHTMLParserDOMTreeDepth`). That keeps
 * what a person would see, and bounds every recursion below.
 */
export const MAX_DEPTH = 512;

export interface ParseOptions {
  /** True parses `<noscript>` as a browser with scripts does: its content is text that nobody sees. */
  readonly scripting?: boolean;
}

export function parseDocument(source: string, options: ParseOptions = {}): HtmlRoot {
  const root = parseHtml<Types>(source, { treeAdapter: adapter, scriptingEnabled: options.scripting ?? false });
  levelOut(root);
  return root;
}

/** A piece of markup, as it would be parsed inside `body`. */
export function parseMarkup(source: string): HtmlRoot {
  const root = parseFragment<Types>(source, { treeAdapter: adapter, scriptingEnabled: false });
  levelOut(root);
  return root;
}

type Types = TreeAdapterTypeMap<
  HtmlNode,
  HtmlParent,
  HtmlNode,
  HtmlRoot,
  HtmlRoot,
  HtmlElement,
  HtmlComment,
  HtmlText,
  HtmlElement,
  HtmlComment
>;

/** Sets every depth and lifts what lies too deep. Iterative: the tree may be 100,000 levels deep at this point. */
function levelOut(root: HtmlRoot): void {
  const pending: HtmlParent[] = [root];
  for (let parent = pending.pop(); parent; parent = pending.pop()) {
    if (parent.depth >= MAX_DEPTH - 1) flatten(parent);
    for (const child of parent.children) {
      child.depth = parent.depth + 1;
      if (child.type !== 'element') continue;
      if (child.children.length > 0) pending.push(child);
      if (!child.content) continue;
      // Contents count as levels too, and what lies too deep in them is dropped: it is inert anyway.
      child.content.depth = child.depth;
      if (child.depth >= MAX_DEPTH - 1) child.content.children = [];
      else pending.push(child.content);
    }
  }
}

/** Makes all descendants of `parent` its children, in document order. */
function flatten(parent: HtmlParent): void {
  const flat: HtmlNode[] = [];
  const pending = [...parent.children].reverse();
  for (let node = pending.pop(); node; node = pending.pop()) {
    node.parent = parent;
    flat.push(node);
    if (node.type !== 'element') continue;
    for (let i = node.children.length - 1; i >= 0; i--) {
      const child = node.children[i];
      if (child) pending.push(child);
    }
    node.children = [];
  }
  parent.children = flat;
}

function createRoot(): HtmlRoot {
  return { type: 'root', children: [], parent: null, depth: 0, quirks: false };
}

function place(parent: HtmlParent, node: HtmlNode, index: number): void {
  parent.children.splice(index, 0, node);
  node.parent = parent;
}

/** Index of `node`, looked up from the end: parse5 almost always asks for the last child. */
function indexIn(parent: HtmlParent, node: HtmlNode): number {
  return parent.children.lastIndexOf(node);
}

function namespaceOf(uri: html.NS): HtmlElement['namespace'] {
  return uri === html.NS.SVG ? 'svg' : uri === html.NS.MATHML ? 'math' : 'html';
}

const NAMESPACE_URI = { html: html.NS.HTML, svg: html.NS.SVG, math: html.NS.MATHML } as const;

const adapter: TreeAdapter<Types> = {
  createDocument: createRoot,
  createDocumentFragment: createRoot,
  createElement: (tag, namespace, attributes) => {
    const map = new Map<string, string>();
    for (const { name, value } of attributes) if (!map.has(name)) map.set(name, value);
    return {
      type: 'element',
      tag,
      namespace: namespaceOf(namespace),
      attributes: map,
      children: [],
      parent: null,
      depth: 0,
      content: null,
    };
  },
  createCommentNode: (text) => ({ type: 'comment', text, parent: null, depth: 0 }),
  createTextNode: (text) => ({ type: 'text', text, parent: null, depth: 0 }),
  appendChild: (parent, node) => {
    parent.children.push(node);
    node.parent = parent;
  },
  insertBefore: (parent, node, reference) => place(parent, node, indexIn(parent, reference)),
  setTemplateContent: (template, content) => {
    template.content = content;
  },
  getTemplateContent: (template) => template.content ?? createRoot(),
  setDocumentType: () => {},
  setDocumentMode: (root, mode) => {
    root.quirks = mode === html.DOCUMENT_MODE.QUIRKS;
  },
  getDocumentMode: (root) => (root.quirks ? html.DOCUMENT_MODE.QUIRKS : html.DOCUMENT_MODE.NO_QUIRKS),
  detachNode: (node) => {
    const parent = node.parent;
    if (!parent) return;
    const index = indexIn(parent, node);
    if (index >= 0) parent.children.splice(index, 1);
    node.parent = null;
  },
  insertText: (parent, text) => {
    const last = parent.children.at(-1);
    if (last?.type === 'text') last.text += text;
    else adapter.appendChild(parent, adapter.createTextNode(text));
  },
  insertTextBefore: (parent, text, reference) => {
    const index = indexIn(parent, reference);
    const previous = parent.children[index - 1];
    if (previous?.type === 'text') previous.text += text;
    else place(parent, adapter.createTextNode(text), index);
  },
  adoptAttributes: (element, attributes) => {
    for (const { name, value } of attributes) if (!element.attributes.has(name)) element.attributes.set(name, value);
  },
  getFirstChild: (parent) => parent.children[0] ?? null,
  getChildNodes: (parent) => parent.children,
  getParentNode: (node) => node.parent,
  getAttrList: (element): Token.Attribute[] => [...element.attributes].map(([name, value]) => ({ name, value })),
  getTagName: (element) => element.tag,
  getNamespaceURI: (element) => NAMESPACE_URI[element.namespace],
  getTextNodeContent: (node) => node.text,
  getCommentNodeContent: (node) => node.text,
  getDocumentTypeNodeName: () => '',
  getDocumentTypeNodePublicId: () => '',
  getDocumentTypeNodeSystemId: () => '',
  isTextNode: (node): node is HtmlText => node.type === 'text',
  isCommentNode: (node): node is HtmlComment => node.type === 'comment',
  // A doctype leaves no node behind (see setDocumentType).
  isDocumentTypeNode: (_node): _node is HtmlComment => false,
  isElementNode: (node): node is HtmlElement => node.type === 'element',
  getNodeSourceCodeLocation: () => undefined,
  setNodeSourceCodeLocation: () => {},
  updateNodeSourceCodeLocation: () => {},
};
