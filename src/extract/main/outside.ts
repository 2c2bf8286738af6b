import { type HtmlElement, type HtmlParent, isElement } from '../../html/tree.ts';
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
    if (!core || isOneThing(place)) return;
    for (const child of place.children) {
      if (child.type !== 'element' || child === core || cut.has(child)) continue;
      if (!belongs(child, core, cut.of(child))) cut.take(child, 'outside', 'beside the content');
    }
    place = core;
  }
}

const WHOLE: ReadonlySet<string> = new Set('ul ol dl p pre blockquote details figure'.split(' '));
const LAYOUT_ROWS = 3;

/** Lists, quotes and tables of data are kept or left out in one piece; a table of few rows may be a page's layout. */
function isOneThing(element: HtmlElement): boolean {
  if (WHOLE.has(element.tag)) return true;
  const table = element.tag === 'tr' ? element.parent : element;
  if (table?.type !== 'element' || (table.tag !== 'tbody' && table.tag !== 'table')) return false;
  return table.children.filter((child) => isElement(child, 'tr')).length > LAYOUT_ROWS;
}

function belongs(element: HtmlElement, core: HtmlElement, facts: Facts): boolean {
  if (facts.characters === 0 || facts.h1 > 0) return true;
  if (facts.headings > 0 && facts.linkCharacters * 4 < facts.characters && shapeOf(element) === shapeOf(core))
    return true;
  return element.tag === 'h1' || element.tag === 'h2' || element.tag === 'p' || facts.prose * 2 > facts.characters;
}

/** Flow content: what may stand between the parts of one text. */
const FLOW: ReadonlySet<string> = new Set('p ul ol dl blockquote pre table figure h1 h2 h3 h4 h5 h6'.split(' '));

/** For articles: keeps the core and, on every level around it, what continues the same text. */
export function cutAround(body: HtmlElement, cut: Cut, paragraphs: Paragraphs): void {
  let inner: HtmlElement = paragraphs.core.element;
  while (inner !== body && inner.parent?.type === 'element') {
    const parent: HtmlElement = inner.parent;
    for (const child of isOneThing(parent) ? [] : parent.children) {
      if (child.type !== 'element' || child === inner || cut.has(child)) continue;
      if (!continues(child, inner, cut, paragraphs)) cut.take(child, 'outside', 'beside the article');
    }
    inner = parent;
  }
}

function continues(element: HtmlElement, inner: HtmlElement, cut: Cut, paragraphs: Paragraphs): boolean {
  const facts = cut.of(element);
  if (facts.characters === 0 || facts.h1 > 0) return true;
  if (facts.linkCharacters * 2 > facts.characters) return false;
  if (FLOW.has(element.tag)) return true;
  if (facts.prose * 2 < facts.characters) return false;
  if (shapeOf(element) === shapeOf(inner)) return true;
  const peak = paragraphs.peak(element);
  return peak > facts.prose * 0.4 && peak > Math.min(paragraphs.core.mass * 0.1, 300);
}
