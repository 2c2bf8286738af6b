import type { HtmlElement, HtmlNode, HtmlParent, HtmlText } from '../html/tree.ts';
import { type ControlIndex, collapsedKind } from './collapsed.ts';
import type { Cascade, Scope } from './css/cascade.ts';
import type { ComputedStyle } from './css/computed-style.ts';
import { ready } from './css/rule-index.ts';
import { contentDoubts, coverDoubt, GridAreas, textDoubts } from './doubts.ts';
import { DOUBT, factsOf, type StyleFacts } from './facts.ts';
import { ELEMENT_RULES } from './rules/element-rules.ts';
import { placeOf } from './rules/off-screen.ts';
import type { ElementCase, PageFacts } from './rules/rule.ts';
import { TEXT_RULES } from './rules/text-rules.ts';
import { type ShadowTree, slotOf } from './shadow.ts';
import type { Collapsed, HiddenReason } from './sight.ts';
import { childView, shifted, type View } from './view.ts';

/** What the walk finds, in document order. */
export interface Walked {
  readonly hidden: { node: HtmlNode; reason: HiddenReason }[];
  readonly collapsed: Map<HtmlElement, Collapsed>;
  readonly doubts: Set<string>;
  /** Families that visible text asks for, lower case. */
  readonly families: Set<string>;
}

/** Whether a subtree holds something to see, and something hidden. */
interface Outcome {
  readonly visible: boolean;
  readonly hidden: boolean;
}

const NOTHING: Outcome = { visible: false, hidden: false };
const SHOWN: Outcome = { visible: true, hidden: false };

/** Elements that show something of their own. */
const REPLACED = new Set([
  'img',
  'svg',
  'video',
  'audio',
  'canvas',
  'iframe',
  'embed',
  'object',
  'input',
  'button',
  'select',
  'textarea',
  'math',
  'picture',
  'progress',
  'meter',
  'hr',
  'frame',
]);
/** Their children are shown only by browsers that cannot do what the element asks. */
const FALLBACK = new Set(['canvas', 'video', 'audio', 'object', 'iframe', 'noembed', 'noframes', 'progress', 'meter']);
/** Never lifted into one hidden element: a table would lose a column, a page its body. */
const KEPT_APART = new Set(['html', 'body', 'head', 'td', 'th']);
const SKIPPED = new Set(['head', 'script', 'style', 'template', 'link', 'meta', 'base', 'title']);

export interface WalkSettings {
  readonly cascade: Cascade;
  readonly page: PageFacts;
  readonly controls: ControlIndex;
  readonly openShadow: (host: HtmlElement, scope: Scope) => ShadowTree | null;
}

/** One pass down the flat tree: styles, views and verdicts together. */
export class SightWalker implements Walked {
  readonly hidden: { node: HtmlNode; reason: HiddenReason }[] = [];
  readonly collapsed = new Map<HtmlElement, Collapsed>();
  readonly doubts = new Set<string>();
  readonly families = new Set<string>();
  readonly #cascade: Cascade;
  readonly #page: PageFacts;
  readonly #controls: ControlIndex;
  readonly #areas = new GridAreas();
  readonly #facts = new Map<ComputedStyle, StyleFacts>();
  readonly #openShadow: (host: HtmlElement, scope: Scope) => ShadowTree | null;

  constructor(settings: WalkSettings) {
    this.#cascade = settings.cascade;
    this.#page = settings.page;
    this.#controls = settings.controls;
    this.#openShadow = settings.openShadow;
  }

  /** Visits the children of `parent`; `view` is the parent's. */
  children(parent: HtmlParent, view: View, scope: Scope): Outcome {
    return this.nodes(parent.children, view, scope);
  }

