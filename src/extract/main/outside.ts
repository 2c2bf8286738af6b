import type { HtmlElement, HtmlParent } from '../../html/tree.ts';
import type { Cut } from './cut.ts';
import type { Facts } from './facts.ts';

/** Share of the page's weight from which one child is where the content is. */
const CORE_SHARE = 0.85;

/**
 * Last step: walks from the body to where the content is and leaves out what stands beside the way, except what
 * belongs to the content: titles and running text.
 */
export function cutOutside(body: HtmlElement, cut: Cut, byProse: boolean): void {
  const weight = (element: HtmlParent) => (byProse ? cut.of(element).prose : cut.of(element).characters);
  const least = weight(body) * CORE_SHARE;
  let place: HtmlElement = body;
  for (;;) {
    const core = place.children.find(
      (child): child is HtmlElement => child.type === 'element' && !cut.has(child) && weight(child) > least,
    );
    if (!core) return;
    for (const child of place.children) {
      if (child.type !== 'element' || child === core || cut.has(child)) continue;
      if (!belongs(child, cut.of(child))) cut.take(child, 'outside', 'beside the content');
    }
    place = core;
  }
}

function belongs(element: HtmlElement, facts: Facts): boolean {
  if (facts.characters === 0 || facts.h1 > 0) return true;
  return element.tag === 'h1' || element.tag === 'h2' || element.tag === 'p' || facts.prose * 2 > facts.characters;
}
