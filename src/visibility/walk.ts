import type { HtmlElement, HtmlNode, HtmlParent, HtmlText } from '../html/tree.ts';
import { Boxes, OPENED } from './boxes.ts';
import { type ControlIndex, collapsedKind } from './collapsed.ts';
import type { Cascade, ElementStyles, Scope } from './css/cascade.ts';
import type { ComputedStyle } from './css/computed-style.ts';
import { ready } from './css/rule-index.ts';
import { clippedDoubts, contentDoubts, coverDoubt, GridAreas, oddDoubts } from './doubts.ts';
import { hasControl, isCurtain, isFormulaTwin, isPicture } from './exceptions.ts';
import { DOUBT, type StyleFacts } from './facts.ts';
import { fallbackContent } from './fallback-content.ts';
import { type HiddenNode, liftHidden, type Outcome } from './lift-hidden.ts';
import { ELEMENT_RULES } from './rules/element-rules.ts';
import { placeOf } from './rules/off-screen.ts';
import type { ElementCase, PageFacts } from './rules/rule.ts';
import { TEXT_RULES } from './rules/text-rules.ts';
import { type OpenShadow, type ShadowTree, slotOf, slottedInto } from './shadow.ts';
import { shownValue } from './shown-value.ts';
import type { Collapsed, HiddenReason } from './sight.ts';
import { TextJudge } from './text-judge.ts';
import { coveringGround } from './under.ts';
import { childView, shifted, type View } from './view.ts';

const NOTHING: Outcome = { visible: false, hidden: false };
const SHOWN: Outcome = { visible: true, hidden: false };

/** Elements that show something of their own. */
const REPLACED = new Set(
  'img svg video audio canvas iframe embed object input button select textarea math picture progress meter hr frame'.split(
    ' ',
  ),
);
/** Their children are shown only by browsers that cannot do what the element asks. */
const FALLBACK = new Set(['canvas', 'video', 'audio', 'object', 'iframe', 'noembed', 'noframes', 'progress', 'meter']);
/** Tags that some rule knows by name. */
const SPECIAL = new Set([...FALLBACK, 'noscript', 'datalist', 'details', 'option', 'dialog', 'frame', 'embed']);
const SKIPPED = new Set(['head', 'script', 'style', 'template', 'link', 'meta', 'base', 'title']);

export interface WalkSettings {
  readonly cascade: Cascade;
  readonly page: PageFacts;
  readonly controls: ControlIndex;
  readonly openShadow: OpenShadow;
}

/** One pass down the flat tree: styles, views and verdicts together. */
export class SightWalker {
  readonly hidden: HiddenNode[] = [];
  readonly collapsed = new Map<HtmlElement, Collapsed>();
  readonly doubts = new Set<string>();
  readonly #judge: TextJudge;
  readonly #altered = new Map<ComputedStyle, ComputedStyle>();
  readonly #opened = new Map<ComputedStyle, ComputedStyle>();
  /** Fixed boxes with something to press: dialogs and banners that a person can dismiss. */
  dialogs = 0;
  readonly #cascade: Cascade;
  readonly #page: PageFacts;
  readonly #controls: ControlIndex;
  readonly #areas = new GridAreas();
  readonly #boxes = new Boxes();
  readonly #openShadow: OpenShadow;

  constructor(settings: WalkSettings) {
    this.#cascade = settings.cascade;
    this.#page = settings.page;
    this.#controls = settings.controls;
    this.#openShadow = settings.openShadow;
    this.#judge = new TextJudge(settings.page, this.doubts);
  }

  /** Families that visible text asks for. */
  get families(): ReadonlySet<string> {
    return this.#judge.families;
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
    let place = view;
    for (const node of nodes) {
      if (node.type === 'comment') continue;
      const here = limited && (x > 0 || y > 0) ? { ...place, clip: shifted(view.clip, x, y) } : place;
      const outcome = node.type === 'text' ? this.#text(node, here) : this.element(node, here, scope);
      visible ||= outcome.visible;
      hidden ||= outcome.hidden;
      if (node.type === 'text' || this.#lastFacts?.element !== node) continue;
      const { facts } = this.#lastFacts;
      if (facts.outOfFlow) {
        const under = coveringGround(facts.style, node, view.ground);
        if (under !== undefined) place = { ...place, under };
      }
      if (!limited) continue;
      if (facts.outOfFlow || facts.inline || !facts.style.is('float', 'none')) continue;
      if (view.flexRow) x += facts.boxWidth ?? 0;
      else y += facts.boxHeight ?? 0;
    }
    return { visible, hidden };
  }

  #lastFacts: { element: HtmlElement; facts: StyleFacts } | null = null;

  #text(node: HtmlText, view: View): Outcome {
    if (!HAS_INK.test(node.text)) return NOTHING;
    const reason = this.#judge.reasonFor(node, view);
    if (reason === null) return SHOWN;
    this.hidden.push({ node, reason: { type: 'hidden_css', reason } });
    return { visible: false, hidden: true };
  }

