import type { HtmlElement } from '../../html/tree.ts';
import type { Matcher } from './match.ts';
import { expandDeclaration, type PropertyName } from './properties.ts';
import type { Compound, Selector } from './selector-types.ts';
import type { Declaration } from './sheet.ts';
import { isValidValue } from './values.ts';
import { usesVariables } from './variables.ts';

/** A declaration made ready: longhands that passed validation, or null when variables must be put in first. */
export interface ReadyDeclaration {
  readonly declaration: Declaration;
  readonly pairs: readonly (readonly [PropertyName, string])[] | null;
}

export interface IndexedRule {
  readonly id: number;
  readonly selector: Selector;
  readonly declarations: readonly ReadyDeclaration[];
  /** Tag of the right-most compound. */
  readonly tag: string | null;
  readonly hashes: readonly number[];
  /** Cascade layer rank, higher wins among normal declarations; UNLAYERED is the highest. */
  readonly layer: number;
  /** Stamp of the last element that met this rule, so that a rule in several buckets is tried once. */
  seen: number;
}

export const UNLAYERED = 1_000_000;

export function ready(declarations: readonly Declaration[]): ReadyDeclaration[] {
  return declarations.map((declaration) => ({ declaration, pairs: readyPairs(declaration) }));
}

function readyPairs(declaration: Declaration): readonly (readonly [PropertyName, string])[] | null {
  if (declaration.property.startsWith('--') || declaration.property === 'all') return null;
  return usesVariables(declaration.value) ? null : validPairs(declaration.property, declaration.value);
}

/** Longhands of a declaration; none at all when one of them is invalid. */
export function validPairs(property: string, value: string): readonly (readonly [PropertyName, string])[] {
  const pairs = expandDeclaration(property, value);
  return pairs.every(([name, part]) => isValidValue(name, part)) ? pairs : [];
}

/**
 * Rules by the right-most name of their selector, with a counting Bloom filter of the ancestors' names that refuses
 * most of the rest without walking up the tree.
 */
export class RuleIndex {
  readonly #buckets = new Map<string, IndexedRule[]>();
  readonly #universal: IndexedRule[] = [];
  readonly #filter = new Uint16Array(FILTER_SIZE);
  readonly #hashes = new Map<string, number>();
  #stamp = 0;
  #nextId = 0;

  add(selectors: readonly Selector[], declarations: readonly ReadyDeclaration[], layer: number): void {
    for (const selector of selectors) {
      const compound = selector.compounds[0];
      if (!compound || isDead(selector)) continue;
      const hashes = selector.ancestorNames.map((name) => this.#hash(name));
      const rule: IndexedRule = {
        id: ++this.#nextId,
        tag: compound.tag,
        selector,
        declarations,
        hashes,
        layer,
        seen: 0,
      };
      const keys = keysOf(compound);
      if (!keys) this.#universal.push(rule);
      else for (const key of keys) this.#bucket(key).push(rule);
    }
  }

  get size(): number {
    return this.#nextId;
  }

  /** Matching rules in no particular order. The element's ancestors must have been entered. */
  match(element: HtmlElement, matcher: Matcher): IndexedRule[] {
    const stamp = ++this.#stamp;
    const found: IndexedRule[] = [];
    const tag = element.namespace === 'html' ? element.tag : element.tag.toLowerCase();
    this.#attempt(this.#universal, stamp, tag, element, matcher, found);
    this.#attempt(this.#buckets.get(tag), stamp, tag, element, matcher, found);
    if (element.attributes.size === 0) return found;
    const id = element.attributes.get('id');
    if (id) this.#attempt(this.#buckets.get(`#${id.toLowerCase()}`), stamp, tag, element, matcher, found);
    for (const key of matcher.namesOf(element).keys)
      this.#attempt(this.#buckets.get(key), stamp, tag, element, matcher, found);
    if (this.#hasAttributeKeys) {
      for (const name of element.attributes.keys())
        this.#attempt(this.#buckets.get(`[${name}`), stamp, tag, element, matcher, found);
    }
    return found;
  }

  #attempt(
    rules: readonly IndexedRule[] | undefined,
    stamp: number,
    tag: string,
    element: HtmlElement,
    matcher: Matcher,
    found: IndexedRule[],
  ): void {
    if (!rules) return;
    for (const rule of rules) {
      if (rule.seen === stamp || (rule.tag !== null && rule.tag !== tag)) continue;
      rule.seen = stamp;
      if (this.#passes(rule) && matcher.matches(element, rule.selector)) found.push(rule);
    }
  }

  enter(element: HtmlElement, matcher: Matcher): void {
    this.#count(element, matcher, 1);
  }

  leave(element: HtmlElement, matcher: Matcher): void {
    this.#count(element, matcher, -1);
  }

  #hasAttributeKeys = false;

  #bucket(key: string): IndexedRule[] {
    if (key.startsWith('[')) this.#hasAttributeKeys = true;
    let bucket = this.#buckets.get(key);
    if (!bucket) {
      bucket = [];
      this.#buckets.set(key, bucket);
    }
    return bucket;
  }

  #count(element: HtmlElement, matcher: Matcher, by: number): void {
    const add = (name: string) => {
      const hash = this.#hash(name);
      this.#filter[hash] = (this.#filter[hash] ?? 0) + by;
    };
    add(element.namespace === 'html' ? element.tag : element.tag.toLowerCase());
    if (element.attributes.size === 0) return;
    const id = element.attributes.get('id');
    if (id) add(`#${id.toLowerCase()}`);
    for (const key of matcher.namesOf(element).keys) add(key);
  }

  #passes(rule: IndexedRule): boolean {
    for (const hash of rule.hashes) if (this.#filter[hash] === 0) return false;
    return true;
  }

  #hash(name: string): number {
    let hash = this.#hashes.get(name);
    if (hash === undefined) {
      hash = 5381;
      for (let i = 0; i < name.length; i++) hash = (hash * 33 + name.charCodeAt(i)) >>> 0;
      hash = (hash ^ (hash >>> 12)) % FILTER_SIZE;
      this.#hashes.set(name, hash);
    }
    return hash;
  }
}

const FILTER_SIZE = 4096;

/** Selectors that need a state which a page at rest is not in never match: `.menu:hover .sub`. */
function isDead(selector: Selector): boolean {
  if (selector.pseudoElement !== null && !LIVE_PSEUDO_ELEMENTS.has(selector.pseudoElement)) return true;
  return selector.compounds.some((compound) => compound.pseudos.some((pseudo) => pseudo.kind === 'never'));
}

const LIVE_PSEUDO_ELEMENTS = new Set([
  'before',
  'after',
  'first-line',
  'first-letter',
  'slotted',
  'placeholder',
  'marker',
  'details-content',
]);

function keysOf(compound: Compound): string[] | null {
  const [id] = compound.ids;
  if (id !== undefined) return [`#${id.toLowerCase()}`];
  const name = compound.classes.at(-1);
  if (name !== undefined) return [`.${name.toLowerCase()}`];
  if (compound.tag !== null) return [compound.tag];
  const [attribute] = compound.attributes;
  if (attribute) return [`[${attribute.name}`];
  for (const pseudo of compound.pseudos) {
    if (pseudo.kind !== 'is') continue;
    const keys: string[] = [];
    for (const selector of pseudo.list) {
      const inner = selector.compounds[0] ? keysOf(selector.compounds[0]) : null;
      if (!inner) return null;
      keys.push(...inner);
    }
    return keys.length <= 32 ? keys : null;
  }
  return compound.pseudos.some((pseudo) => pseudo.kind === 'root') ? ['html'] : null;
}
