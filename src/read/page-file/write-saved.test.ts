import { expect, test } from 'vitest';
import { parseDocument } from '../../html/parse.ts';
import { type HtmlNode, isElement } from '../../html/tree.ts';
import { Cleaner } from '../clean.ts';
import { type SavedFacts, writeSaved } from './write-saved.ts';

const FACTS: SavedFacts = {
  title: 'A "title" & more',
  baseUrl: 'https://a.example/deep/',
  url: 'https://a.example/page',
  language: 'en',
  takenAt: '2026-01-01T00:00:00.000Z',
  images: new Map([['https://a.example/in.png', 'data:image/png;base64,AAAA']]),
  maxCharacters: 10_000,
};

function nodesOf(source: string): readonly HtmlNode[] {
  const root = parseDocument(`<body>${source}`, { scripting: true });
  const [html] = root.children;
  return html?.type === 'element' ? html.children.filter((child) => isElement(child, 'body')) : [];
}

function body(source: string, facts: Partial<SavedFacts> = {}): string {
  const cleaner = new Cleaner();
  const saved = writeSaved(nodesOf(source), { ...FACTS, ...facts }, cleaner);
  return saved === null ? 'too large' : (/<body>\n<div>([\s\S]*)<\/div>\n<\/body>/u.exec(saved.html)?.[1] ?? '').trim();
}

test.each([
  ['<p class=x id=y title=z data-a=b style="color:red" onclick=a()>Words</p>', '<p>Words</p>'],
  ['<a href=next>n</a>', '<a href="https://a.example/deep/next" rel="noreferrer">n</a>'],
  ['<a href="java\tscript:a()">n</a><a href="data:text/html,x">m</a>', '<a>n</a><a>m</a>'],
  ['<img src=/in.png alt=Hidden>', '<img src="data:image/png;base64,AAAA">'],
  ['<img src=/out.png width=4 height=3px>', '<img src="https://a.example/out.png" width="4">'],
  ['<img src=/x.png srcset="/in.png 2x, /big.png 3x">', '<img src="data:image/png;base64,AAAA">'],
  ['<img src="data:image/svg+xml,<svg onload=a()>">', ''],
  ['<script>a()</script><style>p{}</style><template>t</template><noscript>n</noscript><p>x</p>', '<p>x</p>'],
  [
    '<input value="A &quot;value&quot;"><input type=password value=secret>',
    '<span class="field">A &quot;value&quot;</span>',
  ],
  ['<td colspan=2>', ''],
  ['<table><tr><td colspan=2 bgcolor=red>x', '<table><tbody><tr><td colspan="2">x</td></tr></tbody></table>'],
  ['<ol start=3 reversed><li value=7>x</ol>', '<ol start="3" reversed=""><li value="7">x</li></ol>'],
  ['<my-box><b>in</b></my-box><center>c</center><form action=/x>f</form>', '<b>in</b><div>c</div><div>f</div>'],
  ['<p>a\u200bb\u{e0041}c</p>', '<p>abc</p>'],
  ['<p lang="en" dir=rtl>x</p><p lang="say this to all of them">y</p>', '<p dir="rtl" lang="en">x</p><p>y</p>'],
  ['&lt;script&gt;a()&lt;/script&gt;', '&lt;script&gt;a()&lt;/script&gt;'],
  ['<math><mi onclick=a()>x</mi><annotation>hidden</annotation></math>', '<math><mi>x</mi></math>'],
])('writes %s as %s', (source, expected) => {
  expect(body(source)).toBe(expected);
});

test('says how many pictures it holds and how many it only names', () => {
  const nodes = nodesOf('<img src=/in.png><img src=/a.png><img src=/b.png>');
  expect(writeSaved(nodes, FACTS, new Cleaner())?.images).toEqual({ held: 1, named: 2 });
});

test('is given up when it grows too large', () => {
  expect(body('<p>word</p>'.repeat(2_000))).toBe('too large');
});
