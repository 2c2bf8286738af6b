import { createHash, timingSafeEqual } from 'node:crypto';
import { isIP } from 'node:net';
import { canParseUrl } from '../base/url.ts';

export interface GuardOptions {
  /** The address the server is bound to, as configured. */
  readonly host: string;
  /** Names under which it may be addressed besides (a reverse proxy's, a container's). */
  readonly allowedHosts: readonly string[];
  readonly token: string | null;
}

/** The parts of a request that the guard looks at. */
export interface GuardedRequest {
  readonly host: string | undefined;
  readonly origin: string | undefined;
  readonly authorization: string | undefined;
}

export interface Refusal {
  readonly status: 401 | 403;
  readonly message: string;
}

const LOOPBACK_NAMES = ['localhost', '127.0.0.1', '[::1]'];

/**
 * Who may speak to this server. A page in somebody's browser can send requests to loopback, and through a rebound
 * name even read the answers, so the name in `Host` must be one of ours and an `Origin`, when there is one, too.
 * Ports are read and not compared: a forwarded port differs from the bound one, and rebinding needs a name, not a port.
 */
export class Guard {
  readonly #names: ReadonlySet<string>;
  readonly #anyAddress: boolean;
  readonly #token: Buffer | null;

  constructor(options: GuardOptions) {
    this.#names = new Set([...LOOPBACK_NAMES, options.host, ...options.allowedHosts].map(hostName));
    // Bound beyond loopback it is reached by addresses we do not know; an address in `Host` cannot be rebound.
    this.#anyAddress = !isLoopback(options.host);
    this.#token = options.token === null ? null : digest(options.token);
  }

  /** Host and Origin; null when the request may go on. */
  checkSource(request: GuardedRequest): Refusal | null {
    if (!request.host || !this.#isOurs(request.host)) {
      return { status: 403, message: 'This server does not answer to the name in the Host header.' };
    }
    if (request.origin === undefined || this.#isOurOrigin(request.origin)) return null;
    return { status: 403, message: 'Requests from other sites are not answered (Origin).' };
  }

  /** The bearer token, compared in constant time; null when the request may go on. */
  checkToken(request: GuardedRequest): Refusal | null {
    if (this.#token === null) return null;
    const given = /^bearer +(\S+) *$/iu.exec(request.authorization ?? '')?.[1] ?? '';
    if (timingSafeEqual(digest(given), this.#token)) return null;
    return { status: 401, message: 'This server needs its token: Authorization: Bearer <PLAINSIGHT_AUTH_TOKEN>.' };
  }

  #isOurOrigin(origin: string): boolean {
    const url = canParseUrl(origin) ? new URL(origin) : null;
    return (url?.protocol === 'http:' || url?.protocol === 'https:') && this.#isOurs(url.host);
  }

  #isOurs(host: string): boolean {
    const name = splitHost(host);
    if (name === null) return false;
    return this.#names.has(name) || (this.#anyAddress && isIP(name.replace(/^\[|\]$/gu, '')) !== 0);
  }
}

/** True for addresses that only this machine can reach. */
export function isLoopback(host: string): boolean {
  const name = hostName(host);
  return name === 'localhost' || name === '[::1]' || (isIP(name) === 4 && name.startsWith('127.'));
}

/** The name of `name`, `name:port`, `[v6]` or `[v6]:port`, in lower case; null when it is none of these. */
function splitHost(host: string): string | null {
  const parts = /^(\[[0-9a-f:.]+\]|[^\s:/@[\]]+)(?::\d{1,5})?$/iu.exec(host);
  return parts?.[1]?.toLowerCase().replace(/\.$/u, '') ?? null;
}

function hostName(host: string): string {
  return (isIP(host) === 6 ? `[${host}]` : host).toLowerCase();
}

function digest(text: string): Buffer {
  return createHash('sha256').update(text).digest();
}
