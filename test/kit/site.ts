import { once } from 'node:events';
import { createServer, type IncomingMessage, type RequestListener, type Server, type ServerResponse } from 'node:http';
import { createServer as createTcpServer, type Socket, type Server as TcpServer } from 'node:net';
import type { Lookup } from '../../src/net/resolve.ts';

/** Answers one request; what it throws becomes a 500 that names nothing. */
type Route = (request: IncomingMessage, response: ServerResponse) => unknown;

/** By path without query; `*` is for every other path. Given as text, a route is an HTML page. */
export type Routes = Readonly<Record<string, Route | string>>;

export interface TestSite extends AsyncDisposable {
  readonly port: number;
  /** `http://127.0.0.1:PORT` */
  readonly origin: string;
  /** `127.0.0.1:PORT`: what PLAINSIGHT_ALLOW_PRIVATE is given to open exactly this site. */
  readonly opening: string;
  /** Method and path of every request so far. */
  readonly requests: readonly string[];
  /** The address of a path under another name (`site.url('/x', 'pub.test')`). */
  url(path: string, host?: string): string;
  close(): Promise<void>;
}

/** A web site on loopback, at a port of its own. */
export async function startSite(routes: Routes): Promise<TestSite> {
  const requests: string[] = [];
  const listener: RequestListener = (request, response) => {
    requests.push(`${request.method} ${request.url}`);
    void answer(routes, request, response);
  };
  const server = createServer({ maxHeaderSize: 131_072 }, listener);
  const { port, close } = await listen(server);
  return {
    port,
    origin: `http://127.0.0.1:${port}`,
    opening: `127.0.0.1:${port}`,
    requests,
    url: (path, host = '127.0.0.1') => `http://${host}:${port}${path}`,
    close,
    [Symbol.asyncDispose]: close,
  };
}

async function answer(routes: Routes, request: IncomingMessage, response: ServerResponse): Promise<void> {
  const path = (request.url ?? '/').split('?')[0] ?? '/';
  const route = routes[path] ?? routes['*'];
  if (route === undefined) return void response.writeHead(404, { 'Content-Type': 'text/plain' }).end('not here');
  if (typeof route === 'string')
    return void response.writeHead(200, { 'Content-Type': 'text/html; charset=utf-8' }).end(route);
  try {
    await route(request, response);
  } catch {
    response.destroy();
  }
}

export interface RawSite extends AsyncDisposable {
  readonly port: number;
  readonly opening: string;
  url(path: string, host?: string): string;
  close(): Promise<void>;
}

/** A server that writes whatever bytes a test wants, once the head of a request has come. */
export async function startRawSite(respond: (socket: Socket, head: string) => void): Promise<RawSite> {
  const server = createTcpServer((socket) => {
    let head = '';
    socket.on('error', () => {});
    socket.on('data', (chunk) => {
      head += chunk.toString('latin1');
      if (!head.includes('\r\n\r\n')) return;
      const whole = head;
      head = '';
      respond(socket, whole);
    });
  });
  const { port, close } = await listen(server);
  return {
    port,
    opening: `127.0.0.1:${port}`,
    url: (path, host = '127.0.0.1') => `http://${host}:${port}${path}`,
    close,
    [Symbol.asyncDispose]: close,
  };
}

export interface Canary extends AsyncDisposable {
  readonly port: number;
  /** TCP connections that were opened to it, whatever was said on them. */
  readonly connections: number;
  close(): Promise<void>;
}

/** A listener nobody may reach: it only counts who tried. */
export async function startCanary(): Promise<Canary> {
  let connections = 0;
  const server = createTcpServer((socket) => {
    connections++;
    socket.on('error', () => {});
    socket.end('HTTP/1.1 200 OK\r\nContent-Length: 6\r\nConnection: close\r\n\r\nsecret');
  });
  const { port, close } = await listen(server);
  return {
    port,
    get connections() {
      return connections;
    },
    close,
    [Symbol.asyncDispose]: close,
  };
}

/**
 * A resolver for tests: every name answers from the table, any other name does not exist. A list may change from call
 * to call by being a function (rebinding). `calls` counts what was asked.
 */
export function fakeLookup(
  table: Readonly<Record<string, readonly string[] | (() => readonly string[])>>,
): Lookup & { readonly calls: string[] } {
  const calls: string[] = [];
  const lookup = async (host: string) => {
    calls.push(host);
    const entry = table[host];
    if (entry === undefined) throw Object.assign(new Error('no such host'), { code: 'ENOTFOUND' });
    return typeof entry === 'function' ? entry() : entry;
  };
  return Object.assign(lookup, { calls });
}

async function listen(server: Server | TcpServer): Promise<{ port: number; close: () => Promise<void> }> {
  const sockets = new Set<Socket>();
  server.on('connection', (socket: Socket) => {
    sockets.add(socket);
    socket.once('close', () => sockets.delete(socket));
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('the test server has no port');
  const close = async () => {
    for (const socket of sockets) socket.destroy();
    if (server.listening) await new Promise<void>((resolve) => server.close(() => resolve()));
  };
  return { port: address.port, close };
}
