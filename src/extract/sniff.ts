import { canParseUrl } from '../base/url.ts';
import type { ContentKind } from './extraction.ts';

/** What the bytes are, as far as reading them goes. */
export type SniffedKind = ContentKind | 'binary' | 'image' | 'audio' | 'video' | 'font' | 'archive' | 'empty';

export interface Sniffed {
  readonly kind: SniffedKind;
  /** Said to the caller when the bytes are not what the server declared. */
  readonly note?: string;
}

/** How much of a text is looked at. */
const HEAD_CHARACTERS = 4096;
const MAX_PARSED_CHARACTERS = 2_000_000;
const BINARY_SAMPLE_BYTES = 4096;

/** File signatures from the WHATWG MIME Sniffing Standard and the formats' own specifications. */
const SIGNATURES: ReadonlyArray<readonly [SniffedKind, number, readonly number[]]> = [
  ['image', 0, [0x89, 0x50, 0x4e, 0x47]],
  ['image', 0, [0xff, 0xd8, 0xff]],
  ['image', 0, [0x47, 0x49, 0x46, 0x38]],
  ['image', 0, [0x42, 0x4d]],
  ['image', 0, [0x00, 0x00, 0x01, 0x00]],
  ['image', 8, [0x57, 0x45, 0x42, 0x50]],
  ['image', 4, [0x66, 0x74, 0x79, 0x70, 0x61, 0x76, 0x69, 0x66]],
  ['audio', 0, [0x49, 0x44, 0x33]],
  ['audio', 0, [0x4f, 0x67, 0x67, 0x53]],
  ['audio', 8, [0x57, 0x41, 0x56, 0x45]],
  ['video', 4, [0x66, 0x74, 0x79, 0x70]],
  ['video', 0, [0x1a, 0x45, 0xdf, 0xa3]],
  ['font', 0, [0x77, 0x4f, 0x46, 0x46]],
  ['font', 0, [0x77, 0x4f, 0x46, 0x32]],
  ['archive', 0, [0x50, 0x4b, 0x03, 0x04]],
  ['archive', 0, [0x1f, 0x8b]],
  ['archive', 0, [0x52, 0x61, 0x72, 0x21]],
  ['archive', 0, [0x37, 0x7a, 0xbc, 0xaf]],
  ['binary', 0, [0x7f, 0x45, 0x4c, 0x46]],
  ['binary', 0, [0xd0, 0xcf, 0x11, 0xe0]],
  ['binary', 0, [0x00, 0x61, 0x73, 0x6d]],
];

/**
 * Decides what was sent: the declared type is checked against the bytes, and the bytes win where they are plain.
 * `text` is the decoded body, `bytes` the raw one (a beginning is enough).
 */
export function sniffKind(contentType: string | null, text: string, bytes: Uint8Array, url: string): Sniffed {
  if (bytes.length === 0 && text === '') return { kind: 'empty' };
  const declared = essence(contentType);
  const meant = meantKind(declared, url);
  const signature = signatureOf(bytes);
  if (signature !== null) return signature === meant ? { kind: signature } : remark(signature, declared, meant);
  if (isBinary(bytes, text))
    return {
      kind:
        meant === 'image' || meant === 'audio' || meant === 'video' || meant === 'font' || meant === 'archive'
          ? meant
          : 'binary',
    };
  const head = text
    .slice(0, HEAD_CHARACTERS)
    .replace(/^\ufeff/u, '')
    .trimStart();
  if (head === '') return { kind: text.trim() === '' ? 'empty' : (textual(meant) ?? 'text') };
  return decide(declared, meant, markupOf(head), head, text);
}

/** Whether the bytes are those of a PDF, whatever they were sent as; a beginning is enough. */
export function isPdf(bytes: Uint8Array): boolean {
  return signatureOf(bytes.subarray(0, BINARY_SAMPLE_BYTES)) === 'pdf';
}

function decide(
  declared: string,
  meant: SniffedKind | null,
  markup: ContentKind | null,
  head: string,
  text: string,
): Sniffed {
  const seen = markup ?? (looksLikeJson(head, text) ? (isJsonFeed(text) ? 'feed' : 'json') : null);
  // Plain text and source files may quote any markup; a server that says "text" is believed unless it names nothing.
  if (meant === 'text' || meant === 'markdown' || meant === 'csv') {
    if (meant === 'text' && markup === null && seen !== null && parses(text)) return { kind: seen };
    return { kind: meant };
  }
  if (meant === null || meant === 'binary' || meant === 'empty') return { kind: seen ?? 'text' };
  if (seen === null || seen === meant) return seen === meant ? { kind: meant } : withoutSign(declared, meant, head);
  if (meant === 'html')
    // Only a declaration at the very start makes XML of what was sent as HTML: pages may begin with an inline svg.
    return seen === 'xml'
      ? { kind: head.startsWith('<?xml') && !isXhtml(head) ? 'xml' : 'html' }
      : remark(seen, declared, meant);
  if (meant === 'xml' && (seen === 'feed' || isXhtml(head))) return { kind: isXhtml(head) ? 'html' : seen };
  if (meant === 'feed' && seen === 'xml') return { kind: 'xml' };
  if (meant === 'json' && seen === 'feed') return { kind: 'feed' };
  // XML vocabularies share tag names with HTML (`a`, `title`, `link`): only its root or doctype tells.
  if ((meant === 'xml' || meant === 'feed') && seen === 'html' && !/<!doctype html|<html[\s>]/iu.test(head))
    return { kind: 'xml' };
  return remark(seen, declared, meant);
}

