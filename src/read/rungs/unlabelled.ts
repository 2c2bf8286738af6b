import type { LoadedPage } from '../../browser/loaded-page.ts';
import type { FetchedDocument } from '../../browser/navigate.ts';
import { chooseCharset, headerCharset } from '../../net/charset.ts';

export interface LabelledDocument extends FetchedDocument {
  /** What to say about the encoding. */
  readonly notes: readonly string[];
}

/**
 * A page that nothing names the encoding of gets the label that our own reading of its bytes would give it. Browsers
 * fall back to an encoding of their language there, which is wrong for most of such pages.
 */
export function labelled(document: FetchedDocument): LabelledDocument {
  const type = document.headers.find(([name]) => name.toLowerCase() === 'content-type')?.[1] ?? 'text/html';
  if (headerCharset(type) !== null) return { ...document, notes: [] };
  const { charset, source } = chooseCharset(document.bytes, type, 'html');
  // Letters of ASCII are the same in whatever encoding a browser would take.
  const plain = source === 'default' && document.bytes.every((byte) => byte < 0x80);
  if (plain || (source !== 'guess' && source !== 'default')) return { ...document, notes: [] };
  const others = document.headers.filter(([name]) => name.toLowerCase() !== 'content-type');
  const notes = source === 'guess' ? [`The encoding ${charset} was guessed; nothing names it.`] : [];
  const media = type.split(';')[0]?.trim() ?? 'text/html';
  return { ...document, headers: [...others, ['content-type', `${media}; charset=${charset}`]], notes };
}

/**
 * The same for a page that the browser fetched: what to show it instead, or null when it took the page for what it is.
 * A page that came with cookies is left as it is, as they would be lost.
 */
export async function relabelled(page: LoadedPage): Promise<LabelledDocument | null> {
  const { status, headers, mimeType } = page.document;
  const type = headers['content-type'] ?? mimeType;
  if (status !== 200 || headers['set-cookie'] !== undefined || headerCharset(type) !== null) return null;
  const source = await page.source();
  if (source === null) return null;
  const entries = Object.entries({ ...headers, 'content-type': type });
  const document = labelled({ bytes: source.bytes, status, headers: entries });
  return document.headers.some(([name, value]) => name === 'content-type' && headerCharset(value) !== null)
    ? document
    : null;
}
