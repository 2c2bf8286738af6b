import { getBOMEncoding, labelToName, TextDecoder } from '@exodus/bytes/encoding.js';
import sniffHtmlEncoding from 'html-encoding-sniffer';
import { guessCharset, looksLikeUtf16 } from './charset-guess.ts';

/** What the bytes are taken for; it decides where a declaration is looked for. */
export type CharsetKind = 'html' | 'xml' | 'json' | 'text';

export interface DecodedText {
  /** Without a byte order mark; what is malformed became U+FFFD. */
  readonly text: string;
  /** The name of the Encoding Standard, in its own case: UTF-8, GBK, windows-1252, … */
  readonly charset: string;
  /** `bom` > `header` > `meta` (also an XML declaration) > `default` (valid UTF-8) > `guess`. */
  readonly source: 'bom' | 'header' | 'meta' | 'guess' | 'default';
}

/**
 * Bytes as text, by the rules of the HTML Standard's encoding sniffing; only where these would fall back to a
 * locale's default do we look at the bytes: valid UTF-8 is UTF-8, the rest is guessed and said to be.
 * Decoders are those of @exodus/bytes, because Node 20's reads 0x80–0x9f of windows-1252 wrongly.
 */
export function decodeBody(bytes: Uint8Array, contentType: string | null, kind: CharsetKind): DecodedText {
  const { charset, source } = chooseCharset(bytes, contentType, kind);
  return { text: new TextDecoder(charset.toLowerCase()).decode(bytes), charset, source };
}

type Choice = Pick<DecodedText, 'charset' | 'source'>;

/** How decodeBody takes the bytes, without doing it. */
export function chooseCharset(bytes: Uint8Array, contentType: string | null, kind: CharsetKind): Choice {
  const mark = getBOMEncoding(bytes);
  if (mark !== null) return { charset: nameOf(mark) ?? 'UTF-8', source: 'bom' };
  const utf8 = isUtf8(bytes);
  // JSON is UTF-8 by its standard (RFC 8259); a label is believed only when the bytes say otherwise.
  if (kind === 'json' && utf8) return { charset: 'UTF-8', source: 'default' };
  const header = nameOf(headerCharset(contentType));
  if (header !== null) return { charset: header, source: 'header' };
  const declared = declaredCharset(bytes, kind);
  if (declared !== null) return { charset: declared, source: 'meta' };
  const wide = looksLikeUtf16(bytes);
  if (wide !== null) return { charset: wide, source: 'guess' };
  if (utf8) return { charset: 'UTF-8', source: 'default' };
  return { charset: guessCharset(bytes), source: 'guess' };
}

function declaredCharset(bytes: Uint8Array, kind: CharsetKind): string | null {
  if (kind === 'html') {
    const sniffed = sniffHtmlEncoding(bytes, { defaultEncoding: NONE });
    if (sniffed !== NONE) return sniffed;
  }
  if (kind === 'text' || kind === 'json') return null;
  const declaration = /^\s*<\?xml\s[^>]{0,200}?\bencoding\s*=\s*["']([\w.:-]{1,40})["']/u.exec(asLatin1(bytes, 1024));
  const name = nameOf(declaration?.[1]);
  // A declaration that could be read byte by byte is not in UTF-16, whatever it says.
  return name?.startsWith('UTF-16') ? 'UTF-8' : name;
}

const NONE = 'none';

/** The charset parameter of a Content-Type, quoted or not; the first one counts. */
export function headerCharset(contentType: string | null): string | null {
  const match = /;\s*charset\s*=\s*(?:"([^"]{0,60})"?|'([^']{0,60})'?|([^\s;"',]{1,60}))/iu.exec(contentType ?? '');
  return (match?.[1] ?? match?.[2] ?? match?.[3])?.trim() ?? null;
}

function nameOf(label: string | null | undefined): string | null {
  if (!label) return null;
  const name = labelToName(label.trim().toLowerCase());
  // “replacement” is the standard's word for encodings that must not be used; x-user-defined is not text.
  return name === null || name === 'replacement' || name === 'x-user-defined' ? null : name;
}

/** True for well-formed UTF-8, also when the last character was cut by a size limit. */
function isUtf8(bytes: Uint8Array): boolean {
  try {
    new TextDecoder('utf-8', { fatal: true }).decode(bytes, { stream: true });
    return true;
  } catch {
    return false;
  }
}

function asLatin1(bytes: Uint8Array, limit: number): string {
  return Buffer.from(bytes.buffer, bytes.byteOffset, Math.min(bytes.byteLength, limit)).toString('latin1');
}
