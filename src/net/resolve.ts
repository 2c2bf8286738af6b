import { lookup as systemLookup } from 'node:dns/promises';
import { isIP } from 'node:net';
import { LRUCache } from 'lru-cache';
import { SingleFlight } from '../base/queue.ts';

/** Every address of a name, in the order the resolver gives them. Rejects when the name has none. */
export type Lookup = (host: string) => Promise<readonly string[]>;

export interface ResolverOptions {
  /** Replaces the system's resolver; for tests. */
  readonly lookup?: Lookup;
  /** How long an answer is used again; short, because every connection is judged on these addresses anyway. */
  readonly cacheMs?: number;
  readonly maxEntries?: number;
  readonly timeoutMs?: number;
}

export interface Resolver {
  /** Addresses of a name (a literal is its own). Rejects with ResolveError, or with the signal's reason. */
  resolve(host: string, signal?: AbortSignal): Promise<readonly string[]>;
}

export class ResolveError extends Error {
  override readonly name = 'ResolveError';
  readonly reason: 'not_found' | 'failed' | 'timeout';

  constructor(reason: ResolveError['reason']) {
    super(`The name could not be resolved (${reason}).`);
    this.reason = reason;
  }
}

/** More addresses than this are no ordinary answer; a judge that reads only some of them would be fooled. */
const MAX_ADDRESSES = 64;

export function createResolver(options: ResolverOptions = {}): Resolver {
  const lookup = options.lookup ?? lookupAllFamilies;
  const timeoutMs = options.timeoutMs ?? 8000;
  const cache = new LRUCache<string, readonly string[]>({
    max: options.maxEntries ?? 1000,
    ttl: options.cacheMs ?? 10_000,
  });
  const flights = new SingleFlight<readonly string[]>();

  const ask = async (host: string) => {
    const addresses = await withTimeout(lookup(host), timeoutMs);
    if (addresses.length === 0) throw new ResolveError('not_found');
    if (addresses.length > MAX_ADDRESSES) throw new ResolveError('failed');
    cache.set(host, addresses);
    return addresses;
  };

  return {
    async resolve(host, signal) {
      signal?.throwIfAborted();
      if (isIP(host) !== 0) return [host];
      return cache.get(host) ?? (await flights.run(host, () => ask(host), signal));
    },
  };
}

async function lookupAllFamilies(host: string): Promise<readonly string[]> {
  const found = await systemLookup(host, { all: true, verbatim: true });
  return found.map(({ address }) => address);
}

async function withTimeout(answer: Promise<readonly string[]>, timeoutMs: number): Promise<readonly string[]> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => reject(new ResolveError('timeout')), timeoutMs);
  });
  try {
    return await Promise.race([answer, late]);
  } catch (fault) {
    if (fault instanceof ResolveError) throw fault;
    const code = fault instanceof Error && 'code' in fault ? fault.code : '';
    throw new ResolveError(code === 'ENOTFOUND' || code === 'ENODATA' ? 'not_found' : 'failed');
  } finally {
    clearTimeout(timer);
  }
}
