import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Plainsight, startPlainsight } from '../../kit/plainsight.ts';
import { renderModes } from '../../kit/rendering.ts';
import { startSite, type TestSite } from '../../kit/site.ts';

// Bug reports of the field on the structure of a page, read through the built program as an agent reads it.

const PAGES: Record<string, string> = {
  '/spans': `<main><h1>Sales by region</h1><p>The table below lists the two quarters of this year for every region that we sell in.</p>
<table><thead><tr><th rowspan="2">Region</th><th colspan="2">2025</th></tr><tr><th>Q1</th><th>Q2</th></tr></thead>
<tbody><tr><td rowspan="2">North</td><td>10</td><td>11</td></tr><tr><td colspan="2">closed</td></tr>
<tr><td>South</td><td>7</td><td></td></tr></tbody></table></main>`,
  '/pages/p.html': `<head><base href="/docs/v2/"></head><article><h1>Links</h1><p>Here are seven links in one paragraph of prose.
<a href="a.html">rel</a> <a href="../b?x=1&amp;y=2#z">up</a> <a href="//cdn.test/c">proto</a> <a href="#frag">frag</a>
<a href="javascript:alert(1)">js</a> <a href="data:text/html,<b>x</b>">data</a> <a href="wiki/A_(b)">paren [x]</a></p></article>`,
  '/lazy': `<article><h1>Heron</h1><p>The heron waits for hours beside the water before it strikes at a fish.</p>
<figure><img src="data:image/gif;base64,R0lGODlhAQABAAAAACw=" data-src="/h-800.jpg" srcset="" alt="A grey heron">
<noscript><img src="/h-800.jpg" alt="A grey heron"></noscript><figcaption>Grey heron, dawn</figcaption></figure>
<img loading="lazy" srcset="/m-400.webp 400w, /m-1200.webp 1200w" alt="Marsh"></article>`,
  '/katex': `<article><h1>Energy</h1><p>Energy is <span class="katex"><span class="katex-mathml"><math><semantics><mrow><mi>E</mi><mo>=</mo><mi>m</mi><msup><mi>c</mi><mn>2</mn></msup></mrow>
<annotation encoding="application/x-tex">E = mc^2</annotation></semantics></math></span><span class="katex-html" aria-hidden="true"><span class="base">E=mc2</span></span></span> in every frame.</p></article>`,
  '/code': `<article><h1>Code</h1><p>A function in nine lines of prose and three lines of code.</p><div class="highlight"><button>Copy</button><table><tr><td class="linenos"><pre>1
2
3</pre></td><td class="code"><pre><code class="language-py"><span class="linenos">1</span>def <a href="/f">f</a>(x):
<span class="linenos">2</span>    <span id="next-share">return</span> x  # \`tick\`
<span class="linenos">3</span></code></pre></td></tr></table></div><p>Text right after.</p></article>`,
  '/blocks': `<article><h1>Cells</h1><p>Some introduction to the table so that the page has prose.</p><table><tr><td>Name</td><td>Use</td></tr><tr><td><p>a|b</p></td><td><ul><li>one</li><li>two</li></ul></td></tr>
<tr><td><pre>x
y</pre></td><td>line<br>break</td><td>extra</td></tr></table><table><tr><td></td></tr></table></article>`,
  '/data-only': `<html><head><title>Solar barge</title><script type="application/ld+json">[{"@context":{"@vocab":"https://schema.org/"},"@type":"BreadcrumbList"},
{"@type":["NewsArticle"],"headline":"Solar barge crosses gulf","datePublished":"2026-03-04T05:06:07+02:00","author":[{"name":"I. Ode"}],
"articleBody":"The barge left at dawn &amp; crossed in 31 hours.\\nIts crew of four slept in shifts."}]</script>
<script id="__NEXT_DATA__" type="application/json">{"props":{"pageProps":{"price":"12,50 €"}}}</script></head><body><div id="root"></div></body></html>`,
};

let site: TestSite;
let plainsight: Plainsight;

beforeAll(async () => {
  site = await startSite(PAGES);
  plainsight = await startPlainsight({ PLAINSIGHT_ALLOW_PRIVATE: site.opening });
});

afterAll(async () => {
  await plainsight[Symbol.asyncDispose]();
  await site[Symbol.asyncDispose]();
});

