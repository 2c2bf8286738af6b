import { randomUUID } from 'node:crypto';
import {
  isInitializeRequest,
  legacyStatelessFallback,
  type McpServerFactory,
  WebStandardStreamableHTTPServerTransport,
} from '@modelcontextprotocol/server';
import type { Log } from '../base/log.ts';
import type { Clock } from '../base/time.ts';
import { RPC, rpcError } from './http-errors.ts';

export interface SessionOptions {
  readonly factory: McpServerFactory;
  readonly log: Log;
  readonly clock: Clock;
  readonly maxSessions: number;
  readonly idleMs: number;
}

interface Session {
  readonly transport: WebStandardStreamableHTTPServerTransport;
  close(): Promise<void>;
  /** Exchanges that are open; an open one keeps the session alive. */
  open: number;
  usedAt: number;
}

const SESSION_NOT_FOUND = -32_001;
/** Ids that were ended by their client and are therefore refused; the oldest are forgotten. */
const MAX_ENDED = 1_000;
const SESSION_HEADER = 'mcp-session-id';

/**
 * Serves clients of the revisions up to 2025-11-25. `initialize` opens a session, so that a tool can ask its client
 * back. A session is a comfort and nothing else: what comes with an id that is not known (the server was restarted,
 * the session was idle too long) is served without one, because most clients do not recover from a refusal. Only an
 * id that its own client has ended is refused, as the specification wants.
 */
export class LegacySessions {
  readonly #options: SessionOptions;
  readonly #sessions = new Map<string, Session>();
  readonly #stateless: (request: Request, options: { parsedBody?: unknown }) => Promise<Response>;
  readonly #ended = new Set<string>();
  /** Calls served without a session, by the id the client believes in and the id of the request. */
  readonly #strays = new Map<string, AbortController>();

  constructor(options: SessionOptions) {
    this.#options = options;
    const report = (error: Error) => options.log.debug('mcp http', { error: error.name }, { message: error.message });
    this.#stateless = legacyStatelessFallback(options.factory, report);
  }

  get size(): number {
    return this.#sessions.size;
  }

