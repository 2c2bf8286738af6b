import { elements, type HtmlElement } from '../../html/tree.ts';
import { escapeText } from './escape.ts';
import { mediaTarget, writeLink } from './links.ts';
import type { Block, Writer } from './writer.ts';

/** Players that are embedded under one address and watched under another. */
const PLAYERS: ReadonlyArray<readonly [pattern: RegExp, page: string]> = [
  [/^https?:\/\/(?:www\.)?youtube(?:-nocookie)?\.com\/embed\/([\w-]{6,20})/u, 'https://www.youtube.com/watch?v='],
  [/^https?:\/\/player\.vimeo\.com\/video\/(\d{4,15})/u, 'https://vimeo.com/'],
  [
    /^https?:\/\/(?:www\.|geo\.)?dailymotion\.com\/(?:embed\/video\/|player\.html\?video=)(\w{4,15})/u,
    'https://www.dailymotion.com/video/',
  ],
  [/^https?:\/\/fast\.wistia\.net\/embed\/iframe\/(\w{4,20})/u, 'https://fast.wistia.net/embed/iframe/'],
];

/** A frame with a known player becomes a link to the video's page; other frames are documents of their own. */
export function writeFrame(writer: Writer, frame: HtmlElement): Block[] {
  const source =
    mediaTarget(writer, frame.attributes.get('src')) ??
    mediaTarget(writer, frame.attributes.get('data-src') ?? frame.attributes.get('data-lazy-src'));
  const title = frame.attributes.get('title')?.replace(/\s+/gu, ' ').trim();
  if (source === null || !title) return [];
  for (const [pattern, page] of PLAYERS) {
    const match = pattern.exec(source);
    if (match?.[1]) return [linkBlock(writer, title, page + match[1])];
  }
  return [];
}

/** The first playable source of a video or audio element as a link. */
export function writeMedia(writer: Writer, element: HtmlElement): Block[] {
  const sources = [element, ...[...elements(element)].filter((child) => child.tag === 'source')];
  for (const source of sources) {
    const target = mediaTarget(writer, source.attributes.get('src') ?? source.attributes.get('data-src'));
    if (target !== null) return [linkBlock(writer, element.tag === 'video' ? 'Video' : 'Audio', target)];
  }
  return [];
}

function linkBlock(writer: Writer, label: string, url: string): Block {
  const text = escapeText(label.slice(0, 300), { before: '[', after: ']', linked: true, math: false });
  return { kind: 'paragraph', text: writeLink(writer, text, url) };
}