  nodes(nodes: readonly HtmlNode[], view: View, scope: Scope): Outcome {
    let visible = false;
    let hidden = false;
    const limited = view.clip.width !== null || view.clip.height !== null;
    let x = 0;
    let y = 0;
    for (const node of nodes) {
      if (node.type === 'comment') continue;
      const here = limited && (x > 0 || y > 0) ? { ...view, clip: shifted(view.clip, x, y) } : view;
      const outcome = node.type === 'text' ? this.text(node, here) : this.element(node, here, scope);
      visible ||= outcome.visible;
      hidden ||= outcome.hidden;
      if (!limited || node.type === 'text' || this.#lastFacts?.element !== node) continue;
      const { facts } = this.#lastFacts;
      if (facts.outOfFlow || facts.inline || !facts.style.is('float', 'none')) continue;
      if (view.flexRow) x += facts.boxWidth ?? 0;
      else y += facts.boxHeight ?? 0;
    }
    return { visible, hidden };
  }

  #lastFacts: { element: HtmlElement; facts: StyleFacts } | null = null;

  text(node: HtmlText, view: View): Outcome {
    if (!/[^\s\u200b\ufeff]/u.test(node.text)) return NOTHING;
    for (const rule of TEXT_RULES) {
      const reason = rule.test({ text: node.text, view });
      if (reason === null) continue;
      this.hidden.push({ node, reason: { type: 'hidden_css', reason } });
      return { visible: false, hidden: true };
    }
    for (const doubt of view.doubts) this.doubts.add(doubt);
    textDoubts(node.text, view, this.doubts);
    if (view.style.get('font-family') !== '') this.families.add(view.style.get('font-family'));
    return SHOWN;
  }

  element(element: HtmlElement, parent: View, scope: Scope): Outcome {
    if (SKIPPED.has(element.tag) && element.namespace === 'html') return NOTHING;
    const styles = this.#cascade.stylesOf(element, parent.style, scope);
    const style = this.#animated(styles.style, parent.style, scope);
    const facts = this.#factsOf(style);
    this.#lastFacts = { element, facts };
    const input: ElementCase = { element, facts, parent, page: this.#page };
    const from = this.hidden.length;
    const outcome = this.#judge(input, styles, scope);
    this.#lastFacts = { element, facts };
    return this.#lift(element, from, outcome);
  }

  #judge(input: ElementCase, styles: ReturnType<Cascade['stylesOf']>, scope: Scope): Outcome {
    const { element, facts, parent } = input;
    const collapsed = collapsedKind(input, this.#controls);
    if (collapsed) return this.#collapse(input, collapsed, scope);
    for (const rule of ELEMENT_RULES) {
      const reason = rule.test(input);
      if (reason === null) continue;
      if (element.tag === 'br' || element.tag === 'wbr') return NOTHING;
      this.hidden.push({ node: element, reason });
      return { visible: false, hidden: true };
    }
    if (placeOf(input) === 'unsure') this.doubts.add(DOUBT.position);
    const view = this.#viewOf(input);
    contentDoubts(element, styles, view, this.doubts);
    if (element.namespace === 'html' && FALLBACK.has(element.tag)) return this.#fallback(element);
    const inside = this.#inside(element, view, scope);
    if (styles.firstLine) this.#firstLine(element, view, styles.firstLine);
    const visible = inside.visible || (REPLACED.has(element.tag) && facts.style.is('visibility', 'visible'));
    if (this.#areas.add(element, facts.style)) this.doubts.add(DOUBT.cover);
    coverDoubt({ element, facts, parent, visible, styles }, this.doubts);
    return { visible, hidden: inside.hidden };
  }

  #viewOf(input: ElementCase): View {
    const { element, facts, parent } = input;
    const isRootBox = (element.tag === 'html' || element.tag === 'body') && element.namespace === 'html';
    const view = childView(parent, facts, isRootBox);
    const svg = element.namespace === 'svg';
    const limited = view.clip.width !== null || view.clip.height !== null;
    const clip = limited ? shifted(view.clip, this.#inset(facts, 'left'), this.#inset(facts, 'top')) : view.clip;
    return svg !== view.svg || clip !== view.clip ? { ...view, svg, clip } : view;
  }

  /** How far content is known to start inside the enclosing clip: margin, padding and, when positioned, offset. */
  #inset(facts: StyleFacts, side: 'left' | 'top'): number {
    const { style } = facts;
    const known = (value: number | null) => (value === null || Number.isNaN(value) ? 0 : value);
    const own = facts.clipsX || facts.clipsY ? 0 : Math.max(0, known(style.length(`margin-${side}`)));
    const padding = Math.max(0, known(style.length(`padding-${side}`)));
    const offset = facts.positioned && !facts.clipsX && !facts.clipsY ? known(style.length(side)) : 0;
    const moved = facts.clipsX || facts.clipsY ? 0 : side === 'left' ? facts.transform.x : facts.transform.y;
    return facts.inline ? 0 : Math.max(0, own + (facts.clipsY ? 0 : padding) + offset + moved);
  }

  #inside(element: HtmlElement, view: View, scope: Scope): Outcome {
    if (element.tag === 'slot') {
      const outcome = this.#slotted(element, view);
      if (outcome) return outcome;
    }
    const shadow = this.#openShadow(element, scope);
    if (!shadow) {
      if (element.children.length === 0) return NOTHING;
      scope.sheets.index.enter(element, scope.matcher);
      const outcome = this.nodes(element.children, view, scope);
      scope.sheets.index.leave(element, scope.matcher);
      return outcome;
    }
    scope.sheets.index.enter(element, scope.matcher);
    const outcome = this.#shadowTree(element, shadow, view);
    for (const node of element.children) {
      if (shadow.assigned.has(node) || node === shadow.template || node.type === 'comment') continue;
      if (node.type === 'text' && node.text.trim() === '') continue;
      this.hidden.push({ node, reason: { type: 'hidden_markup', reason: 'not slotted' } });
    }
    scope.sheets.index.leave(element, scope.matcher);
    return outcome;
  }

  #shadowTree(host: HtmlElement, shadow: ShadowTree, view: View): Outcome {
    const hostRules = shadow.scope.sheets.index.match(host, shadow.scope.matcher);
    if (hostRules.length > 0) {
      const style = this.#cascade.withDeclarations(
        view.style,
        view.style,
        hostRules.flatMap((rule) => rule.declarations),
      );
      const input: ElementCase = { element: host, facts: this.#factsOf(style), parent: view, page: this.#page };
      const reason = ELEMENT_RULES.map((rule) => rule.test(input)).find((found) => found !== null);
      this.doubts.add(DOUBT.shadow);
      if (reason) {
        this.hidden.push({ node: host, reason });
        return { visible: false, hidden: true };
      }
    }
    this.#slots.push(shadow);
    const outcome = this.nodes(shadow.root.children, view, shadow.scope);
    this.#slots.pop();
    return outcome;
  }

