import type { HtmlElement } from '../../html/tree.ts';
import type { Cut } from './cut.ts';
import { isHeading } from './facts.ts';

const MAX_CELL_CHARACTERS = 600;

/**
 * The cell beside a forum post that is about who wrote it: name and time stay, ranks, counters and badges go. False
 * when the element is no such cell.
 */
export function cutPoster(cell: HtmlElement, cut: Cut): boolean {
  const facts = cut.of(cell);
  if (facts.prose > 0 || facts.lines < 2 || facts.characters > MAX_CELL_CHARACTERS) return false;
  const name = findName(cell, cut);
  if (!name) return false;
  const keep = new Set<HtmlElement>();
  for (let node: HtmlElement = name; node !== cell; ) {
    keep.add(node);
    if (node.parent?.type !== 'element') break;
    node = node.parent;
  }
  cutRest(cell, name, keep, cut);
  return true;
}

function findName(parent: HtmlElement, cut: Cut): HtmlElement | null {
  for (const child of parent.children) {
    if (child.type !== 'element' || cut.has(child) || cut.of(child).characters < 2) continue;
    if (child.tag === 'a' || isHeading(child) || child.attributes.get('itemprop') === 'name') return child;
    const found = findName(child, cut);
    if (found) return found;
  }
  return null;
}

function cutRest(parent: HtmlElement, name: HtmlElement, keep: ReadonlySet<HtmlElement>, cut: Cut): void {
  for (const child of parent.children) {
    if (child.type !== 'element' || child === name || cut.has(child) || cut.of(child).characters === 0) continue;
    if (keep.has(child) || holdsTime(child)) cutRest(child, name, keep, cut);
    else cut.take(child, 'names', 'about the person');
  }
}

function holdsTime(element: HtmlElement): boolean {
  if (element.tag === 'time') return true;
  return element.children.some((child) => child.type === 'element' && holdsTime(child));
}
