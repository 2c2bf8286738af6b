import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { gunzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { codePointLength, oneLine } from '../base/text.ts';
import { parseDocument } from '../html/parse.ts';
import { elements, type HtmlNode } from '../html/tree.ts';
import { toPlainText } from './format/to-text.ts';
import { readHtml } from './read-html.ts';

/** Kept + left out + hidden = all the text there was, on real pages of the public data beside the checkout. */
const PAGES = new URL('../../../shared/data/extract/wcxb-dev/html/', import.meta.url);
const present = existsSync(PAGES);
if (!present) process.stderr.write('skipped: the public test data is not beside the checkout\n');

const UNREAD = /^(?:script|style|noscript|template|head|title)$/u;
const size = (text: string) => codePointLength(oneLine(text));

function allText(node: HtmlNode): string {
  if (node.type === 'text') return node.text;
  if (node.type === 'comment' || UNREAD.test(node.tag)) return '';
  return node.children.map(allText).join(' ');
}

function sumOf(html: string): number {
  const url = 'https://example.org/';
  const page = {
    via: 'http',
    url,
    hops: [],
    httpStatus: 200,
    headers: {},
    contentType: null,
    body: new Uint8Array(),
    truncated: false,
    retryAfterMs: null,
    archivedAt: null,
    setsCookies: false,
    sight: null,
    notes: [],
  } as const;
  const options = {
    format: 'markdown',
    selector: null,
    expand: false,
    includeHidden: false,
    includeLinks: true,
    includeImages: false,
  } as const;
  const reading = readHtml(html, { url, baseUrl: url, page, rawSha256: '', sheets: new Map(), options });
  const body = [...elements(parseDocument(html, { scripting: true }))].find(({ tag }) => tag === 'body');
  const all = body ? size(allText(body)) : 0;
  const kept = size(toPlainText(reading.extraction.markdown).text);
  const left = [...reading.leftOut, ...reading.extraction.removals].reduce(
    (sum, { characters }) => sum + characters,
    0,
  );
  const hidden = reading.findings
    .filter(({ type, reason }) => type === 'hidden_css' || reason === 'hidden attribute')
    .reduce((sum, { text }) => sum + size(text), 0);
  return all === 0 ? 1 : (kept + left + hidden) / all;
}

describe.skipIf(!present)('the sum of the text of real pages', () => {
  it('is what was kept, left out and hidden', () => {
    const names = readdirSync(PAGES).filter((_, i) => i % 20 === 0);
    const sums = names.map((name) => sumOf(gunzipSync(readFileSync(new URL(name, PAGES))).toString()));
    // White space and the marks of lists and tables blur it by some percent; a lost paragraph would show.
    expect(Math.min(...sums)).toBeGreaterThan(0.93);
    const sorted = [...sums].sort((a, b) => a - b);
    expect(sorted[Math.floor(sorted.length * 0.5)]).toBeLessThan(1.02);
    expect(sorted[Math.floor(sorted.length * 0.9)]).toBeLessThan(1.1);
  }, 60_000);
});
