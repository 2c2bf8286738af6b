import { describe, expect, it } from 'vitest';
import { docx, paragraph, relations, sheetData, xlsx } from '../../../test/kit/documents.ts';
import { hides, SECRET, shows } from '../../../test/kit/hidden-in-documents.ts';
import { understandFile } from '../../../test/kit/understand.ts';

describe('Word documents', () => {
  it('become Markdown with headings, lists, links, tables and notes', async () => {
    const list = (text: string, level: number) =>
      paragraph(text, '', `<w:numPr><w:ilvl w:val="${level}"/><w:numId w:val="1"/></w:numPr>`);
    const cell = (text: string) => `<w:tc>${paragraph(text)}</w:tc>`;
    const body = [
      paragraph('The report', '', '<w:pStyle w:val="H1"/>'),
      paragraph('Bold words', '<w:b/>'),
      list('one', 0),
      list('two', 1),
      '<w:p><w:hyperlink r:id="link"><w:r><w:t>a link</w:t></w:r></w:hyperlink><w:r><w:footnoteReference w:id="2"/></w:r></w:p>',
      `<w:tbl><w:tr>${cell('Name')}${cell('Size')}</w:tr><w:tr>${cell('A &amp; B')}${cell('7')}</w:tr></w:tbl>`,
    ].join('');
    const { page, kind, status, title } = await understandFile(
      docx(body, {
        'word/_rels/document.xml.rels': relations({
          link: ['hyperlink', 'https://e.test/there'],
          s: ['styles', 'styles.xml'],
          f: ['footnotes', 'footnotes.xml'],
        }),
        'word/styles.xml':
          '<w:styles><w:style w:type="paragraph" w:styleId="H1"><w:name w:val="heading 1"/></w:style></w:styles>',
        'word/footnotes.xml': `<w:footnotes><w:footnote w:id="2">${paragraph('Said below.')}</w:footnote></w:footnotes>`,
      }),
    );
    expect({ kind, status, title }).toEqual({ kind: 'docx', status: 'ok', title: 'The report' });
    expect(page.text).toContain('# The report');
    expect(page.text).toContain('**Bold words**');
    expect(page.text).toMatch(/- one\n\s+- two/u);
    expect(page.text).toContain('[a link](https://e.test/there)');
    expect(page.text).toMatch(/\| Name \| Size \|\n\|[- |]+\|\n\| A & B \| 7 \|/u);
    expect(page.text).toContain('Said below.');
  });

  const seen = paragraph('Seen by all.');
  const run = (properties: string) => docx(seen + paragraph(SECRET, properties));

  it.each([
    ['hidden text', run('<w:vanish/>')],
    ['white letters', run('<w:color w:val="FFFFFF"/>')],
    ['nearly white letters', run('<w:color w:val="FEFEFE"/>')],
    ['letters of one point', run('<w:sz w:val="2"/>')],
    ['letters in the colour of their shading', run('<w:color w:val="336699"/><w:shd w:fill="336699"/>')],
    ['letters in the colour of their highlight', run('<w:color w:val="FFFF00"/><w:highlight w:val="yellow"/>')],
    ['letters without filling', run('<w14:textFill><w14:noFill/></w14:textFill>')],
    ['letters on one spot', run('<w:spacing w:val="-400"/>')],
    ['letters of no width', run('<w:w w:val="1"/>')],
    ['the title among the properties', docx(seen, { 'docProps/core.xml': `<c><dc:title>${SECRET}</dc:title></c>` })],
    ['a paragraph off the page', docx(seen + paragraph(SECRET, '', '<w:ind w:left="-20000"/>'))],
    ['a line of no height', docx(seen + paragraph(SECRET, '', '<w:spacing w:line="1" w:lineRule="exact"/>'))],
    [
      'the alternative text of a picture',
      docx(`${seen}<w:p><w:r><w:drawing><wp:docPr descr="${SECRET}"/></w:drawing></w:r></w:p>`),
    ],
    [
      'a text box off the page',
      docx(
        `${seen}<w:p><w:r><w:pict><v:shape style="position:absolute;margin-left:-5000pt"><w:txbxContent>${paragraph(SECRET)}</w:txbxContent></v:shape></w:pict></w:r></w:p>`,
      ),
    ],
    ['another prefix', docx(`${seen}<x:p><x:r><x:rPr><x:vanish/></x:rPr><x:t>${SECRET}</x:t></x:r></x:p>`)],
    ['a deletion', docx(`${seen}<w:p><w:del><w:r><w:delText>${SECRET}</w:delText></w:r></w:del></w:p>`)],
    ['the instruction of a field', docx(`${seen}<w:p><w:r><w:instrText>${SECRET}</w:instrText></w:r></w:p>`)],
    [
      'a style that hides',
      docx(seen + paragraph(SECRET, '', '<w:pStyle w:val="B"/>'), {
        'word/_rels/document.xml.rels': relations({ s: ['styles', 'styles.xml'] }),
        'word/styles.xml':
          '<w:styles><w:style w:styleId="A"><w:rPr><w:vanish/></w:rPr></w:style><w:style w:styleId="B"><w:basedOn w:val="A"/></w:style></w:styles>',
      }),
    ],
    [
      'a comment',
      docx(seen, {
        'word/_rels/document.xml.rels': relations({ c: ['comments', 'comments.xml'] }),
        'word/comments.xml': `<w:comments><w:comment>${paragraph(SECRET)}</w:comment></w:comments>`,
      }),
    ],
  ])('keep %s from the model and report it', async (_, file) => {
    await hides(file);
  });

  it.each([
    ['white letters on blue', run('<w:color w:val="FFFFFF"/><w:shd w:fill="003366"/>')],
    ['grey letters', run('<w:color w:val="555555"/>')],
    ['letters of eight points', run('<w:sz w:val="16"/>')],
    ['text whose hiding is switched off', run('<w:vanish w:val="0"/>')],
    [
      'a text box',
      docx(
        `${seen}<w:p><w:r><w:pict><v:shape style="margin-left:50pt"><w:txbxContent>${paragraph(SECRET)}</w:txbxContent></v:shape></w:pict></w:r></w:p>`,
      ),
    ],
    ['an indented paragraph', docx(seen + paragraph(SECRET, '', '<w:ind w:left="-300"/>'))],
    ['an insertion', docx(`${seen}<w:p><w:ins><w:r><w:t>${SECRET}</w:t></w:r></w:ins></w:p>`)],
    ['letters of no colour on black ground', run('<w:shd w:fill="000000"/>')],
    [
      'a white head of a table on its dark ground',
      docx(
        `${seen}<w:tbl><w:tr><w:tc><w:tcPr><w:shd w:fill="1F3864"/></w:tcPr>${paragraph(SECRET, '<w:color w:val="FFFFFF"/>')}</w:tc></w:tr></w:tbl>`,
      ),
    ],
  ])('show %s', async (_, file) => {
    await shows(file);
  });

  it('name macros and do not run them, and open nothing that is embedded', async () => {
    const inner = docx(paragraph(SECRET));
    const more = { 'word/vbaProject.bin': 'x', 'word/embeddings/inner.docx': inner };
    const { page, notes } = await understandFile(docx(paragraph('Seen by all.'), more));
    expect(page.text).not.toContain('evil');
    expect(notes.join(' ')).toMatch(/macros; they were not run.*not opened: 1/u);
  });

  it('give hidden text when it is asked for, and report it all the same', async () => {
    const { page, threats } = await understandFile(run('<w:vanish/>'), null, { includeHidden: true });
    expect(page.text).toContain('evil.example');
    expect(threats).toMatchObject([{ type: 'hidden_css', severity: 'warn' }]);
  });
});

