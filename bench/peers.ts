import { htmlToMarkdown } from '@mdream/js';
import { withMinimalPreset } from '@mdream/js/preset/minimal';
import { Readability } from '@mozilla/readability';
import { Defuddle } from 'defuddle/node';
import { parseHTML } from 'linkedom';
import { parseDocument } from '../src/html/parse.ts';
import { readHtml } from '../src/read/read-html.ts';
import { markdownText, plainText } from './score.ts';

/** One way from HTML to the text of the content; what it takes from there to plain words is not timed. */
export interface System {
  readonly name: string;
  extract(html: string, url: string): Promise<() => string>;
}

/**
 * Plainsight gets the page as it was sent. The peers get it through parse5 first: linkedom builds no HTML5 tree and
 * returns nothing for some pages without that help; the time for it is not counted against them.
 */
export const SYSTEMS: readonly System[] = [
  {
    name: 'plainsight',
    async extract(html, url) {
      const { extraction } = readHtml(html, jobFor(url));
      return () => markdownText(extraction.markdown);
    },
  },
  {
    name: 'readability',
    async extract(html) {
      const { document } = parseHTML(html);
      const article = new Readability(document).parse();
      return () => plainText(parseDocument(article?.content ?? ''));
    },
  },
  {
    name: 'defuddle',
    async extract(html, url) {
      const { document } = parseHTML(html);
      const { content } = await Defuddle(document, url, {});
      return () => plainText(parseDocument(content));
    },
  },
  {
    name: 'mdream',
    async extract(html, url) {
      const markdown = htmlToMarkdown(html, withMinimalPreset({ origin: url }));
      return () => markdownText(markdown);
    },
  },
];

/** The HTML is handed over as text, so the job's own body stays empty. */
function jobFor(url: string): Parameters<typeof readHtml>[1] {
  return {
    url,
    baseUrl: url,
    rawSha256: '',
    page: {
      via: 'http',
      url,
      hops: [],
      httpStatus: 200,
      headers: {},
      contentType: 'text/html',
      body: new Uint8Array(),
      truncated: false,
      retryAfterMs: null,
      archivedAt: null,
      setsCookies: false,
      sight: null,
      notes: [],
    },
    sheets: new Map(),
    options: {
      format: 'markdown',
      selector: null,
      expand: false,
      includeHidden: false,
      includeLinks: false,
      includeImages: false,
    },
  };
}
