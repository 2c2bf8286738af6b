import { canParseUrl } from '../../base/url.ts';
import type { LinkedNode } from './json-ld.ts';
import { stringOf } from './json-ld.ts';
import { firstMeta, type PageTags } from './meta-tags.ts';

const MAX_LICENCE_CHARACTERS = 300;

/** Under what terms the page may be used: an address where there is one, else the page's words. */
export function findLicence(tags: PageTags, main: LinkedNode | null, baseUrl: string): string | null {
  for (const element of [...(tags.rel.get('license') ?? []), ...(tags.rel.get('licence') ?? [])]) {
    const address = httpUrl(element.attributes.get('href'), baseUrl);
    if (address) return address;
  }
  const linked = main ? stringOf(main.license) : null;
  const declared = firstMeta(
    tags,
    'dcterms.license',
    'dc.rights.license',
    'dcterms.rights',
    'dc.rights',
    'citation_license',
    'license',
    'og:article:license',
  );
  const link = tags.licenceLinks
    .map((element) => httpUrl(element.attributes.get('href'), baseUrl))
    .find((address) => address !== null);
  for (const candidate of [linked, declared, link]) {
    if (candidate && candidate.length <= MAX_LICENCE_CHARACTERS) return candidate;
  }
  return null;
}

/** The absolute address when it is http or https, else null. */
export function httpUrl(href: string | null | undefined, baseUrl: string): string | null {
  const trimmed = href?.trim();
  if (!trimmed || !canParseUrl(trimmed, baseUrl)) return null;
  const url = new URL(trimmed, baseUrl);
  return url.protocol === 'http:' || url.protocol === 'https:' ? url.href : null;
}
