import { homedir } from 'node:os';
import { join } from 'node:path';
import type { Writable } from 'node:stream';
import { AppError } from './base/errors.ts';
import { createLog, type Log, type LogLevel } from './base/log.ts';
import { SecretMasker } from './base/secrets.ts';
import { systemClock } from './base/time.ts';
import type { App, Serving } from './cli/app-interface.ts';
import { ConfigError } from './config/faults.ts';
import { type Config, FIELDS } from './config/fields.ts';
import type { LoadedConfig } from './config/load.ts';
import type { Environment } from './config/paths.ts';
import { EventBus } from './events.ts';
import { createHealth } from './health.ts';
import { createAdmission } from './net/admission.ts';
import { createDownload } from './net/download.ts';
import { createEgressProxy } from './net/egress-proxy.ts';
import { createFetcher } from './net/fetch.ts';
import { createGate } from './net/gate.ts';
import { nativeClientLoads } from './net/load-client.ts';
import { createPace } from './net/pace.ts';
import { createJsonPost } from './net/post-json.ts';
import { createResolver } from './net/resolve.ts';
import { siteOf } from './net/site-of.ts';
import { createBlockMemory } from './read/block-memory.ts';
import { type Browsing, createBrowsing } from './read/browsing.ts';
import { createEvidenceStore, type EvidenceStore } from './read/kept/evidence-store.ts';
import { createPageCache } from './read/page-cache.ts';
import { PageFiles } from './read/page-file/page-files.ts';
import { Screenshots } from './read/picture/screenshots.ts';
import { createPagePool } from './read/pool.ts';
import { createReader, type Reader } from './read/read.ts';
import { createArchiveRung } from './read/rungs/archive.ts';
import { createHttpRung } from './read/rungs/http.ts';
import { createNativeRung } from './read/rungs/native.ts';
import { TableReader } from './read/tables/table-reader.ts';
import { Xrays } from './read/xray/xrays.ts';
import { createSearching, type Searching } from './search/searching.ts';
import { type ArtifactStore, createArtifactStore } from './stores/artifacts.ts';
import { EvidenceFolder } from './stores/evidence-folder.ts';
import { createLocalStore } from './stores/local-key-value.ts';
import { CallLimits, DEFAULT_CALL_LIMITS } from './toolkit/limits.ts';
import { type RunContext, runTool } from './toolkit/run.ts';
import { selectTools } from './toolkit/select.ts';
import type { Services } from './toolkit/services.ts';
import type { Tool } from './toolkit/tool.ts';
import { createTools, DEFAULT_TOOL_DEFAULTS, type ToolDefaults } from './tools/all.ts';

export interface AppInput {
  readonly loaded: LoadedConfig;
  readonly version: string;
  /** Program and first arguments that start this Plainsight again. */
  readonly program: readonly string[];
  readonly process: Pick<NodeJS.Process, 'stdin' | 'stderr' | 'ppid' | 'platform' | 'getuid'>;
  /** Where a browser is looked for, and what it starts with. */
  readonly env: Environment;
  /** Stdout, reserved for the protocol; null when this run does not speak it there. */
  readonly protocol: Writable | null;
}

/** What the operator's settings decide about calls that do not say; null stands for the defaults. */
export function toolDefaults(config: Config | null): ToolDefaults {
  if (config === null) return DEFAULT_TOOL_DEFAULTS;
  const { maxTokens, render, timeoutS } = config;
  return {
    readPage: { maxTokens, render, timeoutS },
    table: { maxTokens, render, timeoutS },
    research: { maxTokens, render },
    screenshot: { timeoutS },
  };
}

/**
 * The composition root: builds every part once, hands each what it needs, and ends them in reverse order. Nothing is
 * started here: the proxy, the workers and the port come with their first use.
 * @throws ConfigError when PLAINSIGHT_TOOLSETS names something that does not exist.
 */
