import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import { hostname } from 'node:os';
import { AppError } from '../base/errors.ts';
import type { Log } from '../base/log.ts';
import { Guard, isLoopback } from './guard.ts';
import { answerWith } from './node-http.ts';

export type Handler = (request: Request) => Promise<Response>;

export interface ListenOptions {
  readonly host: string;
  /** 0 takes a free port. */
  readonly port: number;
  readonly token: string | null;
  /** Names of a reverse proxy and the like. The machine's own name counts when it is bound beyond loopback. */
  readonly allowedHosts?: readonly string[];
  readonly log: Log;
  /** Paths that answer without a token. */
  readonly open: Readonly<Record<string, Handler>>;
  /** Paths that need the token, when there is one. */
  readonly guarded: Readonly<Record<string, Handler>>;
  /** What a person sees in place of a guarded path without the token; answered as 401. */
  readonly signIn: Readonly<Record<string, Handler>>;
}

export interface HttpServer {
  readonly host: string;
  readonly port: number;
  /** `http://host:port`, with a host that a client on this machine can use. */
  readonly url: string;
  /** Stops listening, gives calls in flight up to 2 s, then cuts every connection. */
  close(): Promise<void>;
}

const CLOSE_GRACE_MS = 2_000;
const HEADERS_TIMEOUT_MS = 10_000;
const REQUEST_TIMEOUT_MS = 60_000;
const KEEP_ALIVE_MS = 10_000;
const MAX_CONNECTIONS = 2_048;

/** Opens the HTTP port, or says in an AppError why it cannot and what to do. */
export async function listen(options: ListenOptions): Promise<HttpServer> {
  if (options.token === null && !isLoopback(options.host)) {
    throw new AppError('invalid_argument', `Serving on ${options.host} is open to other machines and needs a token.`, {
      hint: 'Set PLAINSIGHT_AUTH_TOKEN to a long random text, or serve on 127.0.0.1.',
    });
  }
  const machine = isLoopback(options.host) ? [] : [hostname(), `${hostname()}.local`];
  const allowedHosts = [...machine, ...(options.allowedHosts ?? [])];
  const guard = new Guard({ host: options.host, allowedHosts, token: options.token });
  const server = createServer({ maxHeaderSize: 32 * 1024 }, (incoming, outgoing) => {
    serve(options, guard, incoming, outgoing).catch((error: unknown) => {
      options.log.error('http answer failed', {}, { message: String(error) });
      outgoing.destroy();
    });
  });
  server.headersTimeout = HEADERS_TIMEOUT_MS;
  server.requestTimeout = REQUEST_TIMEOUT_MS;
  server.keepAliveTimeout = KEEP_ALIVE_MS;
  server.maxConnections = MAX_CONNECTIONS;
  const sockets = new Set<Socket>();
  server.on('connection', (socket: Socket) => {
    sockets.add(socket);
    socket.once('close', () => sockets.delete(socket));
  });
  const port = await bind(server, options);
  return { host: options.host, port, url: urlOf(options.host, port), close: () => close(server, sockets) };
}

async function serve(
  options: ListenOptions,
  guard: Guard,
  incoming: IncomingMessage,
  outgoing: ServerResponse,
): Promise<void> {
  const { host, origin, authorization } = incoming.headers;
  const source = guard.checkSource({ host, origin, authorization });
  const path = (incoming.url ?? '/').split('?', 1)[0] ?? '/';
  const route = async (request: Request): Promise<Response> => {
    if (source) return refused(source.status, source.message);
    const open = Object.hasOwn(options.open, path) ? options.open[path] : undefined;
    if (open) return open(request);
    const refusal = guard.checkToken({ host, origin, authorization });
    const signIn = Object.hasOwn(options.signIn, path) ? options.signIn[path] : undefined;
    if (refusal && signIn) return unauthorized(await signIn(request));
    if (refusal) return refused(refusal.status, refusal.message);
    const guarded = Object.hasOwn(options.guarded, path) ? options.guarded[path] : undefined;
    return guarded ? guarded(request) : refused(404, 'There is nothing here. MCP is at /mcp.');
  };
  await answerWith(route, incoming, outgoing);
}

function unauthorized(page: Response): Response {
  return new Response(page.body, { status: 401, headers: page.headers });
}

/** In the form of a JSON-RPC error, because most who ask are MCP clients. */
function refused(status: number, message: string): Response {
  const headers = status === 401 ? { 'www-authenticate': 'Bearer realm="plainsight"' } : {};
  return Response.json({ jsonrpc: '2.0', id: null, error: { code: -32_000, message } }, { status, headers });
}

function bind(server: Server, { host, port }: ListenOptions): Promise<number> {
  return new Promise((resolve, reject) => {
    server.once('error', (error: NodeJS.ErrnoException) => reject(bindError(error, host, port)));
    server.listen(port, host, () => {
      // seam: a server that listens on a port has an address with one
      resolve((server.address() as AddressInfo).port);
    });
  });
}

function bindError(error: NodeJS.ErrnoException, host: string, port: number): AppError {
  const reasons: Readonly<Record<string, [string, string]>> = {
    EADDRINUSE: [
      `Port ${port} on ${host} is in use.`,
      `Another Plainsight may be running there already (http://${host}:${port}/health). Use it, or give another port: PLAINSIGHT_PORT or --port.`,
    ],
    EACCES: [`Port ${port} may not be opened by this user.`, 'Give a port above 1023: PLAINSIGHT_PORT or --port.'],
    EADDRNOTAVAIL: [`${host} is not an address of this machine.`, 'Set PLAINSIGHT_HOST to 127.0.0.1.'],
    ENOTFOUND: [`${host} is not a known host name.`, 'Set PLAINSIGHT_HOST to 127.0.0.1.'],
  };
  const [message, hint] = reasons[error.code ?? ''] ?? [
    `Cannot listen on ${host}:${port} (${error.code}).`,
    'Set another PLAINSIGHT_HOST or PLAINSIGHT_PORT.',
  ];
  return new AppError('invalid_argument', message, { hint, cause: error });
}

function urlOf(host: string, port: number): string {
  const reachable = host === '0.0.0.0' ? '127.0.0.1' : host === '::' ? '::1' : host;
  return `http://${reachable.includes(':') ? `[${reachable}]` : reachable}:${port}`;
}

function close(server: Server, sockets: ReadonlySet<Socket>): Promise<void> {
  return new Promise((resolve) => {
    const cut = setTimeout(() => {
      for (const socket of sockets) socket.destroy();
    }, CLOSE_GRACE_MS);
    server.close(() => {
      clearTimeout(cut);
      resolve();
    });
    server.closeIdleConnections();
  });
}
