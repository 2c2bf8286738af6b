import { canParseUrl } from '../../base/url.ts';
import type { HtmlElement, HtmlRoot } from '../../html/tree.ts';
import { allBelow } from './tree-queries.ts';
import type { Writer } from './writer.ts';

/** Schemes that mean something to the reader of a page; everything else (javascript:, data:, …) stays plain text. */
const LINK_SCHEMES: ReadonlySet<string> = new Set(
  'http: https: ftp: mailto: tel: sms: geo: magnet: irc: ircs: xmpp: matrix:'.split(' '),
);
const MAX_BASES = 20;
const MAX_TARGET_LENGTH = 4000;

/** The address that relative links of the document are resolved against: the first `<base href>`, or the page's own. */
export function baseUrlOf(document: HtmlRoot, url: string): string {
  for (const element of allBelow(document, MAX_BASES, ({ tag }) => tag === 'base')) {
    const href = element.attributes.get('href');
    if (href === undefined) continue;
    const base = canParseUrl(href.trim(), url) ? new URL(href.trim(), url) : null;
    // The HTML Standard ignores a base that is a data: or javascript: address.
    return base && (base.protocol === 'http:' || base.protocol === 'https:') ? base.href : url;
  }
  return url;
}

/** The absolute target of a link, or null when there is none that can be followed. */
export function linkTarget(writer: Writer, href: string | undefined): string | null {
  const trimmed = href?.trim();
  if (!trimmed) return null;
  const { baseUrl, pageUrl } = writer.options;
  if (trimmed.startsWith('#')) {
    if (trimmed.length === 1) return null;
    return absolute(trimmed, pageUrl ?? baseUrl);
  }
  return absolute(trimmed, baseUrl);
}

function absolute(href: string, base: string): string | null {
  const url = canParseUrl(href, base) ? new URL(href, base) : null;
  if (!url || !LINK_SCHEMES.has(url.protocol) || url.href.length > MAX_TARGET_LENGTH) return null;
  return url.href;
}

/** The absolute http(s) address of a picture, video or frame; null for placeholders and the like. */
export function mediaTarget(writer: Writer, source: string | undefined): string | null {
  const trimmed = source?.trim();
  if (!trimmed) return null;
  const url = canParseUrl(trimmed, writer.options.baseUrl) ? new URL(trimmed, writer.options.baseUrl) : null;
  return url && /^https?:$/u.test(url.protocol) && url.href.length <= MAX_TARGET_LENGTH ? url.href : null;
}

/** The target as it stands between `(` and `)`: balanced parentheses stay, everything that could end it is encoded. */
export function writeTarget(url: string): string {
  let target = url;
  if (/[\\<>|\s]/u.test(target)) target = target.replace(/[\\<>|\s]/gu, (character) => encodeURIComponent(character));
  if (/[()]/u.test(target) && !isBalanced(target)) target = target.replaceAll('(', '%28').replaceAll(')', '%29');
  return target;
}

function isBalanced(text: string): boolean {
  let open = 0;
  let deepest = 0;
  for (const character of text) {
    if (character === '(') deepest = Math.max(deepest, ++open);
    else if (character === ')' && --open < 0) return false;
  }
  // CommonMark lets an implementation stop at 32 nested pairs.
  return open === 0 && deepest < 30;
}

/** Writes `[text](target)`, or the text alone when links are not wanted. */
export function writeLink(writer: Writer, text: string, url: string): string {
  if (!writer.options.includeLinks) {
    writer.linksOmitted++;
    return text;
  }
  return `[${text}](${writeTarget(url)})`;
}

export function hrefOf(element: HtmlElement): string | undefined {
  return element.attributes.get('href') ?? element.attributes.get('xlink:href');
}
