import type { ContentKind, Extraction } from '../extraction.ts';
import { EMPTY_METADATA } from '../extraction.ts';
import { detectLanguage } from '../language.ts';
import { writeCsv } from './csv.ts';
import { writeFeed } from './feed.ts';
import { type Written, writeJson } from './json.ts';
import { writeXml } from './xml.ts';

export interface KindOptions {
  /** Final address; its ending can tell tabs from commas. */
  readonly url: string;
  readonly includeLinks: boolean;
  readonly includeImages: boolean;
  /** The Content-Type header, for the separator of tables; absent when unknown. */
  readonly contentType?: string | null;
}

/** Extraction for everything that is not HTML or PDF; null for those two. */
export function extractKind(kind: ContentKind, text: string, options: KindOptions): Extraction | null {
  switch (kind) {
    case 'json':
      return plainExtraction('json', writeJson(text));
    case 'xml':
      return plainExtraction('xml', writeXml(text), xmlTitle(text));
    case 'csv':
      return plainExtraction('csv', writeCsv(text, isTabbed(options) ? '\t' : undefined));
    case 'feed':
      return extractFeed(text, options);
    case 'text':
    case 'markdown':
      return extractText(kind, text);
    default:
      return null;
  }
}

function plainExtraction(kind: ContentKind, written: Written, title = ''): Extraction {
  return {
    kind,
    title,
    markdown: written.markdown,
    metadata: EMPTY_METADATA,
    removals: [],
    mode: kind,
    notes: written.notes,
    linksOmitted: 0,
  };
}

function isTabbed(options: KindOptions): boolean {
  return /tab-separated/iu.test(options.contentType ?? '') || /\.tsv(?:[?#]|$)/iu.test(options.url);
}

/** What cannot be read as a feed is still readable as XML or JSON. */
function extractFeed(text: string, options: KindOptions): Extraction {
  const feed = writeFeed(text, options);
  if (!feed) {
    const isObject = text.trimStart().startsWith('{');
    const written = isObject ? writeJson(text) : writeXml(text);
    return plainExtraction(isObject ? 'json' : 'xml', {
      ...written,
      notes: ['looks like a feed, but could not be read as one', ...written.notes],
    });
  }
  return { kind: 'feed', mode: 'feed', ...feed };
}

/** Text and Markdown pass as they are, with line ends made equal; the title is the first heading or short first line. */
function extractText(kind: 'text' | 'markdown', text: string): Extraction {
  const body = text
    .replace(/^\ufeff/u, '')
    .replace(/\r\n?/gu, '\n')
    .replace(/\s+$/u, '');
  const heading = /^#{1,6}[ \t]+(.+?)[ \t]*#*$/mu.exec(body)?.[1];
  const title = kind === 'markdown' ? (heading ?? '') : '';
  const metadata = { ...EMPTY_METADATA, language: detectLanguage(body) };
  return { kind, title, markdown: body, metadata, removals: [], mode: kind, notes: [], linksOmitted: 0 };
}

/** The text of the first `title` element, as in sitemaps of documents and OPML. */
function xmlTitle(text: string): string {
  return /<title>([^<]{1,300})<\/title>/u.exec(text.slice(0, 10_000))?.[1]?.trim() ?? '';
}
