import { describe, expect, it } from 'vitest';
import { parseMarkup } from '../../html/parse.ts';
import { writeMarkdown } from './write.ts';

const markdown = (html: string, includeImages = false) =>
  writeMarkdown(parseMarkup(html).children, { baseUrl: 'http://site.test/', includeLinks: true, includeImages })
    .markdown;

describe('lists', () => {
  it('nest, count from start and value, and stay tight', () => {
    expect(markdown('<ul><li>a<ul><li>b<ol start=3><li>c<li value=7>d<li>e</ol></ul><li>f</ul>')).toBe(
      '- a\n  - b\n    3. c\n    7. d\n    8. e\n- f',
    );
    expect(markdown('<ol reversed><li>a<li>b</ol>')).toBe('2. a\n1. b');
  });

  it('with several blocks in an item are loose and indented', () => {
    expect(markdown('<ol><li><p>a</p><pre>code</pre><li><p>b</p></ol>')).toBe(
      '1. a\n\n   ```\n   code\n   ```\n\n2. b',
    );
  });

  it('take a list that stands directly in a list into the item before it', () => {
    expect(markdown('<ul><li>a</li><ul><li>b</li></ul><li>c</li></ul>')).toBe('- a\n  - b\n- c');
  });

  it('show task boxes, and escape a box that is only text', () => {
    expect(
      markdown(
        '<ul><li><input type=checkbox checked> done<li><label><input type=checkbox> todo</label><li>[ ] text</ul>',
      ),
    ).toBe('- [x] done\n- [ ] todo\n- \\[ ] text');
  });

  it('in a row do not grow together', () => {
    expect(markdown('<ul><li>a</ul><ul><li>b</ul>')).toBe('- a\n\n* b');
    expect(markdown('<ol><li>a</ol><ol><li>b</ol>')).toBe('1. a\n\n1) b');
  });

  it('of definitions keep term and definition together', () => {
    expect(markdown('<dl><dt>T</dt><dd>D</dd><div><dt>A</dt><dt>B</dt><dd>one</dd><dd>two</dd></div></dl>')).toBe(
      '- **T**: D\n- **A** / **B**\n  - one\n  - two',
    );
    expect(markdown('<dl><h3>Head</h3><dt>T<dd>D<dd>E</dl>')).toBe('### Head\n\n- **T**\n  - D\n  - E');
    expect(markdown('<dl><dt>T<dd><p>x</p><pre>y</pre></dl>')).toBe('- **T**\n\n  x\n\n  ```\n  y\n  ```');
  });
});

describe('headings and quotes', () => {
  it('lose the sign that links to them and stay on one line', () => {
    expect(markdown('<h2 id=x>Head<br>line <a class=anchor href="#x">#</a></h2>')).toBe('## Head line');
    expect(markdown('<h2><a href="#x">Whole</a></h2><h3></h3>')).toBe('## Whole');
    expect(markdown('<h2>C #</h2>')).toBe('## C \\#');
    expect(markdown('<h3><a href="/p">Real <b>link</b></a></h3>')).toBe('### [Real link](http://site.test/p)');
  });

  it('nest', () => {
    expect(markdown('<blockquote><p>a</p><blockquote>b</blockquote></blockquote>')).toBe('> a\n>\n> > b');
  });
});

describe('callouts', () => {
  it.each([
    ['<div class="markdown-alert markdown-alert-note"><p class="markdown-alert-title">Note</p><p>x</p></div>', 'NOTE'],
    [
      '<div class="theme-admonition theme-admonition-tip alert alert--success"><div class="admonitionHeading_a">tip</div><div class="admonitionContent_b"><p>x</p></div></div>',
      'TIP',
    ],
    ['<div class="admonition warning"><p class="admonition-title">Warning</p><p>x</p></div>', 'WARNING'],
    [
      '<aside class="starlight-aside starlight-aside--caution"><p class="starlight-aside__title">Caution</p><div>x</div></aside>',
      'CAUTION',
    ],
    ['<div class="alert alert-danger" role="alert">x</div>', 'CAUTION'],
    ['<div class="custom-block tip"><p class="custom-block-title">TIP</p><p>x</p></div>', 'TIP'],
    ['<div class="notecard note"><p>x</p></div>', 'NOTE'],
    ['<div role="note">x</div>', 'NOTE'],
    [
      '<div class="callout" data-callout="important"><div class="callout-title">Important</div><div class="callout-content">x</div></div>',
      'IMPORTANT',
    ],
  ])('of every convention become alerts: %s', (html, kind) => {
    expect(markdown(html)).toBe(`> [!${kind}]\n> x`);
  });

  it('keep a title of their own', () => {
    expect(markdown('<div class="admonition note"><p class="admonition-title">Mind the gap</p><p>x</p></div>')).toBe(
      '> [!NOTE]\n> **Mind the gap**\n>\n> x',
    );
  });

  it('are not made of site banners', () => {
    expect(markdown('<div class="alert">Sale</div><div class="note-list">x</div>')).toBe('Sale\n\nx');
  });
});

