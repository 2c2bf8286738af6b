import type { HtmlElement, HtmlParent } from '../../html/tree.ts';
import type { AttributeTest, Compound, PseudoClass, Selector, SelectorList } from './selector-types.ts';

/** Steps that all selector matching of one page may take together; a hostile page stops here and is not proven. */
export const MAX_MATCH_STEPS = 10_000_000;

export interface ClassNames {
  readonly classes: readonly string[];
  /** `.name` in lower case. */
  readonly keys: readonly string[];
}

/** Matches selectors against one tree (the document, or one shadow root), with caches for what siblings share. */
export class Matcher {
  readonly quirks: boolean;
  /** The host when this is a shadow tree. */
  readonly host: HtmlElement | null;
  readonly #targetId: string;
  readonly #classes = new Map<string, ClassNames>();
  readonly #siblings = new Map<HtmlParent, readonly HtmlElement[]>();
  readonly #indexes = new Map<HtmlElement, number>();
  readonly #typeIndexes = new Map<HtmlParent, Map<HtmlElement, readonly [start: number, end: number]>>();
  readonly #has = new Map<SelectorList, Map<HtmlElement, boolean>>();
  readonly budget: { steps: number };

  constructor(settings: { quirks: boolean; host: HtmlElement | null; targetId: string; budget: { steps: number } }) {
    this.quirks = settings.quirks;
    this.host = settings.host;
    this.#targetId = settings.targetId;
    this.budget = settings.budget;
  }

  matchesAny(element: HtmlElement, list: SelectorList): boolean {
    for (const selector of list) if (selector.pseudoElement === null && this.matches(element, selector)) return true;
    return false;
  }

  /** Whether the element (or, with a pseudo-element, its originating element) matches. */
  matches(element: HtmlElement, selector: Selector): boolean {
    return this.#matchFrom(element, selector, 0, null);
  }

  classesOf(element: HtmlElement): readonly string[] {
    return this.namesOf(element).classes;
  }

  /** Class names, and what the rule index and its filter ask for; shared by all elements with the same attribute. */
  namesOf(element: HtmlElement): ClassNames {
    const written = element.attributes.get('class');
    if (written === undefined) return NO_CLASSES;
    let names = this.#classes.get(written);
    if (!names) {
      const classes = written.split(/[\t\n\f\r ]+/u).filter((name) => name !== '');
      names = { classes, keys: classes.map((name) => `.${name.toLowerCase()}`) };
      this.#classes.set(written, names);
    }
    return names;
  }

