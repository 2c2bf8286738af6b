import { codePointLength, oneLine } from '../../base/text.ts';
import {
  ancestors,
  createText,
  detach,
  type HtmlElement,
  type HtmlNode,
  type HtmlRoot,
  isElement,
  replaceWith,
  textContent,
} from '../../html/tree.ts';
import { findCarriers } from '../carriers.ts';
import { locationOf } from '../location.ts';
import { severityOf } from '../severity.ts';
import type { Collapsed, Finding, HiddenReason, Sight } from '../sight.ts';
import type { Classified } from './classified.ts';
import { findCollapsed } from './collapse.ts';
import { isRawText, unboxedReason } from './hidden-markup.ts';
import { liftHidden } from './lift.ts';
import type { DocumentModel } from './model.ts';
import type { CollapsedNode, OpenedVerdicts } from './opened.ts';
import { overlayNodes } from './overlay-text.ts';
import { NODE, NONE } from './snapshot.ts';
import { firstLetterOf, textRuns } from './text-runs.ts';
import {
  addUnseen,
  type PlacedText,
  type RenderedTree,
  treeFromSnapshot,
  type UnseenMarkup,
} from './tree-from-snapshot.ts';
import type { TextVerdict } from './verdict.ts';

/** Visible text that was taken out of the tree, in the form in which it is reported. */
export interface SightRemoval {
  readonly what: 'unproven' | 'overlay' | 'frame';
  readonly step: 'see';
  readonly reason: string;
  /** Code points, white space folded. */
  readonly characters: number;
}

/** A rendered page in the form that extraction works on. */
export interface RenderedSight {
  readonly root: HtmlRoot;
  readonly sight: Sight;
  readonly removals: readonly SightRemoval[];
}

export interface RenderedInput {
  readonly classified: Classified;
  readonly unseen: readonly UnseenMarkup[];
  /** Frames that could not be looked into. */
  readonly lostFrames: number;
  /** What collapsed content looks like when it is opened; null when it will not be shown. */
  readonly opened: OpenedVerdicts | null;
  readonly watch?: SightWatch;
}

/** Told where on the page the pieces of the tree stood, for whoever shows that; the sight itself keeps no places. */
export interface SightWatch {
  text(node: HtmlNode, verdicts: readonly TextVerdict[]): void;
  control(finding: Finding, verdict: TextVerdict): void;
  /** Visible text that is about to be taken out of the tree. */
  taken(what: SightRemoval['what'], nodes: readonly HtmlNode[]): void;
}

/**
 * Makes the tree of what was captured and says of each piece of text in it what a person could see. Text that could
 * not be proven, and overlays that stand before other text, are taken out and counted in `removals`.
 */
export function renderedSight({ classified, unseen, lostFrames, opened, watch }: RenderedInput): RenderedSight {
  const tree = treeFromSnapshot(classified);
  const work = new SightBuilder(classified, tree, watch);
  for (const placed of tree.texts) work.text(placed);
  work.controls();
  work.unboxed();
  for (const holder of addUnseen(tree, classified, unseen)) {
    work.hidden.set(holder, { type: 'hidden_markup', reason: 'not slotted' });
  }
  const collapsed = findCollapsed(tree.root, work.hidden, work.options);
  if (opened) work.judgeOpened(opened, collapsed);
  const hidden = liftHidden(tree.root, work.hidden);
  const removals = work.remove();
  if (lostFrames > 0)
    removals.push({ what: 'frame', step: 'see', reason: 'frame that could not be read', characters: 0 });
  return {
    root: tree.root,
    sight: {
      hidden,
      shown: new Set(),
      collapsed,
      findings: [...findCarriers(tree.root), ...work.findings],
      proof: { complete: true, reasons: [] },
    },
    removals,
  };
}

/** The elements that controls open, apart from options of selects. */
export function collapsedNodes(classified: Classified): CollapsedNode[] {
  const tree = treeFromSnapshot(classified);
  const work = new SightBuilder(classified, tree);
  for (const placed of tree.texts) work.text(placed);
  const collapsed = findCollapsed(tree.root, work.hidden, new Map());
  return [...tree.elements].flatMap(([model, made]) =>
    made.flatMap((element, node) => (element && collapsed.has(element) ? [{ model, node }] : [])),
  );
}

