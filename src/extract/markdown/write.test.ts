import { describe, expect, it } from 'vitest';
import { parseDocument, parseMarkup } from '../../html/parse.ts';
import { baseUrlOf } from './links.ts';
import { writeMarkdown } from './write.ts';
import type { WriteOptions } from './writer.ts';

const PAGE = 'http://site.test/pages/p.html';

function write(html: string, options: Partial<WriteOptions> = {}) {
  return writeMarkdown(parseMarkup(html).children, {
    baseUrl: PAGE,
    includeLinks: true,
    includeImages: false,
    ...options,
  });
}

const markdown = (html: string, options: Partial<WriteOptions> = {}) => write(html, options).markdown;

describe('links', () => {
  it('are absolute, resolved against the base element, and survive brackets, blanks and parentheses', () => {
    const document = parseDocument('<head><base href="/docs/v2/"></head>');
    const baseUrl = baseUrlOf(document, PAGE);
    expect(baseUrl).toBe('http://site.test/docs/v2/');
    const html = `<p><a href="a.html">rel</a> <a href="../b?x=1&amp;y=2#z">up</a> <a href="//cdn.test/c">proto</a>
      <a href="#frag">frag</a> <a href="wiki/A_(b)">paren [x]</a> <a href="x(y z">odd</a></p>`;
    expect(markdown(html, { baseUrl, pageUrl: PAGE })).toBe(
      '[rel](http://site.test/docs/v2/a.html) [up](http://site.test/docs/b?x=1&y=2#z) [proto](http://cdn.test/c) ' +
        '[frag](http://site.test/pages/p.html#frag) [paren \\[x\\]](http://site.test/docs/v2/wiki/A_(b)) ' +
        '[odd](http://site.test/docs/v2/x%28y%20z)',
    );
  });

  it('ignore a base that is not http', () => {
    expect(baseUrlOf(parseDocument('<base href="data:text/html,x">'), PAGE)).toBe(PAGE);
    expect(baseUrlOf(parseDocument('<base target=_top><base href="/q/"><base href="/z/">'), PAGE)).toBe(
      'http://site.test/q/',
    );
  });

  it.each([
    'javascript:alert(1)',
    'JaVaScRiPt:x',
    'data:text/html,x',
    'vbscript:x',
    'about:blank',
    'file:///etc/passwd',
    ' java\nscript:x',
    '',
  ])('are plain text when they lead nowhere: %j', (href) => {
    expect(markdown(`<p>a <a href="${href}">word</a> b</p>`)).toBe('a word b');
  });

  it('without text are dropped, and neighbours are kept apart', () => {
    expect(markdown('<p>x<a href="/a"> </a><a href="/b"><svg></svg></a>y</p>')).toBe('x y');
    expect(markdown('<ul><li><a href="/a"> A </a>b</ul>')).toBe('- [A](http://site.test/a) b');
    expect(markdown('<p><a href="/a">A</a><a href="/b">B</a></p>')).toBe(
      '[A](http://site.test/a) [B](http://site.test/b)',
    );
  });

  it('are counted, not written, when they are not wanted', () => {
    const result = write('<p><a href="/a">A [1]</a> and <a href="/b">B</a></p>', { includeLinks: false });
    expect(result.markdown).toBe('A [1] and B');
    expect(result.linksOmitted).toBe(2);
  });

  it('around blocks go on the heading, else on the first text', () => {
    expect(markdown('<a href="/c"><div><h3>Title</h3><p>Text</p></div></a>')).toBe(
      '### [Title](http://site.test/c)\n\nText',
    );
    expect(markdown('<a href="/c"><div>One</div><div>Two</div></a>')).toBe('[One](http://site.test/c)\n\nTwo');
  });

  it('end before a trailing backslash or exclamation mark can bite', () => {
    expect(markdown('<p><a href="/c">bar\\</a>!<a href="/d">x</a></p>')).toBe(
      '[bar\\\\](http://site.test/c)\\![x](http://site.test/d)',
    );
  });
});

