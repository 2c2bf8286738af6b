import { strToU8, type Zippable, zipSync } from 'fflate';

// Small office files, written part by part, so that a test shows what it hides and where.

export function zip(parts: Readonly<Record<string, string | Uint8Array>>): Uint8Array {
  const files: Zippable = {};
  for (const [name, content] of Object.entries(parts)) {
    const bytes = typeof content === 'string' ? strToU8(content) : content;
    // The type of a book or of an OpenDocument file is not packed.
    files[name] = name === 'mimetype' ? [bytes, { level: 0 }] : bytes;
  }
  return zipSync(files);
}

const OFFICE = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';

export function relations(entries: Readonly<Record<string, readonly [type: string, target: string]>>): string {
  const list = Object.entries(entries).map(([id, [type, target]]) => {
    const mode = /^https?:/u.test(target) ? ' TargetMode="External"' : '';
    return `<Relationship Id="${id}" Type="${OFFICE}/${type}" Target="${target}"${mode}/>`;
  });
  return `<Relationships>${list.join('')}</Relationships>`;
}

const TYPES = { '[Content_Types].xml': '<Types/>' };

/** `body` is WordprocessingML with the prefix `w`. */
export function docx(body: string, more: Readonly<Record<string, string | Uint8Array>> = {}): Uint8Array {
  return zip({
    ...TYPES,
    '_rels/.rels': relations({ a: ['officeDocument', 'word/document.xml'] }),
    'word/document.xml': `<?xml version="1.0"?><w:document xmlns:w="w" xmlns:r="r"><w:body>${body}</w:body></w:document>`,
    ...more,
  });
}

/** A paragraph of one run. */
export function paragraph(text: string, run = '', properties = ''): string {
  return `<w:p><w:pPr>${properties}</w:pPr><w:r><w:rPr>${run}</w:rPr><w:t>${text}</w:t></w:r></w:p>`;
}

export interface SheetPart {
  readonly name: string;
  readonly xml: string;
  readonly state?: string;
}

export function xlsx(
  sheets: readonly SheetPart[],
  more: Readonly<Record<string, string | Uint8Array>> = {},
): Uint8Array {
  const parts: Record<string, string> = {};
  const related: Record<string, readonly [string, string]> = { styles: ['styles', 'styles.xml'] };
  const listed = sheets.map(({ name, xml, state = 'visible' }, index) => {
    parts[`xl/worksheets/sheet${index + 1}.xml`] = `<worksheet>${xml}</worksheet>`;
    related[`s${index}`] = ['worksheet', `worksheets/sheet${index + 1}.xml`];
    return `<sheet name="${name}" sheetId="${index + 1}" state="${state}" r:id="s${index}"/>`;
  });
  return zip({
    ...TYPES,
    '_rels/.rels': relations({ a: ['officeDocument', 'xl/workbook.xml'] }),
    'xl/workbook.xml': `<workbook xmlns:r="r"><sheets>${listed.join('')}</sheets></workbook>`,
    'xl/_rels/workbook.xml.rels': relations(related),
    ...parts,
    ...more,
  });
}

/** Rows of texts; numbers stay numbers. */
export function sheetData(rows: readonly (readonly (string | number)[])[], attributes: readonly string[] = []): string {
  const written = rows.map((row, index) => {
    const cells = row.map((value) =>
      typeof value === 'number' ? `<c><v>${value}</v></c>` : `<c t="inlineStr"><is><t>${value}</t></is></c>`,
    );
    return `<row ${attributes[index] ?? ''}>${cells.join('')}</row>`;
  });
  return `<sheetData>${written.join('')}</sheetData>`;
}

/** `slides` is the content of each slide’s tree, with the attributes of the slide. */
export function pptx(
  slides: readonly { readonly shapes: string; readonly attributes?: string; readonly notes?: string }[],
): Uint8Array {
  const parts: Record<string, string> = {};
  const related: Record<string, readonly [string, string]> = {};
  const listed = slides.map(({ shapes, attributes = '', notes }, index) => {
    const tree = `<p:cSld><p:spTree>${shapes}</p:spTree></p:cSld>`;
    parts[`ppt/slides/slide${index + 1}.xml`] = `<p:sld ${attributes}>${tree}</p:sld>`;
    related[`s${index}`] = ['slide', `slides/slide${index + 1}.xml`];
    if (notes !== undefined) {
      parts[`ppt/notesSlides/n${index + 1}.xml`] = `<p:notes><a:p><a:r><a:t>${notes}</a:t></a:r></a:p></p:notes>`;
      const own = { n: ['notesSlide', `../notesSlides/n${index + 1}.xml`] } as const;
      parts[`ppt/slides/_rels/slide${index + 1}.xml.rels`] = relations(own);
    }
    return `<p:sldId id="${256 + index}" r:id="s${index}"/>`;
  });
  return zip({
    ...TYPES,
    '_rels/.rels': relations({ a: ['officeDocument', 'ppt/presentation.xml'] }),
    'ppt/presentation.xml': `<p:presentation xmlns:r="r"><p:sldIdLst>${listed.join('')}</p:sldIdLst><p:sldSz cx="9144000" cy="6858000"/></p:presentation>`,
    'ppt/_rels/presentation.xml.rels': relations(related),
    ...parts,
  });
}

/** A shape of one paragraph, an inch in from the corner unless placed elsewhere. */
export function shape(
  text: string,
  { run = '', x = 914_400, y = 914_400, facts = '', kind = '', fill = '' } = {},
): string {
  const placeholder = kind === '' ? '' : `<p:ph type="${kind}"/>`;
  const frame = `<a:xfrm><a:off x="${x}" y="${y}"/><a:ext cx="3000000" cy="500000"/></a:xfrm>${fill}`;
  const words = `<a:p><a:r>${run}<a:t>${text}</a:t></a:r></a:p>`;
  return `<p:sp><p:nvSpPr><p:cNvPr id="1" name="x" ${facts}/><p:nvPr>${placeholder}</p:nvPr></p:nvSpPr><p:spPr>${frame}</p:spPr><p:txBody>${words}</p:txBody></p:sp>`;
}

export function openDocument(kind: 'text' | 'spreadsheet', body: string, styles = '', manifest = ''): Uint8Array {
  return zip({
    mimetype: `application/vnd.oasis.opendocument.${kind}`,
    'content.xml': `<office:document-content><office:automatic-styles>${styles}</office:automatic-styles><office:body><office:${kind}>${body}</office:${kind}></office:body></office:document-content>`,
    'META-INF/manifest.xml': `<manifest:manifest>${manifest}</manifest:manifest>`,
  });
}

export function epub(
  chapters: readonly string[],
  more: Readonly<Record<string, string | Uint8Array>> = {},
): Uint8Array {
  const parts: Record<string, string> = {};
  const items = chapters.map((chapter, index) => {
    parts[`OEBPS/text/c${index}.xhtml`] = chapter;
    return `<item id="c${index}" href="text/c${index}.xhtml" media-type="application/xhtml+xml"/>`;
  });
  const order = chapters.map((_, index) => `<itemref idref="c${index}"/>`);
  const facts = '<dc:title>A book</dc:title><dc:creator>Ada Writer</dc:creator><dc:language>en</dc:language>';
  return zip({
    mimetype: 'application/epub+zip',
    'META-INF/container.xml': '<container><rootfiles><rootfile full-path="OEBPS/book.opf"/></rootfiles></container>',
    'OEBPS/book.opf': `<package><metadata>${facts}</metadata><manifest>${items.join('')}</manifest><spine>${order.join('')}</spine></package>`,
    ...parts,
    ...more,
  });
}
