import { codePointLength, oneLine } from '../base/text.ts';
import type { HtmlElement, HtmlNode, HtmlRoot } from '../html/tree.ts';
import {
  ancestors,
  append,
  createElement,
  createText,
  detach,
  isElement,
  replaceWith,
  textContent,
} from '../html/tree.ts';
import { isCarrier, TEXT_ATTRIBUTES } from './carriers.ts';
import { ControlIndex, labelOf } from './collapsed.ts';
import { flattenShadows } from './flatten.ts';
import { locationOf } from './location.ts';
import { speaksToMachine } from './machine-speech.ts';
import { SCRIPT_TYPES } from './scripts.ts';
import { severityOf } from './severity.ts';
import { shownValue } from './shown-value.ts';
import type { Collapsed, Finding, HiddenReason, Sight } from './sight.ts';

export interface ApplyOptions {
  /** Keep collapsed content, each piece under its label. */
  readonly expand: boolean;
  /** Keep hidden text in the tree; it is reported all the same. */
  readonly includeHidden: boolean;
}

/** Content behind a control that was taken out. `characters` are code points, white space folded. */
export interface LeftOutContent {
  readonly what: 'collapsed' | 'inactive_tab';
  readonly step: string;
  readonly reason: string;
  readonly characters: number;
  readonly label: string;
}

export interface Applied {
  readonly findings: readonly Finding[];
  readonly leftOut: readonly LeftOutContent[];
}

/**
 * Takes out of the tree what no person could see, and folds or opens what a control opens. Changes the document.
 * What is left is what a person could see, with declared shadow roots flattened into their hosts.
 */
export function applySight(document: HtmlRoot, sight: Sight, options: ApplyOptions): Applied {
  const findings = [...sight.findings];
  for (const [node, reason] of sight.hidden) {
    const finding = findingOf(node, reason, sight.shown);
    if (finding) findings.push(finding);
  }
  if (!options.includeHidden) removeHidden(document, sight);
  const folded = new Folder(document, sight, options);
  folded.run();
  flattenShadows(document);
  strip(document, options.includeHidden);
  return { findings: [...findings, ...folded.findings], leftOut: folded.leftOut };
}

/** The finding that a hidden node is reported as; null for one without text. */
export function findingOf(
  node: HtmlNode,
  { type, reason }: HiddenReason,
  shown: ReadonlySet<HtmlElement>,
): Finding | null {
  const raw = hiddenText(node, shown);
  // What a browser with scripts parses as raw text still holds its tags.
  const text = oneLine(type === 'hidden_markup' ? raw.replace(/<!--[\s\S]*?-->|<\/?[a-z][^>]{0,4000}>/giu, ' ') : raw);
  if (text === '') return null;
  return { type, reason, text, severity: severityOf({ type, reason, text }), location: locationOf(node) };
}

/** Text as the report sees it: blocks apart, scripts and styles left out. */
function hiddenText(node: HtmlNode, shown: ReadonlySet<HtmlNode>): string {
  if (shown.has(node)) return '';
  if (node.type === 'text') return node.text;
  if (node.type === 'comment' || /^(?:script|style)$/u.test(node.tag)) return '';
  if (node.tag === 'template' && !node.attributes.has('shadowrootmode')) return '';
  let text = shownValue(node)?.text ?? '';
  for (const child of node.content?.children ?? node.children) text += hiddenText(child, shown);
  return JOINED.has(node.tag) ? text : ` ${text} `;
}

const JOINED = new Set([
  'a',
  'b',
  'i',
  'em',
  'strong',
  'span',
  'code',
  'small',
  'sub',
  'sup',
  'mark',
  'abbr',
  'u',
  's',
  'font',
]);

