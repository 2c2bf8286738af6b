import type { HtmlElement } from '../../html/tree.ts';
import { ComputedStyle, resolveValues } from './computed-style.ts';
import { presentationalHints } from './hints.ts';
import type { Matcher } from './match.ts';
import { parseInlineStyle } from './parse-sheet.ts';
import { PROPERTY_NAMES, type PropertyName } from './properties.ts';
import { type IndexedRule, type ReadyDeclaration, ready, validPairs } from './rule-index.ts';
import type { RegisteredProperty } from './sheet.ts';
import type { SheetSet } from './sheets.ts';
import { type Pairs, userAgentPairs } from './user-agent.ts';
import {
  type CustomProperties,
  MAX_REFERENCES,
  substitute,
  type VariableBudget,
  type VariableLookup,
} from './variables.ts';

/** One tree with its sheets and its matcher. */
export interface Scope {
  readonly sheets: SheetSet;
  readonly matcher: Matcher;
}

/** What the sheets say of one element: its style, those of its generated boxes, and of its first line. */
export interface ElementStyles {
  readonly style: ComputedStyle;
  readonly before: ComputedStyle | null;
  readonly after: ComputedStyle | null;
  readonly firstLine: ComputedStyle | null;
  /** Style of the placeholder where rules speak of it. */
  readonly placeholder: ComputedStyle | null;
  /** Markers with a text of their own, or boxes of the browser's restyled: nothing here works out what they show. */
  readonly odd: boolean;
}

/** Computes styles with the cascade of CSS Cascade 5; equal elements under equal parents share one object. */
export class Cascade {
  readonly #shared = new Map<string, ElementStyles>();
  readonly #inline = new Map<string, ReadyDeclaration[]>();
  readonly budget: VariableBudget = { left: MAX_REFERENCES };
  #nextId = 1;
  #registered: ReadonlyMap<string, RegisteredProperty> = new Map();
  /** Registered variables that every element begins anew. */
  #own: readonly string[] = [];

  /** Variables of `@property` rules have their initial values where nothing sets them. */
  register(properties: ReadonlyMap<string, RegisteredProperty>): void {
    this.#registered = properties;
    this.#own = [...properties].filter(([, { inherits }]) => !inherits).map(([name]) => name);
  }

  #lookup(variables: VariableLookup): VariableLookup {
    if (this.#registered.size === 0) return variables;
    return { get: (name) => variables.get(name) ?? this.#registered.get(name)?.initial ?? undefined };
  }

  stylesOf(element: HtmlElement, parent: ComputedStyle, scope: Scope): ElementStyles {
    const rules = scope.sheets.index.match(element, scope.matcher);
    const [tagPairs, attributePairs] = userAgentPairs(element);
    const hints = presentationalHints(element);
    const inline = element.attributes.get('style') ?? '';
    const key = this.#key(parent, rules, [tagPairs, attributePairs, scope], hints, inline);
    let styles = this.#shared.get(key);
    if (!styles) {
      const pairs = attributePairs.length === 0 ? tagPairs : [...tagPairs, ...attributePairs];
      styles = this.#compute(parent, rules, pairs, hints, inline);
      if (this.#shared.size < MAX_SHARED) this.#shared.set(key, styles);
    }
    return styles;
  }

  /** A style with extra declarations on top: the end of an animation, a rule for slotted elements. */
  withDeclarations(
    base: ComputedStyle,
    parent: ComputedStyle,
    declarations: readonly ReadyDeclaration[],
  ): ComputedStyle {
    const winners = new Map<PropertyName, string>();
    for (const name of PROPERTY_NAMES) winners.set(name, base.values[name]);
    for (const declaration of declarations) this.#apply(declaration, winners, base.variables);
    return new ComputedStyle(this.#nextId++, parent, resolveValues(parent, winners, NO_PAIRS), base.variables);
  }

  #key(
    parent: ComputedStyle,
    rules: readonly IndexedRule[],
    identities: readonly object[],
    hints: Pairs,
    inline: string,
  ): string {
    let key = `${parent.id}`;
    for (const identity of identities) key += `|${this.#number(identity)}`;
    key += '|';
    for (const rule of rules) key += `${rule.id},`;
    if (hints.length > 0) key += hints.join(';');
    return inline === '' ? key : `${key}|${inline}`;
  }

  readonly #numbers = new Map<object, number>();

  #number(thing: object): number {
    let number = this.#numbers.get(thing);
    if (number === undefined) {
      number = this.#numbers.size;
      this.#numbers.set(thing, number);
    }
    return number;
  }

  #compute(parent: ComputedStyle, rules: IndexedRule[], pairs: Pairs, hints: Pairs, inlineText: string): ElementStyles {
    const inline = inlineText === '' ? [] : this.#inlineOf(inlineText);
    const own = rules.filter((rule) => rule.selector.pseudoElement === null);
    const style = this.#style(parent, own, pairs, hints, inline);
    const pseudo = (name: string) => {
      const matching = rules.filter((rule) => rule.selector.pseudoElement === name);
      return matching.length === 0 ? null : this.#style(style, matching, [], [], []);
    };
    const generated = (name: string) => {
      const box = pseudo(name);
      return box && !/^(?:normal|none)$/u.test(box.get('content')) && !box.is('display', 'none') ? box : null;
    };
    const marker = pseudo('marker');
    return {
      style,
      before: generated('before'),
      after: generated('after'),
      firstLine: pseudo('first-line'),
      placeholder: pseudo('placeholder'),
      odd: (marker !== null && !marker.is('content', 'normal')) || pseudo('details-content') !== null,
    };
  }

