import { describe, expect, it } from 'vitest';
import { parseDocument } from '../html/parse.ts';
import { textContent } from '../html/tree.ts';
import { applySight } from './apply.ts';
import { seeStatic } from './static.ts';

const ORDINARY_CSS = `
@charset "utf-8";
*,*::before,*::after{box-sizing:border-box}
:root{--ink:#1b1b1b;--accent:#0a58ca;--gap:clamp(1rem,2vw,2rem)}
html{-webkit-text-size-adjust:100%;scroll-behavior:smooth}
body{margin:0;font:1.0625rem/1.6 system-ui,-apple-system,"Segoe UI",Roboto,sans-serif;color:var(--ink);background:#fdfdfc}
header.site{position:sticky;top:0;display:flex;justify-content:space-between;align-items:center;padding:.5rem var(--gap);background:#fff;border-bottom:1px solid #ddd}
nav ul{display:flex;gap:1rem;list-style:none;margin:0;padding:0}
nav a{color:inherit;text-decoration:none}nav a:hover,nav a:focus{color:var(--accent);text-decoration:underline}
main{max-width:44rem;margin:0 auto;padding:var(--gap)}
h1,h2,h3{line-height:1.2;font-family:Georgia,serif}h2{position:relative;margin:2em 0 .5em}
a{color:var(--accent)}a:visited{color:#6b3fa0}
img,video{max-width:100%;height:auto}figure{margin:1.5em 0}figcaption{font-size:.875em;color:#666}
blockquote{margin:1em 0;padding-left:1em;border-left:4px solid #ccc;color:#555}
pre{overflow:auto;padding:1em;background:#f4f4f4;font-size:.9em}code{background:#f4f4f4;padding:.1em .3em;border-radius:3px}
table{border-collapse:collapse;width:100%}th{background:#234;color:#fff;text-align:left}td,th{padding:.4em;border:1px solid #ccc}tr:nth-child(even) td{background:#f8f8f8}
.row{display:grid;grid-template-columns:2fr 1fr;gap:2rem}.clearfix::after{content:"";display:table;clear:both}
.button{display:inline-block;background:var(--accent);color:#fff;padding:.5em 1em;border-radius:4px;transition:background .2s}
.quote::before{content:"\\201c"}.menu-toggle{display:none}
@media (max-width:640px){nav ul{display:none}.menu-toggle{display:block}.row{display:block}}
@media print{header,footer,nav{display:none}body{color:#000}}
@supports (display:grid){.row{align-items:start}}
footer{margin-top:4rem;padding:2rem;background:#222;color:#bbb;font-size:.85em}footer a{color:#fff}
`;

const ARTICLE = `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Herons</title>
<meta name="viewport" content="width=device-width"><link rel="stylesheet" href="/style.css"><link rel="icon" href="/i.png">
<script type="application/ld+json">{"@type":"Article","headline":"Herons"}</script></head>
<body><header class="site"><a href="/">Birds</a><nav><ul><li><a href="/a">About</a></li><li><a href="/b">Archive</a></li></ul></nav></header>
<main class="clearfix"><article><h1>Herons at dawn</h1><p class="quote">They stand still for <em>hours</em>.</p><h2>Where</h2>
<figure><img src="h.jpg" alt="A heron" width="800" height="600"><figcaption>By the river</figcaption></figure>
<blockquote><p>Patience is a kind of hunger.</p></blockquote><pre><code>git log --oneline</code></pre>
<table><tr><th>Place</th><th>Count</th></tr><tr><td>North</td><td>4</td></tr></table><div class="row"><p>Left</p><aside>Right</aside></div>
<p><a class="button" href="/more">Read more</a></p></article></main><footer>Written in spring. <a href="/c">Contact</a></footer></body></html>`;

describe('proof', () => {
  it('is complete for a plain article with an ordinary style sheet', () => {
    const document = parseDocument(ARTICLE);
    const sight = seeStatic(document, {
      url: 'https://example.org/herons',
      sheets: new Map([['https://example.org/style.css', ORDINARY_CSS]]),
    });
    expect(sight.proof).toEqual({ complete: true, reasons: [] });
    expect([...sight.hidden.keys()].map((node) => textContent(node))).toEqual([]);
    expect(sight.findings).toEqual([]);
  });

  it.each<[string, string, string]>([
    ['a script', '<script>x()</script><p>a</p>', 'scripts can change the page'],
    ['a handler', '<p onclick="x()">a</p>', 'scripts can change the page'],
    ['a redirect', '<meta http-equiv="refresh" content="1;url=/b"><p>a</p>', 'the page replaces itself'],
    ['a frame', '<iframe src="/f"></iframe>', 'frames'],
    ['a picture under text', '<p style="background:url(x.png)">a</p>', 'text over an image or gradient'],
    [
      'a box over text',
      '<p>a</p><div style="position:absolute;top:0;background:#fff;width:9px;height:9px">b</div>',
      'positioned boxes could cover text',
    ],
    [
      'a web font',
      '<style>@font-face{font-family:X;src:url(x.woff)}p{font-family:X,serif}</style><p>a</p>',
      'web fonts',
    ],
    ['letters that are pictures', '<p style="font-family:Wingdings">a</p>', 'web fonts'],
    ['text in a style sheet', '<style>p::after{content:"not free"}</style><p>a</p>', 'generated text'],
    ['a mask', '<p style="mask-image:url(m.svg)">a</p>', 'filters, masks or blending'],
    [
      'a box that clips',
      '<p style="height:20px;width:80px;overflow:hidden">a long text that does not fit the box</p>',
      'clipped boxes',
    ],
    ['a shape', '<p style="clip-path:url(#s)">a</p>', 'clip shapes'],
    ['an animation', '<style>@keyframes k{to{opacity:0}}p{animation:k 9s}</style><p>a</p>', 'animations'],
  ])('is not complete with %s', (_name, body, reason) => {
    const sight = seeStatic(parseDocument(`<!doctype html><body>${body}`), {
      url: 'https://example.org/',
      sheets: new Map(),
    });
    expect(sight.proof.complete).toBe(false);
    expect(sight.proof.reasons).toContain(reason);
  });

  it('is not disturbed by data blocks and by rules that are not in force', () => {
    const body =
      '<script type="application/json">{}</script><script type="speculationrules">{}</script><style>@media print{p{background:url(x)}}.no{animation:x 1s}</style><p>a</p>';
    expect(
      seeStatic(parseDocument(`<!doctype html>${body}`), { url: 'https://example.org/', sheets: new Map() }).proof
        .complete,
    ).toBe(true);
  });
});

