import { randomUUID } from 'node:crypto';
import type { Health } from '../toolkit/services.ts';
import type { Tool } from '../toolkit/tool.ts';
import { clientSettings } from './clients.ts';
import type { Feed } from './feed.ts';
import type { Handler } from './listen.ts';
import { pageResponse } from './page/page.ts';
import { type PageState, plainPage } from './page/plain.ts';
import { type XrayOf, xrayResponse } from './xray-response.ts';

export interface RouteOptions {
  readonly mcp: Handler;
  readonly feed: Feed;
  readonly tools: readonly Tool[];
  readonly health: () => Promise<Health>;
  /** Counts of the transports and the runner, shown beside those of the feed; counts only, they are public. */
  readonly counts: () => Readonly<Record<string, number>>;
  /** The address of the server once it listens, without a path. */
  readonly url: () => string;
  readonly token: boolean;
  /** Looks at a page again and makes its X-ray. */
  readonly xray?: XrayOf;
  /** What starts this Plainsight, for the settings of clients that start a command. */
  readonly program?: readonly string[];
}

export interface Routes {
  readonly open: Readonly<Record<string, Handler>>;
  readonly guarded: Readonly<Record<string, Handler>>;
  readonly signIn: Readonly<Record<string, Handler>>;
}

/** Everything that answers over HTTP: MCP, the health check, and the page with what it shows. */
export function createRoutes(options: RouteOptions): Routes {
  const startedAt = performance.now();
  const session = randomUUID();
  const counts = () => {
    const { finished, failed } = options.feed.counts;
    return { calls_finished: finished, calls_failed: failed, ...options.counts() };
  };
  const now = async () => state(options, await options.health(), counts());
  const page = onlyGet(async () => pageResponse(plainPage(await now(), options.feed.since(0).entries)));
  const uptimeS = () => Math.floor((performance.now() - startedAt) / 1_000);
  return {
    open: {
      '/health': onlyGet(async () => json({ status: 'ok', uptime_s: uptimeS(), ...counts() })),
      // A tab that a person opens cannot send the token; the id of a call is as hard to guess, and only told with it.
      '/xray': onlyGet((request) => xrayResponse(request, options)),
    },
    // Without the token the page holds no data: it is the place to give it.
    signIn: { '/': onlyGet(async () => pageResponse()) },
    guarded: {
      '/': page,
      '/mcp': options.mcp,
      '/api/state': onlyGet(async () => json(await now())),
      '/api/reads': onlyGet(async (request) => {
        const after = Number(new URL(request.url).searchParams.get('after') ?? 0);
        return json({ session, ...options.feed.since(Number.isFinite(after) ? after : 0) });
      }),
    },
  };
}

function state(options: RouteOptions, health: Health, counts: Readonly<Record<string, number>>): PageState {
  const url = `${options.url()}/mcp`;
  const program = options.program === undefined ? {} : { program: options.program };
  return {
    version: health.version,
    state: health.parts.some((part) => part.state === 'degraded') ? 'degraded' : 'ok',
    uptime_s: health.uptimeS,
    mcp_url: url,
    token: options.token,
    tools: options.tools.map((tool) => ({ name: tool.name, title: tool.title })),
    parts: health.parts,
    counts,
    clients: {
      http: clientSettings({ url, token: options.token, ...program }),
      stdio: clientSettings({ url: null, token: false, ...program }),
    },
  };
}

function onlyGet(handler: Handler): Handler {
  return async (request) => {
    if (request.method === 'GET' || request.method === 'HEAD') return handler(request);
    return new Response(null, { status: 405, headers: { allow: 'GET, HEAD' } });
  };
}

function json(value: unknown): Response {
  return Response.json(value, { headers: { 'cache-control': 'no-store', 'x-content-type-options': 'nosniff' } });
}
