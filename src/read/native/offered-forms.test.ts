import { expect, it } from 'vitest';
import { parseDocument } from '../../html/parse.ts';
import { markdownAlternate, offeredForms } from './offered-forms.ts';

const URL_ = 'https://docs.test/guide/start';
const offered = (link: string, alternate: string | null = null) => offeredForms({ link }, alternate, URL_);

it('a Markdown form that a page names is offered, from its head or a header', () => {
  const head =
    '<head><link rel="stylesheet" href="a.css"><link rel="alternate nofollow" type="text/markdown" href="start.md"></head>';
  const alternate = markdownAlternate(parseDocument(head));
  expect(alternate).toBe('start.md');
  expect(offered('', alternate)).toEqual([expect.stringContaining('https://docs.test/guide/start.md')]);
  expect(offered('</a.css>; rel=preload, </guide/start.md>; rel="alternate"; type="text/markdown"')).toEqual([
    expect.stringContaining('may say other things than the page does: https://docs.test/guide/start.md'),
  ]);
});

it('the list of pages for programs is offered where the site names it', () => {
  expect(offered('</llms.txt>; rel="llms-txt", </llms-full.txt>; rel="llms-full-txt"')).toEqual([
    'The site lists its pages for programs at https://docs.test/llms.txt',
  ]);
  expect(offeredForms({ 'x-llms-txt': '/llms.txt' }, null, URL_)).toHaveLength(1);
});

it.each([
  '<https://evil.test/start.md>; rel=alternate; type="text/markdown"',
  '<javascript:alert(1)>; rel=alternate; type="text/markdown"',
  '</guide/start>; rel=alternate; type="text/markdown"',
  '</feed>; rel=alternate; type="application/rss+xml"',
  `</${'a'.repeat(400)}.md>; rel=alternate; type="text/markdown"`,
  `${'<a>;'.repeat(50_000)}`,
])('nothing is offered for %j', (link) => {
  expect(offered(link)).toEqual([]);
});

it('a link in the body is no offer of the page', () => {
  const body = '<head></head><body><link rel=alternate type=text/markdown href=/x.md></body>';
  expect(markdownAlternate(parseDocument(body))).toBeNull();
});