  #matchFrom(element: HtmlElement, selector: Selector, index: number, anchor: HtmlElement | null): boolean {
    if (this.budget.steps-- < 0) return false;
    const compound = selector.compounds[index];
    if (!compound || !this.#matchCompound(element, compound)) return false;
    const combinator = selector.combinators[index];
    if (combinator === undefined) return anchor === null || this.#relatesTo(element, selector.leading, anchor);
    if (combinator === '>') {
      const parent = this.#parent(element);
      return parent !== null && this.#matchFrom(parent, selector, index + 1, anchor);
    }
    if (combinator === ' ') {
      for (let up = this.#parent(element); up; up = this.#parent(up)) {
        if (this.#matchFrom(up, selector, index + 1, anchor)) return true;
      }
      return false;
    }
    const siblings = this.siblingsOf(element);
    const at = this.indexOf(element);
    const stop = combinator === '+' ? Math.max(0, at - 1) : 0;
    for (let i = at - 1; i >= stop; i--) {
      const sibling = siblings[i];
      if (sibling && this.#matchFrom(sibling, selector, index + 1, anchor)) return true;
    }
    return false;
  }

  /** The parent inside this tree; a shadow tree's top elements have their host, which only :host can match. */
  #parent(element: HtmlElement): HtmlElement | null {
    if (element.parent?.type === 'element') return element.parent;
    return this.host !== null && element !== this.host ? this.host : null;
  }

  #relatesTo(element: HtmlElement, leading: Selector['leading'], anchor: HtmlElement): boolean {
    if (leading === '>') return element.parent === anchor;
    if (leading === '+') return element.parent === anchor.parent && this.indexOf(element) === this.indexOf(anchor) + 1;
    if (leading === '~') return element.parent === anchor.parent && this.indexOf(element) > this.indexOf(anchor);
    for (let up = this.#parent(element); up; up = this.#parent(up)) if (up === anchor) return true;
    return false;
  }

  #matchCompound(element: HtmlElement, compound: Compound): boolean {
    // From inside a shadow tree the host is reached by :host alone.
    if (this.host !== null && element === this.host && !compound.pseudos.some((pseudo) => pseudo.kind === 'host')) return false;
    if (compound.tag !== null && compound.tag !== element.tag && (element.namespace === 'html' || compound.tag !== element.tag.toLowerCase()))
      return false;
    for (const id of compound.ids) if (!this.#sameName(element.attributes.get('id'), id)) return false;
    if (compound.classes.length > 0) {
      const classes = this.classesOf(element);
      for (const name of compound.classes) {
        if (!(classes.includes(name) || (this.quirks && classes.some((own) => this.#sameName(own, name)))))
          return false;
      }
    }
    for (const test of compound.attributes) if (!matchAttribute(element, test)) return false;
    for (const pseudo of compound.pseudos) if (!this.#matchPseudo(element, pseudo)) return false;
    return true;
  }

  #sameName(own: string | undefined, wanted: string): boolean {
    return own === wanted || (this.quirks && own !== undefined && own.toLowerCase() === wanted.toLowerCase());
  }

  #matchPseudo(element: HtmlElement, pseudo: PseudoClass): boolean {
    switch (pseudo.kind) {
      case 'is':
        return this.matchesAny(element, pseudo.list);
      case 'not':
        return !this.matchesAny(element, pseudo.list);
      case 'has':
        return this.#matchHas(element, pseudo.list);
      case 'host':
        return element === this.host && (pseudo.list === null || this.#hostMatches(element, pseudo.list));
      case 'nth':
        return this.#matchNth(element, pseudo);
      case 'lang':
      case 'dir':
        return inheritedAttribute(element, pseudo.kind, pseudo.values);
      default:
        return matchState(element, pseudo.kind, this.#targetId);
    }
  }

  #hostMatches(host: HtmlElement, list: SelectorList): boolean {
    const outside = new Matcher({ quirks: this.quirks, host: null, targetId: this.#targetId, budget: this.budget });
    return outside.matchesAny(host, list);
  }

  #matchHas(element: HtmlElement, list: SelectorList): boolean {
    let known = this.#has.get(list);
    if (!known) {
      known = new Map();
      this.#has.set(list, known);
    }
    const before = known.get(element);
    if (before !== undefined) return before;
    const found = list.some((selector) => this.#search(element, selector));
    known.set(element, found);
    return found;
  }

  #search(anchor: HtmlElement, selector: Selector): boolean {
    if (selector.pseudoElement !== null) return false;
    const sideways = selector.leading === '+' || selector.leading === '~';
    const tops = sideways ? this.siblingsOf(anchor).slice(this.indexOf(anchor) + 1) : childElements(anchor);
    const pending = [...tops].reverse();
    for (let candidate = pending.pop(); candidate; candidate = pending.pop()) {
      if (this.#matchFrom(candidate, selector, 0, anchor)) return true;
      if (this.budget.steps < 0) return false;
      const children = childElements(candidate);
      for (let i = children.length - 1; i >= 0; i--) {
        const child = children[i];
        if (child) pending.push(child);
      }
    }
    return false;
  }

  siblingsOf(element: HtmlElement): readonly HtmlElement[] {
    const parent = element.parent;
    if (!parent) return [element];
    let siblings = this.#siblings.get(parent);
    if (!siblings) {
      siblings = childElements(parent);
      this.#siblings.set(parent, siblings);
      siblings.forEach((sibling, index) => {
        this.#indexes.set(sibling, index);
      });
    }
    return siblings;
  }

  indexOf(element: HtmlElement): number {
    this.siblingsOf(element);
    return this.#indexes.get(element) ?? 0;
  }

  #matchNth(element: HtmlElement, nth: Extract<PseudoClass, { kind: 'nth' }>): boolean {
    if (!element.parent) return nth.step === 0 && nth.offset === 1;
    const siblings = this.siblingsOf(element);
    let position: number;
    if (nth.of) {
      if (!this.matchesAny(element, nth.of)) return false;
      const peers = siblings.filter((sibling) => this.budget.steps-- > 0 && this.matchesAny(sibling, nth.of ?? []));
      const at = peers.indexOf(element);
      position = nth.fromEnd ? peers.length - at : at + 1;
    } else if (nth.ofType) position = this.#typePosition(element, nth.fromEnd);
    else position = nth.fromEnd ? siblings.length - this.indexOf(element) : this.indexOf(element) + 1;
    const distance = position - nth.offset;
    return nth.step === 0 ? distance === 0 : distance % nth.step === 0 && distance / nth.step >= 0;
  }

  #typePosition(element: HtmlElement, fromEnd: boolean): number {
    const parent = element.parent;
    if (!parent) return 1;
    let positions = this.#typeIndexes.get(parent);
    if (!positions) {
      positions = typePositions(this.siblingsOf(element));
      this.#typeIndexes.set(parent, positions);
    }
    const [start, end] = positions.get(element) ?? [1, 1];
    return fromEnd ? end : start;
  }
}

const NO_CLASSES: ClassNames = { classes: [], keys: [] };

export function childElements(parent: HtmlParent): HtmlElement[] {
  const found: HtmlElement[] = [];
  for (const child of parent.children) if (child.type === 'element') found.push(child);
  return found;
}

function typePositions(siblings: readonly HtmlElement[]): Map<HtmlElement, readonly [number, number]> {
  const totals = new Map<string, number>();
  const starts = siblings.map((sibling) => {
    const count = (totals.get(sibling.tag) ?? 0) + 1;
    totals.set(sibling.tag, count);
    return count;
  });
  return new Map(
    siblings.map((sibling, i) => [sibling, [starts[i] ?? 1, (totals.get(sibling.tag) ?? 1) - (starts[i] ?? 1) + 1]]),
  );
}

function matchAttribute(element: HtmlElement, test: AttributeTest): boolean {
  let own = element.attributes.get(test.name);
  if (own === undefined) return false;
  if (test.operator === '') return true;
  let wanted = test.value;
  if (test.ignoreCase) {
    own = own.toLowerCase();
    wanted = wanted.toLowerCase();
  }
  switch (test.operator) {
    case '=':
      return own === wanted;
    case '~=':
      return wanted !== '' && own.split(/\s+/u).includes(wanted);
    case '|=':
      return own === wanted || own.startsWith(`${wanted}-`);
    case '^=':
      return wanted !== '' && own.startsWith(wanted);
    case '$=':
      return wanted !== '' && own.endsWith(wanted);
    case '*=':
      return wanted !== '' && own.includes(wanted);
  }
}

function inheritedAttribute(element: HtmlElement, name: 'lang' | 'dir', values: readonly string[]): boolean {
  for (let up: HtmlElement | null = element; up; up = up.parent?.type === 'element' ? up.parent : null) {
    const own = up.attributes.get(name)?.toLowerCase();
    if (own !== undefined)
      return values.some((value) => own === value || (name === 'lang' && own.startsWith(`${value}-`)));
  }
  return name === 'dir' && values.includes('ltr');
}

const FORM_TAGS = new Set(['input', 'select', 'textarea', 'button', 'option', 'optgroup', 'fieldset']);

function matchState(element: HtmlElement, kind: string, targetId: string): boolean {
  const has = (name: string) => element.attributes.has(name);
  switch (kind) {
    case 'always':
      return true;
    case 'root':
      return element.tag === 'html' && element.parent?.type === 'root';
    case 'empty':
      return element.children.every(
        (child) => child.type === 'comment' || (child.type === 'text' && child.text === ''),
      );
    case 'link':
      return (element.tag === 'a' || element.tag === 'area') && has('href');
    case 'checked':
      return element.tag === 'option' ? has('selected') : element.tag === 'input' && has('checked');
    case 'disabled':
      return FORM_TAGS.has(element.tag) && has('disabled');
    case 'enabled':
      return FORM_TAGS.has(element.tag) && !has('disabled');
    case 'required':
      return has('required');
    case 'optional':
      return FORM_TAGS.has(element.tag) && !has('required');
    case 'open':
      return (element.tag === 'details' || element.tag === 'dialog') && has('open');
    case 'defined':
      return !element.tag.includes('-');
    case 'placeholder-shown':
      return has('placeholder') && !element.attributes.get('value');
    case 'target':
      return targetId !== '' && element.attributes.get('id') === targetId;
    case 'read-write':
      return (element.tag === 'input' || element.tag === 'textarea') && !has('readonly') && !has('disabled');
    case 'read-only':
      return !((element.tag === 'input' || element.tag === 'textarea') && !has('readonly') && !has('disabled'));
    case 'invalid':
      return element.tag === 'input' && has('required') && !element.attributes.get('value');
    case 'valid':
      return FORM_TAGS.has(element.tag) && !(has('required') && !element.attributes.get('value'));
    default:
      return false;
  }
}
