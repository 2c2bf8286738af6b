import { describe, expect, it } from 'vitest';
import type { ContentKind } from '../extraction.ts';
import { extractKind } from './extract.ts';

const OPTIONS = { url: 'https://ex.test/feed', includeLinks: true, includeImages: false };

function extract(kind: ContentKind, text: string, options: Partial<Parameters<typeof extractKind>[2]> = {}) {
  const result = extractKind(kind, text, { ...OPTIONS, ...options });
  if (!result) throw new Error('no extraction');
  return result;
}

describe('JSON', () => {
  it('is indented without rounding a number or touching a key', () => {
    expect(
      extract('json', '{"a":12345678901234567890123,"b":1.0,"c":[1,2],"a":{"x":[]},"s":"\\u00e9\\u200b\\\\u0041"}')
        .markdown,
    ).toBe(
      '```json\n{\n  "a": 12345678901234567890123,\n  "b": 1.0,\n  "c": [1, 2],\n  "a": {\n    "x": []\n  },\n  "s": "é\\u200b\\\\u0041"\n}\n```',
    );
  });

  it('keeps what it says, whatever its shape', () => {
    const value = {
      list: [{ a: 1 }, [[], {}], 'x,y:{}[]"\\'],
      n: [null, true, -1e21],
      long: Array.from({ length: 60 }, (_, i) => i),
    };
    const shown = extract('json', JSON.stringify(value)).markdown.replace(/^```json\n|\n```$/gu, '');
    expect(JSON.parse(shown)).toEqual(value);
  });

  it('that is broken is shown as text with a note', () => {
    expect(extract('json', '{"a":1,}')).toMatchObject({
      markdown: '```\n{"a":1,}\n```',
      notes: ['not valid JSON; shown as text'],
    });
  });

  it('in lines stays in lines', () => {
    expect(extract('json', '{"a":1}\n{"a":2}\n')).toMatchObject({
      markdown: '```json\n{"a":1}\n{"a":2}\n```',
      notes: ['one JSON value on each line'],
    });
  });

  it('with a fence inside gets a longer fence', () => {
    expect(extract('json', '"```"').markdown).toBe('````json\n"```"\n````');
  });
});

describe('XML', () => {
  it('is indented, mixed content kept', () => {
    expect(
      extract('xml', '<?xml version="1.0"?><a x="1>2"><b>t</b><c/><d><e>hi <i>x</i> y</e></d><!-- n --></a>').markdown,
    ).toBe(
      '```xml\n<?xml version="1.0"?>\n<a x="1>2">\n  <b>t</b>\n  <c/>\n  <d>\n    <e>hi <i>x</i> y</e>\n  </d>\n  <!-- n -->\n</a>\n```',
    );
  });

  it.each(['<a><b></a>', '<a', '<a x="1><b/></a>', 'words', '<!-- x'])(
    'that does not nest is shown as it is: %s',
    (text) => {
      expect(extract('xml', text)).toMatchObject({
        markdown: `\`\`\`xml\n${text}\n\`\`\``,
        notes: ['not well-formed XML; shown as it is'],
      });
    },
  );
});

describe('tables of values', () => {
  it('keep quoted delimiters, quotes and line breaks', () => {
    expect(extract('csv', 'name;note\r\n"a;b";"line1\nline2 ""q"" | p"\r\nc;*x*\r\n').markdown).toBe(
      '| name | note |\n| --- | --- |\n| a;b | line1<br>line2 "q" \\| p |\n| c | \\*x\\* |',
    );
  });

  it.each([
    ['a,b\n1,2', undefined],
    ['a\tb\n1\t2', undefined],
    ['a|b\n1|2', undefined],
    ['sep=;\na;b\n1;2', undefined],
    ['a\tb\n1\t2', 'https://ex.test/t.tsv'],
  ])('find their delimiter: %j', (text, url) => {
    expect(extract('csv', text, url === undefined ? {} : { url }).markdown).toBe('| a | b |\n| --- | --- |\n| 1 | 2 |');
  });

  it('are padded, keep every row and survive a quote that never ends', () => {
    const result = extract('csv', 'a,b\n1\n"x,2\n3,4,5');
    expect(result.markdown.split('\n')).toHaveLength(5);
    expect(result.markdown).toContain('| "x | 2 |  |');
    expect(result.notes).toEqual(['records of unequal length were padded']);
  });
});

