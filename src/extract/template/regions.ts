import { select } from '../../html/select.ts';
import type { HtmlElement, HtmlParent } from '../../html/tree.ts';
import { splitAlternatives } from './alternatives.ts';
import type { Field } from './template.ts';

/** The elements that a selector means: those of its first alternative that finds any. */
export function selectFirst(root: HtmlParent, selector: string): HtmlElement[] {
  for (const alternative of splitAlternatives(selector)) {
    const found = select(root, alternative);
    if (found.length > 0) return found;
  }
  return [];
}

/**
 * Which item of a repeated field an element belongs to: the nearest one around it. So the value of a reply is never
 * that of the comment it stands in, and what belongs to one item is no other's.
 */
export class Regions {
  readonly items: readonly HtmlElement[];
  readonly #owners = new Map<HtmlElement, HtmlElement>();

  constructor(field: Field, scope: HtmlParent) {
    const found = selectFirst(scope, field.select);
    this.items = found;
    for (const item of found) this.#owners.set(item, item);
    if (field.siblings) for (const item of found) this.#addSiblings(item);
  }

  /** The item; null for what stands in none. */
  ownerOf(element: HtmlElement): HtmlElement | null {
    for (let node: HtmlParent | null = element; node?.type === 'element'; node = node.parent) {
      const owner = this.#owners.get(node);
      if (owner) return owner;
    }
    return null;
  }

  /** Items around this one. */
  nesting(item: HtmlElement): number {
    let depth = 0;
    let around = item.parent?.type === 'element' ? this.ownerOf(item.parent) : null;
    while (around) {
      depth++;
      around = around.parent?.type === 'element' ? this.ownerOf(around.parent) : null;
    }
    return depth;
  }

  /** What follows an item up to the next one is its own, as the lines of a list that is laid out as a table. */
  #addSiblings(item: HtmlElement): void {
    const siblings = item.parent?.children ?? [];
    for (let at = siblings.indexOf(item) + 1; at > 0 && at < siblings.length; at++) {
      const sibling = siblings[at];
      if (sibling?.type !== 'element') continue;
      if (this.#owners.has(sibling)) break;
      this.#owners.set(sibling, item);
    }
  }
}
