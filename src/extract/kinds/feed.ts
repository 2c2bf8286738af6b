import { codePointLength, oneLine, truncate } from '../../base/text.ts';
import { canParseUrl } from '../../base/url.ts';
import { parseMarkup } from '../../html/parse.ts';
import { detach, elements, type HtmlElement, textContent } from '../../html/tree.ts';
import type { Metadata, Removal } from '../extraction.ts';
import { EMPTY_METADATA } from '../extraction.ts';
import { languageTag } from '../language.ts';
import { loadFeedsmith } from '../lazy-libraries.ts';
import { escapeText } from '../markdown/escape.ts';
import { writeTarget } from '../markdown/links.ts';
import { shownText } from '../markdown/shown-text.ts';
import { writeMarkdown } from '../markdown/write.ts';
import { exactDate } from '../metadata/dates.ts';
import { asNode, type LinkedNode, plain, stringOf } from '../metadata/json-ld.ts';

/** A feed is read for what is new; an item's whole text is behind its link. */
const MAX_SUMMARY_CHARACTERS = 1000;
const MAX_ITEMS = 1000;

export interface WrittenFeed {
  readonly title: string;
  readonly markdown: string;
  readonly metadata: Metadata;
  readonly removals: Removal[];
  readonly notes: string[];
  readonly linksOmitted: number;
}

export interface FeedOptions {
  readonly url: string;
  readonly includeLinks: boolean;
  readonly includeImages: boolean;
}

/** RSS, Atom, RDF or JSON Feed as a list of items: title with link, date, author, summary. Null when it is no feed. */
export function writeFeed(text: string, options: FeedOptions): WrittenFeed | null {
  const feed = parse(text);
  if (!feed) return null;
  const all = listOf(feed.items ?? feed.entries);
  const items = all.slice(0, MAX_ITEMS).map((item) => writeItem(item, options));
  const title = textOf(feed.title) ?? '';
  const about = textOf(feed.description ?? feed.subtitle);
  const head = [
    title === '' ? '' : `# ${escapeLine(title)}`,
    about && about !== title ? escapeLine(truncate(about, MAX_SUMMARY_CHARACTERS)) : '',
  ];
  const cut = items.reduce((sum, item) => sum + item.cut, 0);
  const hidden = items.reduce((sum, item) => sum + item.hidden, 0);
  return {
    title,
    markdown: [...head, ...items.map((item) => item.markdown)].filter((part) => part !== '').join('\n\n'),
    metadata: metadataOf(feed, about),
    removals:
      cut > 0
        ? [
            {
              what: 'over_budget',
              step: 'feed',
              reason: 'items are shown as summaries; their links lead to the whole texts',
              characters: cut,
            },
          ]
        : [],
    notes: [
      ...(hidden > 0 ? [`hidden text of ${hidden} characters in items was left out`] : []),

      `feed of ${all.length} items`,
      ...(all.length > MAX_ITEMS ? [`only the first ${MAX_ITEMS} are shown`] : []),
    ],
    linksOmitted: items.reduce((sum, item) => sum + item.linksOmitted, 0),
  };
}

function parse(text: string): LinkedNode | null {
  try {
    return asNode(loadFeedsmith().parseFeed(text).feed);
  } catch {
    return null;
  }
}

interface Item {
  readonly markdown: string;
  readonly cut: number;
  readonly linksOmitted: number;
  /** Characters of text that the item's own markup hides. */
  readonly hidden: number;
}

function writeItem(item: LinkedNode, options: FeedOptions): Item {
  const link = linkOf(item, options.url);
  const title = textOf(item.title) ?? (link ? new URL(link).pathname : 'Untitled');
  const heading =
    link && options.includeLinks ? `[${escapeLine(title, true)}](${writeTarget(link)})` : escapeLine(title);
  const facts = [dateOf(item), authorOf(item)].filter((fact): fact is string => fact !== null);
  const summary = summaryOf(item, { ...options, url: link ?? options.url });
  return {
    markdown: [`## ${heading}`, facts.map((fact) => escapeLine(fact)).join(' · '), summary.markdown]
      .filter((part) => part !== '')
      .join('\n\n'),
    cut: summary.cut,
    hidden: summary.hidden,
    linksOmitted: summary.linksOmitted + (link && !options.includeLinks ? 1 : 0),
  };
}

function escapeLine(text: string, linked = false): string {
  return escapeText(oneLine(text), { before: '', after: '', linked, math: false });
}

/** Plain text of a field that may be a string, HTML, or an object with a `value`. */
function textOf(value: unknown): string | null {
  const written = rawOf(value);
  return written === null ? null : plain(written);
}

function rawOf(value: unknown): string | null {
  if (typeof value === 'string') return value;
  const inner = asNode(value).value;
  return typeof inner === 'string' ? inner : null;
}

