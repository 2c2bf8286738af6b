import { expect, it } from 'vitest';
import { plainInline } from './inline.ts';
import { writePageText } from './write-page-text.ts';

const PAGE = `# Head *one*

Some **bold**, _em_, ~~old~~, \`a < b\` and [a *link*](https://e.org/a?b=1&c=(2)) to it.\\
Next line ![A heron](https://e.org/h.jpg).

- one
- two

  more of two

  \`\`\`js
  if (a < b) {}
  \`\`\`
  1. deep
  2. deeper

> quoted
> text
>
> - in quote

| Name | a\\|b |
|---|:-:|
| x<br>y | [z](https://e.org/z) |

---

Math $a_1 * b_1$ stays, snake_case_name too, \\*not em\\*.`;

it('flattens to plain text', () => {
  expect(writePageText(PAGE, 'text').text).toBe(`Head one

Some bold, em, old, a < b and a link to it.
Next line A heron.

- one
- two
  more of two
  if (a < b) {}
  1. deep
  2. deeper

quoted
text

- in quote

Name | a|b
x; y | z

Math $a_1 * b_1$ stays, snake_case_name too, *not em*.`);
});

it('writes clean HTML anew', () => {
  expect(writePageText(PAGE, 'html').text).toBe(`<h1>Head <em>one</em></h1>
<p>Some <strong>bold</strong>, <em>em</em>, <del>old</del>, <code>a &lt; b</code> and <a href="https://e.org/a?b=1&amp;c=(2)">a <em>link</em></a> to it.<br>Next line <img src="https://e.org/h.jpg">.</p>
<ul>
<li>one</li>
<li>two
<p>more of two</p>
<pre><code>if (a &lt; b) {}</code></pre>
<ol>
<li>deep</li>
<li>deeper</li>
</ol></li>
</ul>
<blockquote>
<p>quoted
text</p>
<ul>
<li>in quote</li>
</ul>
</blockquote>
<table>
<thead>
<tr><th>Name</th><th>a|b</th></tr>
</thead>
<tbody>
<tr><td>x<br>y</td><td><a href="https://e.org/z">z</a></td></tr>
</tbody>
</table>
<hr>
<p>Math $a_1 * b_1$ stays, snake_case_name too, *not em*.</p>`);
});

it('lets no markup of the page and no odd address through', () => {
  const html = writePageText(
    '<script>alert(1)</script> [x](javascript:alert(1)) ![a](data:x) [y](https://e.org/"onx="1)',
    'html',
  ).text;
  expect(html).toBe('<p>&lt;script&gt;alert(1)&lt;/script&gt; x  <a href="https://e.org/&quot;onx=&quot;1">y</a></p>');
});

it.each(['text', 'html'] as const)('keeps headings and their places in %s', (format) => {
  const page = writePageText('# A\n\none\n\n## B `c`\n\ntwo', format);
  expect(page.sections.map(({ heading, level }) => [heading, level])).toEqual([
    ['A', 1],
    ['B c', 2],
  ]);
  expect(page.text.slice(page.sections[1]?.start)).toMatch(/^(?:<h2>)?B/u);
});

it.each([
  ['**'.repeat(20_000)],
  ['['.repeat(50_000)],
  ['[a]('.repeat(20_000)],
  ['`'.repeat(50_000)],
  ['` `` '.repeat(10_000)],
  ['> '.repeat(5000)],
  ['- '.repeat(5000)],
  ['a  \n'.repeat(20_000)],
  ['_a* '.repeat(20_000)],
  ['$a '.repeat(20_000)],
  ['&amp'.repeat(20_000)],
])(
  'answers in time for %#',
  (text) => {
    for (const format of ['text', 'html'] as const)
      expect(writePageText(text, format).text.length).toBeGreaterThanOrEqual(0);
    expect(plainInline(text).length).toBeGreaterThan(0);
  },
  5000,
);