export async function createApp(input: AppInput): Promise<App> {
  const { config } = input.loaded;
  const tools = selectedTools(config);
  const log = openLog(config, config.log, input.process.stderr);
  // A person at a terminal asked for the answer; log lines come on top of it only when they asked for those too.
  const quiet = input.loaded.sources.log === 'default' ? openLog(config, 'warn', input.process.stderr) : log;
  const events = new EventBus();
  const network = openNetwork(config, events, log);
  const browsing = openBrowsing(input, network, log);
  const sites = createLocalStore({ file: join(config.home, 'state', 'sites.json'), maxEntries: REMEMBERED_SITES });
  const pool = createPagePool();
  const reader = createReader({
    pool,
    gate: network.gate,
    fetcher: network.fetcher,
    rungs: [createHttpRung(network.fetcher), browsing.rung, ...(config.archive ? [createArchiveRung(network)] : [])],
    memory: createBlockMemory({ store: sites }),
    native: config.native ? createNativeRung(network.fetcher) : null,
    cache: createPageCache(systemClock, config.cacheMb * 1024 * 1024),
    evidence: openEvidence(config, input.version),
  });
  const searching = openSearching(config, network, browsing);
  const research = openResearch(config, network, reader, searching);
  const limits = new CallLimits({ running: config.maxInflight, waiting: DEFAULT_CALL_LIMITS.waiting });
  const artifacts = createArtifactStore({
    folder: join(config.home, 'artifacts'),
    maxBytes: config.artifactsMb * 1024 * 1024,
  });
  const screenshots = new Screenshots({ reader, browsing, artifacts });
  const pageFiles = new PageFiles({ reader, browsing, artifacts, pool });
  const tables = new TableReader({ reader, pool, artifacts });
  const xrays = new Xrays({ reader, browsing, artifacts, version: input.version });
  const health = createHealth({ config, version: input.version, reader, limits, browsing, searching, ...network });
  const services: Services = {
    pages: reader,
    quotes: reader,
    search: searching,
    research,
    tables,
    screenshots,
    pageFiles,
    health,
  };
  const shared = { services, events, log, limits };
  const ends: Array<() => Promise<void>> = [
    () => network.proxy.close(),
    () => network.fetcher.close(),
    reader.close,
    () => browsing.close(),
    () => searching.close(),
    () => sites.close(),
  ];

  const parts: Parts = { ...input, config, tools, log, events, limits, health, artifacts, xrays, run: shared };
  return {
    config,
    tools,
    services,
    local: reader,
    xrays,
    searching,
    templates: {
      tryTemplates: async (...asked) => {
        const { TemplateTrials } = await import('./read/try-templates.ts');
        return new TemplateTrials(reader).tryTemplates(...asked);
      },
    },
    download: createDownload(network.proxy),
    nativeClientLoads,
    runTool: (tool, rawArguments, options) =>
      runTool(tool, rawArguments, {
        ...shared,
        services: options.services ?? services,
        log: quiet,
        caller: 'cli',
        signal: options.signal,
        onProgress: options.onProgress,
      }),
    async serve() {
      const { serving, close } = await serveHttp(parts);
      ends.push(close);
      return serving;
    },
    stdio: (signal) => serveStdio(parts, signal),
    async close() {
      // Threads that are being ended do not keep the process alive: it would end before all parts have (code 13).
      const alive = setInterval(() => {}, KEEP_ALIVE_MS);
      for (const end of ends.splice(0).reverse()) await end().catch((error: unknown) => logEnd(log, error));
      clearInterval(alive);
    },
  };
}

/** As many sites as are remembered for having turned plain requests away. */
const REMEMBERED_SITES = 5_000;

/** Calls in flight get so long to end when the server does; serve/listen.ts waits as long. */
const CLOSE_GRACE_MS = 2_000;
const KEEP_ALIVE_MS = 1_000;

type Shared = Omit<RunContext, 'caller' | 'signal' | 'onProgress'>;

interface Parts extends AppInput {
  readonly config: Config;
  readonly tools: readonly Tool[];
  readonly log: Log;
  readonly events: EventBus;
  readonly limits: CallLimits;
  readonly health: Services['health'];
  readonly artifacts: ArtifactStore;
  readonly xrays: Xrays;
  readonly run: Shared;
}

function selectedTools(config: Config): readonly Tool[] {
  const { tools, faults } = selectTools(createTools(toolDefaults(config)), config.toolsets);
  if (faults.length === 0) return tools;
  const name = FIELDS.toolsets.name;
  throw new ConfigError(
    faults.map((fault) => ({ name, source: 'env', shown: config.toolsets.join(','), problem: fault, valid: 'web' })),
  );
}

function openLog(config: Config, level: LogLevel, stderr: NodeJS.WritableStream): Log {
  const masker = new SecretMasker();
  masker.add(config.authToken);
  masker.add(config.cdpUrl);
  const { braveApiKey, exaApiKey, tavilyApiKey, serperApiKey, kagiApiKey, embeddingsKey } = config;
  for (const key of [braveApiKey, exaApiKey, tavilyApiKey, serperApiKey, kagiApiKey, embeddingsKey]) masker.add(key);
  const write = (line: string) => void stderr.write(line);
  return createLog({ level, details: config.logDetails, masker, write });
}

function openNetwork(config: Config, events: EventBus, log: Log) {
  const gate = createGate(config);
  const resolver = createResolver();
  const proxy = createEgressProxy({
    gate,
    resolver,
    upstream: config.proxy === '' ? null : config.proxy,
    onRefused: ({ host, rule }) => {
      events.emit({ type: 'egress_refused', at: Date.now(), host, rule });
      log.warn('egress refused', { rule }, { host });
    },
  });
  const pace = createPace({ hostDelayMs: config.hostDelayMs });
  const fetcher = createFetcher({ gate, resolver, proxy, pace });
  return { gate, resolver, proxy, fetcher, admission: createAdmission({ gate, resolver, pace, proxy }) };
}

