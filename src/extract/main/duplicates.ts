import { type HtmlElement, textContent } from '../../html/tree.ts';
import type { Cut } from './cut.ts';

/** Shorter texts repeat for good reasons: labels, table cells, refrains. */
const MIN_CHARACTERS = 60;

/** Where equal texts stand beside each other on purpose. */
const REPEATING: ReadonlySet<string> = new Set(['table', 'pre', 'code']);

/** Leaves out what stands on the page twice, such as one text for wide and one for narrow screens. The first stays. */
export function cutDuplicates(body: HtmlElement, cut: Cut): void {
  const seen = new Map<string, HtmlElement>();
  cut.visit(body, (element) => {
    const facts = cut.of(element);
    if (facts.characters < MIN_CHARACTERS || REPEATING.has(element.tag)) return true;
    const key = `${facts.hash} ${facts.characters}`;
    const first = seen.get(key);
    if (!first) {
      seen.set(key, element);
      return false;
    }
    if (first.parent === element.parent || contains(first, element) || !sameText(first, element)) return false;
    cut.take(element, 'duplicates', 'stands on the page before', 'duplicate');
    return true;
  });
}

function contains(outer: HtmlElement, inner: HtmlElement): boolean {
  for (let node = inner.parent; node; node = node.parent) if (node === outer) return true;
  return false;
}

/** Hashes can meet by chance. */
function sameText(first: HtmlElement, second: HtmlElement): boolean {
  return textContent(first).replace(/\s+/gu, '') === textContent(second).replace(/\s+/gu, '');
}
