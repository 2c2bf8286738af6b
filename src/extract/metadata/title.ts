import { canParseUrl } from '../../base/url.ts';
import { ancestors, type HtmlElement, textContent } from '../../html/tree.ts';
import { firstMeta, fold, type PageTags } from './meta-tags.ts';
import type { SeenWords } from './seen-words.ts';

const SEPARATOR = /\s+[|–—·•»«:~›/-]+\s+|\s*[|｜»«]\s*|\s::\s|_(?=[^_]+$)/gu;
const MAX_SITE_WORDS = 5;

/**
 * The page's title without the site's name: a main heading that the document title confirms, else what the page
 * gives to share, else the document title.
 */
export function findTitle(
  tags: PageTags,
  linked: string | null,
  { site, url, seen }: { readonly site: string | null; readonly url: string; readonly seen: SeenWords },
): string {
  const headline = seen.title(linked);
  const shared = seen.title(firstMeta(tags, 'og:title', 'twitter:title'));
  const declared = seen.title(
    firstMeta(tags, 'citation_title', 'dc.title', 'dcterms.title', 'parsely-title', 'sailthru.title'),
  );
  const names = siteNames(site, url);
  const headings = tags.headings
    .filter((heading) => !isInSiteHeader(heading))
    .map((heading) => fold(textContent(heading)));
  const known = [tags.title, shared ?? '', headline ?? ''].map(simplify).filter((text) => text !== '');
  const confirmed = headings.find(
    (heading) =>
      heading.length > 2 && !names.has(simplify(heading)) && known.some((text) => text.includes(simplify(heading))),
  );
  if (confirmed !== undefined && (confirmed.split(' ').length > 1 || headings.length === 1)) return confirmed;
  for (const candidate of [shared, headline, declared, tags.title]) {
    const title = candidate === null ? '' : withoutSite(candidate, names, headings);
    if (title !== '' && !names.has(simplify(title))) return title;
  }
  const only = headings.find((heading) => heading !== '');
  return confirmed ?? only ?? shared ?? tags.title;
}

/** A logo is often set as a heading. */
function isInSiteHeader(heading: HtmlElement): boolean {
  for (const ancestor of ancestors(heading)) {
    if (ancestor.tag === 'article' || ancestor.tag === 'main') return false;
    if (ancestor.tag === 'nav' || ancestor.tag === 'footer') return true;
    if (
      /(?:^|[\s_-])(?:logo|site-title|site-header|branding|masthead)(?:$|[\s_-])/iu.test(
        ancestor.attributes.get('class') ?? '',
      )
    )
      return true;
  }
  return false;
}

function simplify(text: string): string {
  return text
    .toLowerCase()
    .normalize('NFKC')
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim();
}

/** Names by which the site may sign its titles: its own, and its host with and without the ending. */
function siteNames(site: string | null, url: string): Set<string> {
  const names = new Set<string>();
  if (site) names.add(simplify(site));
  const host = canParseUrl(url) ? new URL(url).hostname.replace(/^www\./u, '') : '';
  if (host !== '') {
    names.add(simplify(host));
    for (const label of host.split('.').slice(0, -1)) names.add(simplify(label));
  }
  return names;
}

/** Cuts the site's name off either end; an unknown short last part goes when a heading shows that the rest is the title. */
function withoutSite(title: string, names: ReadonlySet<string>, headings: readonly string[]): string {
  const text = fold(title);
  const cuts = [...text.matchAll(SEPARATOR)];
  if (cuts.length === 0) return text;
  const parts = text.split(SEPARATOR);
  const heading = headings.find(
    (candidate) => candidate !== '' && parts.some((part) => simplify(part) === simplify(candidate)),
  );
  if (heading !== undefined && !names.has(simplify(heading))) return heading;
  const last = cuts.at(-1);
  const first = cuts[0];
  const head = last ? text.slice(0, last.index) : text;
  const tail = last ? text.slice(last.index + last[0].length) : '';
  if (isSite(tail, names)) return withoutSite(head, names, headings);
  if (first && isSite(text.slice(0, first.index), names)) return text.slice(first.index + first[0].length);
  const strong = /[|｜»«·–—]/u.test(last?.[0] ?? '');
  const short = tail.split(' ').length <= MAX_SITE_WORDS && head.split(' ').length >= 3 && head.length > tail.length;
  return strong && short ? head : text;
}

function isSite(part: string, names: ReadonlySet<string>): boolean {
  const simple = simplify(part);
  if (simple === '' || names.has(simple)) return true;
  const joined = simple.replaceAll(' ', '');
  return [...names].some((name) => name.replaceAll(' ', '') === joined);
}