/** Takes hidden nodes out in one pass, and leaves the visible descendants of hidden elements where those stood. */
function removeHidden(document: HtmlRoot, { hidden, shown }: Sight): void {
  const gone = new Set<HtmlNode>();
  for (const [node, { reason }] of hidden) {
    const kept = node.type === 'element' && shown.size > 0 ? shownBelow(node, shown) : [];
    if (keepsItsPlace(node, reason)) {
      for (const child of [...node.children]) detach(child);
      for (const child of kept) append(node, child);
    } else {
      if (kept.length > 0) replaceWith(node, ...kept);
      gone.add(node);
    }
  }
  prune(document, gone);
}

/** A cell whose text is invisible still pushes the next ones to the right; only one without a box does not. */
function keepsItsPlace(node: HtmlNode, reason: string): node is HtmlElement {
  return isElement(node, 'td', 'th') && !/^(?:display:none|hidden attribute)$/u.test(reason);
}

function shownBelow(node: HtmlElement, shown: ReadonlySet<HtmlElement>): HtmlElement[] {
  const kept: HtmlElement[] = [];
  const visit = (parent: HtmlElement) => {
    for (const child of parent.children) {
      if (child.type !== 'element') continue;
      if (shown.has(child)) kept.push(child);
      else visit(child);
    }
  };
  visit(node);
  return kept;
}

/** Removes nodes wherever they stand, declared shadow roots included; linear, unlike removing one by one. */
function prune(parent: HtmlElement | HtmlRoot, gone: ReadonlySet<HtmlNode>): void {
  if (gone.size === 0) return;
  if (parent.children.some((child) => gone.has(child)))
    parent.children = parent.children.filter((child) => !gone.has(child));
  for (const child of parent.children) {
    if (child.type !== 'element') continue;
    if (child.content) prune(child.content, gone);
    if (child.children.length > 0) prune(child, gone);
  }
}

/** Collapsed content: left out and listed, or kept under its label. */
class Folder {
  readonly findings: Finding[] = [];
  readonly leftOut: LeftOutContent[] = [];
  /** Pieces of one name are one entry. */
  readonly #listed = new Map<string, LeftOutContent>();
  readonly #gone = new Set<HtmlNode>();
  readonly #document: HtmlRoot;
  readonly #sight: Sight;
  readonly #options: ApplyOptions;

  constructor(document: HtmlRoot, sight: Sight, options: ApplyOptions) {
    this.#document = document;
    this.#sight = sight;
    this.#options = options;
  }