  async handle(request: Request, body: unknown): Promise<Response> {
    const messages = Array.isArray(body) ? body : [body];
    if (messages.some((message) => isInitializeRequest(message))) return this.#initialize(request, body);
    const id = request.headers.get(SESSION_HEADER);
    const session = id === null ? undefined : this.#sessions.get(id);
    if (session) return this.#serve(session, request, body);
    if (request.method === 'DELETE') return new Response(null, { status: 200 });
    if (id !== null && this.#ended.has(id))
      return rpcError(404, SESSION_NOT_FOUND, 'This session was ended: initialize again.');
    if (request.method === 'GET') {
      return rpcError(405, RPC.server, 'There is no stream to open: send requests with POST.', { allow: 'POST' });
    }
    return this.#serveStray(id, request, body);
  }

  async close(): Promise<void> {
    for (const stray of this.#strays.values()) stray.abort();
    const sessions = [...this.#sessions.values()];
    this.#sessions.clear();
    await Promise.allSettled(sessions.map((session) => session.close()));
  }

  async #initialize(request: Request, body: unknown): Promise<Response> {
    this.#makeRoom();
    const transport = new WebStandardStreamableHTTPServerTransport({
      sessionIdGenerator: randomUUID,
      onsessioninitialized: (id) => {
        this.#sessions.set(id, session);
      },
      onsessionclosed: (id) => {
        this.#sessions.delete(id);
        this.#remember(id);
      },
    });
    const server = await this.#options.factory({ era: 'legacy', requestInfo: request });
    const session: Session = { transport, close: () => server.close(), open: 0, usedAt: this.#options.clock.now() };
    await server.connect(transport);
    // An id from an earlier life is no reason to refuse a new beginning.
    const headers = new Headers(request.headers);
    headers.delete(SESSION_HEADER);
    return this.#serve(session, new Request(request.url, { method: 'POST', headers, signal: request.signal }), body);
  }

  async #serve(session: Session, request: Request, body: unknown): Promise<Response> {
    session.open++;
    session.usedAt = this.#options.clock.now();
    let done = false;
    const end = () => {
      if (done) return;
      done = true;
      session.open--;
      session.usedAt = this.#options.clock.now();
    };
    // The client went away: nobody can receive the answer any more, so the work behind it stops.
    const cancel = () => {
      end();
      for (const requestId of requestIds(body)) {
        const params = { requestId, reason: 'the stream was closed' };
        session.transport.onmessage?.({ jsonrpc: '2.0', method: 'notifications/cancelled', params });
      }
    };
    request.signal.addEventListener('abort', cancel, { once: true });
    const response = await session.transport.handleRequest(request, body === undefined ? {} : { parsedBody: body });
    if (!response.body) end();
    return response.body ? new Response(onEnd(response.body, end), response) : response;
  }

  async #serveStray(id: string | null, request: Request, body: unknown): Promise<Response> {
    for (const cancelled of cancelledIds(body)) this.#strays.get(`${id} ${cancelled}`)?.abort();
    const controller = new AbortController();
    const keys = id === null ? [] : requestIds(body).map((requestId) => `${id} ${JSON.stringify(requestId)}`);
    for (const key of keys) this.#strays.set(key, controller);
    const forget = () => {
      for (const key of keys) this.#strays.delete(key);
    };
    const headers = new Headers(request.headers);
    headers.delete(SESSION_HEADER);
    const signal = AbortSignal.any([request.signal, controller.signal]);
    const plain = new Request(request.url, { method: request.method, headers, signal });
    const response = await this.#stateless(plain, body === undefined ? {} : { parsedBody: body });
    if (!response.body) forget();
    return response.body ? new Response(onEnd(response.body, forget), response) : response;
  }

  #remember(ended: string): void {
    this.#ended.add(ended);
    const [oldest] = this.#ended;
    if (this.#ended.size > MAX_ENDED && oldest !== undefined) this.#ended.delete(oldest);
  }

  /** Drops sessions that were idle too long and, when there are too many, the one idle for longest. */
  #makeRoom(): void {
    const idle = [...this.#sessions].filter(([, session]) => session.open === 0);
    idle.sort(([, first], [, second]) => first.usedAt - second.usedAt);
    const now = this.#options.clock.now();
    for (const [id, session] of idle) {
      const full = this.#sessions.size >= this.#options.maxSessions;
      if (!full && now - session.usedAt < this.#options.idleMs) return;
      this.#sessions.delete(id);
      session.close().catch(() => {});
    }
  }
}

function requestIds(body: unknown): unknown[] {
  return messagesOf(body).flatMap((message) => ('method' in message && 'id' in message ? [message.id] : []));
}

function cancelledIds(body: unknown): string[] {
  return messagesOf(body).flatMap((message) => {
    if (!('method' in message) || message.method !== 'notifications/cancelled' || !('params' in message)) return [];
    const params: unknown = message.params;
    return typeof params === 'object' && params !== null && 'requestId' in params
      ? [JSON.stringify(params.requestId)]
      : [];
  });
}

function messagesOf(body: unknown): object[] {
  return (Array.isArray(body) ? body : [body]).filter((message) => typeof message === 'object' && message !== null);
}

/** The same bytes; `ended` is called once when they are all read, or when nobody wants them any more. */
export function onEnd(body: ReadableStream<Uint8Array>, ended: () => void): ReadableStream<Uint8Array> {
  const reader = body.getReader();
  return new ReadableStream({
    pull: async (controller) => {
      try {
        const { done, value } = await reader.read();
        if (!done) return controller.enqueue(value);
        ended();
        controller.close();
      } catch (error) {
        ended();
        controller.error(error);
      }
    },
    cancel: async (reason) => {
      ended();
      await reader.cancel(reason).catch(() => {});
    },
  });
}