/** Declared as markup or data, but nothing in the text shows it. */
function withoutSign(declared: string, meant: SniffedKind, head: string): Sniffed {
  switch (meant) {
    case 'html':
      // Any text is HTML of a kind, and fragments are common.
      return { kind: 'html' };
    case 'json':
      return { kind: head.startsWith('<') ? 'xml' : 'json' };
    case 'xml':
    case 'feed':
      return head.startsWith('<') ? { kind: 'xml' } : { kind: 'text', note: noteOf('text', declared) };
    default:
      return { kind: 'text', note: noteOf('text', declared) };
  }
}

function remark(kind: SniffedKind, declared: string, meant: SniffedKind | null): Sniffed {
  if (meant === null || meant === 'binary' || declared === '') return { kind };
  return { kind, note: noteOf(kind, declared) };
}

/** The declared type is server-written: only a plain type name is repeated. */
function noteOf(kind: SniffedKind, declared: string): string {
  const shown = /^[a-z\d.+-]{1,40}\/[a-z\d.+-]{1,60}$/u.test(declared) ? declared : 'another type';
  return `sent as ${shown}, but the content is ${kind === 'html' ? 'HTML' : kind === 'pdf' ? 'a PDF' : kind}`;
}

function essence(contentType: string | null): string {
  return (contentType ?? '').split(/[;,]/u)[0]?.trim().toLowerCase() ?? '';
}

/** `text/plain` is what servers send for files they do not know, so there the ending of the path says more. */
function meantKind(declared: string, url: string): SniffedKind | null {
  const vague = declared === 'text/plain' ? kindOfPath(url) : null;
  const typed = vague ?? kindOfType(declared);
  if (typed !== null) return typed;
  return VAGUE_TYPES.has(declared) ? kindOfPath(url) : 'binary';
}

const VAGUE_TYPES: ReadonlySet<string> = new Set([
  '',
  'application/octet-stream',
  'binary/octet-stream',
  'application/unknown',
  'unknown/unknown',
  '*/*',
]);

function kindOfType(type: string): SniffedKind | null {
  if (type === 'text/html' || type === 'application/xhtml+xml') return 'html';
  if (/^application\/(?:rss|atom|rdf|feed)\+(?:xml|json)$/u.test(type)) return 'feed';
  if (
    /(?:^(?:application|text)\/(?:x-)?json5?$|\+json$|^application\/(?:x-)?(?:ndjson|jsonlines|json-seq)$)/u.test(type)
  )
    return 'json';
  if (type === 'application/pdf' || type === 'application/x-pdf') return 'pdf';
  if (type === 'text/csv' || type === 'text/tab-separated-values' || type === 'application/csv') return 'csv';
  if (type === 'text/markdown' || type === 'text/x-markdown') return 'markdown';
  if (/^(?:text|application)\/xml(?:-dtd)?$|\+xml$/u.test(type)) return 'xml';
  const major = type.split('/')[0];
  if (major === 'image' || major === 'audio' || major === 'video' || major === 'font') return major;
  if (/^application\/(?:zip|gzip|x-gzip|x-tar|x-7z-compressed|x-rar-compressed|vnd\.rar|zstd)$/u.test(type))
    return 'archive';
  if (
    major === 'text' ||
    /^application\/(?:x-)?(?:javascript|ecmascript|typescript|yaml|toml|sh|sql|graphql|x-www-form-urlencoded)$/u.test(
      type,
    )
  )
    return 'text';
  return null;
}

function kindOfPath(url: string): SniffedKind | null {
  const path = canParseUrl(url) ? new URL(url).pathname : url;
  const ending = /\.([a-z\d]{1,8})$/iu.exec(path)?.[1]?.toLowerCase() ?? '';
  if (ending === 'md' || ending === 'markdown') return 'markdown';
  if (ending === 'csv' || ending === 'tsv') return 'csv';
  if (ending === 'json' || ending === 'geojson' || ending === 'jsonl' || ending === 'ndjson') return 'json';
  if (ending === 'xml' || ending === 'rss' || ending === 'atom' || ending === 'rdf') return 'xml';
  if (/^(?:txt|text|log|js|mjs|ts|css|py|rb|go|rs|c|h|cpp|java|sh|yml|yaml|toml|ini|cfg|sql|tex|rst)$/u.test(ending)) {
    return 'text';
  }
  return null;
}

function textual(kind: SniffedKind | null): ContentKind | null {
  return kind === 'html' ||
    kind === 'text' ||
    kind === 'json' ||
    kind === 'xml' ||
    kind === 'feed' ||
    kind === 'csv' ||
    kind === 'markdown'
    ? kind
    : null;
}

