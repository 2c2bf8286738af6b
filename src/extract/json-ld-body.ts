import { parseMarkup } from '../html/parse.ts';
import { elements, type HtmlNode, type HtmlRoot, textContent } from '../html/tree.ts';
import { shownText } from './markdown/shown-text.ts';
import { findAuthor } from './metadata/author.ts';
import { exactDate } from './metadata/dates.ts';
import { asNode, type LinkedNode, parseLoosely, readJsonLd, stringOf, typesOf } from './metadata/json-ld.ts';
import { readTags } from './metadata/meta-tags.ts';

/** A page whose article stands only in its data. All strings are page-written. */
export interface DataBody {
  readonly paragraphs: string[];
  readonly title: string | null;
  readonly author: string | null;
  readonly published: string | null;
}

/** With this much to see on the page, its data never takes the place of it. */
const NEARLY_EMPTY_CHARACTERS = 250;
const MIN_BODY_CHARACTERS = 40;
const MAX_BODY_CHARACTERS = 500_000;
const MAX_EMBEDDED_CHARACTERS = 3_000_000;
const MAX_DEPTH = 12;
const MAX_VISITED = 50_000;
/** Keys under which applications keep the text of an article, beside a title. */
const BODY_KEYS = ['articleBody', 'body', 'content', 'text', 'html', 'bodyHtml', 'contentHtml', 'body_html'];
const TITLE_KEYS = ['headline', 'title', 'name'];

/**
 * The article a page carries as data (JSON-LD, else the state of a single-page application), when there is nearly
 * nothing to see: null when `visibleCharacters` shows that the page speaks for itself, or no such article exists.
 */
export function bodyFromJsonLd(document: HtmlRoot, visibleCharacters: number): DataBody | null {
  if (visibleCharacters > NEARLY_EMPTY_CHARACTERS) return null;
  const nodes = readJsonLd(document);
  const best = longest(nodes.filter((node) => bodyOf(node) !== ''));
  const body = best ? bodyOf(best) : '';
  if (best && isWorthIt(body, visibleCharacters)) {
    return {
      paragraphs: paragraphsOf(body),
      title: stringOf(best.headline ?? best.name),
      author: findAuthor(readTags(document), best, nodes),
      published: exactDate(stringOf(best.datePublished ?? best.dateCreated)),
    };
  }
  return fromApplicationState(document, visibleCharacters);
}

function isWorthIt(body: string, visibleCharacters: number): boolean {
  return body.length >= MIN_BODY_CHARACTERS && body.length > visibleCharacters;
}

function bodyOf(node: LinkedNode): string {
  if (
    typesOf(node).some((type) =>
      /^(?:Comment|Review|Answer|Question|Organization|Person|WebSite|ImageObject)$/u.test(type),
    )
  )
    return '';
  for (const value of [node.articleBody, node.text, node.reviewBody]) {
    const text = Array.isArray(value) ? value.filter((part) => typeof part === 'string').join('\n\n') : value;
    if (typeof text === 'string' && text.trim() !== '') return text.slice(0, MAX_BODY_CHARACTERS);
  }
  return '';
}

function longest(nodes: readonly LinkedNode[]): LinkedNode | undefined {
  return nodes.reduce<LinkedNode | undefined>(
    (best, node) => (!best || bodyOf(node).length > bodyOf(best).length ? node : best),
    undefined,
  );
}

/** Paragraphs at line breaks, or at the blocks of embedded markup; entities decoded, scripts never text. */
function paragraphsOf(body: string): string[] {
  const lines = /<(?:p|br|div|h[1-6]|li|ul|article|section)[\s/>]/iu.test(body)
    ? blockTexts(parseMarkup(body).children)
    : body
        .split(/\r\n|[\n\r\u2028\u2029]/u)
        .map((line) => (/[&<]/u.test(line) ? shownText(parseMarkup(line).children) : line));
  return lines.map((line) => line.replace(/\s+/gu, ' ').trim()).filter((line) => line !== '');
}

const INLINE = /^(?:a|abbr|b|bdi|bdo|cite|code|em|i|mark|q|s|small|span|strong|sub|sup|time|u|font)$/u;

function blockTexts(nodes: readonly HtmlNode[]): string[] {
  const texts: string[] = [''];
  const visit = (list: readonly HtmlNode[]): void => {
    for (const node of list) {
      if (node.type === 'text') texts[texts.length - 1] += node.text;
      if (node.type !== 'element' || /^(?:script|style|template|noscript|iframe)$/u.test(node.tag)) continue;
      const inline = INLINE.test(node.tag);
      if (!inline) texts.push('');
      visit(node.children);
      if (!inline) texts.push('');
    }
  };
  visit(nodes);
  return texts;
}

/** An object with a title and a long text in the page's `__NEXT_DATA__` or the like. */
function fromApplicationState(document: HtmlRoot, visibleCharacters: number): DataBody | null {
  const found: Array<{ node: LinkedNode; body: string }> = [];
  for (const source of stateScripts(document)) {
    const budget = { left: MAX_VISITED };
    visitObjects(parseLoosely(source), 0, budget, (node) => {
      const body = BODY_KEYS.map((key) => node[key]).find(
        (value): value is string => typeof value === 'string' && value.length >= 200,
      );
      if (!body || !TITLE_KEYS.some((key) => typeof node[key] === 'string')) return;
      if (looksLikeProse(body)) found.push({ node, body: body.slice(0, MAX_BODY_CHARACTERS) });
    });
  }
  found.sort((a, b) => b.body.length - a.body.length);
  const best = found[0];
  if (!best || !isWorthIt(best.body, visibleCharacters)) return null;
  const { node, body } = best;
  const date = stringOf(node.datePublished ?? node.publishedAt ?? node.published_at ?? node.date ?? node.createdAt);
  return {
    paragraphs: paragraphsOf(body),
    title: TITLE_KEYS.map((key) => stringOf(node[key])).find((title) => title !== null) ?? null,
    author: findAuthor(readTags(document), node, []),
    published: exactDate(date),
  };
}

function looksLikeProse(text: string): boolean {
  const words = text.replace(/<[^>]{0,500}>/gu, ' ').split(/\s+/u);
  return words.length >= 20 && !/^\s*[{[]/u.test(text) && !/function\s*\(|=>\s*\{|^\s*[.#][\w-]+\s*\{/u.test(text);
}

function visitObjects(
  value: unknown,
  depth: number,
  budget: { left: number },
  visit: (node: LinkedNode) => void,
): void {
  if (depth > MAX_DEPTH || budget.left-- <= 0 || value === null || typeof value !== 'object') return;
  if (!Array.isArray(value)) visit(asNode(value));
  for (const inner of Object.values(value)) visitObjects(inner, depth + 1, budget, visit);
}

function* stateScripts(document: HtmlRoot): Generator<string> {
  for (const element of elements(document)) {
    if (element.tag !== 'script' || element.attributes.get('type')?.toLowerCase() !== 'application/json') continue;
    const source = textContent(element);
    if (source.length <= MAX_EMBEDDED_CHARACTERS) yield source;
  }
}
