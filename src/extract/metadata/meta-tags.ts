import { elements, type HtmlElement, type HtmlRoot, textContent } from '../../html/tree.ts';

const MAX_VALUE_CHARACTERS = 5000;

/** Everything a page says of itself in `meta`, `link` and microdata, read in one walk. */
export interface PageTags {
  /** `meta` contents by lower-case name, property or itemprop. */
  readonly meta: ReadonlyMap<string, readonly string[]>;
  /** `link` and `a` targets by lower-case rel. */
  readonly rel: ReadonlyMap<string, readonly HtmlElement[]>;
  /** Elements with an itemprop, by its lower-case name. */
  readonly itemprop: ReadonlyMap<string, readonly HtmlElement[]>;
  readonly times: readonly HtmlElement[];
  readonly headings: readonly HtmlElement[];
  readonly title: string;
  /** Elements whose class or id speaks of an author or a date. */
  readonly bylines: readonly HtmlElement[];
  readonly dates: readonly HtmlElement[];
  readonly licenceLinks: readonly HtmlElement[];
}

const BYLINE =
  /(?:^|[\s_-])(?:byline|author|author-?name|p-author|post-author|entry-author|article-author|writer|contributor|c-byline|submitted-by)(?:$|[\s_-]|__?name)/iu;
const DATE =
  /(?:^|[\s_-])(?:published|pub-?date|publish-?date|post-?date|entry-?date|dateline|date-published|article-?date|posted-on|timestamp|date|dt-published|post-meta|meta-date)(?:$|[\s_-])/iu;
const LICENCE_LINK = /^https?:\/\/(?:www\.)?creativecommons\.org\/(?:licenses|publicdomain)\//iu;
const MAX_LIST = 200;

export function readTags(document: HtmlRoot): PageTags {
  const meta = new Map<string, string[]>();
  const rel = new Map<string, HtmlElement[]>();
  const itemprop = new Map<string, HtmlElement[]>();
  const tags = {
    times: [] as HtmlElement[],
    headings: [] as HtmlElement[],
    bylines: [] as HtmlElement[],
    dates: [] as HtmlElement[],
    licenceLinks: [] as HtmlElement[],
  };
  let title = '';
  for (const element of elements(document)) {
    if (element.namespace !== 'html') continue;
    if (element.tag === 'meta') readMeta(element, meta);
    else if (element.tag === 'title' && title === '') title = fold(textContent(element));
    else if (element.tag === 'time') push(tags.times, element);
    else if (element.tag === 'h1') push(tags.headings, element);
    const relation = element.attributes.get('rel');
    if (relation !== undefined) for (const name of words(relation)) push(listOf(rel, name), element);
    const property = element.attributes.get('itemprop');
    if (property !== undefined && element.tag !== 'meta')
      for (const name of words(property)) push(listOf(itemprop, name), element);
    if (element.tag === 'a' && LICENCE_LINK.test(element.attributes.get('href') ?? ''))
      push(tags.licenceLinks, element);
    const label = `${element.attributes.get('class') ?? ''} ${element.attributes.get('id') ?? ''}`;
    if (label.length > 1 && BYLINE.test(label)) push(tags.bylines, element);
    if (label.length > 1 && DATE.test(label)) push(tags.dates, element);
  }
  return { meta, rel, itemprop, title, ...tags };
}

function readMeta(element: HtmlElement, meta: Map<string, string[]>): void {
  const content = element.attributes.get('content') ?? element.attributes.get('value');
  if (content === undefined) return;
  const value = fold(content.slice(0, MAX_VALUE_CHARACTERS));
  if (value === '') return;
  const names = ['name', 'property', 'itemprop', 'http-equiv'].flatMap((key) =>
    words(element.attributes.get(key) ?? ''),
  );
  for (const name of new Set(names)) push(listOf(meta, name), value);
}

function words(text: string): string[] {
  return text
    .toLowerCase()
    .split(/\s+/u)
    .filter((word) => word !== '');
}

function listOf<T>(map: Map<string, T[]>, name: string): T[] {
  const known = map.get(name);
  if (known) return known;
  const list: T[] = [];
  map.set(name, list);
  return list;
}

function push<T>(list: T[], value: T): void {
  if (list.length < MAX_LIST) list.push(value);
}

export function fold(text: string): string {
  return text.replace(/\s+/gu, ' ').trim();
}

/** The first non-empty content among the names, in the order of the names. */
export function firstMeta(tags: PageTags, ...names: string[]): string | null {
  for (const name of names) {
    const value = tags.meta.get(name)?.[0];
    if (value !== undefined) return value;
  }
  return null;
}
