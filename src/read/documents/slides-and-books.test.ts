import { describe, expect, it } from 'vitest';
import { epub, openDocument, pptx, shape } from '../../../test/kit/documents.ts';
import { hides, SECRET, shows } from '../../../test/kit/hidden-in-documents.ts';
import { understandFile } from '../../../test/kit/understand.ts';

describe('presentations', () => {
  it('give slides in their order with titles as headings, without the speaker’s notes', async () => {
    const file = pptx([
      { shapes: shape('First', { kind: 'title' }) + shape('Seen by all'), notes: 'Smile at the audience here' },
      { shapes: shape('Second', { kind: 'title' }) },
    ]);
    const { page, kind, notes } = await understandFile(file);
    expect(kind).toBe('pptx');
    expect(page.text).toMatch(/## First\s+Seen by all\s+## Second/u);
    expect(page.text).not.toContain('Smile');
    expect(notes.join(' ')).toContain('Slides with speaker notes, which are left out: 1');
  });

  const seen = shape('Seen by all');
  const white = '<a:rPr><a:solidFill><a:srgbClr val="FFFFFF"/></a:solidFill></a:rPr>';
  const blue = '<a:solidFill><a:srgbClr val="002244"/></a:solidFill>';

  it.each([
    ['a hidden slide', pptx([{ shapes: seen }, { shapes: shape(SECRET), attributes: 'show="0"' }])],
    ['a shape off the slide', pptx([{ shapes: seen + shape(SECRET, { x: 20_000_000 }) }])],
    ['a shape above the slide', pptx([{ shapes: seen + shape(SECRET, { y: -2_000_000 }) }])],
    ['a hidden shape', pptx([{ shapes: seen + shape(SECRET, { facts: 'hidden="1"' }) }])],
    ['white letters', pptx([{ shapes: seen + shape(SECRET, { run: white, y: 3_000_000 }) }])],
    ['a shape behind another', pptx([{ shapes: shape(SECRET) + shape('Seen by all', { fill: blue }) }])],
    ['letters of one point', pptx([{ shapes: seen + shape(SECRET, { run: '<a:rPr sz="100"/>' }) }])],
    ['speaker notes', pptx([{ shapes: seen, notes: SECRET }])],
  ])('keep %s from the model and report it', async (_, file) => {
    await hides(file);
  });

  it.each([
    ['white letters in a dark shape', pptx([{ shapes: seen + shape(SECRET, { run: white, fill: blue }) }])],
    [
      'white letters above a dark shape',
      pptx([{ shapes: shape('Seen by all', { fill: blue }) + shape(SECRET, { run: white }) }]),
    ],
    [
      'a shape in front of another',
      pptx([
        { shapes: shape('Seen by all', { y: 3_000_000 }) + shape('', { fill: blue }) + shape(SECRET, { run: white }) },
      ]),
    ],
    ['a shape that is partly on the slide', pptx([{ shapes: seen + shape(SECRET, { x: -1_000_000 }) }])],
  ])('show %s', async (_, file) => {
    await shows(file);
  });
});

describe('OpenDocument files', () => {
  const style = (name: string, properties: string) =>
    `<style:style style:name="${name}" style:family="text"><style:text-properties ${properties}/></style:style>`;
  const spanned = (properties: string) =>
    openDocument(
      'text',
      `<text:p>Seen by all</text:p><text:p><text:span text:style-name="T1">${SECRET}</text:span></text:p>`,
      style('T1', properties),
    );

  it('become Markdown with headings, nested lists and tables', async () => {
    const item = (inner: string) => `<text:list-item>${inner}</text:list-item>`;
    const cell = (text: string) => `<table:table-cell><text:p>${text}</text:p></table:table-cell>`;
    const body =
      '<text:h text:outline-level="2">Part</text:h>' +
      `<text:list>${item(`<text:p>one</text:p><text:list>${item('<text:p>two</text:p>')}</text:list>`)}</text:list>` +
      `<table:table><table:table-header-rows><table:table-row>${cell('A')}${cell('B')}</table:table-row></table:table-header-rows><table:table-row>${cell('1')}${cell('2')}</table:table-row></table:table>`;
    const { page, kind } = await understandFile(openDocument('text', body));
    expect(kind).toBe('odt');
    expect(page.text).toContain('## Part');
    expect(page.text).toMatch(/- one\n\s+- two/u);
    expect(page.text).toMatch(/\| A \| B \|\n\|[- |]+\|\n\| 1 \| 2 \|/u);
  });

  it.each([
    ['hidden text', spanned('text:display="none"')],
    ['white letters', spanned('fo:color="#ffffff"')],
    ['letters of one point', spanned('fo:font-size="1pt"')],
    [
      'a hidden section',
      openDocument(
        'text',
        `<text:p>Seen by all</text:p><text:section text:display="none"><text:p>${SECRET}</text:p></text:section>`,
      ),
    ],
    [
      'a deletion',
      openDocument(
        'text',
        `<text:tracked-changes><text:changed-region><text:deletion><text:p>${SECRET}</text:p></text:deletion></text:changed-region></text:tracked-changes><text:p>Seen by all</text:p>`,
      ),
    ],
    [
      'a comment',
      openDocument(
        'text',
        `<text:p>Seen by all<office:annotation><text:p>${SECRET}</text:p></office:annotation></text:p>`,
      ),
    ],
    [
      'a hidden row',
      openDocument(
        'spreadsheet',
        `<table:table table:name="S"><table:table-row><table:table-cell><text:p>Seen by all</text:p></table:table-cell></table:table-row><table:table-row table:visibility="collapse"><table:table-cell><text:p>${SECRET}</text:p></table:table-cell></table:table-row></table:table>`,
      ),
    ],
  ])('keep %s from the model and report it', async (_, file) => {
    await hides(file);
  });

  it.each([
    ['text that is displayed', spanned('text:display="true"')],
    ['white letters on dark ground', spanned('fo:color="#ffffff" fo:background-color="#102030"')],
  ])('show %s', async (_, file) => {
    await shows(file);
  });
});

describe('books', () => {
  const chapter = (body: string, head = '') =>
    `<?xml version="1.0"?><html xmlns="http://www.w3.org/1999/xhtml"><head><title/>${head}</head><body>${body}</body></html>`;

  it('give chapters in reading order, with what the metadata says', async () => {
    const file = epub([chapter('<h1>One</h1><p>First words.</p>'), chapter('<h1>Two</h1><p>Last words.</p>')]);
    const { page, kind, title, provenance } = await understandFile(file, 'application/octet-stream');
    expect({ kind, title, author: provenance.author }).toEqual({ kind: 'epub', title: 'A book', author: 'Ada Writer' });
    expect(page.text).toMatch(/# One\s+First words\.\s+# Two\s+Last words\./u);
  });

  it('keep what a style sheet of the book hides from the model', async () => {
    const link = '<link rel="stylesheet" href="../style.css" type="text/css"/>';
    const file = epub([chapter(`<p>Seen by all</p><p class="x">${SECRET}</p>`, link)], {
      'OEBPS/style.css': '.x { display: none }',
    });
    await hides(file);
    await shows(epub([chapter(`<p>Seen by all</p><p class="x">${SECRET}</p>`)]));
  });
});

describe('messages', () => {
  const message = (body: string) =>
    Buffer.from(
      [
        'Received: from somewhere',
        'From: Ada <ada@e.test>',
        'To: bob@e.test',
        'Subject: =?utf-8?Q?Gr=C3=BC=C3=9Fe?=',
        'Date: Mon, 1 Jan 2024 10:00:00 +0000',
        'MIME-Version: 1.0',
        'Content-Type: multipart/mixed; boundary=b',
        '',
        '--b',
        'Content-Type: text/html; charset=utf-8',
        '',
        body,
        '--b',
        'Content-Type: application/octet-stream; name="plan.bin"',
        'Content-Disposition: attachment; filename="plan.bin"',
        'Content-Transfer-Encoding: base64',
        '',
        Buffer.from('secret evil plan').toString('base64'),
        '--b--',
        '',
      ].join('\r\n'),
    );

  it('give their headers and text, and name attachments without opening them', async () => {
    const { page, kind, title } = await understandFile(message('<p>Seen by all</p>'), 'message/rfc822');
    expect({ kind, title }).toEqual({ kind: 'eml', title: 'Grüße' });
    for (const piece of ['Ada (ada@e.test)', 'bob@e.test', '2024-01-01', 'Seen by all', 'plan.bin', '16 bytes']) {
      expect(page.text).toContain(piece);
    }
    expect(page.text).not.toMatch(/Received|evil/u);
  });

  it('keep what their HTML hides from the model', async () => {
    await hides(message(`<p>Seen by all</p><p style="display:none">${SECRET}</p>`), 'message/rfc822');
  });
});
