import { canonicalHost } from './gate.ts';
import { isSharedSuffix } from './site-of.ts';

interface Cookie {
  readonly name: string;
  readonly value: string;
  readonly domain: string;
  readonly hostOnly: boolean;
  readonly path: string;
  readonly secure: boolean;
}

const MAX_COOKIES = 50;
const MAX_COOKIE_LENGTH = 4096;

/** Cookies of one chain of redirects (RFC 6265), forgotten with it: some sites deliver only to who comes back with one. */
export class ChainCookies {
  readonly #cookies = new Map<string, Cookie>();

  /** Takes a Set-Cookie value from a response of this address; what the address may not set is ignored. */
  store(header: string, from: URL, nowMs: number): void {
    if (header.length > MAX_COOKIE_LENGTH) return;
    const [pair = '', ...attributes] = header.split(';');
    const equals = pair.indexOf('=');
    const name = pair.slice(0, Math.max(0, equals)).trim();
    const value = pair.slice(equals + 1).trim();
    if (equals < 0 || name === '' || /[\u0000-\u001f\u007f]/u.test(name + value)) return;
    const read = new Map(attributes.map((attribute) => splitAttribute(attribute)));
    const host = canonicalHost(from.hostname);
    const wanted = (read.get('domain') ?? '').replace(/^\./u, '').toLowerCase();
    const domain = wanted === '' || wanted === host ? host : wanted;
    if (domain !== host && (!host.endsWith(`.${domain}`) || isSharedSuffix(domain))) return;
    const secure = read.has('secure');
    if (secure && from.protocol !== 'https:') return;
    const path = read.get('path')?.startsWith('/') ? (read.get('path') ?? '/') : defaultPath(from.pathname);
    const key = `${name}\u0000${domain}\u0000${path}`;
    this.#cookies.delete(key);
    if (isExpired(read, nowMs) || this.#cookies.size >= MAX_COOKIES) return;
    this.#cookies.set(key, { name, value, domain, hostOnly: wanted === '', path, secure });
  }

  /** The Cookie header for this address, or an empty text. */
  headerFor(url: URL): string {
    const host = canonicalHost(url.hostname);
    return [...this.#cookies.values()]
      .filter((cookie) => host === cookie.domain || (!cookie.hostOnly && host.endsWith(`.${cookie.domain}`)))
      .filter((cookie) => pathMatches(url.pathname, cookie.path) && (!cookie.secure || url.protocol === 'https:'))
      .sort((a, b) => b.path.length - a.path.length)
      .map((cookie) => `${cookie.name}=${cookie.value}`)
      .join('; ');
  }
}

function splitAttribute(attribute: string): readonly [string, string] {
  const equals = attribute.indexOf('=');
  const name = equals < 0 ? attribute : attribute.slice(0, equals);
  return [name.trim().toLowerCase(), equals < 0 ? '' : attribute.slice(equals + 1).trim()];
}

function isExpired(attributes: ReadonlyMap<string, string>, nowMs: number): boolean {
  const maxAge = attributes.get('max-age');
  if (maxAge !== undefined && /^-?\d+$/u.test(maxAge)) return Number(maxAge) <= 0;
  const expires = Date.parse(attributes.get('expires') ?? '');
  return !Number.isNaN(expires) && expires <= nowMs;
}

function defaultPath(pathname: string): string {
  const end = pathname.lastIndexOf('/');
  return end <= 0 ? '/' : pathname.slice(0, end);
}

function pathMatches(path: string, of: string): boolean {
  return path === of || (path.startsWith(of) && (of.endsWith('/') || path[of.length] === '/'));
}