  element(element: HtmlElement, parent: View, scope: Scope): Outcome {
    if (SKIPPED.has(element.tag) && element.namespace === 'html') return NOTHING;
    const styles = this.#cascade.stylesOf(element, parent.style, scope);
    const style = this.#animated(styles.style, parent.style, scope);
    const facts = this.#boxes.factsOf(style, parent.laysOut);
    this.#lastFacts = { element, facts };
    const input: ElementCase = { element, facts, parent, page: this.#page };
    const from = this.hidden.length;
    const outcome = this.#element(input, styles, scope);
    this.#lastFacts = { element, facts };
    // In a component, what a slot shows stands elsewhere.
    return this.#slots.length > 0 ? outcome : liftHidden(this.hidden, element, from, outcome);
  }

  #element(input: ElementCase, styles: ElementStyles, scope: Scope): Outcome {
    const { element, facts, parent } = input;
    oddDoubts(input, styles, this.doubts);
    const vanishes = !facts.style.is('visibility', 'visible') && parent.style.is('visibility', 'visible');
    if (vanishes && isCurtain(element, this.#page, 'visibility:hidden')) return this.#flicker(input, scope);
    if (facts.quiet && element.namespace === 'html' && !SPECIAL.has(element.tag))
      return this.#quiet(input, styles, scope);
    const collapsed = collapsedKind(input, this.#controls);
    if (collapsed) return this.#collapse(input, collapsed, scope);
    return this.#excluded(input, scope) ?? this.#included(input, styles, scope);
  }

  /** The outcome when a rule hides the element, or when an exception keeps it as it is. */
  #excluded(input: ElementCase, scope: Scope): Outcome | null {
    const { element } = input;
    if (element.tag === 'noscript' && isPicture(element)) return NOTHING;
    for (const rule of ELEMENT_RULES) {
      const reason = rule.test(input);
      if (reason === null) continue;
      if (element.tag === 'br' || element.tag === 'wbr') return NOTHING;
      if (isFormulaTwin(element)) return SHOWN;
      if (isCurtain(element, this.#page, reason.reason)) return this.#flicker(input, scope);
      this.hidden.push(
        { node: element, reason },
        ...slottedInto(this.#slots.at(-1), element).map((node) => ({ node, reason })),
      );
      return { visible: false, hidden: true };
    }
    return null;
  }

  #included(input: ElementCase, styles: ElementStyles, scope: Scope): Outcome {
    const { element, facts, parent } = input;
    if (!facts.quiet && placeOf(input) === 'unsure') this.doubts.add(DOUBT.position);
    let view = this.#boxes.viewOf(input);
    contentDoubts(element, styles, view, this.doubts);
    const under = styles.before ? coveringGround(styles.before, null, view.ground) : undefined;
    if (under !== undefined) view = { ...view, under };
    if (element.namespace === 'html' && FALLBACK.has(element.tag)) {
      coverDoubt({ element, facts, parent, visible: facts.style.is('visibility', 'visible'), styles }, this.doubts);
      return this.#fallback(element);
    }
    const from = this.hidden.length;
    if (this.#isValueHidden(element, view, styles)) return { visible: false, hidden: true };
    const inside = this.#inside(element, view, scope);
    if (styles.firstLine) this.#firstLine(element, view, styles.firstLine, from);
    if (facts.style.is('position', 'fixed') && inside.visible && hasControl(element)) this.dialogs++;
    const visible = inside.visible || (REPLACED.has(element.tag) && facts.style.is('visibility', 'visible'));
    if (this.#areas.add(element, facts.style)) this.doubts.add(DOUBT.cover);
    if (inside.visible && this.#mayClip(input)) clippedDoubts(facts, parent, this.#page.lockedSideways, this.doubts);
    coverDoubt({ element, facts, parent, visible, styles }, this.doubts);
    return { visible, hidden: inside.hidden };
  }

  /** What a field shows is judged like a text in it; one that cannot be seen goes with its field. */
  #isValueHidden(element: HtmlElement, view: View, { placeholder }: ElementStyles): boolean {
    const shown = shownValue(element);
    if (shown === null) return false;
    const inner = shown.isPlaceholder && placeholder ? { ...view, style: placeholder } : view;
    const reason = this.#judge.valueReason(shown.text, inner);
    if (reason === null) return false;
    this.hidden.push({ node: element, reason: { type: 'hidden_css', reason } });
    return true;
  }

  /**
   * Pages hide html or body until their scripts have run, to spare visitors the jump. What such a page shows then is
   * not known; its content is judged as if the whole were shown.
   */
  #flicker(input: ElementCase, scope: Scope): Outcome {
    this.doubts.add(DOUBT.scripts);
    const open = this.#open(input);
    return this.#inside(input.element, childView(input.parent, this.#boxes.factsOf(open), true), scope);
  }

  /** The short way for boxes whose style has nothing to say about sight. */
  #quiet(input: ElementCase, styles: ElementStyles, scope: Scope): Outcome {
    const { element } = input;
    const view = this.#boxes.viewOf(input);
    if (styles.before || styles.after || view.clip.fixed) contentDoubts(element, styles, view, this.doubts);
    const from = this.hidden.length;
    if (this.#isValueHidden(element, view, styles)) return { visible: false, hidden: true };
    const inside = this.#inside(element, view, scope);
    if (inside.visible && this.#mayClip(input))
      clippedDoubts(input.facts, input.parent, this.#page.lockedSideways, this.doubts);
    if (styles.firstLine) this.#firstLine(element, view, styles.firstLine, from);
    return REPLACED.has(element.tag) ? { visible: true, hidden: inside.hidden } : inside;
  }

  #mayClip({ parent }: ElementCase): boolean {
    return parent.clipped || this.#page.lockedSideways;
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
      const input: ElementCase = { element: host, facts: this.#boxes.factsOf(style), parent: view, page: this.#page };
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
    const { sheets, matcher } = shadow.scope;
    // What `::slotted()` does to it is not worked out.
    if (sheets.index.match(slot, matcher).some(({ selector }) => selector.pseudoElement === 'slotted'))
      this.doubts.add(DOUBT.shadow);
    this.#slots.pop();
    const outcome = this.nodes(nodes, view, shadow.outer);
    this.#slots.push(shadow);
    return outcome;
  }

  /** Content behind a control: judged as if it were open, so that what is hidden inside stays hidden. */
  #collapse(input: ElementCase, collapsed: Collapsed, scope: Scope): Outcome {
    const { element, parent } = input;
    const isOption = element.tag === 'option';
    const facts = isOption ? input.facts : this.#boxes.factsOf(this.#open(input));
    const outcome = this.#inside(element, childView(parent, facts, false), scope);
    const isHidden = !outcome.visible && outcome.hidden;
    if (!isHidden || !isOption) this.collapsed.set(element, collapsed);
    return isHidden ? { visible: false, hidden: true } : SHOWN;
  }

  #open({ facts, parent }: ElementCase): ComputedStyle {
    const known = this.#opened.get(facts.style);
    if (known) return known;
    const open = this.#cascade.withDeclarations(facts.style, parent.style, OPENED);
    this.#opened.set(facts.style, open);
    return open;
  }

  #fallback(element: HtmlElement): Outcome {
    const reason: HiddenReason = { type: 'hidden_markup', reason: `fallback content of ${element.tag}` };
    for (const node of fallbackContent(element)) this.hidden.push({ node, reason });
    return SHOWN;
  }

  #firstLine(element: HtmlElement, view: View, style: ComputedStyle, from: number): void {
    this.doubts.add(DOUBT.firstLine);
    const line: View = { ...view, style };
    const known = new Set(this.hidden.slice(from).map(({ node }) => node));
    for (const child of element.children) {
      if (child.type !== 'text' || child.text.trim() === '' || known.has(child)) continue;
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
    const known = this.#altered.get(style);
    if (known) return known;
    let result = style;
    const fills = style.get('animation-fill-mode');
    for (const name of style.get('animation-name').split(',')) {
      const ends = scope.sheets.keyframes.get(name.trim());
      if (!ends || (ends.first.length === 0 && ends.last.length === 0)) continue;
      this.doubts.add(DOUBT.animation);
      if (/forwards|both/u.test(fills) && ends.last.length > 0)
        result = this.#cascade.withDeclarations(result, parent, ready(ends.last));
    }
    this.#altered.set(style, result);
    return result;
  }
}

/** Anything but white space and characters without width. */
const HAS_INK = /[^\s\u200b\ufeff]/u;