describe('workbooks', () => {
  it('give each sheet as a table, dates and percentages as they are shown', async () => {
    const xml =
      '<sheetData><row><c t="inlineStr"><is><t>Day</t></is></c><c t="inlineStr"><is><t>Share</t></is></c></row>' +
      '<row><c s="1"><v>45292</v></c><c s="2"><v>0.125</v></c></row></sheetData>';
    const styles =
      '<styleSheet><cellXfs><xf numFmtId="0"/><xf numFmtId="14"/><xf numFmtId="10"/></cellXfs></styleSheet>';
    const file = xlsx([{ name: 'Growth', xml }], { 'xl/styles.xml': styles });
    const { page, kind } = await understandFile(file);
    expect(kind).toBe('xlsx');
    expect(page.text).toContain('## Growth');
    expect(page.text).toMatch(/\| Day \| Share \|\n\|[- |]+\|\n\| 2024-01-01 \| 12\.50% \|/u);
  });

  const seen = sheetData([['Seen by all', 'x']]);
  const styles = (format: string) =>
    `<styleSheet><numFmts><numFmt numFmtId="170" formatCode="${format}"/></numFmts><fonts><font/><font><color rgb="FFFFFFFF"/></font></fonts><fills><fill/><fill/><fill><patternFill patternType="solid"><fgColor rgb="FF112244"/></patternFill></fill></fills><cellXfs><xf/><xf numFmtId="170"/><xf fontId="1"/><xf fontId="1" fillId="2"/></cellXfs></styleSheet>`;
  const styled = (style: number, format = ';;;') =>
    xlsx(
      [
        {
          name: 'One',
          xml: `<sheetData><row><c t="inlineStr"><is><t>Seen by all</t></is></c></row><row><c s="${style}" t="inlineStr"><is><t>${SECRET}</t></is></c></row></sheetData>`,
        },
      ],
      { 'xl/styles.xml': styles(format) },
    );

  it.each([
    [
      'a hidden sheet',
      xlsx([
        { name: 'One', xml: seen },
        { name: 'Two', state: 'hidden', xml: sheetData([[SECRET]]) },
      ]),
    ],
    [
      'a very hidden sheet',
      xlsx([
        { name: 'A', xml: seen },
        { name: 'B', state: 'veryHidden', xml: sheetData([[SECRET]]) },
      ]),
    ],
    ['a hidden row', xlsx([{ name: 'One', xml: sheetData([['Seen by all'], [SECRET]], ['', 'hidden="1"']) }])],
    ['a row of no height', xlsx([{ name: 'One', xml: sheetData([['Seen by all'], [SECRET]], ['', 'ht="0"']) }])],
    [
      'a hidden column',
      xlsx([
        { name: 'One', xml: `<cols><col min="2" max="2" hidden="1"/></cols>${sheetData([['Seen by all', SECRET]])}` },
      ]),
    ],
    ['a format that shows nothing', styled(1)],
    ['white letters', styled(2)],
    [
      'a white piece of a text',
      xlsx([
        {
          name: 'One',
          xml: `<sheetData><row><c t="inlineStr"><is><r><t>Seen by all</t></r><r><rPr><color rgb="FFFFFFFF"/></rPr><t>${SECRET}</t></r></is></c></row></sheetData>`,
        },
      ]),
    ],
  ])('keep %s from the model and report it', async (_, file) => {
    await hides(file);
  });

  it.each([
    ['white letters on dark ground', styled(3)],
    ['a format that shows text', styled(1, '0;-0;0;@')],
  ])('show %s', async (_, file) => {
    await shows(file);
  });

  it('stay within caps when a cell stands far out in very many rows, and say what is left out', async () => {
    const rows = Array.from({ length: 3000 }, (_, row) => `<row><c r="XFD${row + 1}"><v>${row}</v></c></row>`);
    const { status, notes } = await understandFile(
      xlsx([{ name: 'Wide', xml: `<sheetData>${rows.join('')}</sheetData>` }]),
    );
    expect(status).toBe('ok');
    expect(notes.join(' ')).toMatch(/of 3000 are given/u);
  });
});
