import { elements, type HtmlElement } from '../../html/tree.ts';
import { escapeText } from './escape.ts';
import { mediaTarget, writeTarget } from './links.ts';
import type { Writer } from './writer.ts';

/** Attributes in which lazy-loading scripts keep the real picture, most telling first. */
const LAZY_SOURCES = [
  'data-src',
  'data-lazy-src',
  'data-original',
  'data-original-src',
  'data-lazy',
  'data-image',
  'data-full-src',
  'data-hi-res-src',
  'data-url',
];
const LAZY_SETS = ['data-srcset', 'data-lazy-srcset', 'data-original-set'];
/** File names that stand for "not loaded yet". */
const PLACEHOLDER =
  /(?:^|[/_-])(?:placeholder|blank|spacer|transparent|1x1|pixel|grey|gray|loading|lazy)[\w-]*\.(?:gif|png|svg|jpe?g|webp)(?:$|\?)/iu;
const MAX_ALT_LENGTH = 300;

/**
 * The picture as Markdown; empty when pictures are not wanted, there is no address, or its twin was written. `spare`
 * marks a picture from a `noscript`, which stands for a lazy one beside it.
 */
export function writePicture(writer: Writer, element: HtmlElement, spare = false): string {
  const image = element.tag === 'img' ? element : [...elements(element)].find((child) => child.tag === 'img');
  const source = pictureSource(writer, element, image);
  if (source === null || (image && isTiny(image))) return '';
  if (writer.pictures.get(source) === !spare) return '';
  writer.pictures.set(source, spare);
  if (!writer.options.includeImages) {
    writer.imagesOmitted++;
    return '';
  }
  const alt = (image?.attributes.get('alt') ?? '').replace(/\s+/gu, ' ').trim().slice(0, MAX_ALT_LENGTH);
  return `![${escapeText(alt, { before: '[', after: ']', linked: true, math: false })}](${writeTarget(source)})`;
}

function isTiny(image: HtmlElement): boolean {
  return ['width', 'height'].some((name) => /^[01](?:px)?$/u.test(image.attributes.get(name)?.trim() ?? ''));
}

function pictureSource(writer: Writer, element: HtmlElement, image: HtmlElement | undefined): string | null {
  const candidates: Array<string | undefined> = [];
  if (image) {
    for (const name of LAZY_SOURCES) candidates.push(image.attributes.get(name));
    const own = image.attributes.get('src');
    if (own && !PLACEHOLDER.test(own)) candidates.push(own);
    for (const name of [...LAZY_SETS, 'srcset']) candidates.push(bestOfSet(image.attributes.get(name)));
  }
  for (const source of sourcesAround(element)) {
    for (const name of [...LAZY_SETS, 'srcset']) candidates.push(bestOfSet(source.attributes.get(name)));
  }
  if (image) candidates.push(image.attributes.get('src'));
  for (const candidate of candidates) {
    const target = mediaTarget(writer, candidate);
    if (target !== null) return unwrapOptimizer(writer, target);
  }
  return null;
}

/** The `<source>` elements of a picture, asked from the picture itself or from its image. */
function sourcesAround(element: HtmlElement): HtmlElement[] {
  const parent = element.tag === 'picture' ? element : element.parent;
  if (parent?.type !== 'element' || parent.tag !== 'picture') return [];
  return [...elements(parent)].filter((child) => child.tag === 'source');
}

/** The largest candidate of a srcset; commas inside an address (as in image services) do not end it. */
export function bestOfSet(set: string | undefined): string | undefined {
  if (!set) return undefined;
  let best: string | undefined;
  let bestSize = -1;
  for (const match of set.matchAll(/([^\s,]\S*[^\s,]|[^\s,])(?:\s+([\d.]{1,12})([wxh]))?\s*(?:,|$)/gu)) {
    const size = match[2] === undefined ? 1 : Number(match[2]);
    if (size > bestSize && match[1] && !match[1].startsWith('data:')) {
      best = match[1];
      bestSize = size;
    }
  }
  return best;
}

/** True when a picture with an address stands right beside the `noscript`: then both are one picture. */
export function hasPictureBeside(writer: Writer, noscript: HtmlElement): boolean {
  const siblings = (noscript.parent?.children ?? []).filter((child): child is HtmlElement => child.type === 'element');
  const index = siblings.indexOf(noscript);
  return [siblings[index - 1], siblings[index + 1]].some((sibling) => {
    if (!sibling || sibling.tag === 'noscript') return false;
    const image = sibling.tag === 'img' ? sibling : [...elements(sibling)].find((child) => child.tag === 'img');
    return image !== undefined && pictureSource(writer, sibling, image) !== null;
  });
}

/** Next.js serves every picture through one address; the picture's own is in its query. */
function unwrapOptimizer(writer: Writer, target: string): string {
  const url = new URL(target);
  if (!url.pathname.endsWith('/_next/image')) return target;
  return mediaTarget(writer, url.searchParams.get('url') ?? undefined) ?? target;
}
