import { describe, expect, it } from 'vitest';
import { parseMarkup } from '../../html/parse.ts';
import { writeMarkdown } from './write.ts';

const markdown = (html: string) =>
  writeMarkdown(parseMarkup(html).children, { baseUrl: 'http://site.test/', includeLinks: true, includeImages: false })
    .markdown;

describe('code blocks', () => {
  it('have no numbers, buttons or links inside, and blank lines around', () => {
    const html = `<div class="highlight"><button>Copy</button><table><tr><td class="linenos"><pre>1
2
3</pre></td><td class="code"><pre><code class="language-py"><span class="linenos">1</span>def <a href="/f">f</a>(x):
<span class="linenos">2</span>    <span id="next-share">return</span> x  # \`tick\`
<span class="linenos">3</span></code></pre></td></tr></table></div><p>Text right after.</p>`;
    expect(markdown(html)).toBe('```py\ndef f(x):\n    return x  # `tick`\n```\n\nText right after.');
  });

  it.each([
    [
      '<pre><code class="hljs"><table class="hljs-ln"><tr><td class="hljs-ln-numbers" data-line-number="1"><div class="hljs-ln-n"></div></td><td class="hljs-ln-code">a</td></tr><tr><td class="hljs-ln-numbers" data-line-number="2"></td><td class="hljs-ln-code">  b</td></tr></table></code></pre>',
    ],
    [
      '<table class="js-file-line-container"><tr><td class="blob-num" data-line-number="1"></td><td class="blob-code">a</td></tr><tr><td class="blob-num" data-line-number="2"></td><td class="blob-code">  b</td></tr></table>',
    ],
    [
      '<table class="js-file-line-container">\n <tr>\n  <td class="blob-num" data-line-number="1"></td>\n  <td class="blob-code">a</td>\n </tr>\n <tr>\n  <td class="blob-num" data-line-number="2"></td>\n  <td class="blob-code">  b</td>\n </tr>\n</table>',
    ],
    [
      '<figure class="highlight"><table><tr><td class="gutter"><pre><span class="line">1</span><br><span class="line">2</span></pre></td><td class="code"><pre><span class="line">a</span><br><span class="line">  b</span></pre></td></tr></table></figure>',
    ],
    [
      '<pre class="line-numbers"><code>a\n  b<span class="line-numbers-rows"><span></span><span></span></span></code></pre>',
    ],
    ['<pre><code><span class="line">a</span>\n<span class="line">  b</span></code></pre>'],
    ['<pre><code><span data-line="">a</span><span data-line="">  b</span></code></pre>'],
    ['<pre><code><div>a</div><div>  b</div></code></pre>'],
    ['<pre>a<br>  b</pre>'],
    ['<pre><div class="row"><span>1</span><div>a</div></div><div class="row"><span>2</span><div>  b</div></div></pre>'],
    ['<pre><span style="user-select:none">1 </span>a\n<span style="user-select:none">2 </span>  b</pre>'],
    [
      '<div class="CodeMirror"><div class="CodeMirror-code"><div><div class="CodeMirror-gutter-wrapper"><div class="CodeMirror-linenumber">1</div></div><pre class="CodeMirror-line"><span>a</span></pre></div><div><div class="CodeMirror-linenumber">2</div><pre class="CodeMirror-line">  b</pre></div></div></div>',
    ],
  ])('of every highlighter come out line by line: %s', (html) => {
    expect(markdown(html)).toBe('```\na\n  b\n```');
  });

  it('keep empty lines, tabs and digits that are code', () => {
    expect(
      markdown('<pre><span class="line">a</span>\n<span class="line"></span>\n<span class="line">\tb</span></pre>'),
    ).toBe('```\na\n\n\tb\n```');
    expect(markdown('<pre>x = <span class="mi hljs-number token number">1</span>&nbsp;+ 2</pre>')).toBe(
      '```\nx = 1 + 2\n```',
    );
  });

  it('have a fence longer than any inside', () => {
    expect(markdown('<pre>```\n````\n</pre>')).toBe('`````\n```\n````\n`````');
  });

  it.each([
    ['<pre><code class="language-ts">x</code></pre>', 'ts'],
    ['<pre class="lang-c++"><code>x</code></pre>', 'c++'],
    ['<div class="highlight highlight-source-js"><pre>x</pre></div>', 'js'],
    ['<pre class="brush: ruby; toolbar: false">x</pre>', 'ruby'],
    ['<pre><code class="hljs python">x</code></pre>', 'python'],
    ['<pre class="sourceCode haskell"><code>x</code></pre>', 'haskell'],
    ['<pre data-lang="go">x</pre>', 'go'],
    ['<pre><code data-language="fish">x</code></pre>', 'fish'],
    ['<pre class="prettyprint lang-css">x</pre>', 'css'],
    ['<div class="language-cpp highlighter-rouge"><div class="highlight"><pre><code>x</code></pre></div></div>', 'cpp'],
    ['<code class="hl lean block">x</code>', 'lean'],
    ['<pre><code class="language-plaintext">x</code></pre>', ''],
    ['<pre class="note">x</pre>', ''],
  ])('name their language: %s', (html, language) => {
    expect(markdown(html)).toBe(`\`\`\`${language}\nx\n\`\`\``);
  });
});

describe('code spans', () => {
  it.each([
    ['<code>a`b</code>', '``a`b``'],
    ['<code>`</code>', '`` ` ``'],
    ['<kbd>Ctrl</kbd>+<samp>x</samp>', '`Ctrl`+`x`'],
    ['<code>a</code><code>b</code>', '`a` `b`'],
    ['<code>see <a href="/f">f</a></code>', '`see f`'],
    ['<code><a href="/f">f()</a></code>', '[`f()`](http://site.test/f)'],
    ['<code>*a* _b_ &lt;c></code>', '`*a* _b_ <c>`'],
    ['<b><code>x</code></b>', '**`x`**'],
  ])('%s', (html, expected) => {
    expect(markdown(`<p>${html}</p>`)).toBe(expected);
  });
});