describe('figures and media', () => {
  it('write a lazy picture once, with its caption, never a placeholder', () => {
    const html = `<figure><img src="data:image/gif;base64,R0lGODlhAQABAAAAACw=" data-src="/h-800.jpg" srcset="" alt="A grey heron">
      <noscript><img src="/h-800.jpg" alt="A grey heron"></noscript><figcaption>Grey heron, dawn</figcaption></figure>
      <img loading="lazy" srcset="/m-400.webp 400w, /m-1200.webp 1200w" alt="Marsh">`;
    expect(markdown(html, true)).toBe(
      '![A grey heron](http://site.test/h-800.jpg)\n\nGrey heron, dawn\n\n![Marsh](http://site.test/m-1200.webp)',
    );
    expect(markdown(html)).toBe('Grey heron, dawn');
  });

  it.each([
    [
      '<picture><source srcset="/a.avif 1x, /b.avif 2x"><img src="data:,x" alt=P></picture>',
      '![P](http://site.test/b.avif)',
    ],
    ['<img data-lazy-src="/l.png" src="/placeholder.png" alt="a]b">', '![a\\]b](http://site.test/l.png)'],
    ['<img src="/_next/image?url=%2Fpic.jpg&w=64&q=75" alt=N>', '![N](http://site.test/pic.jpg)'],
    [
      '<noscript><img src="/n-big.jpg" alt=N></noscript><img src="/n-small.jpg" alt=N>',
      '![N](http://site.test/n-small.jpg)',
    ],
    ['<noscript><img src="/only.jpg" alt=O></noscript>', '![O](http://site.test/only.jpg)'],
    ['<img width=1 height=1 src="/pixel">', ''],
    ['<a href="/p"><img src="/i.png" alt=I></a>', '[![I](http://site.test/i.png)](http://site.test/p)'],
  ])('find the real picture: %s', (html, expected) => {
    expect(markdown(`<div>${html}</div>`, true)).toBe(expected);
  });

  it('count the pictures that were left out', () => {
    const result = writeMarkdown(parseMarkup('<img src="/a.png"><img src="/b.png">').children, {
      baseUrl: 'http://site.test/',
      includeLinks: true,
      includeImages: false,
    });
    expect(result.imagesOmitted).toBe(2);
  });

  it('link to videos', () => {
    expect(markdown('<iframe title="Talk" src="https://www.youtube.com/embed/abcdef12345?rel=0"></iframe>')).toBe(
      '[Talk](https://www.youtube.com/watch?v=abcdef12345)',
    );
    expect(markdown('<video><source src="/v.mp4">No support</video>')).toBe('[Video](http://site.test/v.mp4)');
    expect(markdown('<iframe title="Ad" src="https://ads.test/x"></iframe>')).toBe('');
  });

  it('show the summary of details in bold', () => {
    expect(markdown('<details open><summary>More</summary><p>x</p></details>')).toBe('**More**\n\nx');
  });
});

describe('footnotes', () => {
  const expected = 'Text[^1] more.\n\n[^1]: Note *text*.';
  it.each([
    '<p>Text<sup><a href="#fn1" id="r1">1</a></sup> more.</p><section class=footnotes><ol><li id=fn1><p>Note <i>text</i>. <a href="#r1">↩</a></p></li></ol></section>',
    '<p>Text<sup id="cite_ref-1" class="reference"><a href="#cite_note-1"><span>[</span>1<span>]</span></a></sup> more.</p><ol class="references"><li id="cite_note-1"><span class="mw-cite-backlink"><b><a href="#cite_ref-1">^</a></b></span> <span>Note <i>text</i>.</span></li></ol>',
    '<p>Text<a role="doc-noteref" href="#n">1</a> more.</p><aside id="n" role="doc-footnote"><p><sup>1</sup> Note <i>text</i>.</p></aside>',
    '<p>Text<sup id="ftnt_ref1"><a href="#ftnt1">[1]</a></sup> more.</p><div><p id="ftnt1"><a href="#ftnt_ref1">[1]</a>&nbsp;Note <i>text</i>.</p></div>',
    '<p>Text<sup><a data-type="noteref" href="http://site.test/#f1">1</a></sup> more.</p><div data-type="footnotes"><p id="f1"><sup><a href="#m">1</a></sup> Note <i>text</i>.</p></div>',
    '<p>Text<a href="#one"><sup>1</sup></a> more.</p><p><a name="one"><sup>1</sup></a> Note <i>text</i>. <a href="#">↩</a></p>',
  ])('of every convention become pairs: %s', (html) => {
    expect(markdown(html)).toBe(expected);
  });

  it('without their note stay text', () => {
    expect(markdown('<p>Text<sup><a href="#gone">[1]</a></sup>.</p>')).toBe('Text[\\[1\\]](http://site.test/#gone).');
  });
});
