import type { Config } from './config/fields.ts';
import type { EgressProxy } from './net/egress-proxy.ts';
import type { Fetcher } from './net/fetch.ts';
import type { Browsing, BrowsingState } from './read/browsing.ts';
import type { Reader } from './read/read.ts';
import type { Searching } from './search/searching.ts';
import type { CallLimits } from './toolkit/limits.ts';
import type { Health, HealthPart, HealthReader } from './toolkit/services.ts';

export interface HealthInput {
  readonly config: Config;
  readonly version: string;
  readonly reader: Pick<Reader, 'counters'>;
  readonly limits: CallLimits;
  readonly browsing: Pick<Browsing, 'state'>;
  readonly searching: Pick<Searching, 'resting' | 'faults' | 'counters'>;
  readonly proxy: Pick<EgressProxy, 'counters'>;
  readonly fetcher: Pick<Fetcher, 'client'>;
}

/** What `status` tells: asked for anew each time, counts and states only. */
export function createHealth(input: HealthInput): HealthReader {
  const startedAt = performance.now();
  return {
    async health(): Promise<Health> {
      const egress = input.proxy.counters();
      const browser = await input.browsing.state();
      return {
        version: input.version,
        uptimeS: Math.round((performance.now() - startedAt) / 1000),
        parts: [
          clientPart(input.fetcher.client),
          browserPart(browser),
          await searchPart(input.config, input.searching),
          archivePart(input.config),
          cachePart(input.config),
          evidencePart(input.config, input.reader.counters()),
          egressPart(input.config),
        ],
        counters: {
          ...input.reader.counters(),
          ...input.searching.counters,
          calls_running: input.limits.running,
          calls_waiting: input.limits.waiting,
          ...browserCounters(browser),
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

/** Found is enough: a browser starts with the first page that needs one. */
function browserPart({ isEndpoint, isRoot, found, pools, problem }: BrowsingState): HealthPart {
  const name = 'browser';
  const sandbox = isRoot && !isEndpoint ? '; without its sandbox, as this is root' : '';
  const running = pools.filter((pool) => pool.running);
  const said = [...new Set(running.flatMap(({ disclosures }) => disclosures))].map((each) => `; ${each}`).join('');
  if (running.length > 0) {
    const each = running.map(({ kind, version, open }) => `${kind} ${version}, ${open} pages open`);
    return { name, state: 'ok', detail: `running: ${each.join('; ')}${said}${sandbox}`, mend: '' };
  }
  if (isEndpoint) return { name, state: 'ok', detail: 'the endpoint of PLAINSIGHT_CDP_URL, not connected', mend: '' };
  // Reading prefers the shell, which reads two to four times as many pages.
  const first = found.find(({ kind }) => kind === 'headless-shell') ?? found[0];
  if (first)
    return {
      name,
      state: 'ok',
      detail: `${first.kind}, starts when a page needs it (${first.path})${sandbox}`,
      mend: '',
    };
  if (problem !== '')
    return { name, state: 'degraded', detail: problem, mend: 'unset PLAINSIGHT_CHROME, or correct it' };
  const detail = 'none found; pages are read from markup and style sheets alone, and those with scripts in part';
  return { name, state: 'degraded', detail, mend: 'plainsight setup' };
}

async function searchPart(config: Config, searching: HealthInput['searching']): Promise<HealthPart> {
  const name = 'search';
  const faults = await searching.faults();
  if (faults.length > 0) {
    const mend = 'correct PLAINSIGHT_SEARCH_LAYERS or the file of search engines';
    return { name, state: 'degraded', detail: faults.join('; '), mend };
  }
  const resting = await searching.resting();
  const names = resting.slice(0, 5).map(({ engine, reason }) => `${engine} (${reason})`);
  const rest = resting.length === 0 ? 'no engine rests' : `${resting.length} resting: ${names.join(', ')}`;
  const first = config.searxngUrl === '' ? 'public engines' : 'your SearXNG, then public engines';
  return { name, state: 'ok', detail: `${first}; ${rest}`, mend: '' };
}

function browserCounters({ pools }: BrowsingState): Record<string, number> {
  const sum = (key: 'open' | 'waiting' | 'tabs' | 'starts' | 'crashes') =>
    pools.reduce((total, pool) => total + pool[key], 0);
  return {
    browser_pages_open: sum('open'),
    browser_pages_waiting: sum('waiting'),
    browser_pages: sum('tabs'),
    browser_starts: sum('starts'),
    browser_crashes: sum('crashes'),
  };
}

function archivePart({ archive }: Config): HealthPart {
  const name = 'archive';
  if (!archive) return { name, state: 'off', detail: 'PLAINSIGHT_ARCHIVE is off', mend: '' };
  const detail = 'the Internet Archive is asked for public pages that their site does not give';
  return { name, state: 'ok', detail, mend: '' };
}

function cachePart({ cacheMb }: Config): HealthPart {
  const name = 'cache';
  if (cacheMb === 0) return { name, state: 'off', detail: 'PLAINSIGHT_CACHE_MB is 0', mend: '' };
  return { name, state: 'ok', detail: `in memory, up to ${cacheMb} MiB`, mend: '' };
}

function evidencePart({ evidence, evidenceMb }: Config, counters: Readonly<Record<string, number>>): HealthPart {
  const name = 'evidence';
  if (evidence === '') return { name, state: 'off', detail: 'reads are not kept', mend: '' };
  const failed = counters.evidence_failed ?? 0;
  if (failed === 0) return { name, state: 'ok', detail: `reads are kept, up to ${evidenceMb} MiB`, mend: '' };
  const mend = 'free room in PLAINSIGHT_EVIDENCE, or raise PLAINSIGHT_EVIDENCE_MB';
  return { name, state: 'degraded', detail: `${failed} reads could not be kept`, mend };
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