/** Everything a browser of ours asks for goes through the egress proxy, as anything a page can influence. */
function openBrowsing(input: AppInput, { proxy, admission }: ReturnType<typeof openNetwork>, log: Log): Browsing {
  const { config, sources } = input.loaded;
  const { platform } = input.process;
  return createBrowsing({
    find: { chrome: config.chrome, home: config.home, env: input.env, platform, userFolder: homedir() },
    cdpUrl: config.cdpUrl,
    maxPages: sources.maxPages === 'default' ? null : config.maxPages,
    proxy: () => proxy.login('page'),
    admission,
    isRoot: input.process.getuid?.() === 0,
    log,
  });
}

/** Pages of engines go the way of all pages; only what the operator configured may be private. */
function openSearching(config: Config, network: ReturnType<typeof openNetwork>, { rung }: Browsing): Searching {
  return createSearching({
    config,
    clock: systemClock,
    outlets: async () => {
      const [{ openNetOutlets }, { renderTree }] = await Promise.all([
        import('./search/net-outlets.ts'),
        import('./read/rendered-tree.ts'),
      ]);
      return openNetOutlets({ ...network, render: (url, call) => renderTree(rung, url, call) });
    },
  });
}

function openEvidence({ evidence, evidenceMb }: Config, version: string): EvidenceStore | null {
  if (evidence === '') return null;
  const folder = new EvidenceFolder({ folder: evidence, maxBytes: evidenceMb * 1024 * 1024 });
  return createEvidenceStore({ folder, software: `Plainsight/${version}` });
}

/** Put together by its first call. */
function openResearch(
  config: Config,
  { fetcher }: ReturnType<typeof openNetwork>,
  pages: Reader,
  search: Searching,
): Services['research'] {
  let research: Promise<Services['research']> | null = null;
  const open = async () => {
    const [{ createResearch }, { createSimilarity }, { loadKeyFile }] = await Promise.all([
      import('./research/research.ts'),
      import('./research/embeddings.ts'),
      import('./stores/key-file.ts'),
    ]);
    const { embeddingsUrl: url, embeddingsModel: model, embeddingsKey: key } = config;
    const similarity = url === '' ? null : createSimilarity({ url, model, key, post: createJsonPost(fetcher) });
    const loadKey = () => loadKeyFile(join(config.home, 'keys', 'follow.key'));
    return createResearch({ search, pages, siteOf, loadKey, similarity });
  };
  return {
    async research(request, call) {
      research ??= open();
      return (await research).research(request, call);
    },
  };
}

async function serveStdio(parts: Parts, signal: AbortSignal): Promise<void> {
  const { process, protocol: output, log, tools, run, version, artifacts } = parts;
  if (output === null) throw new Error('stdout was not reserved for the protocol');
  const [{ createMcpServerFactory }, { serveMcpStdio }] = await Promise.all([
    import('./mcp/server.ts'),
    import('./mcp/stdio.ts'),
  ]);
  const factory = createMcpServerFactory({ tools, run: { ...run, caller: 'mcp-stdio' }, version, artifacts });
  const session = serveMcpStdio({ factory, input: process.stdin, output, log, parentId: () => process.ppid });
  const end = () => void session.close();
  signal.addEventListener('abort', end, { once: true });
  await session.closed;
  signal.removeEventListener('abort', end);
}

async function serveHttp(parts: Parts): Promise<{ serving: Serving; close: () => Promise<void> }> {
  const { config, log, tools, run, version, events, health, limits, program, artifacts, xrays } = parts;
  const [{ createMcpServerFactory }, { createMcpEndpoint }, { Feed }, { createRoutes }, { listen }] = await Promise.all(
    [
      import('./mcp/server.ts'),
      import('./mcp/http.ts'),
      import('./serve/feed.ts'),
      import('./serve/routes.ts'),
      import('./serve/listen.ts'),
    ],
  );
  const factory = createMcpServerFactory({ tools, run: { ...run, caller: 'mcp-http' }, version, artifacts });
  const endpoint = createMcpEndpoint({ factory, log });
  let origin = '';
  const routes = createRoutes({
    mcp: (request) => endpoint.fetch(request),
    feed: new Feed(events),
    tools,
    health: () => health.health(),
    counts: () => ({ calls_running: limits.running, calls_waiting: limits.waiting, sessions: endpoint.sessions }),
    url: () => origin,
    token: config.authToken !== '',
    program,
    xray: async (url, signal) => {
      const leave = await limits.enter(signal);
      return xrays.take(url, config.timeoutS, { signal, progress: () => {} }).finally(leave);
    },
  });
  const token = config.authToken === '' ? null : config.authToken;
  const server = await listen({ ...config, token, log, ...routes });
  origin = server.url;
  return {
    serving: { origin },
    close: async () => {
      await Promise.all([endpoint.close(CLOSE_GRACE_MS), server.close()]);
    },
  };
}

function logEnd(log: Log, error: unknown): void {
  log.warn('a part did not end cleanly', { error: error instanceof AppError ? error.code : 'unknown' });
}
