import { ancestors, type HtmlElement, type HtmlRoot, textContent } from '../../html/tree.ts';
import type { Metadata } from '../extraction.ts';
import { pageLanguage } from '../language.ts';
import { baseUrlOf } from '../markdown/links.ts';
import { findAuthor } from './author.ts';
import { exactDate, writtenDate } from './dates.ts';
import { asNode, type LinkedNode, mainNode, readJsonLd, stringOf, typesOf } from './json-ld.ts';
import { findLicence, httpUrl } from './licence.ts';
import { firstMeta, fold, type PageTags, readTags } from './meta-tags.ts';
import { SeenWords } from './seen-words.ts';
import { findTitle } from './title.ts';

const PUBLISHED = [
  'article:published_time',
  'datepublished',
  'citation_publication_date',
  'citation_online_date',
  'citation_date',
  'dcterms.issued',
  'dc.date.issued',
  'dcterms.created',
  'dc.date.created',
  'dc.date',
  'dcterms.date',
  'parsely-pub-date',
  'sailthru.date',
  'og:published_time',
  'og:article:published_time',
  'publish-date',
  'publish_date',
  'publication_date',
  'published',
  'pubdate',
  'cxenseparse:recs:publishtime',
  'date',
];
const MODIFIED = [
  'article:modified_time',
  'datemodified',
  'dcterms.modified',
  'dc.date.modified',
  'og:updated_time',
  'og:article:modified_time',
  'lastmod',
  'last-modified',
  'last_modified',
  'revised',
];

/** What the page says about itself. All strings are page-written and only folded here; null where it says nothing. */
export function collectMetadata(document: HtmlRoot, url: string): { title: string } & Metadata {
  const tags = readTags(document);
  const nodes = readJsonLd(document);
  const baseUrl = baseUrlOf(document, url);
  const main = mainNode(nodes, url, `${firstMeta(tags, 'og:title') ?? ''} ${tags.title}`);
  // What only machines are told has to agree with what people see.
  const seen = new SeenWords(document, tags.title, url);
  const site = seen.name(findSite(tags, main, nodes));
  const language = pageLanguage(document);
  return {
    title: findTitle(tags, main ? stringOf(main.headline ?? main.name) : null, { site, url, seen }),
    canonicalUrl: findCanonical(tags, baseUrl),
    language,
    site,
    author: seen.name(findAuthor(tags, main, nodes)),
    published: findPublished(tags, main, language),
    modified: findModified(tags, main),
    licence: findLicence(tags, main, baseUrl),
    description:
      firstMeta(tags, 'og:description', 'description', 'twitter:description', 'dc.description', 'dcterms.abstract') ??
      (main ? stringOf(main.description) : null),
  };
}

function findCanonical(tags: PageTags, baseUrl: string): string | null {
  for (const link of tags.rel.get('canonical') ?? []) {
    const address = link.tag === 'link' ? httpUrl(link.attributes.get('href'), baseUrl) : null;
    if (address) return address;
  }
  return httpUrl(firstMeta(tags, 'og:url'), baseUrl);
}

function findSite(tags: PageTags, main: LinkedNode | null, nodes: readonly LinkedNode[]): string | null {
  const named = firstMeta(tags, 'og:site_name', 'application-name', 'apple-mobile-web-app-title');
  if (named) return named;
  const website = nodes.find((node) => typesOf(node).includes('WebSite'));
  return (
    (website ? stringOf(website.name) : null) ??
    (main ? stringOf(asNode(main.publisher).name) : null) ??
    firstMeta(tags, 'dc.publisher', 'citation_journal_title', 'citation_publisher')
  );
}

function findPublished(tags: PageTags, main: LinkedNode | null, language: string | null): string | null {
  const linked = main
    ? (stringOf(main.datePublished) ?? stringOf(main.dateCreated) ?? stringOf(main.uploadDate))
    : null;
  for (const value of [tags.meta.get('article:published_time')?.[0], linked, ...valuesOf(tags, PUBLISHED)]) {
    const date = value ? (exactDate(value) ?? writtenDate(value, language)) : null;
    if (date !== null) return date;
  }
  return findShown(tags, 'datepublished', /publish|posted|created|entry-date|pubdate|dt-published/iu, language);
}

function findModified(tags: PageTags, main: LinkedNode | null): string | null {
  const linked = main ? stringOf(main.dateModified) : null;
  for (const value of [tags.meta.get('article:modified_time')?.[0], linked, ...valuesOf(tags, MODIFIED)]) {
    const date = exactDate(value);
    if (date !== null) return date;
  }
  const shown = tags.times.find((time) => isMarked(time, /updat|modif|revis/iu) && !isElsewhere(time));
  return shown ? exactDate(shown.attributes.get('datetime')) : null;
}

function valuesOf(tags: PageTags, names: readonly string[]): string[] {
  return names.flatMap((name) => tags.meta.get(name) ?? []);
}

/** Dates on the page itself: microdata, then the first time element of the article, then text marked as a date. */
function findShown(tags: PageTags, property: string, wanted: RegExp, language: string | null): string | null {
  const marked = tags.itemprop.get(property) ?? [];
  const times = tags.times.filter((time) => !isElsewhere(time) && !isMarked(time, /updat|modif|revis/iu));
  const best = times.find((time) => time.attributes.has('pubdate') || isMarked(time, wanted));
  for (const element of [...marked, ...(best ? [best] : []), ...times.slice(0, 1)]) {
    const date = dateOf(element, language);
    if (date !== null) return date;
  }
  for (const element of tags.dates) {
    if (isElsewhere(element)) continue;
    const date = writtenDate(fold(textContent(element)), language);
    if (date !== null) return date;
  }
  return null;
}

function dateOf(element: HtmlElement, language: string | null): string | null {
  const written = element.attributes.get('datetime') ?? element.attributes.get('content');
  return exactDate(written) ?? writtenDate(written ?? fold(textContent(element)), language);
}

function isMarked(element: HtmlElement, words: RegExp): boolean {
  const own = `${element.attributes.get('class') ?? ''} ${element.attributes.get('itemprop') ?? ''}`;
  const parent = element.parent?.type === 'element' ? (element.parent.attributes.get('class') ?? '') : '';
  return words.test(own) || words.test(parent);
}

/** Comments, teasers and the frame of the site carry dates of other things. */
function isElsewhere(element: HtmlElement): boolean {
  for (const ancestor of ancestors(element)) {
    if (/^(?:aside|footer|nav)$/u.test(ancestor.tag)) return true;
    const label = `${ancestor.attributes.get('class') ?? ''} ${ancestor.attributes.get('id') ?? ''}`;
    if (/comment|related|sidebar|recommend|teaser|widget|(?:^|[\s_-])card/iu.test(label)) return true;
  }
  return false;
}
