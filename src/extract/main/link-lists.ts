import type { HtmlElement } from '../../html/tree.ts';
import type { Cut } from './cut.ts';
import type { Facts } from './facts.ts';

const MIN_LINKS = 8;
/** Characters of a usual menu entry at most; titles of articles are longer. */
const MENU_ENTRY = 24;

/** Leaves out menus that have no name: many short links, and hardly anything that is not a link. */
export function cutLinkLists(body: HtmlElement, cut: Cut): void {
  const total = cut.of(body);
  // Where links are much of the page, they are what it is for.
  if (total.linkCharacters * 3 > total.characters) return;
  cut.visit(body, (element) => {
    const facts = cut.of(element);
    if (facts.links < MIN_LINKS) return true;
    if (!isMenu(facts)) return element.tag === 'table';
    cut.take(element, 'names', 'list of short links');
    return true;
  });
}

function isMenu(facts: Facts): boolean {
  if (facts.prose > 0 || facts.linkedHeadings > 0 || facts.h1 > 0 || facts.images > 0) return false;
  return facts.linkCharacters * 10 >= facts.characters * 9 && facts.linkCharacters < facts.links * MENU_ENTRY;
}