/** A PDF may begin anywhere in the first kilobyte (ISO 32000, annex H of the 1.7 edition). */
function signatureOf(bytes: Uint8Array): SniffedKind | null {
  const start = skipBlanks(bytes);
  if (matchesAt(bytes, start, [0x25, 0x50, 0x44, 0x46, 0x2d])) return 'pdf';
  for (const [kind, offset, signature] of SIGNATURES) {
    if (matchesAt(bytes, offset, signature) && (signature.length > 2 || hasControls(bytes))) return kind;
  }
  return hasControls(bytes) && indexOfPdf(bytes) >= 0 ? 'pdf' : null;
}

function skipBlanks(bytes: Uint8Array): number {
  let start = bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf ? 3 : 0;
  while (start < 1024 && (bytes[start] === 0x20 || (bytes[start] ?? 0) - 9 <= 4) && (bytes[start] ?? 0) >= 9) start++;
  return start;
}

function indexOfPdf(bytes: Uint8Array): number {
  for (let i = 0; i < Math.min(1024, bytes.length); i++)
    if (matchesAt(bytes, i, [0x25, 0x50, 0x44, 0x46, 0x2d])) return i;
  return -1;
}

function matchesAt(bytes: Uint8Array, offset: number, signature: readonly number[]): boolean {
  return signature.every((value, index) => bytes[offset + index] === value);
}

/** Control bytes that no text holds, by the MIME Sniffing Standard's list of binary data bytes. */
function hasControls(bytes: Uint8Array): boolean {
  const end = Math.min(bytes.length, BINARY_SAMPLE_BYTES);
  for (let i = 0; i < end; i++) {
    const byte = bytes[i] ?? 0;
    if (byte <= 8 || byte === 11 || (byte >= 14 && byte <= 26) || (byte >= 28 && byte <= 31)) return true;
  }
  return false;
}

/** Binary bytes, unless they were decoded as UTF-16 or UTF-32 into text that has none. */
function isBinary(bytes: Uint8Array, text: string): boolean {
  if (!hasControls(bytes)) return false;
  const sample = text.slice(0, HEAD_CHARACTERS);
  const bad = sample.match(/[\u0000-\u0008\u000b\u000e-\u001a\u001c-\u001f\ufffd]/gu)?.length ?? 0;
  return sample === '' || bad > sample.length / 50;
}

const HTML_TAG =
  /^<(?:!doctype html|html|head|body|script|iframe|h1|div|font|table|a|style|title|b|br|p|meta|link|main|article|section|header|nav|ul|ol|span|img|form)(?:[\s>/]|$)/iu;

/** What the first markup of the text is; comments, declarations and instructions before it are looked through. */
function markupOf(head: string): ContentKind | null {
  let rest = head;
  let declaredXml = false;
  for (let i = 0; i < 20; i++) {
    if (rest.startsWith('<!--')) rest = after(rest, '-->');
    else if (rest.startsWith('<?')) {
      declaredXml ||= rest.startsWith('<?xml');
      rest = after(rest, '?>');
    } else if (/^<!doctype(?!\s+html)/iu.test(rest)) rest = after(rest, '>');
    else break;
    rest = rest.trimStart();
  }
  if (/^<(?:rss|feed|rdf:RDF)[\s>]/u.test(rest) && isFeedRoot(rest)) return 'feed';
  if (HTML_TAG.test(rest)) return 'html';
  if (declaredXml) return 'xml';
  return /^<(?:svg|[A-Za-z_][\w.-]*:[\w.-]+|[A-Za-z_][\w.-]*\s[^>]*xmlns|(?:urlset|sitemapindex|opml|OpenSearchDescription|plist|project|note|catalog|root|data)\b)/u.test(
    rest,
  )
    ? 'xml'
    : null;
}

function isFeedRoot(rest: string): boolean {
  if (rest.startsWith('<rss')) return true;
  if (rest.startsWith('<feed'))
    return /^<feed[^>]*(?:Atom|atom)/u.test(rest) || /<(?:entry|updated|id)[\s>]/u.test(rest);
  return /purl\.org\/rss|my\.netscape\.com\/rdf/u.test(rest);
}

function after(text: string, end: string): string {
  const index = text.indexOf(end);
  return index < 0 ? '' : text.slice(index + end.length);
}

function isXhtml(head: string): boolean {
  return (
    /<html[\s>]/iu.test(head) &&
    (/<!doctype html/iu.test(head) || /xmlns\s*=\s*["']http:\/\/www\.w3\.org\/1999\/xhtml/iu.test(head))
  );
}

/** An object or a list from end to end; a lone word or number is text. */
function looksLikeJson(head: string, text: string): boolean {
  if (!/^(?:\{\s*(?:"|\})|\[\s*(?:["{[\]\d-]|true|false|null))/u.test(head)) return false;
  return /[}\]]\s*$/u.test(text.slice(-200));
}

function parses(text: string): boolean {
  if (text.length > MAX_PARSED_CHARACTERS) return false;
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}

function isJsonFeed(text: string): boolean {
  return /"version"\s*:\s*"https?:\/\/(?:www\.)?jsonfeed\.org\/version\//u.test(text.slice(0, HEAD_CHARACTERS));
}
