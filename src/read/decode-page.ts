import { sniffKind } from '../extract/sniff.ts';
import { type CharsetKind, decodeBody } from '../net/charset.ts';
import { MAX_PAGE_CHARACTERS } from './page-job.ts';
import type { RawPage } from './rung.ts';

/** The text of a body, at most MAX_PAGE_CHARACTERS of it, and what kind of content it is. */
export function decodePage(page: RawPage) {
  const decoded = decodeBody(page.body, page.contentType, charsetKind(page.contentType, page.body));
  const source = decoded.text.slice(0, MAX_PAGE_CHARACTERS);
  const sniffed = sniffKind(page.contentType, source, page.body.subarray(0, 4096), page.url);
  return { source, decoded, sniffed };
}

/** Where a declaration of the encoding is looked for. */
function charsetKind(contentType: string | null, body: Uint8Array): CharsetKind {
  const type = typeName(contentType);
  const head = Buffer.from(body.buffer, body.byteOffset, Math.min(body.byteLength, 512)).toString('latin1').trimStart();
  if (head.startsWith('<?xml')) return 'xml';
  if (type.includes('html') || (head.startsWith('<') && !type.startsWith('text/plain'))) return 'html';
  if (type.includes('json')) return 'json';
  return type.includes('xml') ? 'xml' : 'text';
}

export function typeName(contentType: string | null): string {
  const type = contentType?.split(';')[0]?.trim().toLowerCase() ?? '';
  return /^[a-z0-9.+-]{1,60}\/[a-z0-9.+-]{1,80}$/u.test(type) ? type : '';
}
