import { expect, test } from 'vitest';
import type { ReadResult } from '../../result.ts';
import type { Removed, Xray } from '../xray.ts';
import { xrayPage } from './page.ts';

/** Ways out of every place that a string of the page is written to. */
const HOSTILE = [
  '</script><script>alert(1)</script>',
  '</style><style>*{display:none}</style>',
  '</title><img src=x onerror=alert(1)>',
  '"><svg onload=alert(1)>',
  "' onmouseover='alert(1)",
  '--><script>alert(1)</script><!--',
  '</pre></p></details><iframe srcdoc="<script>alert(1)</script>"></iframe>',
  ']]><script>alert(1)</script>',
  '&lt;script&gt;&#60;script&#62;',
  '<base href=//evil.example><meta http-equiv=refresh content="0;url=//evil.example">',
  '\u0000<script>\u0000alert(1)</script>',
  'javascript:alert(1)',
];
const ALL = HOSTILE.join('\n');

const read = (over: Partial<ReadResult> = {}): ReadResult => ({
  status: 'ok',
  reason: { code: 'ok', detail: ALL },
  url: `https://a.example/${ALL}`,
  final_url: `https://a.example/${ALL}`,
  title: ALL,
  http_status: 200,
  why: null,
  kind: 'html',
  via: 'browser',
  cached: null,
  archived_at: null,
  fetched_at: '2026-01-01T00:00:00.000Z',
  seen: 'rendered',
  markdown: '',
  outline: [],
  window: { start: 0, end: 0, total: 0, next: null, tokens: 0 },
  matches: [],
  set_aside: 0,
  fields: {},
  data: [],
  threats: [],
  threat_counts: {},
  left_out: [],
  links_omitted: 0,
  provenance: {
    content_sha256: '',
    raw_sha256: '',
    canonical_url: null,
    language: null,
    site: null,
    author: null,
    published: null,
    modified: null,
    licence: null,
    words: 0,
  },
  attempts: [],
  notes: [],
  ...over,
});

const box = { x: 10, y: 20, width: 30, height: 12 };
const removed = (over: Partial<Removed> = {}): Removed => ({
  kind: 'warn',
  reason: ALL,
  text: ALL,
  location: ALL,
  boxes: [box],
  ...over,
});

const xray = (over: Partial<Xray> = {}): Xray => ({
  read: read(),
  markdown: ALL,
  size: { width: 1280, height: 800 },
  pictures: [{ mimeType: 'image/webp', data: Buffer.from('x'), area: { x: 0, y: 0, width: 1280, height: 800 } }],
  removed: [removed(), removed({ kind: 'left_out' }), removed({ kind: 'collapsed', boxes: [] })],
  notes: [ALL],
  ...over,
});

const tagsOf = (html: string) => [...html.matchAll(/<\/?([a-z][a-z0-9]*)/giu)].map((match) => match[1]?.toLowerCase());

test('no string of a page becomes markup, wherever it stands', () => {
  const tame = xrayPage(
    xray({
      read: read({
        title: 'a',
        url: 'https://a.example/',
        final_url: 'https://a.example/',
        reason: { code: 'ok', detail: '' },
      }),
      markdown: 'a',
      removed: [
        removed(TAME),
        removed({ ...TAME, kind: 'left_out' }),
        removed({ ...TAME, kind: 'collapsed', boxes: [] }),
      ],
      notes: [],
    }),
    '1.0.0',
  );
  const hostile = xrayPage(xray(), '1.0.0');
  expect(tagsOf(hostile)).toEqual(tagsOf(tame));
  expect(tagsOf(hostile)).not.toContain('script');
  // Outside the text there is no place for a handler: every attribute is ours and quoted.
  const tags = [...hostile.matchAll(/<[a-z][^>]*>/giu)].map(([tag]) => tag.replace(/"[^"]*"/gu, '""'));
  expect(tags.filter((tag) => /\son[a-z]+\s*=/iu.test(tag))).toEqual([]);
  expect(tags.filter((tag) => /href=""/u.test(tag)).length).toBeGreaterThan(3);
});

/** As long as the hostile text, so that it is folded in the same way. */
const TAME = { text: 'a'.repeat(ALL.length), reason: 'a', location: 'a' };

test('every address in the file is one of a place in it, or a picture that is in it', () => {
  const html = xrayPage(xray(), '1.0.0');
  const addresses = [...html.matchAll(/(?:href|src)="([^"]*)"/gu)].map((match) => match[1] ?? '');
  expect(addresses.filter((address) => !/^(?:#[a-z]+(?:-\d+)?|data:(?:,|image\/webp;base64,))/u.test(address))).toEqual(
    [],
  );
  expect(html).toContain(`content="default-src &#39;none&#39;; img-src data:; style-src &#39;sha256-`);
  expect(html).not.toMatch(/url\(|@import/u);
});

test('what cannot be seen is written by its number', () => {
  const html = xrayPage(xray({ removed: [removed({ text: 'a\u200bb\u202ec\u{e0041}d\u0000' })] }), '1.0.0');
  expect(html).toContain('a⟨U+200B⟩b⟨U+202E⟩c⟨U+E0041⟩d⟨U+0000⟩');
  expect(html).not.toMatch(/[\u200b\u202e\u0000]/u);
});

test('each removal has its number, its kind and, where it has a place, a way to it and back', () => {
  const html = xrayPage(xray(), '1.0.0');
  expect(html).toMatch(/<a class="warn" id="box-1" href="#item-1"/u);
  expect(html).toMatch(/<li class="warn" id="item-1"><a href="#box-1"/u);
  expect(html).toContain('>1 hidden</text>');
  expect(html).toMatch(/<li class="collapsed" id="item-3"><span class="nr"/u);
  expect(html).not.toContain('id="box-3"');
  for (const kind of ['warn', 'left_out', 'collapsed']) expect(html).toContain(`id="show-${kind}" checked`);
});

test('a page without a picture, and one of which nothing was removed, are said', () => {
  expect(xrayPage(xray({ size: null, pictures: [], removed: [] }), '1')).toMatch(
    /no picture.*Nothing: the model gets/su,
  );
});

test('a tiny box is drawn large enough to be found, and none reaches over the edge', () => {
  const boxes = [
    { x: 5, y: 5, width: 1, height: 0 },
    { x: 1270, y: 790, width: 100, height: 100 },
  ];
  const html = xrayPage(xray({ removed: [removed({ boxes })] }), '1.0.0');
  const rects = [...html.matchAll(/<rect x="([\d.]+)" y="([\d.]+)" width="([\d.]+)" height="([\d.]+)"/gu)].map(
    (match) => match.slice(1).map(Number),
  );
  expect(rects).toEqual([
    [1.5, 1, 8, 8],
    [1270, 790, 10, 10],
  ]);
});
