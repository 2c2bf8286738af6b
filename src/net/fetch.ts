import { AppError } from '../base/errors.ts';
import { type Clock, Deadline, systemClock } from '../base/time.ts';
import { canParseUrl } from '../base/url.ts';
import { Chain } from './chain.ts';
import type { HttpClient } from './client.ts';
import type { EgressProxy } from './egress-proxy.ts';
import { DEFAULT_FETCH_LIMITS, type FetchLimits, type FetchRequest } from './fetch-request.ts';
import type { Gate } from './gate.ts';
import { loadClient, loadPlainClient } from './load-client.ts';
import type { FetchOutcome } from './outcome.ts';
import type { Pace } from './pace.ts';
import type { Resolver } from './resolve.ts';
import { TargetUses } from './target-uses.ts';

export interface FetcherOptions {
  readonly proxy: EgressProxy;
  readonly gate: Gate;
  readonly resolver: Resolver;
  readonly pace: Pace;
  readonly limits?: Partial<FetchLimits>;
  readonly clock?: Clock;
  /** Replaces the choice of client; for tests and for `status`. */
  readonly loadClient?: (proxy: EgressProxy) => Promise<HttpClient>;
}

export interface Fetcher {
  /**
   * Fetches one address through gate, pace and egress proxy. Rejects with AppError for what the gate refuses
   * (at whatever hop), rate_limited, invalid_argument and cancelled; everything the network does is an outcome.
   */
  fetch(url: string | URL, request: FetchRequest): Promise<FetchOutcome>;
  /** The client in use; null before the first fetch. */
  readonly client: HttpClient['name'] | null;
  close(): Promise<void>;
}

export function createFetcher(options: FetcherOptions): Fetcher {
  const limits = { ...DEFAULT_FETCH_LIMITS, ...options.limits };
  let main: Promise<HttpClient> | null = null;
  let plain: Promise<HttpClient> | null = null;
  let name: HttpClient['name'] | null = null;
  const uses = new TargetUses();
  const clients = {
    async main() {
      main ??= (options.loadClient ?? loadClient)(options.proxy);
      const client = await main;
      name = client.name;
      return client;
    },
    plain: () => (plain ??= loadPlainClient(options.proxy)),
  };
  return {
    get client() {
      return name;
    },
    async fetch(url, request) {
      const first = request.trust === 'operator' ? operatorUrl(url) : checkFirst(options.gate, url);
      const timeoutMs = request.timeoutMs ?? limits.timeoutMs;
      using deadline = new Deadline(timeoutMs, request.signal);
      const chain = new Chain(
        { ...options, limits, clock: options.clock ?? systemClock, clients, request, deadline, uses },
        first,
      );
      return await chain.run();
    },
    async close() {
      for (const client of await Promise.allSettled([main, plain])) {
        if (client.status === 'fulfilled') await client.value?.close();
      }
    },
  };
}

function checkFirst(gate: Gate, url: string | URL): URL {
  return typeof url === 'string' ? gate.checkUrl(url) : gate.checkParsedUrl(new URL(url));
}

/** Targets that the operator configured may carry a private host, never another scheme. */
function operatorUrl(url: string | URL): URL {
  const parsed = typeof url === 'string' ? (canParseUrl(url) ? new URL(url) : null) : new URL(url);
  if (parsed === null || (parsed.protocol !== 'http:' && parsed.protocol !== 'https:')) {
    throw new AppError('invalid_argument', 'A configured address must be an http:// or https:// URL.');
  }
  return parsed;
}
