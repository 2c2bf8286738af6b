import { parseMarkup } from '../../html/parse.ts';
import { type HtmlRoot, textContent } from '../../html/tree.ts';
import { shownText } from '../markdown/shown-text.ts';
import { allBelow } from '../markdown/tree-queries.ts';

/** One object of a page's JSON-LD, keys as written. */
export type LinkedNode = Readonly<Record<string, unknown>>;

const MAX_SCRIPT_CHARACTERS = 2_000_000;
const MAX_SCRIPTS = 1000;
const MAX_NODES = 2000;
const MAX_DEPTH = 8;

/** Every object with a type in the page's JSON-LD, in document order, nested ones after their holders. */
export function readJsonLd(document: HtmlRoot): LinkedNode[] {
  const nodes: LinkedNode[] = [];
  for (const element of allBelow(document, MAX_SCRIPTS, ({ tag }) => tag === 'script')) {
    const type = element.attributes.get('type')?.split(';')[0]?.trim().toLowerCase();
    if (type !== 'application/ld+json') continue;
    const source = textContent(element);
    if (source.length <= MAX_SCRIPT_CHARACTERS) collect(parseLoosely(source), nodes, 0);
  }
  return nodes;
}

/** JSON as pages write it: with comments around it, raw line breaks in strings, commas too many. Undefined when hopeless. */
export function parseLoosely(source: string): unknown {
  return mendJson(source)?.value;
}

/** The same with the text that could be read in the end; null when hopeless. */
export function mendJson(source: string): { readonly value: unknown; readonly source: string } | null {
  const bare = source
    .trim()
    .replace(/^(?:<!--|\/\/<!\[CDATA\[|<!\[CDATA\[|\/\*<!\[CDATA\[\*\/)/u, '')
    .replace(/(?:-->|\/\/\]\]>|\]\]>|\/\*\]\]>\*\/)\s*$/u, '')
    .replace(/;\s*$/u, '');
  for (const attempt of [
    bare,
    bare.replace(/[\u0000-\u001f]+/gu, ' '),
    bare.replace(/[\u0000-\u001f]+/gu, ' ').replace(/,\s*([}\]])/gu, '$1'),
  ]) {
    try {
      return { value: JSON.parse(attempt), source: attempt };
    } catch {
      // The next attempt mends one more fault.
    }
  }
  return null;
}

function collect(value: unknown, nodes: LinkedNode[], depth: number): void {
  if (depth > MAX_DEPTH || nodes.length >= MAX_NODES || value === null || typeof value !== 'object') return;
  if (Array.isArray(value)) {
    for (const item of value) collect(item, nodes, depth + 1);
    return;
  }
  const node = asNode(value);
  if (node['@type'] !== undefined || node['@id'] !== undefined) nodes.push(node);
  for (const [key, inner] of Object.entries(node)) if (key !== '@context') collect(inner, nodes, depth + 1);
}

export function asNode(value: unknown): LinkedNode {
  return value !== null && typeof value === 'object' && !Array.isArray(value) ? { ...value } : {};
}

/** Type names without their vocabulary: `http://schema.org/NewsArticle` and `schema:NewsArticle` are `NewsArticle`. */
export function typesOf(node: LinkedNode): string[] {
  const types = Array.isArray(node['@type']) ? node['@type'] : [node['@type']];
  return types.filter((type): type is string => typeof type === 'string').map((type) => type.replace(/^.*[/#:]/u, ''));
}

/** A value as one string: itself, its `@value`, `name` or `url`, or the first of a list. Entities are decoded. */
export function stringOf(value: unknown): string | null {
  if (typeof value === 'string') return plain(value);
  if (typeof value === 'number') return String(value);
  if (Array.isArray(value)) {
    for (const item of value) {
      const text = stringOf(item);
      if (text) return text;
    }
    return null;
  }
  const node = asNode(value);
  for (const key of ['@value', 'name', 'url', '@id']) if (typeof node[key] === 'string') return plain(node[key]);
  return null;
}

/** Text without markup and entities, white space folded; null when nothing is left. */
export function plain(text: string): string | null {
  const bare = /[&<]/u.test(text) ? shownText(parseMarkup(text).children) : text;
  const folded = bare.replace(/\s+/gu, ' ').trim();
  return folded === '' ? null : folded;
}

const ARTICLE = /(?:Article|Posting|Report|Review|Recipe|HowTo|Course|Book|Thesis)$/u;
const THING =
  /^(?:Product|ProductGroup|Event|VideoObject|Movie|MusicAlbum|SoftwareApplication|SoftwareSourceCode|Dataset|Place|LocalBusiness|Person|Question|QAPage|FAQPage|Legislation|CreativeWork|PodcastEpisode)$/u;

/** Written by content systems for every page; says least, so it is asked last. */
const PAGE = /^(?:WebPage|ItemPage|AboutPage|ProfilePage|MedicalWebPage)$/u;

/**
 * The object that speaks of this page: the one article (or product, event, …) there is, or the one whose address or
 * headline is the page's. Of many equal ones, as in a listing, none.
 */
export function mainNode(nodes: readonly LinkedNode[], url: string, title: string): LinkedNode | null {
  for (const pattern of [ARTICLE, THING, PAGE]) {
    const candidates = nodes.filter((node) => typesOf(node).some((type) => pattern.test(type) && type !== 'Review'));
    const named = candidates.filter(
      (node) => stringOf(node.headline ?? node.name) !== null || node.articleBody !== undefined,
    );
    const only = named.length === 1 ? named[0] : named.find((node) => speaksOf(node, url, title));
    if (only) return only;
  }
  return null;
}

function speaksOf(node: LinkedNode, url: string, title: string): boolean {
  const addresses = [node.url, node.mainEntityOfPage, node['@id']].map((value) =>
    stringOf(asNode(value)['@id'] ?? value),
  );
  if (addresses.some((address) => address !== null && bareUrl(address) === bareUrl(url))) return true;
  const headline = stringOf(node.headline ?? node.name);
  return headline !== null && headline.length > 8 && title.toLowerCase().includes(headline.toLowerCase());
}

function bareUrl(url: string): string {
  return url
    .replace(/^https?:\/\/(?:www\.)?/u, '')
    .replace(/[?#].*$/u, '')
    .replace(/\/$/u, '');
}