  readonly #slots: ShadowTree[] = [];

  /** A slot shows what is assigned to it, with the slot's inherited style, or else its own content. */
  #slotted(slot: HtmlElement, view: View): Outcome | null {
    const shadow = this.#slots.at(-1);
    const nodes = shadow ? slotOf(shadow, slot) : [];
    if (!shadow || nodes.length === 0) return null;
    this.#slots.pop();
    const outcome = this.nodes(nodes, view, shadow.outer);
    this.#slots.push(shadow);
    return outcome;
  }

  /** Content behind a control: judged as if it were open, so that what is hidden inside stays hidden. */
  #collapse(input: ElementCase, collapsed: Collapsed, scope: Scope): Outcome {
    const { element, parent } = input;
    if (element.tag === 'option') {
      this.collapsed.set(element, collapsed);
      return SHOWN;
    }
    const open = this.#cascade.withDeclarations(input.facts.style, parent.style, OPENED);
    const view = childView(parent, this.#factsOf(open), false);
    this.collapsed.set(element, collapsed);
    const outcome = this.#inside(element, view, scope);
    if (!outcome.visible && outcome.hidden) return { visible: false, hidden: true };
    return SHOWN;
  }

  #fallback(element: HtmlElement): Outcome {
    for (const child of element.children) {
      if (child.type === 'comment' || (child.type === 'text' && child.text.trim() === '')) continue;
      if (child.type === 'element' && /^(?:source|track|param|script|embed|img|object)$/u.test(child.tag)) continue;
      this.hidden.push({
        node: child,
        reason: { type: 'hidden_markup', reason: `fallback content of ${element.tag}` },
      });
    }
    return SHOWN;
  }

  #firstLine(element: HtmlElement, view: View, style: ComputedStyle): void {
    this.doubts.add(DOUBT.firstLine);
    const line: View = { ...view, style };
    for (const child of element.children) {
      if (child.type !== 'text' || child.text.trim() === '' || this.hidden.some(({ node }) => node === child)) continue;
      const reason = TEXT_RULES.map((rule) => rule.test({ text: child.text, view: line })).find(
        (found) => found !== null,
      );
      if (reason) this.hidden.push({ node: child, reason: { type: 'hidden_css', reason: `first line: ${reason}` } });
      break;
    }
  }

  /** The state in which a finished animation leaves its element; endless ones are a doubt. */
  #animated(style: ComputedStyle, parent: ComputedStyle, scope: Scope): ComputedStyle {
    if (style.is('animation-name', 'none')) return style;
    let result = style;
    const fills = style.get('animation-fill-mode');
    for (const name of style.get('animation-name').split(',')) {
      const ends = scope.sheets.keyframes.get(name.trim());
      if (!ends || (ends.first.length === 0 && ends.last.length === 0)) continue;
      this.doubts.add(DOUBT.animation);
      if (/forwards|both/u.test(fills) && ends.last.length > 0)
        result = this.#cascade.withDeclarations(result, parent, ready(ends.last));
    }
    return result;
  }

  #factsOf(style: ComputedStyle): StyleFacts {
    let facts = this.#facts.get(style);
    if (!facts) {
      facts = factsOf(style);
      this.#facts.set(style, facts);
    }
    return facts;
  }

  /** When all text of an element is hidden for one reason, the element stands for it in the report. */
  #lift(element: HtmlElement, from: number, outcome: Outcome): Outcome {
    const found = this.hidden.length - from;
    if (found === 0 || outcome.visible || !outcome.hidden || KEPT_APART.has(element.tag)) return outcome;
    const first = this.hidden[from]?.reason;
    if (!first || this.hidden[from]?.node === element) return outcome;
    for (let i = from + 1; i < this.hidden.length; i++)
      if (this.hidden[i]?.reason.reason !== first.reason) return outcome;
    this.hidden.length = from;
    this.hidden.push({ node: element, reason: first });
    return outcome;
  }
}

const OPENED = ready([
  { property: 'display', value: 'block', important: true },
  { property: 'visibility', value: 'visible', important: true },
  { property: 'content-visibility', value: 'visible', important: true },
  { property: 'opacity', value: '1', important: true },
  { property: 'height', value: 'auto', important: true },
  { property: 'max-height', value: 'none', important: true },
  { property: 'overflow', value: 'visible', important: true },
]);
