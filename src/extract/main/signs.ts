import { elements, type HtmlElement, type HtmlRoot, textContent } from '../../html/tree.ts';

/** What a page says of itself as a whole, in markup made for machines and in its buttons. */
export interface Signs {
  /** schema.org types by how often they occur in JSON-LD and microdata, lower case. */
  readonly types: ReadonlyMap<string, number>;
  readonly ogType: string;
  /** What made the page: the generator's name and the names of the outermost elements, lower case. */
  readonly generator: string;
  /** Buttons that put a thing into a cart. */
  readonly cartButtons: number;
}

const TYPE_IN_JSON = /"@type"\s*:\s*(?:"([^"]{1,60})"|\[([^\]]{1,200})\])/gu;
const CART =
  /^\s*(?:add to (?:cart|bag|basket)|buy (?:it )?now|in den warenkorb|ajouter au panier|añadir (?:al carrito|a la cesta)|aggiungi al carrello|in winkelwagen|adicionar ao carrinho)/iu;
const MAX_JSON_LENGTH = 400_000;
const MAX_BUTTON_LENGTH = 80;

interface Collected extends Signs {
  types: Map<string, number>;
  ogType: string;
  generator: string;
  cartButtons: number;
}

export function collectSigns(document: HtmlRoot): Signs {
  const signs: Collected = { types: new Map(), ogType: '', generator: '', cartButtons: 0 };
  for (const element of elements(document)) {
    const itemType = element.attributes.get('itemtype');
    if (itemType) count(signs.types, itemType.slice(itemType.lastIndexOf('/') + 1));
    if (element.tag === 'html' || element.tag === 'body') signs.generator += `${ownNames(element)} `;
    if (element.tag === 'meta') readMeta(element, signs);
    else if (element.tag === 'script') readJson(element, signs.types);
    else if (isCartButton(element)) signs.cartButtons++;
  }
  return signs;
}

/** Programs that make whole sites leave their name on the outermost elements. */
function ownNames(element: HtmlElement): string {
  const names = ['id', 'class', 'data-template', 'data-app', 'data-pageapp'].map(
    (name) => element.attributes.get(name) ?? '',
  );
  return names.join(' ').slice(0, 1000).toLowerCase();
}

function readMeta(element: HtmlElement, signs: Collected): void {
  const name = element.attributes.get('property') ?? element.attributes.get('name');
  const content = element.attributes.get('content')?.toLowerCase() ?? '';
  if (name === 'og:type' && signs.ogType === '') signs.ogType = content;
  if (name === 'generator') signs.generator += `${content} `;
}

function readJson(element: HtmlElement, types: Map<string, number>): void {
  if (element.attributes.get('type')?.trim().toLowerCase() !== 'application/ld+json') return;
  const text = textContent(element);
  if (text.length > MAX_JSON_LENGTH) return;
  for (const found of text.matchAll(TYPE_IN_JSON)) {
    for (const name of (found[1] ?? found[2] ?? '').split(/[^\w]+/u)) count(types, name);
  }
}

function isCartButton(element: HtmlElement): boolean {
  if (element.tag === 'input') return CART.test(element.attributes.get('value') ?? '');
  if ((element.tag !== 'button' && element.tag !== 'a') || element.children.length > 8) return false;
  const text = textContent(element);
  return text.length < MAX_BUTTON_LENGTH && CART.test(text);
}

function count(types: Map<string, number>, name: string): void {
  const key = name.toLowerCase();
  if (key !== '') types.set(key, (types.get(key) ?? 0) + 1);
}
