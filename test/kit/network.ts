import { type Admission, createAdmission } from '../../src/net/admission.ts';
import { createEgressProxy, type EgressProxy } from '../../src/net/egress-proxy.ts';
import { createFetcher, type Fetcher, type FetcherOptions } from '../../src/net/fetch.ts';
import { createGate, type Gate, type GateOptions } from '../../src/net/gate.ts';
import { createPace, type PaceOptions } from '../../src/net/pace.ts';
import { createResolver, type Lookup, type Resolver } from '../../src/net/resolve.ts';

export interface TestNetwork extends AsyncDisposable {
  readonly gate: Gate;
  readonly resolver: Resolver;
  readonly proxy: EgressProxy;
  readonly fetcher: Fetcher;
  readonly admission: Admission;
  readonly refusals: ReadonlyArray<{ readonly host: string; readonly rule: string }>;
}

export interface TestNetworkOptions extends GateOptions {
  readonly lookup?: Lookup;
  readonly cacheMs?: number;
  readonly pace?: PaceOptions;
  readonly upstream?: string;
  readonly limits?: FetcherOptions['limits'];
  readonly loadClient?: FetcherOptions['loadClient'];
}

/** The real gate, proxy and fetcher, put together as the application does, with a test's resolver. */
export function startNetwork(options: TestNetworkOptions = {}): TestNetwork {
  const refusals: Array<{ host: string; rule: string }> = [];
  const gate = createGate(options);
  const resolver = createResolver({
    ...(options.lookup === undefined ? {} : { lookup: options.lookup }),
    ...(options.cacheMs === undefined ? {} : { cacheMs: options.cacheMs }),
  });
  const proxy = createEgressProxy({
    gate,
    resolver,
    upstream: options.upstream ?? null,
    onRefused: (refusal) => refusals.push(refusal),
  });
  const pace = createPace(options.pace ?? { hostDelayMs: 0 });
  const fetcher = createFetcher({
    gate,
    resolver,
    proxy,
    pace,
    ...(options.limits === undefined ? {} : { limits: options.limits }),
    ...(options.loadClient === undefined ? {} : { loadClient: options.loadClient }),
  });
  return {
    gate,
    resolver,
    proxy,
    fetcher,
    admission: createAdmission({ gate, resolver, pace, proxy }),
    refusals,
    async [Symbol.asyncDispose]() {
      await fetcher.close();
      await proxy.close();
    },
  };
}
