import { parseMarkup } from '../../html/parse.ts';
import { append, createElement, createText, type HtmlElement, type HtmlNode, type HtmlRoot } from '../../html/tree.ts';
import type { Classified } from './classified.ts';
import type { DocumentModel } from './model.ts';
import { NODE } from './snapshot.ts';

/** Text that captures leave out: inert templates, and children of components that no slot shows. */
export interface UnseenMarkup {
  readonly session: number;
  readonly backendNodeId: number;
  readonly kind: 'template' | 'not slotted';
  /** Of the whole template, or of the children that no slot shows. */
  readonly html: string;
}

/** A document tree made from a captured page, and where each captured node went. */
export interface RenderedTree {
  readonly root: HtmlRoot;
  /** Elements by model and node; frames and the bodies in them share one. */
  readonly elements: ReadonlyMap<DocumentModel, readonly (HtmlElement | undefined)[]>;
  /** Text nodes of the capture with the element that their text belongs into, in order of the page. */
  readonly texts: readonly PlacedText[];
}

export interface PlacedText {
  readonly model: DocumentModel;
  readonly node: number;
  readonly parent: HtmlElement;
  /** Stands where the text has to go; to be replaced. */
  readonly place: HtmlNode;
}

/** Deeper trees become siblings at this depth, as in parsed ones (html/parse.ts). */
const MAX_DEPTH = 500;

/**
 * Builds the tree that extraction works on: the flat tree with shadow roots opened, slotted nodes in their slots,
 * frames inlined where they stand, generated text in its place. Texts are left as places to fill.
 */
export function treeFromSnapshot(classified: Classified): RenderedTree {
  const builder = new TreeBuilder();
  const models = classified.models.flat();
  const inOrder = [...models].sort((a, b) => a.document.depth - b.document.depth);
  for (const model of inOrder) builder.document(model, models);
  return { root: builder.root, elements: builder.elements, texts: builder.texts };
}

class TreeBuilder {
  readonly root: HtmlRoot = { type: 'root', children: [], parent: null, depth: 0, quirks: false };
  readonly elements = new Map<DocumentModel, (HtmlElement | undefined)[]>();
  readonly texts: PlacedText[] = [];

  document(model: DocumentModel, models: readonly DocumentModel[]): void {
    const { document } = model;
    const made: (HtmlElement | undefined)[] = new Array(document.nodeCount);
    this.elements.set(model, made);
    const frame = this.#frameOf(model, models);
    if (document.owner && !frame) return;
    const afters: number[] = [];
    for (let node = 0; node < document.nodeCount; node++) {
      const type = document.nodeType(node);
      if (type === NODE.document || type === NODE.doctype) continue;
      const parent = made[document.parentNode(node)] ?? null;
      if (document.pseudoOf(node) === 'after') afters.push(node);
      else if (document.pseudoOf(node) !== null) this.#generated(model, node, parent);
      else if (type === NODE.element) made[node] = this.#element(model, node, parent, frame);
      else if (type === NODE.text && parent) this.#place(model, node, parent);
      else if (type === NODE.comment && parent) {
        append(parent, { type: 'comment', text: document.nodeValue(node), parent: null, depth: parent.depth + 1 });
      }
    }
    // Chrome lists `::after` before the children of its element.
    for (const node of afters) this.#generated(model, node, made[document.parentNode(node)] ?? null);
  }

  #frameOf(model: DocumentModel, models: readonly DocumentModel[]): HtmlElement | undefined {
    const { owner } = model.document;
    const outer = owner && models.find(({ document }) => document === owner.document);
    return outer ? this.elements.get(outer)?.[owner.node] : undefined;
  }

  #element(
    model: DocumentModel,
    node: number,
    parent: HtmlElement | null,
    frame: HtmlElement | undefined,
  ): HtmlElement | undefined {
    const { document } = model;
    const name = document.nodeName(node);
    if (frame) {
      // Of a frame only its body is shown, in place of the frame.
      if (name === 'HTML' || name === 'BODY' || name === 'FRAMESET') return frame;
      if (name === 'HEAD' || !parent) return undefined;
    }
    const isFrame = document.raw.nodes.contentDocumentIndex?.index.includes(node) || /^I?FRAME$/u.test(name);
    const namespace = namespaceOf(name, parent);
    const element: HtmlElement = {
      type: 'element',
      tag: isFrame ? 'div' : namespace === 'html' ? name.toLowerCase() : name,
      namespace,
      attributes: isFrame ? new Map() : document.attributes(node),
      children: [],
      parent: null,
      depth: (parent?.depth ?? 0) + 1,
      content: null,
    };
    append(shallow(parent) ?? this.root, element);
    return element;
  }

  #place(model: DocumentModel, node: number, parent: HtmlElement): void {
    const place = createText('');
    append(parent, place);
    this.texts.push({ model, node, parent, place });
  }

  /** `::first-letter` is a part of the text that follows; ordinary list markers are written by the list. */
  #generated(model: DocumentModel, node: number, parent: HtmlElement | null): void {
    if (!parent) return;
    const kind = model.document.pseudoOf(node);
    if (kind === 'first-letter' || (kind === 'marker' && isPlainMarker(markerText(model, node)))) return;
    if (markerText(model, node) !== '') this.#place(model, node, parent);
  }
}

function shallow(parent: HtmlElement | null): HtmlElement | null {
  let at = parent;
  while (at && at.depth > MAX_DEPTH && at.parent?.type === 'element') at = at.parent;
  return at;
}

function namespaceOf(name: string, parent: HtmlElement | null): HtmlElement['namespace'] {
  if (name === 'svg') return 'svg';
  if (name === 'math') return 'math';
  if (!parent || parent.namespace === 'html') return 'html';
  if (/^foreignobject$|^annotation-xml$|^m(?:text|i|o|n|s)$/iu.test(parent.tag) && name === name.toUpperCase())
    return 'html';
  return parent.namespace;
}

/** The text of generated content, from its inner boxes. */
function markerText(model: DocumentModel, node: number): string {
  const { document } = model;
  let text = '';
  for (let box = document.boxOf(node); box >= 0 && box < document.boxCount && document.nodeOf(box) === node; box++) {
    text += document.layoutText(box);
  }
  return text;
}

function isPlainMarker(text: string): boolean {
  return /^\s*(?:[^\p{L}\p{N}]{1,2}|[\p{L}\p{N}]{1,8}[.):、]?)?\s*$/u.test(text);
}

/** Puts what no capture shows where it belongs: templates get their content, the rest is appended. */
export function addUnseen(tree: RenderedTree, classified: Classified, unseen: readonly UnseenMarkup[]): HtmlElement[] {
  const added: HtmlElement[] = [];
  for (const { session, backendNodeId, kind, html } of unseen) {
    for (const model of classified.models[session] ?? []) {
      const node = model.document.raw.nodes.backendNodeId?.indexOf(backendNodeId) ?? -1;
      const element = node < 0 ? undefined : tree.elements.get(model)?.[node];
      if (!element) continue;
      const content = parseMarkup(html);
      if (kind === 'template') {
        const [template] = content.children;
        element.content = template?.type === 'element' ? template.content : null;
        continue;
      }
      const holder = createElement('div', {}, [...content.children]);
      append(element, holder);
      added.push(holder);
    }
  }
  return added;
}
