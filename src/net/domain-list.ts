import { isIP } from 'node:net';
import { domainToASCII } from 'node:url';
import { AppError } from '../base/errors.ts';

/**
 * The operator's lists of names. Both lists fail closed, so a plain name means different breadths: in the allow list
 * `example.com` is that one name; in the deny list it is that name and everything below it. `*.example.com` is every
 * name below, not the name itself; `*` is every name.
 */
export interface DomainLists {
  denies(host: string): boolean;
  /** True for every host when nothing is listed. */
  allows(host: string): boolean;
  /** The allow list as the operator wrote it. */
  readonly allowed: readonly string[];
}

export function createDomainLists(allow: readonly string[], deny: readonly string[]): DomainLists {
  const allowed = allow.map((entry) => parseEntry(entry, false));
  const denied = deny.map((entry) => parseEntry(entry, true));
  return {
    denies: (host) => denied.some((matches) => matches(host)),
    allows: (host) => allowed.length === 0 || allowed.some((matches) => matches(host)),
    allowed: allow,
  };
}

function parseEntry(entry: string, below: boolean): (host: string) => boolean {
  const written = entry.trim().toLowerCase();
  if (written === '*') return () => true;
  const text = written.replace(/\.$/u, '');
  const wildcard = text.startsWith('*.');
  const bare = (wildcard ? text.slice(2) : text).replace(/^\[(.*)\]$/u, '$1');
  const name = isIP(bare) === 6 ? bare : domainToASCII(bare);
  if (!/^[a-z0-9:._-]+$/u.test(name) || name.startsWith('.')) {
    throw new AppError('invalid_argument', `“${entry}” is not a domain name, “*.name” or “*”.`);
  }
  const suffix = `.${name}`;
  if (wildcard) return (host) => host.endsWith(suffix);
  return (host) => host === name || (below && host.endsWith(suffix));
}
