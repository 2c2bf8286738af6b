import { expect, test } from 'vitest';
import { parseDocument } from '../../html/parse.ts';
import { writeMarkdown } from '../markdown/write.ts';
import { applyTemplate } from './apply.ts';
import { isStretchOf } from './embedded.ts';
import { SITE_TEMPLATES } from './sites/all.ts';
import { parseInline } from './template.ts';

const FILE = 'https://github.com/o/r/blob/main/a.py';
const LINES = ['one', '', '  two', 'three'];
const FENCE = '```\none\n\n  two\nthree\n```';

function page(shown: readonly string[], { lines = LINES, title = '<h1 id="file-name-id">a.py</h1>' } = {}): string {
  const payload = { payload: { path: 'src/a.py', blob: { displayName: 'a.py', rawLines: lines } } };
  const drawn = shown.map((line) => `<div class="react-file-line">${line === '' ? '\n' : line}</div>`).join('');
  return `<body>${title}<script type="application/json" data-target="react-app.embeddedData">${JSON.stringify(payload)}</script><div class="react-code-lines">${drawn}</div></body>`;
}

function read(html: string, options: { url?: string; ignoresData?: boolean } = {}) {
  const { url = FILE, ignoresData = false } = options;
  const { applied, notes } = applyTemplate(parseDocument(html), 'github-file', { url, baseUrl: url, ignoresData });
  const written = writeMarkdown(applied?.nodes ?? [], { baseUrl: url, includeLinks: true, includeImages: false });
  return { markdown: written.markdown, fields: applied?.fields, notes: notes.join('\n') };
}

test('lines that are not drawn come from the data of the page, and the answer says so', () => {
  const { markdown, notes } = read(page([]));
  expect(markdown).toContain(FENCE);
  expect(notes).toContain('source: embedded data');
  expect(read(page([], { title: '' })).fields).toMatchObject({ title: 'a.py', path: 'src/a.py' });
});

test('lines in sight are completed from data that holds them, in a browser, too', () => {
  for (const ignoresData of [false, true]) {
    expect(read(page(['', '  two']), { ignoresData }).markdown).toContain(FENCE);
    expect(read(page(['one', 'three']), { ignoresData }).markdown).toContain('```\none\nthree\n```');
    expect(read(page(LINES), { ignoresData }).notes).not.toContain('code');
  }
});

test('a page that a browser has drawn says nothing that stands in its data alone', () => {
  const { markdown, notes } = read(page([]), { ignoresData: true });
  expect(markdown).toBe('');
  expect(notes).toContain('no longer matches: the page has no content, code');
});

test('away from the address of the site, data is no text', () => {
  for (const url of ['https://evil.example/o/r/blob/main/a.py', 'https://github.com.evil.example/o/r/blob/main/a']) {
    expect(read(page([]), { url }).fields, url).toBeUndefined();
    expect(read(page(['one']), { url }).markdown, url).not.toContain('three');
  }
});

test('no template that is for any address reads data', () => {
  const readers = SITE_TEMPLATES.filter(({ fields }) => fields.some(({ embedded }) => embedded));
  expect(readers.length).toBeGreaterThan(0);
  for (const { name, urls = [] } of readers) {
    expect(
      urls.filter((pattern) => pattern.startsWith('*')),
      name,
    ).toEqual([]);
  }
});

test('data that is broken, or no lines, is no value', () => {
  const broken = page([]).replace('{"payload"', '{payload');
  expect(read(broken).fields).toBeUndefined();
  const numbers = page([]).replace(JSON.stringify(LINES), '[1,2]');
  expect(read(numbers).fields).toBeUndefined();
});

test('a template that comes with a call reads no data', () => {
  const embedded = { script: 'script', paths: [['a']] };
  const json = JSON.stringify({ fields: [{ name: 'a', select: 'p', embedded }] });
  expect(() => parseInline(json)).toThrow(/come with the program/u);
});

test('a stretch is whole lines in a row', () => {
  expect(isStretchOf('b\nc', 'a\nb\nc\nd')).toBe(true);
  expect(isStretchOf('b ', 'a\nb\nc')).toBe(true);
  expect(isStretchOf('b\nd', 'a\nb\nc\nd')).toBe(false);
  expect(isStretchOf('a', 'ab\nc')).toBe(false);
});
