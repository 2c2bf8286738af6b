import type { HtmlElement, HtmlParent } from '../../html/tree.ts';
import type { LeftOutKind, Removal } from '../extraction.ts';
import { type Facts, type FactsOf, measure } from './facts.ts';

/** A step of the selection; steps are undone in one piece when they took too much. */
export type Step = 'chrome' | 'names' | 'duplicates' | 'cards' | 'outside';

interface Taken {
  readonly step: Step;
  readonly what: LeftOutKind;
  readonly reason: string;
  readonly facts: Readonly<Facts>;
}

/**
 * What is left out so far. The tree stays untouched until `apply`, so that a step can be taken back, and every
 * element that goes is booked with its reason.
 */
export class Cut {
  readonly #root: HtmlParent;
  readonly #taken = new Map<HtmlElement, Taken>();
  readonly #without = new Set<HtmlElement>();
  of: FactsOf;

  constructor(root: HtmlParent) {
    this.#root = root;
    this.of = measure(root, this.#without);
  }

  has(element: HtmlElement): boolean {
    return this.#without.has(element);
  }

  /** Why an element was taken, for tests and for whoever tunes the rules. */
  reasonFor(element: HtmlElement): string | undefined {
    return this.#taken.get(element)?.reason;
  }

  take(element: HtmlElement, step: Step, reason: string, what: LeftOutKind = 'boilerplate'): void {
    if (this.#without.has(element)) return;
    this.#without.add(element);
    this.#taken.set(element, { step, what, reason, facts: this.of(element) });
  }

  /** Counts anew, without what was taken. */
  measure(): void {
    this.of = measure(this.#root, this.#without);
  }

  undo(step: Step): void {
    for (const [element, taken] of this.#taken) {
      if (taken.step !== step) continue;
      this.#taken.delete(element);
      this.#without.delete(element);
    }
    this.measure();
  }

  /** Takes everything out of the tree and gives the record of it. */
  apply(): Removal[] {
    const removals: Removal[] = [];
    this.#prune(this.#root);
    for (const { step, what, reason, facts } of this.#taken.values()) {
      if (facts.characters === 0) continue;
      removals.push({ what, step, reason, characters: facts.characters + Math.max(0, facts.words - 1) });
    }
    return removals;
  }

  #prune(parent: HtmlParent): void {
    parent.children = parent.children.filter((child) => {
      if (child.type !== 'element') return true;
      if (this.#without.has(child)) {
        child.parent = null;
        return false;
      }
      this.#prune(child);
      return true;
    });
  }

  /** Visits what is left below `parent`, from the top down; true from `decide` ends the way into an element. */
  visit(parent: HtmlParent, decide: (element: HtmlElement) => boolean): void {
    for (const child of parent.children) {
      if (child.type !== 'element' || this.#without.has(child)) continue;
      if (!decide(child)) this.visit(child, decide);
    }
  }
}
