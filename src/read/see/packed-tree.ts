import type { HtmlElement, HtmlNode, HtmlRoot } from '../../html/tree.ts';

/** A tree in lists, node by node in document order: a third of the bytes and of the time of one with its links. */
export interface PackedTree {
  readonly quirks: boolean;
  /** Of each node: what it is (see below), how many children it has, and how deep it stands. */
  readonly kinds: Uint8Array;
  readonly children: Uint32Array;
  readonly depths: Uint32Array;
  /** Of each node: its text or tag; of elements the number of attributes comes after it, and then these, two by two. */
  readonly words: Uint32Array;
  /** What `words` counts into. */
  readonly strings: readonly string[];
}

const ROOT = 0;
const TEXT = 1;
const COMMENT = 2;
const HTML = 3;
const SVG = 4;
const MATH = 5;
/** An HTML element with inert content, which is packed as its last child. */
const TEMPLATE = 6;

export interface Packing {
  readonly packed: PackedTree;
  /** The nodes by their numbers in the lists. */
  readonly numbers: ReadonlyMap<HtmlNode | HtmlRoot, number>;
}

export function packTree(root: HtmlRoot): Packing {
  const kinds: number[] = [];
  const children: number[] = [];
  const depths: number[] = [];
  const words: number[] = [];
  const strings: string[] = [];
  const known = new Map<string, number>();
  const numbers = new Map<HtmlNode | HtmlRoot, number>();
  const word = (text: string) => {
    let index = known.get(text);
    if (index === undefined) {
      index = strings.push(text) - 1;
      known.set(text, index);
    }
    words.push(index);
  };
  const stack: Array<HtmlNode | HtmlRoot> = [root];
  for (let node = stack.pop(); node; node = stack.pop()) {
    numbers.set(node, kinds.length);
    depths.push(node.depth);
    if (node.type === 'text' || node.type === 'comment') {
      kinds.push(node.type === 'text' ? TEXT : COMMENT);
      children.push(0);
      word(node.text);
      continue;
    }
    const below: ReadonlyArray<HtmlNode | HtmlRoot> =
      node.type === 'element' && node.content ? [...node.children, node.content] : node.children;
    children.push(below.length);
    for (let i = below.length - 1; i >= 0; i--) {
      const child = below[i];
      if (child) stack.push(child);
    }
    if (node.type === 'root') {
      kinds.push(ROOT);
      continue;
    }
    kinds.push(node.content ? TEMPLATE : node.namespace === 'html' ? HTML : node.namespace === 'svg' ? SVG : MATH);
    word(node.tag);
    words.push(node.attributes.size);
    for (const [name, value] of node.attributes) {
      word(name);
      word(value);
    }
  }
  const packed: PackedTree = {
    quirks: root.quirks,
    kinds: Uint8Array.from(kinds),
    children: Uint32Array.from(children),
    depths: Uint32Array.from(depths),
    words: Uint32Array.from(words),
    strings,
  };
  return { packed, numbers };
}

/** The nodes by number; the first is the root. Takes what packTree made only. */
export function unpackTree({
  quirks,
  kinds,
  children,
  depths,
  words,
  strings,
}: PackedTree): Array<HtmlNode | HtmlRoot> {
  const nodes: Array<HtmlNode | HtmlRoot> = [];
  /** Whose children are under way, and how many are to come. */
  const open: Array<{ readonly node: HtmlElement | HtmlRoot; left: number }> = [];
  let at = 0;
  const word = () => strings[words[at++] ?? -1] ?? '';
  for (let number = 0; number < kinds.length; number++) {
    const kind = kinds[number];
    const depth = depths[number] ?? 0;
    let above = open.at(-1);
    while (above && above.left === 0) {
      open.pop();
      above = open.at(-1);
    }
    if (above) above.left--;
    const parent = above?.node ?? null;
    let node: HtmlNode | HtmlRoot;
    if (kind === TEXT || kind === COMMENT)
      node = { type: kind === TEXT ? 'text' : 'comment', text: word(), parent, depth };
    else if (kind === ROOT) node = { type: 'root', children: [], parent: null, depth, quirks: number === 0 && quirks };
    else {
      const tag = word();
      const attributes = new Map<string, string>();
      for (let left = words[at++] ?? 0; left > 0; left--) attributes.set(word(), word());
      const namespace = kind === SVG ? 'svg' : kind === MATH ? 'math' : 'html';
      node = { type: 'element', tag, namespace, attributes, children: [], parent, depth, content: null };
    }
    nodes.push(node);
    if (node.type === 'root') {
      if (parent?.type === 'element') parent.content = node;
    } else parent?.children.push(node);
    if (node.type === 'root' || node.type === 'element') open.push({ node, left: children[number] ?? 0 });
  }
  return nodes;
}
