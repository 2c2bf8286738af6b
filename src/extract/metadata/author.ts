import { ancestors, type HtmlElement, textContent } from '../../html/tree.ts';
import { asNode, type LinkedNode, plain, stringOf } from './json-ld.ts';
import { fold, type PageTags } from './meta-tags.ts';

/** A longer "author" is a sentence, and a sentence in this place is not to be believed. */
const MAX_AUTHOR_CHARACTERS = 80;
const MAX_AUTHOR_WORDS = 8;
const LEAD =
  /^(?:(?:written|posted|published|words|story|article|text|reported|created|submitted|asked|answered)\s+by\b|by\b|von\b|par\b|por\b|di\b|door\b|автор\b|author\b|autor\b|auteur\b|文\b|作者)\s*[:：]?\s*/iu;
const PLACEHOLDER =
  /^(?:admin(?:istrator)?|author|unknown|anonymous|guest|staff|editor|webmaster|null|undefined|n\/?a|none|root|user|super ?user|test|by|name|the author|share|follow)$/iu;

/** The author or authors of the page: metadata first, JSON-LD next, then what stands in a byline. */
export function findAuthor(tags: PageTags, main: LinkedNode | null, nodes: readonly LinkedNode[]): string | null {
  const linked = main ? linkedAuthors(main, nodes) : [];
  const metas = [
    'citation_author',
    'dc.creator',
    'dcterms.creator',
    'dc.contributor.author',
    'parsely-author',
    'sailthru.author',
    'author',
    'article:author_name',
    'byl',
    'cxenseparse:author',
    'twitter:creator_name',
    'article:author',
    'og:author',
  ].map((name) => tags.meta.get(name) ?? []);
  for (const names of [linked, ...metas, visibleAuthors(tags)]) {
    const author = joinNames(names);
    if (author !== null) return author;
  }
  return null;
}

function linkedAuthors(main: LinkedNode, nodes: readonly LinkedNode[]): string[] {
  const value = main.author ?? main.creator;
  const people = Array.isArray(value) ? value : [asNode(value)['@list'] ?? value].flat();
  return people.map((person) => nameOf(person, nodes)).filter((name): name is string => name !== null);
}

/** The name of a person, also where only an `@id` points to them. */
function nameOf(person: unknown, nodes: readonly LinkedNode[]): string | null {
  if (typeof person === 'string') return plain(person);
  const node = asNode(person);
  if (node.name !== undefined) return stringOf(node.name);
  const id = node['@id'];
  const known =
    typeof id === 'string' ? nodes.find((other) => other['@id'] === id && other.name !== undefined) : undefined;
  return known ? stringOf(known.name) : null;
}

function visibleAuthors(tags: PageTags): string[] {
  const marked = [...(tags.itemprop.get('author') ?? []), ...(tags.itemprop.get('creator') ?? [])].filter(
    (element) => !isAside(element),
  );
  const names = marked.flatMap((element) => partNamed(element));
  if (names.length > 0) return names.slice(0, 4);
  const linked = (tags.rel.get('author') ?? [])
    .filter((element) => element.tag === 'a' && !isAside(element))
    .map((element) => fold(textContent(element)));
  const first = linked.find((name) => cleanName(name) !== null);
  if (first !== undefined) return [first];
  for (const byline of tags.bylines) {
    if (isAside(byline)) continue;
    const name = cleanName(bylineText(byline));
    if (name !== null) return [name];
  }
  return [];
}

/** An author's microdata may hold the name in an inner itemprop. */
function partNamed(element: HtmlElement): string[] {
  const queue: HtmlElement[] = [element];
  for (let item = queue.shift(); item; item = queue.shift()) {
    if (item.attributes.get('itemprop') === 'name') return [fold(item.attributes.get('content') ?? textContent(item))];
    for (const child of item.children) if (child.type === 'element') queue.push(child);
  }
  return [fold(element.attributes.get('content') ?? textContent(element))].filter((name) => name !== '');
}

/** Only the linked name, when the byline has one. */
function bylineText(byline: HtmlElement): string {
  const links: string[] = [];
  const visit = (parent: HtmlElement): void => {
    for (const child of parent.children) {
      if (child.type !== 'element') continue;
      if (child.tag === 'a') links.push(fold(textContent(child)));
      else visit(child);
    }
  };
  visit(byline);
  const names = links.filter((link) => cleanName(link) !== null);
  return names.length >= 1 && names.length <= 3 ? names.join(', ') : fold(textContent(byline));
}

/** Comments, lists of other articles and sidebars have authors too, but not this page's. */
function isAside(element: HtmlElement): boolean {
  for (const ancestor of ancestors(element)) {
    if (ancestor.tag === 'aside' || ancestor.tag === 'footer' || ancestor.tag === 'nav') return true;
    if (
      /comment|related|sidebar|recommend|teaser|widget/iu.test(
        `${ancestor.attributes.get('class') ?? ''} ${ancestor.attributes.get('id') ?? ''}`,
      )
    )
      return true;
  }
  return false;
}

function joinNames(names: readonly string[]): string | null {
  const clean: string[] = [];
  for (const name of names) {
    const text = cleanName(name);
    if (text !== null && !clean.includes(text)) clean.push(text);
  }
  let joined = '';
  for (const [index, name] of clean.entries()) {
    const next = joined === '' ? name : `${joined}, ${name}`;
    if (!fits(next)) return index === 0 ? null : `${joined} et al.`;
    joined = next;
  }
  return joined === '' ? null : joined;
}

function fits(text: string): boolean {
  return text.length <= MAX_AUTHOR_CHARACTERS && text.split(' ').length <= MAX_AUTHOR_WORDS;
}

/** A name without "By", dates and the like; null for what is no name. */
export function cleanName(text: string): string | null {
  let name = (plain(text) ?? '')
    .replace(LEAD, '')
    .replace(/^[\s|·•,:@–—-]+|[\s|·•,:–—-]+$/gu, '')
    .trim();
  name = name
    .replace(
      /\s*(?:[|·•–—]|\son\s|\d{1,2}[./]\d{1,2}[./]\d{2,4}|\d{4}-\d{2}-\d{2}|(?:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)[a-z]*\.?\s+\d{1,2}).*$/iu,
      '',
    )
    .trim();
  if (name === '' || !/\p{L}/u.test(name) || PLACEHOLDER.test(name) || /^https?:|^www\.|[{}<>]|@\w+\.\w/iu.test(name))
    return null;
  return fits(name) ? name : null;
}
