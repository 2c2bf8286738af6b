import { canParseUrl } from '../../base/url.ts';

/** An address of a style sheet, absolute, without fragment. */
export interface SheetLinks {
  readonly base: string;
  readonly urls: readonly string[];
}

const TAG = /<(!--|\/?[a-z][a-z0-9-]*)/giu;
const ATTRIBUTE = /([^\s"'<>/=]+)(?:\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s"'>`]+)))?/gu;
const MAX_TAG = 8000;
const MAX_URL = 4096;
/** Elements whose content is text: tags in it are none. */
const RAW = new Set(['script', 'textarea', 'title', 'xmp', 'iframe', 'noembed', 'noframes']);

/**
 * Style sheets that an HTML source names, found without parsing it: one pass over its tags, so that they can be
 * fetched before the page goes to a worker. Finding one too many costs a request, missing one costs the proof; the
 * parser decides in the end.
 */
export function prescanSheets(html: string, pageUrl: string, cap: number): SheetLinks {
  let base: string | null = null;
  const found = new Set<string>();
  const add = (href: string | undefined, against: string) => {
    const url = absolute(href, against);
    if (url !== null && found.size < cap) found.add(url);
  };
  TAG.lastIndex = 0;
  for (let match = TAG.exec(html); match && found.size < cap; match = TAG.exec(html)) {
    const name = (match[1] ?? '').toLowerCase();
    if (name === '!--') {
      const end = html.indexOf('-->', match.index);
      if (end < 0) break;
      TAG.lastIndex = end + 3;
      continue;
    }
    if (name !== 'link' && name !== 'base' && name !== 'style' && !RAW.has(name)) continue;
    const end = html.indexOf('>', match.index);
    if (end < 0) break;
    const attributes = attributesOf(html.slice(match.index + name.length + 1, Math.min(end, match.index + MAX_TAG)));
    if (name === 'base') base ??= absolute(attributes.get('href'), pageUrl);
    else if (name === 'link' && isSheet(attributes)) add(attributes.get('href'), base ?? pageUrl);
    TAG.lastIndex = end;
    if (name !== 'style' && !RAW.has(name)) continue;
    const close = indexOfClosing(html, name, end);
    if (name === 'style') for (const url of importsOf(html.slice(end + 1, close))) add(url, base ?? pageUrl);
    TAG.lastIndex = close;
  }
  return { base: base ?? pageUrl, urls: [...found] };
}

function indexOfClosing(html: string, name: string, from: number): number {
  const closing = new RegExp(`</${name}`, 'giu');
  closing.lastIndex = from;
  return closing.exec(html)?.index ?? html.length;
}

function attributesOf(source: string): Map<string, string> {
  const attributes = new Map<string, string>();
  for (const [, name, double, single, bare] of source.matchAll(ATTRIBUTE)) {
    const key = (name ?? '').toLowerCase();
    if (!attributes.has(key)) attributes.set(key, decode(double ?? single ?? bare ?? ''));
  }
  return attributes;
}

function decode(value: string): string {
  return value.replace(/&(?:amp|#38|#x26);/giu, '&').replace(/&(?:quot|#34);/giu, '"');
}

function isSheet(attributes: ReadonlyMap<string, string>): boolean {
  const rel = (attributes.get('rel') ?? '').toLowerCase().split(/\s+/u);
  const media = (attributes.get('media') ?? '').trim().toLowerCase();
  return rel.includes('stylesheet') && !rel.includes('alternate') && !attributes.has('disabled') && media !== 'print';
}

/** An http(s) address without its fragment; null for anything else. */
export function absolute(href: string | undefined, base: string): string | null {
  if (href === undefined || href.length > MAX_URL || href.trim() === '') return null;
  if (!canParseUrl(href.trim(), base)) return null;
  const url = new URL(href.trim(), base);
  url.hash = '';
  return url.protocol === 'http:' || url.protocol === 'https:' ? url.href : null;
}

const IMPORT = /^@import\s+(?:url\(\s*)?(?:"([^"\n]*)"|'([^'\n]*)'|([^\s"')(;]+))/iu;
const MAX_PREFIX = 100_000;

/** The addresses of @import rules, which stand before all other rules but @charset and @layer statements. */
export function importsOf(css: string): string[] {
  const urls: string[] = [];
  let rest = css.slice(0, MAX_PREFIX);
  for (;;) {
    rest = rest.replace(/^(?:\s|<!--|-->)+/u, '');
    if (rest.startsWith('/*')) {
      const end = rest.indexOf('*/', 2);
      if (end < 0) return urls;
      rest = rest.slice(end + 2);
      continue;
    }
    const end = rest.indexOf(';');
    if (end < 0 || !/^@(?:import|charset|layer)\b/iu.test(rest) || rest.slice(0, end).includes('{')) return urls;
    // A semicolon inside a quoted or url() address does not end the statement.
    const match = IMPORT.exec(rest);
    const url = match?.[1] ?? match?.[2] ?? match?.[3];
    if (url !== undefined) urls.push(url);
    rest = rest.slice(rest.indexOf(';', match?.[0].length ?? 0) + 1);
    if (urls.length >= 100) return urls;
  }
}
