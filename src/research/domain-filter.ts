import { domainToASCII } from 'node:url';
import { AppError } from '../base/errors.ts';
import { canParseUrl } from '../base/url.ts';

/** Which sites a call may use. */
export interface DomainFilter {
  /** Null when the address may be used. */
  refusal(url: string): 'excluded_domain' | 'outside_domains' | null;
  /** The same words in one form, for binding tokens to them. */
  readonly include: readonly string[];
  readonly exclude: readonly string[];
}

const LABEL = /^(?:\*|[a-z0-9_-]+)$/u;
const MAX_ENTRY = 300;

/**
 * `example.com` and `*.example.com` are that name and every name below it, `*.gov` is every name under gov, a star
 * inside (`docs.*.com`) is any one label; a port narrows it further. What is excluded stays out even when included.
 * @throws AppError invalid_argument for an entry that is none of these.
 */
export function createDomainFilter(include: readonly string[], exclude: readonly string[]): DomainFilter {
  const wanted = parseAll(include, 'include_domains');
  const unwanted = parseAll(exclude, 'exclude_domains');
  return {
    include: wanted,
    exclude: unwanted,
    refusal(url) {
      const target = targetOf(url);
      if (unwanted.some((pattern) => covers(pattern, target))) return 'excluded_domain';
      const outside = wanted.length > 0 && !wanted.some((pattern) => covers(pattern, target));
      return outside ? 'outside_domains' : null;
    },
  };
}

function parseAll(entries: readonly string[], name: string): readonly string[] {
  return [...new Set(entries.map((entry) => parsePattern(entry, name)))].sort();
}

function parsePattern(entry: string, name: string): string {
  const text = entry
    .slice(0, MAX_ENTRY)
    .trim()
    .toLowerCase()
    .replace(/^-?site:/u, '')
    .replace(/^https?:\/\//u, '')
    .replace(/[/?#].*$/u, '')
    .replace(/^(?:\*\.)+/u, '')
    .replace(/^\./u, '')
    .replace(/^www\.(?=.+\.)/u, '');
  const [, host = '', port = ''] = /^(.*?)\.?(:\d{1,5})?$/u.exec(text) ?? [];
  const ascii = host.includes('*') ? host : domainToASCII(host);
  if (ascii !== '' && ascii.split('.').every((label) => LABEL.test(label))) return ascii + port;
  throw new AppError('invalid_argument', `${name} holds an entry that is no host name.`, {
    hint: 'Give host names such as example.com or *.gov; a name covers everything below it.',
  });
}

interface Target {
  /** Last label first. */
  readonly labels: readonly string[];
  readonly port: string;
}

function targetOf(url: string): Target {
  if (!canParseUrl(url)) return { labels: [], port: '' };
  const { hostname, port } = new URL(url);
  return { labels: hostname.replace(/\.$/u, '').split('.').reverse(), port };
}

function covers(pattern: string, { labels, port }: Target): boolean {
  const [host = '', wantedPort = ''] = pattern.split(':');
  if (wantedPort !== '' && wantedPort !== port) return false;
  const wanted = host.split('.').reverse();
  return wanted.length <= labels.length && wanted.every((label, i) => label === '*' || label === labels[i]);
}