class SightBuilder {
  readonly hidden = new Map<HtmlNode, HiddenReason>();
  readonly findings: Finding[] = [];
  readonly options = new Map<HtmlElement, Collapsed>();
  readonly #unproven: HtmlNode[] = [];
  /** Where texts without a box came from, in case they are opened. */
  readonly #sources = new Map<HtmlNode, { session: number; backendNodeId: number }>();
  readonly #classified: Classified;
  readonly #tree: RenderedTree;
  readonly #watch: SightWatch | undefined;
  readonly #byNode = new Map<DocumentModel, Map<number, TextVerdict[]>>();

  constructor(classified: Classified, tree: RenderedTree, watch?: SightWatch) {
    this.#classified = classified;
    this.#watch = watch;
    this.#tree = tree;
    for (const verdict of classified.verdicts) {
      const model = classified.models[verdict.session]?.[verdict.document];
      if (!model) continue;
      let nodes = this.#byNode.get(model);
      if (!nodes) {
        nodes = new Map();
        this.#byNode.set(model, nodes);
      }
      const known = nodes.get(verdict.node);
      if (known) known.push(verdict);
      else nodes.set(verdict.node, [verdict]);
    }
  }

  #verdicts(model: DocumentModel, node: number): readonly TextVerdict[] {
    return this.#byNode.get(model)?.get(node) ?? [];
  }

  /** Fills the place of a text with its runs. */
  text({ model, node, place }: PlacedText): void {
    const { document } = model;
    const verdicts = this.#verdicts(model, node).filter(({ kind }) => kind === 'text');
    if (document.nodeType(node) === NODE.text && document.boxOf(node) === NONE) {
      this.#unboxed(model, node, place);
      return;
    }
    const nodes: HtmlNode[] = [];
    const first = this.#verdicts(model, firstLetterOf(model, node))[0];
    let fate: Fate = first ? fateOf(first) : 'kept';
    let pending = '';
    let judged: TextVerdict[] = first ? [first] : [];
    const flush = () => {
      if (pending === '') return;
      const text = createText(pending);
      nodes.push(text);
      this.#watch?.text(text, judged);
      judged = [];
      this.#settle(text, fate);
      if (fate !== 'kept') this.#remember(text, model, node);
      pending = '';
    };
    for (const run of textRuns(model, node, verdicts)) {
      const next: Fate = run.verdict
        ? fateOf(run.verdict)
        : run.unboxed
          ? { type: 'hidden_css', reason: 'not laid out' }
          : fate;
      if (!isSameFate(next, fate)) flush();
      fate = next;
      pending += run.text;
      if (run.verdict) judged.push(run.verdict);
    }
    flush();
    replaceWith(place, ...nodes);
  }

  #unboxed(model: DocumentModel, node: number, place: HtmlNode): void {
    const text = createText(model.document.nodeValue(node));
    replaceWith(place, text);
    if (text.text.trim() === '' || isRawText(model, node)) return;
    const inSelect = [...ancestors(text)].some(({ tag }) => tag === 'option' || tag === 'textarea' || tag === 'button');
    if (inSelect && !model.frame.hidden) {
      const option = [...ancestors(text)].find(({ tag }) => tag === 'option' || tag === 'textarea');
      if (option) return;
    }
    this.hidden.set(text, unboxedReason(model, node));
    this.#remember(text, model, node);
  }

  #remember(text: HtmlNode, model: DocumentModel, node: number): void {
    const session = this.#classified.models.findIndex((models) => models.includes(model));
    this.#sources.set(text, { session, backendNodeId: model.document.backendNodeId(node) });
  }

  /** What stays hidden when its section is opened is hidden. */
  judgeOpened(opened: OpenedVerdicts, collapsed: ReadonlyMap<HtmlElement, Collapsed>): void {
    for (const [text, { session, backendNodeId }] of this.#sources) {
      if (this.hidden.has(text) || ![...ancestors(text)].some((up) => collapsed.has(up))) continue;
      const fate = opened.fateOf(session, backendNodeId);
      if (fate === 'unproven') this.#unproven.push(text);
      else if (fate) this.hidden.set(text, fate);
    }
  }

  #settle(node: HtmlNode, fate: Fate): void {
    if (fate === 'kept') return;
    if (fate === 'unproven') this.#unproven.push(node);
    else this.hidden.set(node, fate);
  }

  /** Values, placeholders and options. */
  controls(): void {
    for (const verdict of this.#classified.verdicts) {
      if (verdict.kind === 'text') continue;
      const model = this.#classified.models[verdict.session]?.[verdict.document];
      const element = model && this.#tree.elements.get(model)?.[verdict.node];
      if (element) this.#control(element, verdict);
    }
  }

  #control(element: HtmlElement, verdict: TextVerdict): void {
    const { kind, label, text, reason } = verdict;
    if (kind === 'option') {
      this.#option(element, verdict);
      return;
    }
    const name = kind === 'placeholder' ? 'placeholder' : 'value';
    const isSeen = label === 'visible';
    if (element.tag === 'textarea' && kind === 'value') {
      element.children = [];
      if (isSeen) element.children = [Object.assign(createText(text), { parent: element })];
    } else if (isSeen) element.attributes.set(name, text);
    else element.attributes.delete(name);
    if (isSeen) return;
    // A password is nobody's to read, not even in a report.
    if (reason === 'text-security') return;
    const type = 'hidden_css';
    const finding: Finding = {
      type,
      reason,
      text,
      severity: severityOf({ type, reason, text }),
      location: locationOf(element),
    };
    this.findings.push(finding);
    this.#watch?.control(finding, verdict);
  }

  #option(element: HtmlElement, { label, reason, collapsed }: TextVerdict): void {
    if (label === 'visible') return;
    if (!collapsed || isUndisplayed(element)) {
      this.hidden.set(element, { type: reason === 'datalist' ? 'hidden_markup' : 'hidden_css', reason });
      return;
    }
    const select = [...ancestors(element)].find(({ tag }) => tag === 'select');
    const name = select?.attributes.get('aria-label') ?? select?.attributes.get('name') ?? '';
    this.options.set(element, { kind: 'accordion', label: oneLine(name).slice(0, 120) || 'Choices', code: false });
  }

  /** Pictures without a box are not seen, and cells without one take no place in their row. */
  unboxed(): void {
    for (const [model, made] of this.#tree.elements) {
      made.forEach((element, node) => {
        if (!isElement(element, 'img', 'td', 'th') || model.document.boxOf(node) !== NONE) return;
        // Without a box of its own, but not without its content: display:contents.
        if (element.tag !== 'img' && this.#showsText(element)) return;
        this.hidden.set(element, { type: 'hidden_css', reason: 'display:none' });
      });
    }
  }

  #showsText(node: HtmlNode): boolean {
    if (this.hidden.has(node)) return false;
    if (node.type === 'text') return node.text.trim() !== '';
    return node.type === 'element' && node.children.some((child) => this.#showsText(child));
  }

  /** Takes out what could not be proven and what stands before the page. */
  remove(): SightRemoval[] {
    const removals: SightRemoval[] = [];
    const take = (what: SightRemoval['what'], reason: string, nodes: readonly HtmlNode[]) => {
      const characters = nodes.reduce((sum, node) => sum + codePointLength(oneLine(textContent(node))), 0);
      this.#watch?.taken(what, nodes);
      for (const node of nodes) detach(node);
      if (characters > 0) removals.push({ what, step: 'see', reason, characters });
    };
    take('unproven', 'could not be photographed', this.#unproven);
    take('overlay', 'stands before the page', overlayNodes(this.#classified, this.#tree));
    return removals;
  }
}

type Fate = 'kept' | 'unproven' | HiddenReason;

function fateOf({ label, reason }: TextVerdict): Fate {
  if (label === 'visible') return 'kept';
  return label === 'hidden' ? { type: 'hidden_css', reason } : 'unproven';
}

function isSameFate(one: Fate, other: Fate): boolean {
  if (one === 'kept' || one === 'unproven' || other === 'kept' || other === 'unproven') return one === other;
  return one.reason === other.reason && one.type === other.type;
}

function isUndisplayed(option: HtmlElement): boolean {
  return option.attributes.has('hidden') || /display\s*:\s*none/iu.test(option.attributes.get('style') ?? '');
}
