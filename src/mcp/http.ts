import {
  createMcpHandler,
  isLegacyRequest,
  type McpServerFactory,
  type ServerNotifier,
} from '@modelcontextprotocol/server';
import type { Log } from '../base/log.ts';
import { type Clock, delay, systemClock } from '../base/time.ts';
import { BOTH_TYPES, fitResponse, readAccept } from './http-accept.ts';
import { readJsonBody } from './http-body.ts';
import { RPC, rpcError } from './http-errors.ts';
import { LegacySessions, onEnd } from './http-sessions.ts';
import { lenientMessage } from './lenient-message.ts';

export interface McpEndpointOptions {
  readonly factory: McpServerFactory;
  readonly log: Log;
  readonly clock?: Clock;
  readonly maxBodyBytes?: number;
  /** POST exchanges that may be open at once; the runner has a smaller cap of its own, with a queue. */
  readonly maxInFlight?: number;
  readonly maxSessions?: number;
  readonly sessionIdleMs?: number;
}

/** One MCP endpoint, from request to response, without a socket: `serve/` puts it behind one. */
export interface McpEndpoint {
  /** `request.signal` must abort when the client goes away; that cancels the call. Never rejects. */
  fetch(request: Request): Promise<Response>;
  /** Ends every session and exchange, those in flight after at most `graceMs`. */
  close(graceMs?: number): Promise<void>;
  /** Tells open 2026-07-28 subscriptions that a list has changed. */
  readonly notify: ServerNotifier;
  readonly inFlight: number;
  readonly sessions: number;
}

const DEFAULT_MAX_BODY_BYTES = 4 * 1024 * 1024;
const DEFAULT_MAX_IN_FLIGHT = 512;
const DEFAULT_MAX_SESSIONS = 256;
const DRAIN_CHECK_MS = 25;
const DEFAULT_SESSION_IDLE_MS = 30 * 60_000;

/**
 * Serves 2026-07-28 and the revisions up to 2025-11-25 at one address: each request says by its form which it is.
 * The SDK is strict about headers and sessions; what clients get wrong in practice is put right in front of it.
 */
export function createMcpEndpoint(options: McpEndpointOptions): McpEndpoint {
  const { factory, log } = options;
  const report = (error: Error) => log.debug('mcp http', { error: error.name }, { message: error.message });
  const modern = createMcpHandler(factory, { legacy: 'reject', onerror: report });
  const sessions = new LegacySessions({
    factory,
    log,
    clock: options.clock ?? systemClock,
    maxSessions: options.maxSessions ?? DEFAULT_MAX_SESSIONS,
    idleMs: options.sessionIdleMs ?? DEFAULT_SESSION_IDLE_MS,
  });
  const maxBodyBytes = options.maxBodyBytes ?? DEFAULT_MAX_BODY_BYTES;
  const maxInFlight = options.maxInFlight ?? DEFAULT_MAX_IN_FLIGHT;
  let inFlight = 0;

  const route = async (request: Request, body: unknown): Promise<Response> =>
    (await isLegacyRequest(request, body))
      ? sessions.handle(request, body)
      : modern.fetch(request, body === undefined ? {} : { parsedBody: body });

  const post = async (request: Request): Promise<Response> => {
    if (inFlight >= maxInFlight) {
      return rpcError(503, RPC.server, 'Too many requests are open; wait for an answer first.', { 'retry-after': '2' });
    }
    inFlight++;
    let counted = true;
    const end = () => {
      if (counted) inFlight--;
      counted = false;
    };
    request.signal.addEventListener('abort', end, { once: true });
    try {
      const body = await readJsonBody(request, maxBodyBytes);
      const response = body.ok ? await answer(request, body.value, route) : body.response;
      if (response.body) return new Response(onEnd(response.body, end), response);
      end();
      return response;
    } catch (error) {
      end();
      throw error;
    }
  };

  return {
    fetch: async (request) => {
      try {
        if (request.method === 'POST') return await post(request);
        if (request.method === 'GET' || request.method === 'DELETE') return await route(forward(request), undefined);
        return rpcError(405, RPC.server, 'Method not allowed.', { allow: 'POST, GET, DELETE' });
      } catch (error) {
        // Nobody is there to read it: the client left in the middle of its request.
        if (request.signal.aborted) return new Response(null, { status: 499 });
        log.error('mcp http failed', {}, { message: String(error) });
        return rpcError(500, -32_603, 'Internal error.');
      }
    },
    close: async (graceMs = 0) => {
      const until = performance.now() + graceMs;
      while (inFlight > 0 && performance.now() < until) await delay(DRAIN_CHECK_MS);
      await Promise.allSettled([modern.close(), sessions.close()]);
    },
    notify: modern.notify,
    get inFlight() {
      return inFlight;
    },
    get sessions() {
      return sessions.size;
    },
  };
}

async function answer(
  request: Request,
  body: unknown,
  route: (request: Request, body: unknown) => Promise<Response>,
): Promise<Response> {
  const accepted = readAccept(request.headers.get('accept'));
  if (!accepted.stream && isListen(body)) {
    return rpcError(406, RPC.server, 'A subscription is an event stream: accept text/event-stream.');
  }
  return fitResponse(await route(forward(request), lenientMessage(body)), accepted);
}

/** The request without its body, in the form that the SDK insists on. */
function forward(request: Request): Request {
  const headers = new Headers(request.headers);
  const accept = headers.get('accept');
  if (request.method === 'POST' || accept === null || accept === '*/*') headers.set('accept', BOTH_TYPES);
  headers.delete('content-length');
  return new Request(request.url, { method: request.method, headers, signal: request.signal });
}

function isListen(body: unknown): boolean {
  return typeof body === 'object' && body !== null && 'method' in body && body.method === 'subscriptions/listen';
}
