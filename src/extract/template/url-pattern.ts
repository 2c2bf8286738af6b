import { canParseUrl } from '../../base/url.ts';

/**
 * Addresses by pattern: `host/path?key=*`. In the host, `*.` stands for any or no subdomain and a lone `*` for any host; in the path
 * `*` stands for one segment that is not empty and `**` at the end for any rest, and `a|b` for one of the two. A query
 * that is named has to be there. Compared as text segment by segment, which takes no time worth naming.
 */
export interface UrlPattern {
  matches(url: string): boolean;
}

/** @throws SyntaxError for what is not such a pattern. */
export function compileUrlPattern(source: string): UrlPattern {
  const [place = '', query = ''] = source.split('?');
  const [host = '', ...segments] = place.split('/');
  if (!/^(?:\*|(?:\*\.)?[a-z0-9.-]+)$/u.test(host) || segments.length === 0) {
    throw new SyntaxError('an address pattern is a host, a slash and a path');
  }
  const keys = query === '' ? [] : query.split('&').map((part) => part.replace(/=\*$/u, ''));
  return {
    matches(url) {
      if (!canParseUrl(url)) return false;
      const parsed = new URL(url);
      return (
        hostMatches(host, parsed.hostname) &&
        pathMatches(segments, parsed.pathname.replace(/\/+$/u, '').split('/').slice(1)) &&
        keys.every((key) => parsed.searchParams.has(key))
      );
    },
  };
}

function hostMatches(pattern: string, host: string): boolean {
  if (pattern === '*') return true;
  if (!pattern.startsWith('*.')) return host === pattern || host === `www.${pattern}`;
  return host === pattern.slice(2) || host.endsWith(pattern.slice(1));
}

function pathMatches(pattern: readonly string[], path: readonly string[]): boolean {
  const open = pattern.at(-1) === '**';
  const wanted = open ? pattern.slice(0, -1) : pattern.filter((segment) => segment !== '');
  if (open ? path.length < wanted.length : path.length !== wanted.length) return false;
  return wanted.every((segment, index) => segmentMatches(segment, path[index] ?? ''));
}

function segmentMatches(pattern: string, segment: string): boolean {
  if (pattern === '*') return segment !== '';
  return pattern
    .split('|')
    .some(
      (choice) =>
        choice === segment ||
        (choice.endsWith('*') && segment.startsWith(choice.slice(0, -1))) ||
        (choice.startsWith('*') && segment.endsWith(choice.slice(1))),
    );
}
