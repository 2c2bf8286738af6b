import { canParseUrl } from '../../base/url.ts';
import { elements, type HtmlRoot } from '../../html/tree.ts';

/** Longer addresses are not repeated in a note. */
const MAX_ADDRESS = 220;
const MAX_LINKS = 20;

/** The address at which a page says that it is to be had as Markdown; as written, null for most pages. */
export function markdownAlternate(root: HtmlRoot): string | null {
  for (const { tag, attributes } of elements(root)) {
    if (tag === 'body') return null;
    if (tag !== 'link' || !/(?:^|\s)alternate(?:\s|$)/iu.test(attributes.get('rel') ?? '')) continue;
    if (isMarkdown(attributes.get('type') ?? '')) return attributes.get('href') ?? null;
  }
  return null;
}

/**
 * Forms for programs that a site offers beside its page, as notes. They are offered on and not read in place of the
 * page: a site may tell programs other things than people.
 */
export function offeredForms(
  headers: Readonly<Record<string, string>>,
  alternate: string | null,
  url: string,
): string[] {
  const links = linksOf(headers.link ?? '');
  const markdown = alternate ?? links.find(({ rel, type }) => rel.includes('alternate') && isMarkdown(type))?.address;
  const list = headers['x-llms-txt'] ?? links.find(({ rel }) => rel.includes('llms-txt'))?.address;
  const notes = [
    ['The site offers this page to programs as Markdown, which may say other things than the page does:', markdown],
    ['The site lists its pages for programs at', list],
  ] as const;
  return notes.flatMap(([note, address]) => {
    const shown = onThisSite(address, url);
    return shown === null ? [] : [`${note} ${shown}`];
  });
}

function isMarkdown(type: string): boolean {
  return /^\s*text\/(?:x-)?markdown\b/iu.test(type);
}

/** An address of the same host, other than the page itself. */
function onThisSite(address: string | null | undefined, url: string): string | null {
  if (address === null || address === undefined || !canParseUrl(url) || !canParseUrl(address, url)) return null;
  const offered = new URL(address, url);
  const page = new URL(url);
  const isOther = offered.host === page.host && offered.protocol === page.protocol && offered.href !== page.href;
  return isOther && offered.href.length <= MAX_ADDRESS ? offered.href : null;
}

/** The entries of a Link header (RFC 8288), as far as they matter here. */
function linksOf(header: string): Array<{ address: string; rel: string[]; type: string }> {
  const entries = header.slice(0, 8_000).matchAll(/<([^<>\s]{1,2000})>([^<]{0,500})/gu);
  return [...entries].slice(0, MAX_LINKS).map(([, address = '', parameters = '']) => ({
    address,
    rel: (parameter(parameters, 'rel') ?? '').toLowerCase().split(/\s+/u),
    type: parameter(parameters, 'type') ?? '',
  }));
}

function parameter(parameters: string, name: string): string | undefined {
  const match = new RegExp(`;\\s{0,9}${name}\\s?=\\s?(?:"([^"]{0,200})"|([^\\s;,"]{1,200}))`, 'iu').exec(parameters);
  return match?.[1] ?? match?.[2];
}
