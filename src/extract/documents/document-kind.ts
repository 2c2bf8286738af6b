import { canParseUrl } from '../../base/url.ts';
import { Archive, ArchiveError } from './zip.ts';

export const DOCUMENT_KINDS = ['docx', 'xlsx', 'pptx', 'odt', 'ods', 'epub', 'eml'] as const;
export type DocumentKind = (typeof DOCUMENT_KINDS)[number];

/** What a file is by its bytes; the declared type and the name count only where these leave it open. */
export type DocumentFile =
  | { readonly kind: DocumentKind; readonly archive: Archive | null }
  /** It is a document that cannot be opened. */
  | { readonly kind: DocumentKind | 'office'; readonly error: ArchiveError };

/** Null for everything that is no document. */
export function documentFile(bytes: Uint8Array, contentType: string | null, url: string): DocumentFile | null {
  const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  if (buffer.length < 8) return null;
  if (buffer.readUInt32BE(0) === 0xd0cf11e0) return encryptedOffice(buffer);
  if (buffer.readUInt32BE(0) !== 0x504b0304)
    return isEmail(buffer, contentType, url) ? { kind: 'eml', archive: null } : null;
  let archive: Archive;
  try {
    archive = new Archive(bytes);
  } catch (thrown) {
    if (!(thrown instanceof ArchiveError)) throw thrown;
    const kind = meantKind(contentType, url) ?? kindOfBeginning(buffer);
    return kind === null ? null : { kind, error: thrown };
  }
  const kind = kindOfArchive(archive, buffer);
  return kind === null ? null : { kind, archive };
}

/** What protects a file with a password puts it whole into the container of the old formats ([MS-OFFCRYPTO]). */
function encryptedOffice(buffer: Buffer): DocumentFile | null {
  if (!buffer.includes(Buffer.from('EncryptedPackage', 'utf16le'))) return null;
  return { kind: 'office', error: new ArchiveError('locked', 'it opens only with a password') };
}

function kindOfArchive(archive: Archive, buffer: Buffer): DocumentKind | null {
  if (archive.has('[Content_Types].xml')) {
    if (archive.has('word/document.xml')) return 'docx';
    if (archive.has('xl/workbook.xml')) return 'xlsx';
    if (archive.has('ppt/presentation.xml')) return 'pptx';
    const folders = new Set(archive.names.map((name) => name.split('/')[0]));
    if (folders.has('word')) return 'docx';
    return folders.has('ppt') ? 'pptx' : null;
  }
  return kindOfBeginning(buffer) ?? (archive.has('META-INF/container.xml') ? 'epub' : null);
}

/** The first entry of books and OpenDocument files is their type, not packed, so that it can be read here. */
function kindOfBeginning(buffer: Buffer): DocumentKind | null {
  const head = buffer.toString('latin1', 30, 400);
  if (head.startsWith('[Content_Types].xml') || head.startsWith('_rels/.rels')) {
    return /ppt\//u.test(head) ? 'pptx' : /xl\//u.test(head) ? 'xlsx' : 'docx';
  }
  if (!head.startsWith('mimetype')) return null;
  if (head.includes('application/epub+zip')) return 'epub';
  if (head.includes('application/vnd.oasis.opendocument.text')) return 'odt';
  return head.includes('application/vnd.oasis.opendocument.spreadsheet') ? 'ods' : null;
}

const MEANT: ReadonlyArray<readonly [DocumentKind, RegExp]> = [
  ['docx', /wordprocessingml|ms-word\.\w+\.macroenabled|\.do[ct][xm]$/u],
  ['xlsx', /spreadsheetml|ms-excel\.\w+\.macroenabled|\.xl[st][xm]$/u],
  ['pptx', /presentationml|ms-powerpoint\.\w+\.macroenabled|\.p[op][tsx][xm]$/u],
  ['odt', /opendocument\.text|\.ott?$|\.odt$/u],
  ['ods', /opendocument\.spreadsheet|\.ods$/u],
  ['epub', /epub\+zip|\.epub$/u],
  ['eml', /message\/rfc822|\.eml$/u],
];

/** What the server or the name says it is. */
export function meantKind(contentType: string | null, url: string): DocumentKind | null {
  const type = (contentType ?? '').split(';')[0]?.trim().toLowerCase() ?? '';
  const path = (canParseUrl(url) ? new URL(url).pathname : url).toLowerCase();
  const find = (text: string) => MEANT.find(([, sign]) => sign.test(text))?.[0] ?? null;
  return find(type) ?? find(path);
}

const HEADER_LINE = /^[A-Za-z][\w-]{0,60}:/u;
const MAIL_HEADER = /^(?:from|to|subject|date|message-id|received|mime-version|return-path|delivered-to):/iu;

/** Text is a message when it is said to be one and begins like one. */
function isEmail(buffer: Buffer, contentType: string | null, url: string): boolean {
  if (meantKind(contentType, url) !== 'eml') return false;
  const lines = buffer
    .toString('latin1', 0, 8000)
    .replace(/^\xef\xbb\xbf/u, '')
    .split(/\r?\n/u);
  const first = lines[0]?.startsWith('From ') ? 1 : 0;
  const end = lines.indexOf('', first);
  const headers = lines.slice(first, end < 0 ? lines.length : end);
  const isHead = HEADER_LINE.test(headers[0] ?? '');
  return isHead && headers.filter((line) => MAIL_HEADER.test(line)).length >= 2;
}
