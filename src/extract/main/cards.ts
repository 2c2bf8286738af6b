import type { HtmlElement, HtmlParent } from '../../html/tree.ts';
import type { Cut } from './cut.ts';
import type { FactsOf } from './facts.ts';

/** A run of siblings of one shape that each point somewhere else: teasers, products, search results. */
export interface CardGroup {
  readonly cards: readonly HtmlElement[];
  readonly characters: number;
}

const MAX_CARD_CHARACTERS = 900;
/** Share of the siblings of one shape that must be cards, so that a list of texts with one link is none. */
const CARD_SHARE = 0.7;

/** All outermost groups of cards below `root`, in document order. */
export function findCards(root: HtmlParent, cut: Cut): CardGroup[] {
  const groups: CardGroup[] = [];
  const visit = (parent: HtmlParent) => {
    const taken = new Set<HtmlElement>();
    for (const alike of siblingsByShape(parent, cut)) {
      const cards = alike.filter((element) => isCard(element, cut.of));
      if (cards.length < 2 || cards.length < alike.length * CARD_SHARE) continue;
      groups.push({ cards, characters: cards.reduce((sum, card) => sum + cut.of(card).characters, 0) });
      for (const card of cards) taken.add(card);
    }
    for (const child of parent.children) {
      if (child.type === 'element' && !taken.has(child) && !cut.has(child) && cut.of(child).links > 1) visit(child);
    }
  };
  visit(root);
  return groups;
}

/** Children with text by tag and first class name. */
function siblingsByShape(parent: HtmlParent, cut: Cut): HtmlElement[][] {
  const byShape = new Map<string, HtmlElement[]>();
  for (const child of parent.children) {
    if (child.type !== 'element' || cut.has(child) || cut.of(child).characters === 0) continue;
    const shape = shapeOf(child);
    const alike = byShape.get(shape);
    if (alike) alike.push(child);
    else byShape.set(shape, [child]);
  }
  return [...byShape.values()];
}

/** Tag and first class name: what siblings of one kind have in common. */
export function shapeOf(element: HtmlElement): string {
  return `${element.tag} ${/\S+/u.exec(element.attributes.get('class') ?? '')?.[0] ?? ''}`;
}

/** A short block with a linked heading, or with a picture and much of its text in links. */
function isCard(element: HtmlElement, of: FactsOf): boolean {
  const facts = of(element);
  if (facts.links === 0 || facts.characters > MAX_CARD_CHARACTERS || facts.characters < 3) return false;
  return facts.linkedHeadings > 0 || (facts.images > 0 && facts.linkCharacters * 4 > facts.characters);
}
