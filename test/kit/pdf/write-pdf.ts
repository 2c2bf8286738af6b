import { deflateSync } from 'node:zlib';
import type { Lock } from './lock.ts';

/** An object of a PDF in its own syntax; `@name` stands for a reference to the object of that name. */
type PdfObject = string | PdfStream;

interface PdfStream {
  /** The entries of its dictionary, without the length. */
  readonly entries: string;
  readonly data: string | Uint8Array;
  readonly compress?: boolean;
}

export interface PdfPage {
  readonly content: string;
  /** Entries of the resource dictionary beside the fonts F1 (Helvetica), F2 (Helvetica-Bold) and F3 (Courier). */
  readonly resources?: string;
  readonly fonts?: string;
  /** Further entries of the page: `/Rotate 90`, `/CropBox […]`, `/Annots […]`. */
  readonly entries?: string;
  readonly box?: readonly [number, number, number, number];
}

export interface PdfFile {
  readonly pages: readonly PdfPage[];
  readonly objects?: Readonly<Record<string, PdfObject>>;
  /** Further entries of the catalog and of the document's information. */
  readonly catalog?: string;
  readonly info?: string;
  readonly compress?: boolean;
  /** Encrypts the streams; strings stay plain, so a locked file should hold none. */
  readonly lock?: Lock;
}

const FONT = (name: string) => `<< /Type /Font /Subtype /Type1 /BaseFont /${name} /Encoding /WinAnsiEncoding >>`;

/** A whole PDF file, the same bytes for the same input. */
export function writePdf({ pages, objects = {}, catalog = '', info, compress = false, lock }: PdfFile): Buffer {
  const all = new Map<string, PdfObject>();
  all.set('catalog', `<< /Type /Catalog /Pages @pages ${catalog} >>`);
  all.set('pages', `<< /Type /Pages /Count ${pages.length} /Kids [${pages.map((_, i) => `@page${i}`).join(' ')}] >>`);
  all.set('helvetica', FONT('Helvetica'));
  all.set('bold', FONT('Helvetica-Bold'));
  all.set('courier', FONT('Courier'));
  pages.forEach(({ content, resources = '', fonts = '', entries = '', box = [0, 0, 612, 792] }, i) => {
    const font = `/Font << /F1 @helvetica /F2 @bold /F3 @courier ${fonts} >>`;
    all.set(
      `page${i}`,
      `<< /Type /Page /Parent @pages /MediaBox [${box.join(' ')}] /Contents @content${i} /Resources << ${font} ${resources} >> ${entries} >>`,
    );
    all.set(`content${i}`, { entries: '', data: content, compress });
  });
  for (const [name, body] of Object.entries(objects)) all.set(name, body);
  if (info !== undefined) all.set('info', `<< ${info} >>`);
  return assemble(all, lock);
}

function assemble(all: ReadonlyMap<string, PdfObject>, lock?: Lock): Buffer {
  const numbers = new Map([...all.keys()].map((name, i) => [name, i + 1]));
  const resolve = (text: string) =>
    text.replace(/@([a-z]\w*)/giu, (whole, name: string) => (numbers.has(name) ? `${numbers.get(name)} 0 R` : whole));
  const parts: Buffer[] = [Buffer.from('%PDF-1.7\n%\xe2\xe3\xcf\xd3\n', 'latin1')];
  const offsets: number[] = [];
  let length = parts[0]?.length ?? 0;
  const push = (part: Buffer) => {
    parts.push(part);
    length += part.length;
  };
  for (const [name, body] of all) {
    offsets.push(length);
    push(Buffer.from(`${numbers.get(name)} 0 obj\n`));
    if (typeof body === 'string') push(Buffer.from(`${resolve(body)}\n`, 'latin1'));
    else {
      const raw = typeof body.data === 'string' ? Buffer.from(body.data, 'latin1') : Buffer.from(body.data);
      const plain = body.compress ? deflateSync(raw) : raw;
      const data = lock ? lock.encrypt(plain, numbers.get(name) ?? 0) : plain;
      const filter = body.compress ? '/Filter /FlateDecode ' : '';
      push(Buffer.from(`<< ${resolve(body.entries)} ${filter}/Length ${data.length} >>\nstream\n`, 'latin1'));
      push(data);
      push(Buffer.from('\nendstream\n'));
    }
    push(Buffer.from('endobj\n'));
  }
  const start = length;
  const rows = offsets.map((offset) => `${String(offset).padStart(10, '0')} 00000 n \n`).join('');
  const encrypt = lock ? ` /Encrypt ${lock.dictionary} /ID [${lock.id} ${lock.id}]` : '';
  const info = all.has('info') ? ` /Info ${numbers.get('info')} 0 R` : '';
  push(
    Buffer.from(
      `xref\n0 ${all.size + 1}\n0000000000 65535 f \n${rows}trailer\n<< /Size ${all.size + 1} /Root 1 0 R${info}${encrypt} >>\nstartxref\n${start}\n%%EOF\n`,
    ),
  );
  return Buffer.concat(parts);
}

/** A text as a PDF string. */
export function literal(text: string): string {
  return `(${text.replace(/[\\()]/gu, '\\$&')})`;
}

/** One line of text at a place, in points from the lower left corner. */
export function line(text: string, x: number, y: number, size = 12, font = 'F1'): string {
  return `BT /${font} ${size} Tf ${x} ${y} Td ${literal(text)} Tj ET\n`;
}

/** A picture of one colour, or of bands. */
export function image(width: number, height: number, pixel: (x: number, y: number) => number): PdfStream {
  const data = new Uint8Array(width * height);
  for (let y = 0; y < height; y++) for (let x = 0; x < width; x++) data[y * width + x] = pixel(x, y);
  return {
    entries: `/Type /XObject /Subtype /Image /Width ${width} /Height ${height} /ColorSpace /DeviceGray /BitsPerComponent 8`,
    data,
    compress: true,
  };
}
