import { silentLog } from '../../src/base/log.ts';
import { EventBus } from '../../src/events.ts';
import { createMcpEndpoint, type McpEndpoint, type McpEndpointOptions } from '../../src/mcp/http.ts';
import { createMcpServerFactory } from '../../src/mcp/server.ts';
import { Feed } from '../../src/serve/feed.ts';
import { type HttpServer, listen } from '../../src/serve/listen.ts';
import { createRoutes } from '../../src/serve/routes.ts';
import { CallLimits } from '../../src/toolkit/limits.ts';
import { createTools } from '../../src/tools/all.ts';
import { HEALTH, ScriptedReader, scriptedServices } from './scripted-reader.ts';

export interface TestServer {
  readonly url: string;
  readonly mcp: string;
  readonly reader: ScriptedReader;
  readonly endpoint: McpEndpoint;
  readonly http: HttpServer;
  close(): Promise<void>;
}

export interface TestServerOptions {
  readonly host?: string;
  readonly port?: number;
  readonly token?: string;
  readonly allowedHosts?: readonly string[];
  readonly endpoint?: Partial<McpEndpointOptions>;
}

/** The whole HTTP side, real but for the reader behind it, on a free port of loopback. */
export async function startTestServer(options: TestServerOptions = {}): Promise<TestServer> {
  const events = new EventBus();
  const reader = new ScriptedReader();
  const tools = createTools();
  const limits = new CallLimits();
  const run = { services: scriptedServices(reader), events, log: silentLog, limits, caller: 'mcp-http' };
  const factory = createMcpServerFactory({ tools, run, version: '0.0.0-test' });
  const endpoint = createMcpEndpoint({ factory, log: silentLog, ...options.endpoint });
  const token = options.token ?? null;
  let url = '';
  const routes = createRoutes({
    mcp: endpoint.fetch,
    feed: new Feed(events),
    tools,
    health: async () => HEALTH,
    counts: () => ({ calls_running: limits.running, sessions: endpoint.sessions }),
    url: () => url,
    token: token !== null,
  });
  const { host = '127.0.0.1', port = 0, allowedHosts = [] } = options;
  const http = await listen({ host, port, token, allowedHosts, log: silentLog, ...routes });
  url = http.url;
  return {
    url,
    mcp: `${url}/mcp`,
    reader,
    endpoint,
    http,
    close: async () => {
      await Promise.all([http.close(), endpoint.close(500)]);
    },
  };
}