function listOf(value: unknown): LinkedNode[] {
  return Array.isArray(value) ? value.map(asNode) : [];
}

function linkOf(item: LinkedNode, base: string): string | null {
  const links = listOf(item.links);
  const alternate = links.find((link) => link.rel === undefined || link.rel === 'alternate') ?? links[0];
  const guid = asNode(item.guid);
  const candidates = [
    item.link,
    item.url,
    alternate?.href,
    item.external_url,
    guid.isPermaLink === false ? undefined : guid.value,
  ];
  for (const candidate of candidates) {
    if (typeof candidate !== 'string' || !canParseUrl(candidate.trim(), base)) continue;
    const url = new URL(candidate.trim(), base);
    if (url.protocol === 'http:' || url.protocol === 'https:') return url.href;
  }
  return null;
}

function dateOf(item: LinkedNode): string | null {
  const dublinCore = asNode(item.dc);
  for (const value of [
    item.pubDate,
    item.published,
    item.date_published,
    dublinCore.date,
    dublinCore.dates,
    item.updated,
    item.date_modified,
  ]) {
    const date = exactDate(stringOf(value));
    if (date !== null) return date;
  }
  return null;
}

function authorOf(item: LinkedNode): string | null {
  const dublinCore = asNode(item.dc);
  for (const value of [item.authors, item.author, dublinCore.creators, dublinCore.creator]) {
    const names = (Array.isArray(value) ? value : [value])
      .map(stringOf)
      .filter((name): name is string => name !== null);
    if (names.length > 0) return truncate(names.slice(0, 3).join(', '), 80);
  }
  return null;
}

/** The summary the feed gives, else the beginning of the item's text. */
function summaryOf(item: LinkedNode, options: FeedOptions): Item {
  const content =
    rawOf(asNode(item.content).encoded) ?? rawOf(item.content) ?? rawOf(item.content_html) ?? rawOf(item.content_text);
  const summary = rawOf(item.summary) ?? rawOf(item.description);
  const shown = summary && summary.trim() !== '' ? summary : content;
  if (!shown) return { markdown: '', cut: 0, linksOmitted: 0, hidden: 0 };
  const written = write(shown, options);
  const whole =
    content && content !== shown
      ? Math.max(0, codePointLength(textOf(content) ?? '') - codePointLength(textOf(shown) ?? ''))
      : 0;
  if (written.markdown.length <= MAX_SUMMARY_CHARACTERS)
    return { markdown: written.markdown, cut: whole, linksOmitted: written.linksOmitted, hidden: written.hidden };
  const text = oneLine(written.text);
  const cut = truncate(text, MAX_SUMMARY_CHARACTERS);
  // The sign of the cut is ours, not the feed's.
  const left = cut === text ? 0 : codePointLength(text) - codePointLength(cut) + 1;
  return { markdown: escapeLine(cut), cut: whole + left, linksOmitted: 0, hidden: written.hidden };
}

function write(html: string, options: FeedOptions): Item & { readonly text: string } {
  const root = parseMarkup(html);
  let hidden = 0;
  // A feed has no style sheets, so what an item hides it hides in its own markup.
  for (const element of [...elements(root)]) {
    if (!isHidden(element)) continue;
    hidden += codePointLength(oneLine(textContent(element)));
    detach(element);
  }
  const result = writeMarkdown(root.children, {
    baseUrl: options.url,
    includeLinks: options.includeLinks,
    includeImages: options.includeImages,
  });
  return {
    markdown: result.markdown.replace(/^#{1,6} (.*)$/gmu, '**$1**'),
    text: shownText(root.children),
    cut: 0,
    linksOmitted: result.linksOmitted,
    hidden,
  };
}

function isHidden(element: HtmlElement): boolean {
  const style = element.attributes.get('style') ?? '';
  return (
    element.attributes.has('hidden') ||
    /(?:display\s*:\s*none|visibility\s*:\s*hidden|font-size\s*:\s*0(?![.\d]*[1-9])|opacity\s*:\s*0(?![.\d]*[1-9]))/iu.test(
      style,
    )
  );
}

function metadataOf(feed: LinkedNode, about: string | null): Metadata {
  const link =
    feed.link ??
    feed.home_page_url ??
    listOf(feed.links).find((candidate) => candidate.rel === undefined || candidate.rel === 'alternate')?.href;
  return {
    ...EMPTY_METADATA,
    language: languageTag(stringOf(feed.language) ?? undefined),
    site: textOf(feed.title),
    author: authorOf(feed),
    modified: exactDate(stringOf(feed.updated ?? feed.lastBuildDate ?? feed.pubDate)),
    licence: textOf(feed.rights ?? feed.copyright),
    description: about,
    canonicalUrl: typeof link === 'string' && /^https?:\/\//u.test(link) ? link : null,
  };
}
