import { type HtmlElement, type HtmlParent, textContent } from '../../html/tree.ts';
import type { Cut } from './cut.ts';

/**
 * Labels of links and buttons that ask a person to do something and say nothing about the page. Only the whole label
 * counts, and only where it stands alone.
 */
const PROMPTS: ReadonlySet<string> = new Set(
  [
    'add to cart|add to bag|add to basket|add to wishlist|add to wish list|add to favorites|add to compare|add to list',
    'buy now|buy it now|shop now|shop all|order now|choose options|select options|quick view|quick shop|quick add|checkout',
    'read more|read full article|read the full story|continue reading|learn more|find out more|more info|more details',
    'view all|view more|view details|view product|view cart|see all|see more|see details|show all|show more|show less|load more',
    'click to expand|expand|collapse|close|back to top|top|scroll to top|print|print this page|copy link|copied|share|tweet|email|e-mail',
    'sign in|sign up|sign up now|log in|login|register|subscribe|subscribe now|follow|like|reply|quote|report|write a review',
    'loading|loading...|advertisement|ad|sponsored|skip ad|previous|next|prev|menu|search',
    'mehr erfahren|weiterlesen|mehr lesen|mehr anzeigen|in den warenkorb|anmelden|teilen|anzeige|nach oben',
    'en savoir plus|lire la suite|voir plus|ajouter au panier|partager|leer más|ver más|saber más|añadir al carrito|compartir',
    'leggi tutto|scopri di più|aggiungi al carrello|condividi|lees meer|saiba mais|leia mais|läs mer|les mer|læs mere',
    'читать далее|подробнее|поделиться|続きを読む|もっと見る|查看更多|阅读全文|加载更多|更多|더보기',
  ].flatMap((line) => line.split('|')),
);
const LONGEST = 24;
/** Where such words are data: cells, terms, headings. */
const DATA: ReadonlySet<string> = new Set('td th dt dd h1 h2 h3 h4 h5 h6 pre code option label'.split(' '));

/** Leaves out such labels. */
export function cutPrompts(body: HtmlElement, cut: Cut): void {
  const alone = new Map<HtmlParent, boolean>();
  cut.visit(body, (element) => {
    const { characters } = cut.of(element);
    if (characters === 0 || DATA.has(element.tag)) return true;
    if (characters > LONGEST || !PROMPTS.has(labelOf(element)) || !standsAlone(element, alone)) return false;
    cut.take(element, 'names', 'prompt');
    return true;
  });
}

function labelOf(element: HtmlElement): string {
  return textContent(element)
    .replace(/\s+/gu, ' ')
    .replace(/[\s…→›»>+.]+$/u, '')
    .trim()
    .toLowerCase();
}

/** Not a word in a sentence: no text of the same line stands beside it. Parents are asked once each. */
function standsAlone({ parent }: HtmlElement, known: Map<HtmlParent, boolean>): boolean {
  if (!parent) return true;
  let alone = known.get(parent);
  if (alone === undefined) {
    alone = parent.children.every((node) => node.type !== 'text' || node.text.trim().length < 2);
    known.set(parent, alone);
  }
  return alone;
}
