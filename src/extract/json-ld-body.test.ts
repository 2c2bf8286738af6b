import { describe, expect, it } from 'vitest';
import { parseDocument } from '../html/parse.ts';
import { bodyFromJsonLd } from './json-ld-body.ts';

const BARGE = `<html><head><title>Solar barge</title><script type="application/ld+json">[{"@context":{"@vocab":"https://schema.org/"},"@type":"BreadcrumbList"},
{"@type":["NewsArticle"],"headline":"Solar barge crosses gulf","datePublished":"2026-03-04T05:06:07+02:00","author":[{"name":"I. Ode"}],
"articleBody":"The barge left at dawn &amp; crossed in 31 hours.\\nIts crew of four slept in shifts."}]</script>
<script id="__NEXT_DATA__" type="application/json">{"props":{"pageProps":{"price":"12,50 €"}}}</script></head><body><div id="root"></div></body></html>`;

describe('an article that stands only in data', () => {
  it('is read with its paragraphs, author and date', () => {
    expect(bodyFromJsonLd(parseDocument(BARGE), 0)).toEqual({
      paragraphs: ['The barge left at dawn & crossed in 31 hours.', 'Its crew of four slept in shifts.'],
      title: 'Solar barge crosses gulf',
      author: 'I. Ode',
      published: '2026-03-04T05:06:07+02:00',
    });
  });

  it('never takes the place of text on the page', () => {
    expect(bodyFromJsonLd(parseDocument(BARGE), 2000)).toBeNull();
  });

  it('may be written in HTML, whose scripts are no text', () => {
    const html = `<script type="application/ld+json">{"@type":"BlogPosting","articleBody":"<p>One <b>bold</b> word &eacute;.</p><script>x()<\\/script><ul><li>Two items here</li></ul>"}</script>`;
    expect(bodyFromJsonLd(parseDocument(html), 10)?.paragraphs).toEqual(['One bold word é.', 'Two items here']);
  });

  it('has no script in it, also where only a line holds one', () => {
    const html = `<script type="application/ld+json">{"@type":"Article","articleBody":"Plain words before it &lt;b&gt; and <script>steal()<\\/script> after it, long enough."}</script>`;
    expect(bodyFromJsonLd(parseDocument(html), 0)?.paragraphs).toEqual([
      'Plain words before it <b> and after it, long enough.',
    ]);
  });

  it('is found in the state of an application', () => {
    const body = 'The heron waits for hours beside the water before it strikes at a fish. '.repeat(6);
    const state = JSON.stringify({
      props: { page: { article: { title: 'Heron', body, publishedAt: '2026-01-02', author: { name: 'Ann Lee' } } } },
    });
    expect(
      bodyFromJsonLd(parseDocument(`<script id="__NEXT_DATA__" type="application/json">${state}</script>`), 0),
    ).toEqual({
      paragraphs: [body.trim()],
      title: 'Heron',
      author: 'Ann Lee',
      published: '2026-01-02',
    });
  });

  it('is not made of comments, organisations or short words', () => {
    const nodes = [
      { '@type': 'Comment', text: 'A comment that is long enough to look like a body of text.' },
      { '@type': 'Article', articleBody: 'Too short.' },
    ];
    expect(
      bodyFromJsonLd(parseDocument(`<script type="application/ld+json">${JSON.stringify(nodes)}</script>`), 0),
    ).toBeNull();
  });
});
