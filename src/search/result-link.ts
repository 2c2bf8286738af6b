import { canParseUrl } from '../base/url.ts';
import type { LinkDecoder } from './template.ts';

/** An engine's redirect may lead to another redirect of it; further than this nobody means it well. */
const MAX_STEPS = 3;

/**
 * The address a result leads to, as its publisher wrote it. Null for links that stay with the engine (its own pages,
 * its ad server), and for what is no http(s) address.
 */
export function resultLink(
  href: string,
  base: string,
  engine: { readonly decode: readonly LinkDecoder[]; readonly ownHosts: readonly string[] },
): string | null {
  let link = absolute(href, base);
  // Where the engine's own links are undone, a relative address that stays one is a link within the engine.
  let isOwn = link !== null && link !== href && !href.startsWith('//');
  for (let step = 0; link !== null && step < MAX_STEPS; step++) {
    const target = decoded(link, engine.decode);
    if (target === null) break;
    isOwn = false;
    link = absolute(target, link);
  }
  if (link === null || isOwn || !/^https?:/iu.test(link)) return null;
  return isOwnPage(new URL(link), engine.ownHosts) ? null : link;
}

/** As written when it is absolute: nothing about a shown address is changed without need. */
function absolute(href: string, base: string): string | null {
  if (/^https?:\/\//iu.test(href)) return canParseUrl(href) ? href : null;
  return canParseUrl(href, base) ? new URL(href, base).href : null;
}

function decoded(link: string, decoders: readonly LinkDecoder[]): string | null {
  const url = new URL(link);
  for (const { host, path, parameter, prefix, base64 } of decoders) {
    if (host !== undefined && url.hostname !== host && !url.hostname.endsWith(`.${host}`)) continue;
    if (path !== undefined && !url.pathname.startsWith(path)) continue;
    const value = url.searchParams.get(parameter);
    if (value === null || (prefix !== undefined && !value.startsWith(prefix))) continue;
    const rest = value.slice(prefix?.length ?? 0);
    const target = base64 ? Buffer.from(rest, 'base64url').toString('utf8') : rest;
    if (target !== '') return target;
  }
  return null;
}

/** `example.com` is that host, with or without www; with a path it is the pages below it. */
function isOwnPage(url: URL, ownHosts: readonly string[]): boolean {
  const host = url.hostname.replace(/^www\./u, '');
  return ownHosts.some((entry) => {
    const [name = '', ...path] = entry.split('/');
    return host === name && (path.length === 0 || url.pathname.startsWith(`/${path.join('/')}`));
  });
}