  run(): void {
    const { collapsed } = this.#sight;
    if (collapsed.size === 0) return;
    if ([...collapsed.values()].some((entry) => entry.kind === 'tab')) this.#labelOpenPanels();
    // Inner pieces first, so that an outer one that goes does not count them again.
    for (const [element, entry] of [...collapsed].reverse()) {
      if (!element.parent || this.#gone.has(element)) continue;
      this.#warn(element, entry);
      if (this.#options.expand || entry.code) this.#open(element, entry);
      else this.#fold(element, entry);
    }
    prune(this.#document, this.#gone);
    this.leftOut.push(...[...this.#listed.values()].reverse());
  }

  /** A text that speaks to a machine from behind a closed section is worth a word, though a person can open it. */
  #warn(element: HtmlElement, entry: Collapsed): void {
    const text = oneLine(
      contentOf(element, entry)
        .map((node) => hiddenText(node, this.#sight.shown))
        .join(' '),
    );
    if (!speaksToMachine(text)) return;
    const reason = entry.kind === 'details' ? 'collapsed details' : 'collapsed content';
    this.findings.push({ type: 'hidden_markup', severity: 'warn', reason, text, location: locationOf(element) });
  }

  #fold(element: HtmlElement, entry: Collapsed): void {
    const content = contentOf(element, entry);
    const text = oneLine(content.map((node) => hiddenText(node, this.#gone)).join(' '));
    for (const node of content) this.#gone.add(node);
    if (text === '') return;
    const what = entry.kind === 'tab' ? 'inactive_tab' : 'collapsed';
    const key = `${what} ${entry.label}`;
    const characters = codePointLength(text) + (this.#listed.get(key)?.characters ?? 0);
    this.#listed.set(key, { what, step: 'see', reason: `closed ${entry.kind}`, characters, label: entry.label });
  }

  #open(element: HtmlElement, entry: Collapsed): void {
    for (const name of ['hidden', 'style', 'aria-hidden']) element.attributes.delete(name);
    if (element.tag === 'option') {
      // An open list shows all that can be chosen.
      for (const up of ancestors(element)) if (up.tag === 'select') up.attributes.set('multiple', '');
      return;
    }
    const label = boldLine(entry.label);
    if (entry.kind !== 'details') {
      insertBefore(element, label);
      return;
    }
    element.attributes.set('open', '');
    const summary = element.children.find((child) => isElement(child, 'summary'));
    if (summary) replaceWith(summary, label);
    else insertFirst(element, label);
  }

  /** The open panel of a tab list is told apart from the others by its name as well. */
  #labelOpenPanels(): void {
    const controls = new ControlIndex(this.#document);
    const groups = new Set(
      [...this.#sight.collapsed]
        .filter(([, entry]) => entry.kind === 'tab' && (entry.code || this.#options.expand))
        .map(([element]) => element.parent),
    );
    for (const parent of groups) {
      for (const panel of [...(parent?.children ?? [])]) {
        if (panel.type !== 'element' || this.#sight.collapsed.has(panel) || oneLine(textContent(panel)) === '')
          continue;
        const control = controls.controlOf(panel);
        if (control && (panel.attributes.get('role') === 'tabpanel' || control.attributes.get('role') === 'tab'))
          insertBefore(panel, boldLine(labelOf(control)));
      }
    }
  }
}

/** What goes when a piece is folded: everything but the summary of a details element. */
function contentOf(element: HtmlElement, entry: Collapsed): HtmlNode[] {
  if (entry.kind !== 'details') return [element];
  const summary = element.children.find((child) => isElement(child, 'summary'));
  return element.children.filter((child) => child !== summary);
}

function boldLine(label: string): HtmlElement {
  return createElement('p', {}, [createElement('strong', {}, [createText(label)])]);
}

function insertBefore(element: HtmlElement, node: HtmlNode): void {
  const parent = element.parent;
  if (!parent) return;
  parent.children.splice(parent.children.indexOf(element), 0, node);
  node.parent = parent;
}

function insertFirst(parent: HtmlElement, node: HtmlNode): void {
  parent.children.unshift(node);
  node.parent = parent;
}

/** Comments, templates, running scripts and attribute texts that no reader of the page sees. */
function strip(document: HtmlRoot, includeHidden: boolean): void {
  const keep = (child: HtmlNode) =>
    child.type === 'text' || (child.type === 'element' && !isDropped(child, includeHidden));
  const visit = (parent: HtmlElement | HtmlRoot) => {
    if (!parent.children.every(keep)) parent.children = parent.children.filter(keep);
    for (const child of parent.children) {
      if (child.type !== 'element') continue;
      if (!includeHidden && child.attributes.size > 0) stripAttributes(child);
      if (child.children.length > 0) visit(child);
    }
  };
  visit(document);
}

/** Data for machines that other parts read (JSON-LD, TeX sources) stays. */
function isDropped(element: HtmlElement, includeHidden: boolean): boolean {
  if (element.tag === 'script') return SCRIPT_TYPES.test(element.attributes.get('type') ?? '');
  return element.tag === 'style' || (element.tag === 'template' && !includeHidden);
}

function stripAttributes(element: HtmlElement): void {
  const { attributes, tag } = element;
  for (const name of TEXT_ATTRIBUTES) {
    const text = attributes.get(name);
    if (text !== undefined && isCarrier(name, text)) attributes.delete(name);
  }
  attributes.delete('srcdoc');
  const content = tag === 'meta' ? attributes.get('content') : undefined;
  if (content !== undefined && speaksToMachine(content)) attributes.delete('content');
  if (tag === 'input' && attributes.get('type')?.toLowerCase() === 'hidden') attributes.delete('value');
}