function tableRows(markdown: string): string[][] {
  return markdown
    .split('\n')
    .filter((line) => line.startsWith('|'))
    .map((line) =>
      line
        .replace(/^\||\|$/gu, '')
        .split(/(?<!\\)\|/u)
        .map((cell) => cell.trim()),
    );
}

describe.each(await renderModes())('render=%s', (render) => {
  const read = (path: string, more: Record<string, unknown> = {}) =>
    plainsight.read({ url: `${site.origin}${path}`, render, ...more });

  describe('tables', () => {
    test('row and column spans are filled, so that every cell stands under its own header', async () => {
      const result = await read('/spans');
      const [head, rule, ...rows] = tableRows(result.markdown);
      expect(head).toEqual(['Region', '2025 / Q1', '2025 / Q2']);
      expect(rule).toHaveLength(3);
      expect(rows).toEqual([
        ['North', '10', '11'],
        ['North', 'closed', 'closed'],
        ['South', '7', ''],
      ]);
      expect(result.notes.join(' ')).toMatch(/span/iu);
    });

    test('blocks, pipes and ragged rows in cells keep the table whole', async () => {
      const { markdown } = await read('/blocks');
      const rows = tableRows(markdown);
      expect(rows.map((row) => row.length)).toEqual([3, 3, 3, 3]);
      expect(markdown).toContain('a\\|b');
      expect(rows[2]?.[1]).toMatch(/one.*two/u);
      expect(rows[3]).toMatchObject([expect.stringMatching(/x.*y/u), expect.stringMatching(/line.*break/u), 'extra']);
    });
  });

  test('links are absolute by the base of the page, and every target parses as one link', async () => {
    const { markdown } = await read('/pages/p.html');
    for (const target of [`${site.origin}/docs/v2/a.html`, `${site.origin}/docs/b?x=1&y=2#z`, 'http://cdn.test/c']) {
      expect(markdown).toContain(`(${target})`);
    }
    expect(markdown).not.toMatch(/javascript:|data:text/u);
    expect(markdown).toMatch(/\bjs\b/u);
    expect(markdown).toMatch(
      /\[paren \\\[x\\\]\]\(<?http:\/\/[^)\s]*\/docs\/v2\/wiki\/A_(\\\(b\\\)|\(b\)|%28b%29)>?\)/u,
    );
  });

  test('a lazy image comes once, with its real address', async () => {
    const { markdown } = await read('/lazy', { include_images: true });
    expect(markdown.match(/!\[A grey heron\]\([^)]*\/h-800\.jpg\)/gu)).toHaveLength(1);
    expect(markdown).toContain('Grey heron, dawn');
    expect(markdown.match(/!\[Marsh\]\([^)]*\/m-(400|1200)\.webp\)/gu)).toHaveLength(1);
    expect(markdown).not.toContain('data:');
    const without = await read('/lazy');
    expect(without.markdown).not.toContain('.jpg');
    expect(without.left_out).toContainEqual(expect.objectContaining({ what: 'image', count: 2 }));
  });

  test('mathematics is written once, as TeX', async () => {
    const { markdown } = await read('/katex');
    expect(markdown).toContain('Energy is $E = mc^2$ in every frame.');
    expect(markdown).not.toContain('E=mc2');
  });

  test('code keeps its language and its blanks, and loses line numbers and buttons', async () => {
    const { markdown } = await read('/code');
    expect(markdown).toMatch(/\n\n```py\ndef f\(x\):\n {4}return x {2}# `tick`\n+```\n\nText right after\./u);
    expect(markdown).not.toMatch(/Copy|\[f\]|^\d$/mu);
  });

  test('an article that exists only as data is read from the data and said to be', async () => {
    const result = await read('/data-only', { render: 'never' });
    expect(result.title).toBe('Solar barge crosses gulf');
    expect(result.provenance).toMatchObject({ author: 'I. Ode', published: '2026-03-04T05:06:07+02:00' });
    expect(result.markdown).toContain(
      'The barge left at dawn & crossed in 31 hours.\n\nIts crew of four slept in shifts.',
    );
    expect(result.notes.join('\n')).toContain('json-ld');
    expect(result.markdown).not.toContain('pageProps');
  });
});
