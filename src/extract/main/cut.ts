import type { HtmlElement, HtmlParent } from '../../html/tree.ts';
import type { LeftOutKind, Removal } from '../extraction.ts';
import { book, type Facts, type FactsOf, type FactsTable, factsIn, measure } from './facts.ts';

/** A step of the selection; steps are undone in one piece when they took too much. */
export type Step = 'chrome' | 'names' | 'sections' | 'duplicates' | 'cards' | 'outside';

interface Taken {
  readonly step: Step;
  readonly what: LeftOutKind;
  readonly reason: string;
  readonly facts: Readonly<Facts>;
}

const ONE_PIECE: ReadonlySet<string> = new Set(['pre', 'code', 'math']);

/**
 * What is left out so far. The tree stays untouched until `apply`, so that a step can be taken back, and every
 * element that goes is booked with its reason.
 */
export class Cut {
  readonly #root: HtmlParent;
  readonly #taken = new Map<HtmlElement, Taken>();
  readonly #without = new Set<HtmlElement>();
  readonly of: FactsOf = (element) => factsIn(this.#table, element);
  #table: FactsTable;
  #unbooked: HtmlElement[] = [];

  constructor(root: HtmlParent) {
    this.#root = root;
    this.#table = measure(root, this.#without);
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
    this.#unbooked.push(element);
  }

  /** Brings the counts up to date: what was taken is taken off everything around it. Hashes stay as they were. */
  settle(): void {
    for (const element of this.#unbooked) this.#book(element, -1);
    this.#unbooked = [];
  }

  /** Counts anew, hashes too. */
  recount(): void {
    this.#unbooked = [];
    this.#table = measure(this.#root, this.#without);
  }

  /** Takes a settled step back, the last first, so that parts in parts are counted once. */
  undo(step: Step): void {
    for (const [element, taken] of [...this.#taken].reverse()) {
      if (taken.step !== step) continue;
      this.#book(element, 1);
      this.#taken.delete(element);
      this.#without.delete(element);
    }
  }

  #book(element: HtmlElement, sign: 1 | -1): void {
    const part = this.of(element);
    for (let node = element.parent; node; node = node.parent) {
      const facts = this.#table.get(node);
      if (facts) book(facts, part, sign);
      if (node === this.#root) return;
    }
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

  /**
   * Visits what is left below `parent`, from the top down; true from `decide` ends the way into an element. Code and
   * formulas are one piece: a highlighter names the spans in them as it likes (`share`, `meta`, `comment`).
   */
  visit(parent: HtmlParent, decide: (element: HtmlElement) => boolean): void {
    for (const child of parent.children) {
      if (child.type !== 'element' || this.#without.has(child)) continue;
      if (!decide(child) && !ONE_PIECE.has(child.tag)) this.visit(child, decide);
    }
  }
}
