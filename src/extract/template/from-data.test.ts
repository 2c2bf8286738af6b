import { expect, test } from 'vitest';
import { parseDocument } from '../../html/parse.ts';
import { elements, textContent } from '../../html/tree.ts';
import { keepStatedData, treeFromData } from './from-data.ts';

const video = (details: object) => `var ytInitialPlayerResponse = ${JSON.stringify({ videoDetails: details })};run();`;

function tree(scripts: readonly string[], body = '') {
  const tags = scripts.map((script) => `<script>${script}</script>`).join('');
  return treeFromData('youtube', parseDocument(`<body>${tags}${body}</body>`, { scripting: true }));
}

test('a video is told from the data of an empty page, with what braces and quotes its words hold', () => {
  const words = 'a } brace, a \\ stroke and a "quote" {';
  const made = tree([video({ title: words, author: 'Ann', viewCount: '1234', shortDescription: 'One.\n\nTwo.' })]);
  const told = made
    ? [...elements(made.root)].map(({ tag, children }) => [tag, children.map(textContent).join('|')])
    : [];
  expect(told).toContainEqual(['h1', words]);
  expect(told).toContainEqual(['div', '1,234 views']);
  expect(told).toContainEqual(['p', 'Two.']);
});

test('what the data does not say is left out, and what is no video is none', () => {
  const made = tree([video({ title: 'Bare', viewCount: 'many' })]);
  expect(made && textContent(made.root)).toBe('Bare');
  for (const script of [
    'var ytInitialPlayerResponse = {"videoDetails":',
    'var ytInitialPlayerResponse = {};',
    'var x;',
  ]) {
    expect(tree([script]), script).toBeNull();
  }
  expect(
    tree([`var other = {"ytInitialPlayerResponse":${JSON.stringify({ videoDetails: { title: 'x' } })}}`]),
  ).toBeNull();
});

test('a page that shows something is not spoken for by its data', () => {
  const data = [video({ title: 'Said by data' })];
  expect(tree(data, '<p>About. Press.</p>')).not.toBeNull();
  expect(tree(data, `<p>${'words in sight '.repeat(100)}</p>`)).toBeNull();
});

test('only scripts that begin as data stay as data', () => {
  const page = parseDocument('<script>var ytInitialData = {};</script><script>go(); var ytInitialData = {};</script>', {
    scripting: true,
  });
  keepStatedData(page);
  const types = [...elements(page)]
    .filter(({ tag }) => tag === 'script')
    .map(({ attributes }) => attributes.get('type'));
  expect(types).toEqual(['text/x-state', undefined]);
});
