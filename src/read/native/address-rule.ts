import { canParseUrl } from '../../base/url.ts';

/**
 * What an address of a page becomes as the address of its source: `host/{owner}/blob/{path...}`, where `{name}` is one
 * segment and `{name...}` at the end is the rest; `@{name}` is one that
 * begins so. Segments are carried over as they are written, escapes included.
 */
export interface AddressRule {
  readonly page: string;
  readonly source: string;
}

const NAMED = /^([^{}]*)\{(\w+)(\.\.\.)?\}$/u;

/** @throws SyntaxError for a rule that cannot be used; all of ours are tried by a test. */
export function checkRule({ page, source }: AddressRule): void {
  const names = segmentsOf(page).flatMap((segment) => NAMED.exec(segment)?.[2] ?? []);
  if (!/^[a-z0-9.:-]+\/./u.test(page)) throw new SyntaxError(`no host and path: ${page}`);
  if (!canParseUrl(source.replace(/\{\w+\}/gu, 'x'))) throw new SyntaxError(`no address: ${source}`);
  for (const [, name = ''] of source.matchAll(/\{(\w+)\}/gu)) {
    if (!names.includes(name)) throw new SyntaxError(`${name} is not in ${page}`);
  }
}

/** The address of the source of this page; null for a page that the rule does not speak of. */
export function sourceAddress({ page, source }: AddressRule, url: URL): string | null {
  const [host = ''] = page.split('/');
  if (url.host !== host && url.host !== `www.${host}`) return null;
  const path = url.pathname.replace(/\/+$/u, '').split('/').slice(1);
  const found = new Map<string, string>();
  const pattern = segmentsOf(page);
  for (const [place, segment] of pattern.entries()) {
    const [, before = '', name, rest] = NAMED.exec(segment) ?? [];
    const written = rest === undefined ? (path[place] ?? '') : path.slice(place).join('/');
    if (name === undefined ? written !== segment : !written.startsWith(before)) return null;
    const value = written.slice(before.length);
    // An empty or dotted segment would name another place than the one it stands for.
    if (value.split('/').some((part) => part === '' || /^(?:\.|%2e){1,2}$/iu.test(part))) return null;
    if (name !== undefined) found.set(name, value);
    if (rest !== undefined) return fill(source, found);
  }
  return path.length === pattern.length ? fill(source, found) : null;
}

function segmentsOf(page: string): string[] {
  return page.split('/').slice(1);
}

function fill(source: string, values: ReadonlyMap<string, string>): string {
  return source.replace(/\{(\w+)\}/gu, (_, name: string) => values.get(name) ?? '');
}
