import { connect, isIP, type Socket } from 'node:net';
import { AppError } from '../base/errors.ts';
import { canParseUrl } from '../base/url.ts';
import { judgeAddress } from './address.ts';
import { canonicalHost, type Gate } from './gate.ts';
import { ResolveError, type Resolver } from './resolve.ts';
import { tunnelThrough, type Upstream } from './upstream.ts';

/** Who asks: `page` is anything a page can influence; `operator` a target that the operator configured. */
export type Trust = 'page' | 'operator';

/** Why no connection was made. `refused` is the gate's word, `failed` the network's. */
export class EgressError extends Error {
  override readonly name = 'EgressError';
  readonly kind: 'refused' | 'failed';
  readonly rule: string;
  /** The gate's own error, for refusals. */
  readonly refusal: AppError | null;

  constructor(kind: 'refused' | 'failed', rule: string, refusal: AppError | null = null) {
    super(rule);
    this.kind = kind;
    this.rule = rule;
    this.refusal = refusal;
  }
}

export interface DialOptions {
  readonly gate: Gate;
  readonly resolver: Resolver;
  readonly upstream: Upstream | null;
  readonly connectTimeoutMs: number;
}

/** Most addresses tried for one connection, IPv4 first: machines without IPv6 routes are common. */
const MAX_TRIES = 4;

/**
 * Opens a connection to an address that was judged a moment ago, without a second lookup in between. A name is
 * looked up once and refused when any of its addresses is not public. Rejects with EgressError.
 */
export async function dial(
  target: { readonly host: string; readonly port: number; readonly trust: Trust },
  options: DialOptions,
  signal: AbortSignal,
): Promise<Socket> {
  const host = normalHost(target.host);
  const { gate, resolver } = options;
  if (target.trust === 'page') judged(() => gate.checkTarget(host, target.port));
  const addresses = await resolved(resolver, host, signal);
  if (target.trust === 'page') judged(() => gate.checkAddresses(host, target.port, addresses));
  const ordered = [...addresses].sort((a, b) => isIP(a) - isIP(b)).slice(0, MAX_TRIES);
  let fault = new EgressError('failed', 'the name has no address');
  for (const address of ordered) {
    if (signal.aborted) break;
    try {
      return await connectTo(address, target.port, options, signal);
    } catch (thrown) {
      fault = thrown instanceof EgressError ? thrown : new EgressError('failed', 'connection failed');
    }
  }
  throw fault;
}

/** Clients differ in what they normalise; 0x7f.1 must be judged as 127.0.0.1 whoever sends it. */
function normalHost(written: string): string {
  const bare = canonicalHost(written);
  if (isIP(bare) !== 0) return bare;
  const url = `http://${bare.includes(':') ? `[${bare}]` : bare}/`;
  const host = canParseUrl(url) ? new URL(url) : null;
  if (host === null || host.pathname !== '/' || host.username !== '' || host.port !== '' || host.search !== '') {
    throw new EgressError('refused', 'malformed host');
  }
  return canonicalHost(host.hostname);
}

function judged(check: () => void): void {
  try {
    check();
  } catch (thrown) {
    if (!(thrown instanceof AppError)) throw thrown;
    throw new EgressError('refused', /\(rule: (.*)\)/u.exec(thrown.message)?.[1] ?? thrown.code, thrown);
  }
}

async function resolved(resolver: Resolver, host: string, signal: AbortSignal): Promise<readonly string[]> {
  try {
    return await resolver.resolve(host, signal);
  } catch (thrown) {
    if (!(thrown instanceof ResolveError)) throw new EgressError('failed', 'given up');
    const words = { not_found: 'host not found', failed: 'name lookup failed', timeout: 'name lookup timed out' };
    throw new EgressError('failed', words[thrown.reason]);
  }
}

async function connectTo(address: string, port: number, options: DialOptions, signal: AbortSignal): Promise<Socket> {
  const { upstream, connectTimeoutMs } = options;
  // What is not public was opened by the operator and lies on this side of any proxy on the way out.
  if (upstream === null || !judgeAddress(address).public) return open(address, port, connectTimeoutMs, signal);
  const via = await open(upstream.host, upstream.port, connectTimeoutMs, signal);
  try {
    return await tunnelThrough(via, upstream, address, port, connectTimeoutMs, signal);
  } catch (thrown) {
    via.destroy();
    throw new EgressError('failed', thrown instanceof Error ? thrown.message : 'upstream proxy failed');
  }
}

function open(host: string, port: number, timeoutMs: number, signal: AbortSignal): Promise<Socket> {
  return new Promise((resolve, reject) => {
    const socket = connect({ host, port, noDelay: true });
    const finish = (fault: EgressError | null) => {
      clearTimeout(timer);
      signal.removeEventListener('abort', giveUp);
      socket.removeListener('error', onError);
      if (fault === null) return resolve(socket);
      // A late error after destroy() must not become an unhandled event.
      socket.on('error', () => {});
      socket.destroy();
      reject(fault);
    };
    const giveUp = () => finish(new EgressError('failed', 'given up'));
    const onError = (error: NodeJS.ErrnoException) => finish(new EgressError('failed', connectFault(error.code)));
    const timer = setTimeout(() => finish(new EgressError('failed', 'connect timed out')), timeoutMs);
    socket.once('error', onError);
    socket.once('connect', () => finish(null));
    signal.addEventListener('abort', giveUp, { once: true });
  });
}

function connectFault(code: string | undefined): string {
  const words: Record<string, string> = {
    ECONNREFUSED: 'connection refused',
    ECONNRESET: 'connection reset',
    ETIMEDOUT: 'connect timed out',
    EHOSTUNREACH: 'host unreachable',
    ENETUNREACH: 'network unreachable',
  };
  return words[code ?? ''] ?? 'connection failed';
}