describe('emphasis', () => {
  it.each([
    ['<b>a </b>b', '**a** b'],
    ['a<b> b</b>', 'a **b**'],
    ['<b></b><i> </i>x', 'x'],
    ['<b>a <strong>b</strong></b>', '**a b**'],
    ['<b>a</b><b>b</b>', '**ab**'],
    ['<b>a</b> <b>b</b>', '**a b**'],
    ['un<i>believ</i>able', 'un*believ*able'],
    ['<b>a<i>b</i></b>', '**a*b***'],
    ['x<b>(y)</b>z', 'x(y)z'],
    ['<b>「中」</b>文', '「中」文'],
    ['<del>a</del> <s>b</s>', '~~a b~~'],
    ['<b><p>one</p><p>two</p></b>', '**one**\n\n**two**'],
  ])('%s', (html, expected) => {
    expect(markdown(html.startsWith('<b><p>') ? html : `<p>${html}</p>`)).toBe(expected);
  });

  it('is not repeated in headings', () => {
    expect(markdown('<h2><b>Big</b> <i>news</i></h2>')).toBe('## Big *news*');
  });
});

describe('text', () => {
  it.each([
    ['*a* _b_ `c`', '\\*a\\* \\_b\\_ \\`c\\`'],
    ['snake_case 2 * 3', 'snake_case 2 * 3'],
    ['[x](y) ![z](w) [^1]', '[x\\](y) \\![z\\](w) \\[^1]'],
    ['&lt;b&gt; a &lt; b', '\\<b> a < b'],
    ['&amp;lt; AT&amp;T', '\\&lt; AT&T'],
    ['# a', '\\# a'],
    ['#tag', '#tag'],
    ['- a', '\\- a'],
    ['1. a', '1\\. a'],
    ['1.5 a', '1.5 a'],
    ['&gt; a', '\\> a'],
    ['---', '\\---'],
    ['~~a~~ ~5', '\\~\\~a\\~\\~ ~5'],
    ['a\\b \\*', 'a\\b \\\\\\*'],
  ])('that would be read as markup is escaped: %s', (html, expected) => {
    expect(markdown(`<p>${html}</p>`)).toBe(expected);
  });

  it('after a line break is the start of a line again', () => {
    expect(markdown('<p>a<br>- b<br>=== </p>')).toBe('a  \n\\- b  \n\\===');
  });

  it('is split at two line breaks', () => {
    expect(markdown('<p>a<br><br>b</p>')).toBe('a\n\nb');
  });

  it('keeps position and reading: superscripts, subscripts, ruby, quotes', () => {
    expect(markdown('<p>10<sup>6</sup> H<sub>2</sub>O x<sup>a+b</sup> 1<sup>st</sup></p>')).toBe('10⁶ H₂O x^(a+b) 1st');
    expect(markdown('<p><ruby>漢<rp>(</rp><rt>かん</rt><rp>)</rp></ruby> <q>so</q></p>')).toBe('漢(かん) “so”');
  });

  it('of scripts, styles, templates and drawings is none', () => {
    expect(
      markdown(
        '<p>a<script>x()</script><style>p{}</style><template>t</template><svg><title>s</title><text>d</text></svg></p><!-- c -->',
      ),
    ).toBe('a');
  });

  it('of controls is what they show, and never a password', () => {
    expect(
      markdown(
        '<p><input value="v"> <input placeholder="ph"> <input type=password value="secret"> <input type=hidden value=h> <select><option>a<option selected>b</select> <button>Go</button></p>',
      ),
    ).toBe('v ph b Go');
  });
});

describe('whole pages', () => {
  it('of deep nesting are written in time and keep what is deepest', () => {
    for (const tag of ['div', 'blockquote', 'ul', 'b', 'table']) {
      const open = tag === 'ul' ? '<ul><li>' : tag === 'table' ? '<table><tr><td>' : `<${tag}>`;
      expect(markdown(`<p>first</p>${open.repeat(3000)}needle`)).toMatch(/^first[\s\S]*needle/u);
    }
  });

  it('leave the tree as it was', () => {
    const root = parseMarkup('<ul><li><input type=checkbox checked> a</ul><table><tr><td colspan=2>x<td>y</table>');
    const options = { baseUrl: PAGE, includeLinks: true, includeImages: true };
    const once = writeMarkdown(root.children, options).markdown;
    expect(writeMarkdown(root.children, options).markdown).toBe(once);
    expect(once).toContain('- [x] a');
  });
});
