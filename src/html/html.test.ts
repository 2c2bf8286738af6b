import { expect, test } from 'vitest';
import { MAX_DEPTH, parseDocument, parseMarkup } from './parse.ts';
import { matches, select } from './select.ts';
import {
  ancestors,
  cloneNode,
  detach,
  elements,
  type HtmlElement,
  isElement,
  replaceWith,
  textContent,
  walk,
} from './tree.ts';

function body(html: string): HtmlElement {
  const found = select(parseDocument(html), 'body')[0];
  if (!found) throw new Error('no body');
  return found;
}

test('markup without html, head or body gets them, as in a browser', () => {
  const root = parseDocument('<title>T</title><p>one<p>two');
  expect([...elements(root)].map((element) => element.tag)).toEqual(['html', 'head', 'title', 'body', 'p', 'p']);
});

test('misnested formatting is repaired by the adoption agency', () => {
  expect(select(body('<b>1<p>2</b>3</p>'), 'b')).toHaveLength(2);
});

test('the first of duplicate attributes wins', () => {
  expect(select(body('<p class=a class=b>x'), 'p.a')).toHaveLength(1);
});

test('template content is kept apart from the visible tree', () => {
  const template = select(body('<p>seen</p><template><p>inert</p></template>'), 'template')[0];
  expect(textContent(template ?? parseMarkup(''))).toBe('');
  expect(template?.content && textContent(template.content)).toBe('inert');
});

test.each([
  ['div', '<div>', '</div>'],
  ['blockquote', '<blockquote>', '</blockquote>'],
  ['list', '<ul><li>', '</li></ul>'],
  ['b', '<b>', '</b>'],
])('50,000 nested %s lose no text and stay within the depth of a browser', (_name, open, close) => {
  const root = body(`<p>first</p>${open.repeat(50_000)}<p>needle</p>${close.repeat(50_000)}<p>last</p>`);
  const text = textContent(root);
  expect(text).toBe('firstneedlelast');
  let deepest = 0;
  walk(root, (node) => {
    deepest = Math.max(deepest, node.depth);
    return true;
  });
  expect(deepest).toBeLessThanOrEqual(MAX_DEPTH + 1);
});

test('every parent link of a levelled tree is right', () => {
  const root = body(`${'<div>'.repeat(2000)}<i>x</i>`);
  for (const element of elements(root)) expect(element.parent?.children).toContain(element);
});

test('selectors cover what pages and people use, and bad ones are a SyntaxError', () => {
  const root = body('<main><p class="a b">1</p><p>2<span data-x="y">z</span></p></main>');
  expect(select(root, 'main > p:nth-child(2) span[data-x=y]')).toHaveLength(1);
  expect(select(root, 'p:has(span), .a')).toHaveLength(2);
  expect(select(root, 'p:not(.a)').map(textContent)).toEqual(['2z']);
  expect(() => select(root, 'p[')).toThrow(SyntaxError);
  expect(() => select(root, 'a'.repeat(2000))).toThrow(SyntaxError);
  const paragraph = select(root, 'p')[0];
  expect(paragraph && matches(paragraph, 'main .b')).toBe(true);
});

test('nodes can be moved, replaced and copied', () => {
  const root = body('<div><p>a</p><p>b</p></div>');
  const [first, second] = select(root, 'p');
  if (!first || !second) throw new Error('no paragraphs');
  const copy = cloneNode(first);
  replaceWith(second, copy);
  detach(first);
  expect(textContent(root)).toBe('a');
  expect([...ancestors(copy)].map((element) => element.tag)).toEqual(['div', 'body', 'html']);
  expect(isElement(copy, 'p')).toBe(true);
});
