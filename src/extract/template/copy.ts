import type { HtmlElement, HtmlNode } from '../../html/tree.ts';

/** Elements copied for one page; templates that name the same part again and again stop here. */
const MAX_COPIED = 300_000;

/** Copies parts of a page without what is cut out of them; the page stays as it is. */
export class Copier {
  #left = MAX_COPIED;

  /** True when not everything was copied. */
  get isSpent(): boolean {
    return this.#left <= 0;
  }

  copy(element: HtmlElement, without: (element: HtmlElement) => boolean): HtmlElement {
    const copy: HtmlElement = { ...element, attributes: new Map(element.attributes), parent: null, children: [] };
    for (const child of element.children) {
      if (child.type === 'comment' || (child.type === 'element' && without(child))) continue;
      if (--this.#left <= 0) break;
      const copied: HtmlNode = child.type === 'text' ? { ...child } : this.copy(child, without);
      copied.parent = copy;
      copy.children.push(copied);
    }
    return copy;
  }
}
