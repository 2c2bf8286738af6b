import type { DocumentHtml } from './document-html.ts';
import { resolvePart } from './office-package.ts';
import { at, attribute, childElements, descendants, parseXml, textOf, type XmlElement } from './xml-tree.ts';
import { type Archive, ArchiveError } from './zip.ts';

const MAX_CHAPTERS = 500;
const MAX_CHARACTERS = 10_000_000;
const XHTML = /^application\/xhtml\+xml$|^text\/html$/u;
/** Fonts that are only made hard to copy; the book itself is open (EPUB 3.3, 4.2.6.3.1.2). */
const OBFUSCATED_FONT = /idpf\.org\/2008\/embedding|ns\.adobe\.com\/pdf\/enc#RC/u;

/** A book (EPUB 2 and 3): its chapters in reading order, each with the style sheets that stand in the archive. */
export function readEpub(archive: Archive): DocumentHtml | null {
  const container = parse(archive, 'META-INF/container.xml');
  const path = attribute(descendants(container, 'rootfile')[0], 'full-path');
  const book = path === undefined ? undefined : childElements(parse(archive, path))[0];
  if (path === undefined || book === undefined) return null;
  refuseLocked(archive);
  const folder = path.slice(0, path.lastIndexOf('/') + 1);
  const manifest = childElements(at(book, 'manifest'), 'item');
  const items = new Map(manifest.map((item) => [attribute(item, 'id') ?? '', item]));
  const order = childElements(at(book, 'spine'), 'itemref');
  const pages: { html: string; location: string }[] = [];
  let missing = 0;
  let characters = 0;
  for (const reference of order.slice(0, MAX_CHAPTERS)) {
    const item = items.get(attribute(reference, 'idref') ?? '');
    const name = resolvePart(folder, address(attribute(item, 'href') ?? ''));
    const source = item && XHTML.test(attribute(item, 'media-type') ?? '') ? archive.text(name) : null;
    if (source === null) {
      missing++;
      continue;
    }
    characters += source.length;
    if (characters > MAX_CHARACTERS) break;
    pages.push({ html: chapterHtml(source, name, archive), location: `chapter ${pages.length + 1}` });
  }
  const left = order.length - pages.length - missing;
  const metadata = at(book, 'metadata');
  const fact = (name: string) => textOf(at(metadata, name)).trim() || null;
  return {
    pages,
    title: fact('title') ?? '',
    author: fact('creator'),
    created: fact('date'),
    modified: null,
    language: fact('language'),
    hidden: [],
    beside: [],
    notes: [
      `Chapters of the book: ${order.length}.`,
      ...(missing > 0 ? [`Chapters that are not in the file, or are no text: ${missing}.`] : []),
      ...(left > 0 ? [`The book is longer than is read; chapters left out: ${left}.`] : []),
    ],
  };
}

function refuseLocked(archive: Archive): void {
  const encryption = parse(archive, 'META-INF/encryption.xml');
  const locked = descendants(encryption, 'EncryptedData').some((data) => {
    const method = descendants(data, 'EncryptionMethod')[0];
    return !OBFUSCATED_FONT.test(attribute(method, 'Algorithm') ?? '');
  });
  if (locked) throw new ArchiveError('locked', 'the book is protected');
}

function parse(archive: Archive, name: string): XmlElement | undefined {
  const source = archive.text(name);
  return source === null ? undefined : parseXml(source);
}

function address(href: string): string {
  const path = href.replace(/[?#].*$/su, '');
  try {
    return decodeURIComponent(path);
  } catch {
    return path;
  }
}

/** XHTML as HTML: what closes itself there would stay open here. Style sheets come from the archive, scripts go. */
function chapterHtml(source: string, name: string, archive: Archive): string {
  const folder = name.slice(0, name.lastIndexOf('/') + 1);
  return source
    .replace(/^\s*<\?xml[^>]*\?>/u, '')
    .replace(/<([a-z][\w-]{0,20})\b([^<>]*)\/>/giu, (whole, tag: string, attributes: string) =>
      VOID_TAGS.has(tag.toLowerCase()) ? whole : `<${tag}${attributes}></${tag}>`,
    )
    .replace(/<link\b[^<>]*>/giu, (link) => sheetOf(link, folder, archive))
    .replace(/(<a\b[^<>]*?)\shref\s*=\s*(?:"(?!https?:)[^"<>]*"|'(?!https?:)[^'<>]*')/giu, '$1');
}

const VOID_TAGS = new Set('area base br col embed hr img input link meta param source track wbr'.split(' '));

function sheetOf(link: string, folder: string, archive: Archive): string {
  const href = /\shref\s*=\s*["']([^"'<>]{1,1000})["']/iu.exec(link)?.[1];
  if (href === undefined || !/\srel\s*=\s*["'][^"']*stylesheet/iu.test(link)) return '';
  const media = /\smedia\s*=\s*(["'][^"'<>]{1,200}["'])/iu.exec(link)?.[1];
  const css = archive.text(resolvePart(folder, address(href))) ?? '';
  return `<style${media === undefined ? '' : ` media=${media}`}>${css.replaceAll('</', '<\\/')}</style>`;
}