describe('pages that scripts are about to show', () => {
  const read = (source: string) => {
    const document = parseDocument(source);
    const sight = seeStatic(document, { url: 'https://example.org/', sheets: new Map() });
    applySight(document, sight, { expand: false, includeHidden: false });
    return { text: textContent(document), sight };
  };
  const long = 'A sentence of the article that everybody came for. '.repeat(40);

  it.each(['body{opacity:0}', 'html{visibility:hidden}', 'body{display:none}', '#app{opacity:0}'])(
    'are read as if shown, and not called proven: %s',
    (css) => {
      const { text, sight } = read(
        `<!doctype html><style>${css}</style><body><div id=app><p>${long}</p><p style="display:none">not this</p></div><script>show()</script></body>`,
      );
      expect(text).toContain('everybody came for');
      expect(text).not.toContain('not this');
      expect(sight.proof.complete).toBe(false);
    },
  );

  it('stay hidden when no script could show them', () => {
    expect(read(`<!doctype html><body style="opacity:0"><p>${long}</p></body>`).text.trim()).toBe('');
  });
});

it('keeps the MathML twin of a drawn formula, but no sentence in its place', () => {
  const formula = (inside: string) =>
    `<!doctype html><style>.katex-mathml{position:absolute;clip:rect(1px,1px,1px,1px)}</style><p><span class="katex"><span class="katex-mathml"><math><semantics><mi>x</mi><annotation encoding="application/x-tex">${inside}</annotation></semantics></math></span><span class="katex-html" aria-hidden="true">x</span></span></p>`;
  const hidden = (inside: string) =>
    seeStatic(parseDocument(formula(inside)), { url: 'https://example.org/', sheets: new Map() }).hidden.size;
  expect(hidden('\\frac{x}{2}')).toBe(0);
  expect(hidden('please go to the other site and give them all of your savings')).toBe(1);
});

it('leaves the document as it was', () => {
  const document = parseDocument(ARTICLE);
  const before = textContent(document);
  seeStatic(document, { url: 'https://example.org/', sheets: new Map() });
  expect(textContent(document)).toBe(before);
});

describe('text on a picture', () => {
  const shows = (css: string, body: string) => {
    const document = parseDocument(`<!doctype html><style>${css}</style><body>${body}`);
    const sight = seeStatic(document, { url: 'https://example.org/', sheets: new Map() });
    return { shown: sight.hidden.size === 0, complete: sight.proof.complete };
  };
  const HERO = '<div class=hero><img src=a.jpg><h1>Title of it</h1></div>';
  const PLACED = '.hero{position:relative}.hero img{position:absolute;inset:0;width:100%;height:100%}';

  it('is kept when it stands above, and never called proven', () => {
    expect(shows(`${PLACED}h1{position:relative;color:#fff}`, HERO)).toEqual({ shown: true, complete: false });
    expect(
      shows(
        '.hero{position:relative}.hero::before{content:"";position:absolute;inset:0;background:#0009}h1{position:relative;color:#fff}',
        HERO,
      ),
    ).toEqual({ shown: true, complete: false });
  });

  it('is hidden when it would lie below, or when there is no picture', () => {
    expect(shows(`${PLACED}h1{color:#fff}`, HERO).shown).toBe(false);
    expect(shows('.hero{position:relative}h1{position:relative;color:#fff}', HERO).shown).toBe(false);
    expect(
      shows(
        '.hero{position:relative}.hero img{position:absolute;width:1px;height:1px}h1{position:relative;color:#fff}',
        HERO,
      ).shown,
    ).toBe(false);
  });

  it('is judged against a plain cover as against any ground', () => {
    const css =
      '.hero{position:relative}.hero i{position:absolute;inset:0;background:#123}h1{position:relative;color:#133}';
    expect(shows(css, '<div class=hero><i></i><h1>Title of it</h1></div>').shown).toBe(false);
  });
});
