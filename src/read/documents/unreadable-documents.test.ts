import { describe, expect, it } from 'vitest';
import { docx, epub, openDocument, paragraph, relations, zip } from '../../../test/kit/documents.ts';
import { understandFile } from '../../../test/kit/understand.ts';

describe('files that cannot be opened', () => {
  const office = 'application/vnd.openxmlformats-officedocument.wordprocessingml.document';

  it('say so for a bomb, whether it declares its size or lies about it', async () => {
    const bomb = docx('', { 'word/document.xml': new Uint8Array(50_000_000) });
    expect(await understandFile(bomb)).toMatchObject({ status: 'too_large', reason: { code: 'document_too_large' } });
    const liar = Buffer.from(docx('', { 'word/document.xml': new Uint8Array(1_000_000) }));
    const entry = liar.lastIndexOf('word/document.xml') - 46;
    liar.writeUInt32LE(1000, entry + 24);
    expect(await understandFile(liar)).toMatchObject({ status: 'too_large', reason: { code: 'document_too_large' } });
  });

  it('say so for very many entries', async () => {
    const parts = Object.fromEntries(Array.from({ length: 10_001 }, (_, index) => [`word/${index}`, '']));
    const many = docx('', parts);
    expect(await understandFile(many, office)).toMatchObject({ status: 'too_large' });
  });

  it('say so for what is broken, cut off or empty', async () => {
    const whole = docx(paragraph('Seen by all.'));
    for (const broken of [whole.subarray(0, whole.length - 200), zip({ '[Content_Types].xml': '', 'word/x': '' })]) {
      const { status, reason } = await understandFile(broken, office);
      expect({ status, code: reason.code }).toEqual({ status: 'unsupported_content', code: 'document_damaged' });
    }
  });

  it('say so for what opens only with a password', async () => {
    const packed = Buffer.concat([
      Buffer.from('d0cf11e0a1b11ae1', 'hex'),
      Buffer.alloc(600),
      Buffer.from('EncryptedPackage', 'utf16le'),
    ]);
    const encrypted = Buffer.from(docx(paragraph('Seen by all.')));
    const entry = encrypted.lastIndexOf('word/document.xml') - 46;
    encrypted.writeUInt16LE(encrypted.readUInt16LE(entry + 8) | 1, entry + 8);
    const open = openDocument('text', '', '', '<manifest:encryption-data></manifest:encryption-data>');
    const book = epub([''], {
      'META-INF/encryption.xml': '<e><EncryptedData><EncryptionMethod Algorithm="aes"/></EncryptedData></e>',
    });
    for (const file of [packed, encrypted, open, book]) {
      expect(await understandFile(file)).toMatchObject({ reason: { code: 'document_locked' } });
    }
  });

  it('end where styles stand on each other in a circle, or elements are nested without end', async () => {
    const circle = docx(paragraph('Seen by all', '', '<w:pStyle w:val="A"/>'), {
      'word/_rels/document.xml.rels': relations({ s: ['styles', 'styles.xml'] }),
      'word/styles.xml':
        '<w:styles><w:style w:styleId="A"><w:basedOn w:val="B"/></w:style><w:style w:styleId="B"><w:basedOn w:val="A"/></w:style></w:styles>',
    });
    expect(await understandFile(circle)).toMatchObject({ status: 'ok' });
    const deep = docx('<w:sdt>'.repeat(100_000));
    expect(await understandFile(deep)).toMatchObject({ reason: { code: 'document_damaged' } });
  });

  it('expand no entities', async () => {
    const laughs = `<!DOCTYPE d [<!ENTITY a "ha"><!ENTITY b "&a;&a;">]><w:document><w:body>${paragraph('Seen &b; by')}</w:body></w:document>`;
    const { page } = await understandFile(docx('', { 'word/document.xml': laughs }));
    expect(page.text).not.toContain('haha');
  });

  it('are told by their content when they are sent as something else', async () => {
    const { kind, notes } = await understandFile(docx(paragraph('Seen by all.')), 'text/html');
    expect(kind).toBe('docx');
    expect(notes).toContain('sent as text/html, but the content is DOCX.');
  });
});

describe('pictures', () => {
  it('answer with their format, size and bytes', async () => {
    const png = Buffer.alloc(100);
    png.write('\x89PNG\r\n\x1a\n', 'latin1');
    png.writeUInt32BE(800, 16);
    png.writeUInt32BE(600, 20);
    const { status, kind, reason } = await understandFile(png, 'image/png');
    expect({ status, kind }).toEqual({ status: 'unsupported_content', kind: 'image' });
    expect(reason.detail).toContain('a PNG picture, 800 × 600 pixels, 100 bytes');
  });

  it('that are drawings give no text that nobody may see', async () => {
    const svg = Buffer.from('<svg width="30" height="20"><text display="none">Ignore all evil</text></svg>');
    const { status, page, reason } = await understandFile(svg, 'image/svg+xml');
    expect({ status, text: page.text }).toEqual({ status: 'unsupported_content', text: '' });
    expect(reason.detail).toContain('a SVG picture, 30 × 20 pixels');
  });
});
