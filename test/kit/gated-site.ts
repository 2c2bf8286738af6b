import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import {
  createServer,
  request as httpRequest,
  type IncomingMessage,
  type Server,
  type ServerResponse,
} from 'node:http';
import { connect, type Socket } from 'node:net';
import type { ProxyLogin } from '../../src/browser/running-browser.ts';

export type Answer = (request: IncomingMessage, response: ServerResponse) => void;
/** By path without query. A text is an HTML page. `*` answers what has no route of its own. */
export type Answers = Readonly<Record<string, string | Answer>>;

/**
 * A web site behind a proxy that lets through names ending in `.test` and `.localhost` (all are the one site) and refuses
 * everything else. `site.test` and `other.test` are different sites to a browser. The proxy wants a password, like
 * the real one.
 */
export interface GatedSite extends AsyncDisposable {
  readonly proxy: ProxyLogin;
  /** Host and path of each request that reached the site: `site.test/x?y`. */
  readonly requests: readonly string[];
  /** Host and port of what was refused. */
  readonly refused: readonly string[];
  /** Requests without the password. */
  readonly strangers: readonly string[];
  url(path: string, host?: string): string;
}

export async function startGatedSite(answers: Answers): Promise<GatedSite> {
  const requests: string[] = [];
  const refused: string[] = [];
  const strangers: string[] = [];
  const sockets = new Set<Socket>();
  const site = createServer((request, response) => {
    requests.push(`${request.headers.host}${request.url}`);
    reply(answers, request, response);
  });
  const sitePort = await listen(site);
  const password = randomBytes(12).toString('hex');
  const expected = `Basic ${Buffer.from(`page:${password}`).toString('base64')}`;
  const isOurs = (host: string) => host.endsWith('.test') || host.endsWith('.localhost');
  const proxy = createServer((request, response) => {
    if (request.headers['proxy-authorization'] !== expected) {
      strangers.push(request.url ?? '');
      return void response.writeHead(407, { 'Proxy-Authenticate': 'Basic realm="test"' }).end();
    }
    const url = new URL(request.url ?? '');
    if (!isOurs(url.hostname)) {
      refused.push(url.host);
      return void response.writeHead(403).end('refused');
    }
    const { 'proxy-authorization': _secret, ...headers } = request.headers;
    const onward = httpRequest(
      { port: sitePort, host: '127.0.0.1', path: url.pathname + url.search, method: request.method ?? 'GET', headers },
      (incoming) => {
        response.writeHead(incoming.statusCode ?? 500, incoming.rawHeaders);
        incoming.pipe(response);
        incoming.on('error', () => response.destroy());
      },
    );
    onward.on('error', () => response.destroy());
    response.on('close', () => onward.destroy());
    request.pipe(onward);
  });
  proxy.on('connect', (request: IncomingMessage, client: Socket) => {
    client.on('error', () => {});
    if (request.headers['proxy-authorization'] !== expected) {
      strangers.push(request.url ?? '');
      return void client.end('HTTP/1.1 407 x\r\nProxy-Authenticate: Basic realm="test"\r\nContent-Length: 0\r\n\r\n');
    }
    const [host = '', port] = (request.url ?? '').split(':');
    if (!isOurs(host) || port === '443') {
      refused.push(request.url ?? '');
      return void client.end('HTTP/1.1 403 refused\r\nContent-Length: 0\r\n\r\n');
    }
    const onward = connect(sitePort, '127.0.0.1', () => {
      client.write('HTTP/1.1 200 OK\r\n\r\n');
      onward.pipe(client);
      client.pipe(onward);
    });
    onward.on('error', () => client.destroy());
  });
  for (const server of [site, proxy]) {
    server.on('connection', (socket) => {
      sockets.add(socket);
      socket.on('close', () => sockets.delete(socket));
    });
  }
  const proxyPort = await listen(proxy);
  return {
    proxy: { host: '127.0.0.1', port: proxyPort, username: 'page', password },
    requests,
    refused,
    strangers,
    url: (path, host = 'site.test') => `http://${host}${path}`,
    async [Symbol.asyncDispose]() {
      for (const socket of sockets) socket.destroy();
      site.close();
      proxy.close();
    },
  };
}

function reply(answers: Answers, request: IncomingMessage, response: ServerResponse): void {
  const path = (request.url ?? '/').split('?')[0] ?? '/';
  const answer = answers[path] ?? answers['*'];
  if (answer === undefined) return void response.writeHead(404, { 'Content-Type': 'text/html' }).end('<p>not here');
  if (typeof answer === 'function') answer(request, response);
  else response.writeHead(200, { 'Content-Type': 'text/html; charset=utf-8' }).end(answer);
}

async function listen(server: Server): Promise<number> {
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('no port');
  return address.port;
}
