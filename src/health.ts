import type { Config } from './config/fields.ts';
import type { EgressProxy } from './net/egress-proxy.ts';
import type { Fetcher } from './net/fetch.ts';
import type { Reader } from './read/read.ts';
import type { CallLimits } from './toolkit/limits.ts';
import type { Health, HealthPart, HealthReader } from './toolkit/services.ts';

export interface HealthInput {
  readonly config: Config;
  readonly version: string;
  readonly reader: Pick<Reader, 'counters'>;
  readonly limits: CallLimits;
  readonly proxy: Pick<EgressProxy, 'counters'>;
  readonly fetcher: Pick<Fetcher, 'client'>;
}

/** What `status` tells: asked for anew each time, counts and states only. */
export function createHealth(input: HealthInput): HealthReader {
  const startedAt = performance.now();
  return {
    async health(): Promise<Health> {
      const egress = input.proxy.counters();
      return {
        version: input.version,
        uptimeS: Math.round((performance.now() - startedAt) / 1000),
        parts: [clientPart(input.fetcher.client), sightPart(), cachePart(input.config), egressPart(input.config)],
        counters: {
          ...input.reader.counters(),
          calls_running: input.limits.running,
          calls_waiting: input.limits.waiting,
          egress_connections: egress.connections,
          egress_refused: egress.refused,
          egress_failed: egress.failed,
        },
        limits: limitsOf(input.config),
      };
    },
  };
}

function clientPart(client: Fetcher['client']): HealthPart {
  const name = 'http client';
  if (client === null) return { name, state: 'ok', detail: 'not used yet', mend: '' };
  if (client === 'wreq') return { name, state: 'ok', detail: 'browser-like', mend: '' };
  const detail = 'the browser-like client does not load on this machine; sites may refuse the plain one';
  return { name, state: 'degraded', detail, mend: 'npm rebuild wreq-js' };
}

/** Reading is decided from markup and style sheets until a browser is driven; `seen` of each answer says so. */
function sightPart(): HealthPart {
  const detail = 'pages are read without a browser; what a person sees is decided from markup and style sheets';
  return { name: 'browser', state: 'off', detail, mend: '' };
}

function cachePart({ cacheMb }: Config): HealthPart {
  const name = 'cache';
  if (cacheMb === 0) return { name, state: 'off', detail: 'PLAINSIGHT_CACHE_MB is 0', mend: '' };
  return { name, state: 'ok', detail: `in memory, up to ${cacheMb} MiB`, mend: '' };
}

function egressPart({ proxy, allowPrivate }: Config): HealthPart {
  const way = proxy === '' ? 'direct' : 'through the upstream proxy';
  const opened =
    allowPrivate.length === 0 ? 'no private target is open' : `${allowPrivate.length} private targets open`;
  return { name: 'egress', state: 'ok', detail: `${way}; ${opened}`, mend: '' };
}

function limitsOf(config: Config): Health['limits'] {
  return {
    max_tokens: config.maxTokens,
    timeout_s: config.timeoutS,
    calls_at_once: config.maxInflight,
    host_delay_ms: config.hostDelayMs,
    domains_allowed: config.allowDomains.length === 0 ? 'all' : config.allowDomains.length,
    domains_denied: config.denyDomains.length,
  };
}