  #style(
    parent: ComputedStyle,
    rules: IndexedRule[],
    pairs: Pairs,
    hints: Pairs,
    inline: readonly ReadyDeclaration[],
  ): ComputedStyle {
    rules.sort((a, b) => a.layer - b.layer || a.selector.specificity - b.selector.specificity || a.id - b.id);
    const variables = this.#variables(parent.variables, rules, inline);
    const winners = new Map<PropertyName, string>(pairs);
    const fallback = winners.size === 0 ? NO_PAIRS : new Map(winners);
    for (const [name, value] of hints)
      for (const [longhand, part] of validPairs(name, value)) winners.set(longhand, part);
    forEachInOrder(rules, inline, (ready) => this.#apply(ready, winners, variables));
    return new ComputedStyle(this.#nextId++, parent, resolveValues(parent, winners, fallback), variables);
  }

  #variables(
    all: CustomProperties,
    rules: readonly IndexedRule[],
    inline: readonly ReadyDeclaration[],
  ): CustomProperties {
    let inherited = all;
    if (this.#own.some((name) => all.has(name))) {
      const kept = new Map(all);
      for (const name of this.#own) kept.delete(name);
      inherited = kept;
    }
    let own: Map<string, string> | null = null;
    forEachInOrder(rules, inline, ({ declaration }) => {
      if (!declaration.property.startsWith('--')) return;
      own ??= new Map();
      own.set(declaration.property, declaration.value);
    });
    return own === null ? inherited : this.#merge(inherited, own);
  }

  #merge(inherited: CustomProperties, own: ReadonlyMap<string, string>): CustomProperties {
    const merged = new Map(inherited);
    for (const [name, value] of own) {
      const keyword = value.toLowerCase();
      if (keyword === 'initial') merged.delete(name);
      else if (keyword !== 'inherit' && keyword !== 'unset')
        merged.set(name, this.#inherit(value, name, inherited, own));
    }
    return merged;
  }

  /** A custom property's own var() is resolved where it is declared, not where it is used. */
  #inherit(value: string, name: string, inherited: CustomProperties, own: ReadonlyMap<string, string>): string {
    if (!value.includes('var(')) return value;
    const lookup = { get: (key: string) => (key === name ? inherited.get(key) : (own.get(key) ?? inherited.get(key))) };
    return substitute(value, this.#lookup(lookup), this.budget, new Set([name])) ?? 'initial';
  }

  #apply(ready: ReadyDeclaration, winners: Map<PropertyName, string>, variables: CustomProperties): void {
    const { property, value } = ready.declaration;
    if (ready.pairs) {
      for (const [name, part] of ready.pairs) winners.set(name, part);
      return;
    }
    if (property.startsWith('--')) return;
    if (property === 'all') {
      for (const name of PROPERTY_NAMES) if (name !== 'direction') winners.set(name, value);
      return;
    }
    const substituted = substitute(value, this.#lookup(variables), this.budget);
    const pairs = substituted === null ? [] : validPairs(property, substituted.trim());
    for (const [name, part] of pairs) winners.set(name, part);
    if (pairs.length === 0) for (const [name] of validPairs(property, 'unset')) winners.set(name, 'unset');
  }

  #inlineOf(text: string): ReadyDeclaration[] {
    let declarations = this.#inline.get(text);
    if (!declarations) {
      declarations = ready(parseInlineStyle(text));
      if (this.#inline.size < MAX_SHARED) this.#inline.set(text, declarations);
    }
    return declarations;
  }
}

const MAX_SHARED = 100_000;
const NO_PAIRS: ReadonlyMap<PropertyName, string> = new Map();

/**
 * Declarations from the weakest to the strongest: normal ones by layer, inline ones, then the important ones with
 * the layers the other way round, and inline important ones last.
 */
function forEachInOrder(
  rules: readonly IndexedRule[],
  inline: readonly ReadyDeclaration[],
  visit: (declaration: ReadyDeclaration) => void,
): void {
  let important = false;
  for (const rule of rules) {
    for (const declaration of rule.declarations) {
      if (declaration.declaration.important) important = true;
      else visit(declaration);
    }
  }
  for (const declaration of inline) if (!declaration.declaration.important) visit(declaration);
  if (important) {
    const reversed = [...rules].sort(
      (a, b) => b.layer - a.layer || a.selector.specificity - b.selector.specificity || a.id - b.id,
    );
    for (const rule of reversed)
      for (const declaration of rule.declarations) if (declaration.declaration.important) visit(declaration);
  }
  for (const declaration of inline) if (declaration.declaration.important) visit(declaration);
}
