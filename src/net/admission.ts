import type { AppError } from '../base/errors.ts';
import { canParseUrl } from '../base/url.ts';
import type { EgressProxy } from './egress-proxy.ts';
import { canonicalHost, type Gate, portOf } from './gate.ts';
import type { Pace } from './pace.ts';
import type { Resolver } from './resolve.ts';

/** Lets someone else's request (a browser's) start at an address as the fetcher would start there itself. */
export interface Admission {
  /**
   * Judges the address and every address of its name, and waits for the site's turn.
   * @throws AppError of the gate, `rate_limited`; ResolveError; the signal's reason.
   */
  enter(url: string, limits: { readonly signal: AbortSignal; readonly maxWaitMs: number }): Promise<void>;
  /** The gate's own error when the egress proxy refused a connection to this address since then. */
  refusal(url: string, since: number): AppError | null;
}

export function createAdmission(parts: {
  readonly gate: Gate;
  readonly resolver: Resolver;
  readonly pace: Pace;
  readonly proxy: Pick<EgressProxy, 'explain'>;
}): Admission {
  const { gate, resolver, pace, proxy } = parts;
  return {
    async enter(url, { signal, maxWaitMs }) {
      const parsed = gate.checkUrl(url);
      const [host, port] = [canonicalHost(parsed.hostname), portOf(parsed)];
      gate.checkAddresses(host, port, await resolver.resolve(host, signal));
      await pace.enter(host, port, { signal, maxWaitMs });
    },
    refusal(url, since) {
      const parsed = canParseUrl(url) ? new URL(url) : null;
      if (parsed === null || parsed.hostname === '') return null;
      return proxy.explain(canonicalHost(parsed.hostname), portOf(parsed), 'page', since)?.refusal ?? null;
    },
  };
}
