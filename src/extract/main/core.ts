import type { HtmlElement } from '../../html/tree.ts';
import type { Cut } from './cut.ts';

/** The element whose own paragraphs carry the most running text. */
export interface Core {
  readonly element: HtmlElement;
  /** Characters of running text in its paragraphs, plus half of those one level further down. */
  readonly mass: number;
}

/**
 * Finds the place where running text stands paragraph by paragraph. A paragraph counts in full for the element it
 * stands in and by half for the next one up, so that text in several sections meets in their common parent, while a
 * list of teasers with one sentence each does not.
 */
export interface Paragraphs {
  readonly core: Core;
  /** The most any one element at or below this one carries in its paragraphs. */
  peak(element: HtmlElement): number;
}

/** `beside`: elements whose text is about other pages and does not count. */
export function weighParagraphs(body: HtmlElement, cut: Cut, beside: ReadonlySet<HtmlElement> = new Set()): Paragraphs {
  const peaks = new Map<HtmlElement, number>();
  let core: Core = { element: body, mass: 0 };
  /** Returns what the element's own paragraphs carry. */
  const visit = (element: HtmlElement): number => {
    let own = cut.of(element).prose;
    let below = 0;
    let peak = 0;
    for (const child of element.children) {
      if (child.type !== 'element' || cut.has(child)) continue;
      const { prose } = cut.of(child);
      if (prose === 0) continue;
      if (beside.has(child)) {
        own -= prose;
        continue;
      }
      if (isParagraph(child, cut)) continue;
      own -= prose;
      below += visit(child);
      peak = Math.max(peak, peaks.get(child) ?? 0);
    }
    const mass = own + below / 2;
    if (mass > core.mass) core = { element, mass };
    peaks.set(element, Math.max(peak, mass));
    return own;
  };
  visit(body);
  return { core, peak: (element) => peaks.get(element) ?? cut.of(element).prose };
}

const PARAGRAPHS: ReadonlySet<string> = new Set('p ul ol dl blockquote pre table figure h2 h3 h4 h5 h6'.split(' '));

function isParagraph(element: HtmlElement, cut: Cut): boolean {
  return PARAGRAPHS.has(element.tag) || cut.of(element).lines === 1;
}