describe('feeds', () => {
  const long = 'word '.repeat(400);
  const rss = `<?xml version="1.0"?><rss version="2.0" xmlns:content="http://purl.org/rss/1.0/modules/content/" xmlns:dc="http://purl.org/dc/elements/1.1/"><channel>
    <title>Feed &amp; Co</title><link>https://ex.test/</link><description>About</description><language>en-us</language>
    <item><title>One &amp; two</title><link>/one</link><pubDate>Wed, 04 Mar 2026 05:06:07 +0200</pubDate><dc:creator>Ann</dc:creator>
    <description>&lt;p&gt;Hi &lt;b&gt;there&lt;/b&gt; &lt;a href="/x"&gt;x&lt;/a&gt;&lt;/p&gt;&lt;p style="display: none"&gt;HID&lt;/p&gt;&lt;!-- C --&gt;</description>
    <content:encoded><![CDATA[<p>${long}</p>]]></content:encoded></item></channel></rss>`;

  it('are items with link, date, author and summary; what was cut is counted', () => {
    const result = extract('feed', rss);
    expect(result.markdown).toBe(
      '# Feed & Co\n\nAbout\n\n## [One & two](https://ex.test/one)\n\n2026-03-04T05:06:07+02:00 · Ann\n\nHi **there** [x](https://ex.test/x)',
    );
    expect(result).toMatchObject({
      kind: 'feed',
      title: 'Feed & Co',
      notes: ['hidden text of 3 characters in items was left out', 'feed of 1 items'],
      metadata: { language: 'en-US', canonicalUrl: 'https://ex.test/' },
    });
    expect(result.removals).toMatchObject([{ what: 'over_budget', step: 'feed' }]);
    expect(result.removals[0]?.characters).toBeGreaterThan(1900);
  });

  it.each([
    [
      '<feed xmlns="http://www.w3.org/2005/Atom"><title>F</title><entry><title>T</title><link rel="self" href="/s"/><link rel="alternate" href="https://ex.test/1"/><published>2026-01-02T03:04:05+01:00</published><author><name>Bob</name></author><summary type="html">&lt;p&gt;s&lt;/p&gt;</summary></entry></feed>',
    ],
    [
      '<rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#" xmlns="http://purl.org/rss/1.0/" xmlns:dc="http://purl.org/dc/elements/1.1/"><channel rdf:about="x"><title>F</title><link>https://ex.test</link><description></description></channel><item rdf:about="i"><title>T</title><link>https://ex.test/1</link><description>s</description><dc:date>2026-01-02T03:04:05+01:00</dc:date><dc:creator>Bob</dc:creator></item></rdf:RDF>',
    ],
    [
      JSON.stringify({
        version: 'https://jsonfeed.org/version/1.1',
        title: 'F',
        items: [
          {
            id: '1',
            url: 'https://ex.test/1',
            title: 'T',
            content_html: '<p>s</p>',
            date_published: '2026-01-02T03:04:05+01:00',
            authors: [{ name: 'Bob' }],
          },
        ],
      }),
    ],
  ])('of every format read alike: %s', (text) => {
    expect(extract('feed', text).markdown).toBe(
      '# F\n\n## [T](https://ex.test/1)\n\n2026-01-02T03:04:05+01:00 · Bob\n\ns',
    );
  });

  it('cut long summaries without markup or scripts in them', () => {
    const text = `<rss version="2.0"><channel><title>F</title><item><title>T</title><description><![CDATA[<p>one</p><p>two</p><script>evil()</script><p>${long}</p>]]></description></item></channel></rss>`;
    const { markdown, removals } = extract('feed', text);
    expect(markdown).toMatch(/^# F\n\n## T\n\none two word word [\s\S]*…$/u);
    expect(removals[0]?.characters).toBe(1008);
  });

  it('that cannot be read are shown as what they are', () => {
    expect(extract('feed', '<rss><channel><item></rss>')).toMatchObject({ kind: 'xml' });
  });

  it('omit links when they are not wanted, and count them', () => {
    const result = extract('feed', rss, { includeLinks: false });
    expect(result.markdown).toContain('## One & two\n');
    expect(result.linksOmitted).toBe(2);
  });
});

describe('text', () => {
  it('passes as it is', () => {
    expect(extract('text', '\ufeffa *b*\r\n\r\n  c \r\n').markdown).toBe('a *b*\n\n  c');
    expect(extract('markdown', '---\nx: 1\n---\n# The *title* #\n\ntext')).toMatchObject({
      title: 'The *title*',
      markdown: '---\nx: 1\n---\n# The *title* #\n\ntext',
    });
  });

  it('of HTML and PDF is not extracted here', () => {
    expect(extractKind('html', '<p>', OPTIONS)).toBeNull();
    expect(extractKind('pdf', '', OPTIONS)).toBeNull();
  });
});
