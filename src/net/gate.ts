import { isIP } from 'node:net';
import { AppError } from '../base/errors.ts';
import { canParseUrl } from '../base/url.ts';
import { judgeAddress } from './address.ts';
import { createDomainLists } from './domain-list.ts';
import { parseUrlText, schemeRefused } from './url-text.ts';

export interface GateOptions {
  /** Single targets, `host:port`, that may be private; matched on the host as it is written in the address. */
  readonly allowPrivate?: readonly string[];
  readonly allowDomains?: readonly string[];
  readonly denyDomains?: readonly string[];
}

/** The only judge of where a request may go. It looks nothing up: names are judged again by their addresses. */
export interface Gate {
  /**
   * The address a caller wrote, completed and judged as far as that is possible without DNS.
   * Throws AppError scheme_not_allowed, credentials_in_url, blocked_target, domain_not_allowed or invalid_argument.
   */
  checkUrl(url: string): URL;
  /** The same for an address that is parsed already (a redirect's target). */
  checkParsedUrl(url: URL): URL;
  /** Host without brackets and port, as a proxy is asked for them. Throws as checkUrl. */
  checkTarget(host: string, port: number): void;
  /** Throws AppError blocked_target unless every address is public or exactly this host and port was opened. */
  checkAddresses(host: string, port: number, addresses: readonly string[]): void;
  /** True when the operator opened exactly this host and port. */
  isOpened(host: string, port: number): boolean;
}

/** Names that mean this machine or this network by convention (RFC 6761, RFC 6762, RFC 8375, ICANN's `internal`). */
const LOCAL_SUFFIXES = ['localhost', 'localdomain', 'local', 'internal', 'home.arpa'];

export function createGate(options: GateOptions): Gate {
  const opened = new Set((options.allowPrivate ?? []).map(parseOpening));
  const lists = createDomainLists(options.allowDomains ?? [], options.denyDomains ?? []);
  const isOpened = (host: string, port: number) => opened.has(`${canonicalHost(host)}|${port}`);

  const checkTarget = (writtenHost: string, port: number) => {
    const host = canonicalHost(writtenHost);
    if (host === '' || host.includes('..') || host.startsWith('.')) {
      throw new AppError('invalid_argument', 'The address has no valid host name.');
    }
    if (!isOpened(host, port)) refuseLocal(host);
    // To open a single target is the more special word than to list what is allowed; a denial stands above both.
    if (lists.denies(host)) throw keptOut('on the deny list', []);
    if (!lists.allows(host) && !isOpened(host, port)) throw keptOut('not on the allow list', lists.allowed);
  };

  const checkParsedUrl = (url: URL) => {
    if (url.protocol !== 'http:' && url.protocol !== 'https:') throw schemeRefused();
    // The target is judged first, so that a private one is named as such however it is dressed up.
    const host = canonicalHost(url.hostname);
    if (host !== '' && !isOpened(host, portOf(url))) refuseLocal(host);
    if (url.username !== '' || url.password !== '') throw credentialsRefused();
    checkTarget(host, portOf(url));
    return url;
  };

  const checkAddresses = (host: string, port: number, addresses: readonly string[]) => {
    if (isOpened(host, port)) return;
    if (addresses.length === 0) throw blockedTarget('the name has no address');
    for (const address of addresses) {
      const verdict = judgeAddress(address);
      if (!verdict.public) throw blockedTarget(verdict.rule);
    }
  };

  return {
    checkUrl: (text) => checkParsedUrl(parseUrlText(text)),
    checkParsedUrl,
    checkTarget,
    checkAddresses,
    isOpened,
  };
}

/** The port a URL leads to, with the scheme's default filled in. */
export function portOf(url: URL): number {
  if (url.port !== '') return Number(url.port);
  return url.protocol === 'https:' ? 443 : 80;
}

/** Lower case, without brackets and without the dot of the root. */
export function canonicalHost(host: string): string {
  const bare = host.startsWith('[') && host.endsWith(']') ? host.slice(1, -1) : host;
  return bare.toLowerCase().replace(/\.$/u, '');
}

function blockedTarget(rule: string): AppError {
  return new AppError('blocked_target', `The address does not lead to the public internet (rule: ${rule}).`, {
    hint: 'Only public addresses can be read; the operator can open a single one with PLAINSIGHT_ALLOW_PRIVATE=host:port.',
  });
}

function credentialsRefused(): AppError {
  return new AppError('credentials_in_url', 'The address carries a user name or password and was not fetched.', {
    hint: 'Leave out everything before the @ sign.',
  });
}

const MAX_LISTED = 20;

function keptOut(why: string, allowed: readonly string[]): AppError {
  const listed = allowed.slice(0, MAX_LISTED).join(', ');
  return new AppError('domain_not_allowed', `The operator’s lists keep this site out: it is ${why}.`, {
    hint: listed === '' ? 'Use another source; only the operator can change the lists.' : `Allowed sites: ${listed}.`,
  });
}

function refuseLocal(host: string): void {
  if (isIP(host) !== 0 || host.includes('%') || host.includes(':')) {
    const verdict = judgeAddress(host);
    if (!verdict.public) throw blockedTarget(verdict.rule);
  }
  const local = LOCAL_SUFFIXES.find((suffix) => host === suffix || host.endsWith(`.${suffix}`));
  if (local) throw blockedTarget(`local name (${local})`);
}

function parseOpening(entry: string): string {
  const text = entry.trim();
  const port = Number(/:(\d{1,5})$/u.exec(text)?.[1] ?? Number.NaN);
  const url = canParseUrl(`http://${text}`) ? new URL(`http://${text}`) : null;
  const plain = url !== null && url.pathname === '/' && url.search === '' && url.hash === '' && url.username === '';
  if (!plain || url.password !== '' || !(port >= 1 && port <= 65_535) || url.hostname.includes('*')) {
    throw new AppError('invalid_argument', `“${entry}” does not open one target; write host:port.`);
  }
  return `${canonicalHost(url.hostname)}|${port}`;
}
