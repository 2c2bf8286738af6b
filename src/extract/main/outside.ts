import type { HtmlElement, HtmlParent } from '../../html/tree.ts';
import { shapeOf } from './cards.ts';
import type { Paragraphs } from './core.ts';
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

/** Flow content: what may stand between the parts of one text. */
const FLOW: ReadonlySet<string> = new Set('p ul ol dl blockquote pre table figure h1 h2 h3 h4 h5 h6'.split(' '));

/** For articles: keeps the core and, on every level around it, what continues the same text. */
export function cutAround(body: HtmlElement, cut: Cut, paragraphs: Paragraphs): void {
  let inner: HtmlElement = paragraphs.core.element;
  while (inner !== body && inner.parent?.type === 'element') {
    const parent: HtmlElement = inner.parent;
    for (const child of parent.children) {
      if (child.type !== 'element' || child === inner || cut.has(child)) continue;
      if (!continues(child, inner, cut, paragraphs)) cut.take(child, 'outside', 'beside the article');
    }
    inner = parent;
  }
}

function continues(element: HtmlElement, inner: HtmlElement, cut: Cut, paragraphs: Paragraphs): boolean {
  const facts = cut.of(element);
  if (facts.characters === 0 || facts.h1 > 0) return true;
  if (facts.linkCharacters * 3 > facts.characters) return false;
  if (FLOW.has(element.tag)) return true;
  if (facts.prose * 2 < facts.characters) return false;
  if (shapeOf(element) === shapeOf(inner)) return true;
  const peak = paragraphs.peak(element);
  return peak > facts.prose * 0.4 && peak > Math.min(paragraphs.core.mass * 0.1, 300);
}
