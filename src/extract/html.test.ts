import { describe, expect, it } from 'vitest';
import { parseDocument } from '../html/parse.ts';
import type { ExtractOptions } from './extraction.ts';
import { extractHtml } from './html.ts';

const OPTIONS: ExtractOptions = {
  url: 'https://press.test/news/bridge',
  includeLinks: true,
  includeImages: false,
  selector: null,
  wholePage: false,
};
const extract = (html: string, options: Partial<ExtractOptions> = {}) =>
  extractHtml(parseDocument(html, { scripting: true }), { ...OPTIONS, ...options });

const PAGE = `<html lang="en"><head><title>Bridge reopens</title><base href="/docs/"></head><body>
  <nav><a href="/">Home</a></nav>
  <main><h1>Bridge reopens</h1><p>The river bridge reopened on Monday, after nine weeks of repair and <a href="plan">a new plan</a>.</p>
  <p class="note">Trams cross it again, too, from Friday on, as the city had promised.</p></main>
  <footer>Imprint of the press</footer></body></html>`;

describe('extractHtml', () => {
  it('writes the content as Markdown with absolute links and books what it left out', () => {
    const { markdown, title, removals, metadata } = extract(PAGE);
    expect(title).toBe('Bridge reopens');
    expect(markdown).toContain('[a new plan](https://press.test/docs/plan)');
    expect(markdown).not.toContain('Imprint');
    expect(metadata.language).toBe('en');
    expect(removals.map(({ reason }) => reason)).toEqual(expect.arrayContaining(['nav', 'footer']));
  });

  it('counts links it was asked not to write', () => {
    const { markdown, linksOmitted } = extract(PAGE, { includeLinks: false });
    expect(markdown).toContain('a new plan');
    expect(markdown).not.toContain('](');
    expect(linksOmitted).toBe(1);
  });

  it('takes the whole of what a selector matches, once', () => {
    const { markdown, mode } = extract(PAGE, { selector: 'footer, main, p.note' });
    expect(mode).toBe('selector');
    expect(markdown.match(/Trams/gu)).toHaveLength(1);
    expect(markdown).toContain('Imprint of the press');
    expect(extract(PAGE, { selector: '.none' }).markdown).toBe('');
  });

  it('throws a SyntaxError for a selector that cannot be parsed', () => {
    expect(() => extract(PAGE, { selector: 'p[[' })).toThrow(SyntaxError);
  });

  it('leaves nothing out when the whole page is asked for', () => {
    const { markdown, removals } = extract(PAGE, { wholePage: true });
    expect(markdown).toContain('Home');
    expect(markdown).toContain('Imprint');
    expect(removals).toEqual([]);
  });
});

describe('a page whose article is data', () => {
  const data = (body: string) => `<html><head><title>Solar barge</title><script type="application/ld+json">
    [{"@type":"BreadcrumbList"},{"@type":["NewsArticle"],"headline":"Solar barge crosses gulf","datePublished":"2026-03-04T05:06:07+02:00",
    "author":[{"name":"I. Ode"}],"articleBody":"The barge left at dawn &amp; crossed in 31 hours.\\nIts crew of four slept in shifts."}]</script>
    <script id="__NEXT_DATA__" type="application/json">{"props":{"price":"12,50 €"}}</script></head><body>${body}</body></html>`;

  it('is read from the data, and says so', () => {
    const { markdown, metadata, notes, title } = extract(data('<div id="root"></div>'));
    expect(title).toBe('Solar barge crosses gulf');
    expect(markdown).toContain('The barge left at dawn & crossed in 31 hours.\n\nIts crew of four slept in shifts.');
    expect(metadata).toMatchObject({ author: 'I. Ode', published: '2026-03-04T05:06:07+02:00' });
    expect(notes).toContain('source: json-ld');
    expect(markdown).not.toContain('12,50');
  });

  it('is read from what is to see when there is much to see', () => {
    const shown = '<p>The barge never left the harbour, as its owner told us on Monday in a long talk.</p>'.repeat(6);
    expect(extract(data(`<main>${shown}</main>`)).markdown).not.toContain('31 hours');
  });
});
