import { createHash, randomBytes, timingSafeEqual } from 'node:crypto';
import { createServer, type IncomingMessage, type Server } from 'node:http';
import type { Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import { LRUCache } from 'lru-cache';
import { type DialOptions, dial, EgressError, type Trust } from './egress-dial.ts';
import { forwardPlain } from './egress-forward.ts';
import type { Gate } from './gate.ts';
import type { Resolver } from './resolve.ts';
import { parseUpstream } from './upstream.ts';

/**
 * The one way out. Fetcher and browser alike are sent through this proxy on loopback, which looks a name up once,
 * judges every address and connects to exactly one that it judged. Other processes of the machine are turned away:
 * each start makes secrets of its own.
 */
export interface EgressProxyOptions {
  readonly gate: Gate;
  readonly resolver: Resolver;
  /** The operator's own proxy, `http://[user:password@]host:port`; null or absent for none. */
  readonly upstream?: string | null;
  readonly onRefused?: (refusal: { readonly host: string; readonly rule: string }) => void;
  readonly connectTimeoutMs?: number;
  /** A tunnel without a byte in either direction is closed after this; default 2 min. */
  readonly idleTimeoutMs?: number;
  readonly maxConnections?: number;
}

interface EgressCounters {
  readonly connections: number;
  readonly refused: number;
  readonly failed: number;
  readonly strangers: number;
  readonly open: number;
}

export interface EgressLogin {
  readonly host: string;
  readonly port: number;
  readonly username: Trust;
  readonly password: string;
}

export interface EgressProxy {
  /** Starts the proxy on first use. What a client needs to go through it; rejects with EgressError once closed. */
  login(trust: Trust): Promise<EgressLogin>;
  /** The same as one URL, `http://user:secret@127.0.0.1:port`. */
  url(trust: Trust): Promise<string>;
  /** Why the last connection to this target failed, when that was at or after `since` (milliseconds, Date.now). */
  explain(host: string, port: number, trust: Trust, since: number): EgressError | null;
  counters(): EgressCounters;
  /**
   * Ends what is open to a target. For fetches that were given up: the browser-like client keeps their connection, and
   * the server goes on sending into it, until it is used the next time.
   */
  drop(host: string, port: number, trust: Trust): void;
  /** Ends every connection. A closed proxy does not start again. */
  close(): Promise<void>;
}

const MAX_HEADER_BYTES = 65_536;
/**
 * Asked by a browser only to be asked for its password (browser/proxy-login.ts): a name that exists nowhere, answered
 * here, so that nothing is looked up, connected to or counted as refused. The path cannot be guessed: a page that
 * asked for it would learn from the answer who its visitor is.
 */
function greetingUrl(secretOfTrust: string): string {
  return `http://proxy-login.invalid/${createHash('sha256').update(secretOfTrust).digest('hex')}`;
}
const MAX_EXPLANATIONS = 256;

export function createEgressProxy(options: EgressProxyOptions): EgressProxy {
  return new LoopbackProxy(options);
}

class LoopbackProxy implements EgressProxy {
  readonly #options: EgressProxyOptions;
  readonly #dial: DialOptions;
  readonly #secrets: Record<Trust, string> = { page: secret(), operator: secret() };
  readonly #sockets = new Set<Duplex>();
  readonly #targets = new Map<string, Set<Socket>>();
  readonly #faults = new LRUCache<string, { fault: EgressError; at: number }>({ max: MAX_EXPLANATIONS });
  readonly #counts = { connections: 0, refused: 0, failed: 0, strangers: 0 };
  #started: Promise<{ server: Server; port: number }> | null = null;
  #closed = false;

  constructor(options: EgressProxyOptions) {
    this.#options = options;
    this.#dial = {
      gate: options.gate,
      resolver: options.resolver,
      upstream: options.upstream ? parseUpstream(options.upstream) : null,
      connectTimeoutMs: options.connectTimeoutMs ?? 5000,
    };
  }

  async login(trust: Trust): Promise<EgressLogin> {
    if (this.#closed) throw new EgressError('failed', 'the egress proxy is closed');
    this.#started ??= this.#start();
    const { port } = await this.#started;
    return { host: '127.0.0.1', port, username: trust, password: this.#secrets[trust] };
  }

  async url(trust: Trust): Promise<string> {
    const { host, port, username, password } = await this.login(trust);
    return `http://${username}:${password}@${host}:${port}`;
  }

  explain(host: string, port: number, trust: Trust, since: number): EgressError | null {
    const entry = this.#faults.get(targetKey(host, port, trust));
    return entry !== undefined && entry.at >= since ? entry.fault : null;
  }

  counters(): EgressCounters {
    return { ...this.#counts, open: this.#sockets.size };
  }

  drop(host: string, port: number, trust: Trust): void {
    for (const socket of this.#targets.get(targetKey(host, port, trust)) ?? []) socket.destroy();
  }

  async close(): Promise<void> {
    this.#closed = true;
    const started = await this.#started?.catch(() => null);
    for (const socket of this.#sockets) socket.destroy();
    if (started) await new Promise<void>((resolve) => started.server.close(() => resolve()));
  }

  async #start(): Promise<{ server: Server; port: number }> {
    const server = createServer({ maxHeaderSize: MAX_HEADER_BYTES, headersTimeout: 10_000, requestTimeout: 120_000 });
    server.maxConnections = this.#options.maxConnections ?? 512;
    server.on('connection', (socket) => this.#track(socket));
    server.on('clientError', (_error, socket) => socket.destroy());
    server.on('connect', (request, client, head) => void this.#tunnel(request, client, head));
    server.on('upgrade', (_request, client) => {
      refuse(client, 501, 'Ask for a tunnel (CONNECT) to use WebSockets through this proxy.');
    });
    server.on('request', (request, response) => {
      const trust = this.#trustOf(request);
      if (trust === null) {
        response.writeHead(407, { ...CHALLENGE, Connection: 'close' }).end('This proxy serves its own process only.');
        return;
      }
      if (request.url === greetingUrl(this.#secrets[trust])) return void response.writeHead(204).end();
      void forwardPlain(request, response, (host, port, signal) => this.#connect(host, port, trust, signal));
    });
    await new Promise<void>((resolve, reject) => {
      server.once('error', reject);
      server.listen(0, '127.0.0.1', resolve);
    });
    server.on('error', () => {});
    server.unref();
    const address = server.address();
    if (address === null || typeof address === 'string') throw new Error('The egress proxy has no port.');
    return { server, port: address.port };
  }

  async #tunnel(request: IncomingMessage, client: Duplex, head: Buffer): Promise<void> {
    client.on('error', () => client.destroy());
    const trust = this.#trustOf(request);
    if (trust === null) return refuse(client, 407, 'This proxy serves its own process only.', CHALLENGE);
    const target = parseAuthority(request.url ?? '');
    if (target === null) return refuse(client, 400, 'Not a host and port.');
    const gone = new AbortController();
    client.once('close', () => gone.abort());
    try {
      const server = await this.#connect(target.host, target.port, trust, gone.signal);
      if (client.destroyed) return void server.destroy();
      client.write('HTTP/1.1 200 Connection established\r\n\r\n');
      if (head.length > 0) server.write(head);
      this.#join(client, server);
    } catch (thrown) {
      const fault = thrown instanceof EgressError ? thrown : new EgressError('failed', 'connection failed');
      refuse(client, fault.kind === 'refused' ? 403 : 502, fault.rule);
    }
  }

  #join(client: Duplex, server: Socket): void {
    server.setTimeout(this.#options.idleTimeoutMs ?? 120_000, () => server.destroy());
    server.on('error', () => client.destroy());
    server.on('close', () => client.destroy());
    client.on('close', () => server.destroy());
    client.pipe(server);
    server.pipe(client);
  }

  async #connect(host: string, port: number, trust: Trust, signal: AbortSignal): Promise<Socket> {
    const key = targetKey(host, port, trust);
    try {
      const socket = await dial({ host, port, trust }, this.#dial, signal);
      this.#track(socket);
      this.#trackTarget(key, socket);
      this.#counts.connections++;
      this.#faults.delete(key);
      return socket;
    } catch (thrown) {
      const fault = thrown instanceof EgressError ? thrown : new EgressError('failed', 'connection failed');
      this.#counts[fault.kind]++;
      this.#faults.set(key, { fault, at: Date.now() });
      if (fault.kind === 'refused') this.#options.onRefused?.({ host, rule: fault.rule });
      throw fault;
    }
  }

  #track(socket: Duplex): void {
    this.#sockets.add(socket);
    socket.once('close', () => this.#sockets.delete(socket));
    if (this.#closed) socket.destroy();
  }

  #trackTarget(key: string, socket: Socket): void {
    const open = this.#targets.get(key) ?? new Set();
    this.#targets.set(key, open.add(socket));
    socket.once('close', () => {
      open.delete(socket);
      if (open.size === 0 && this.#targets.get(key) === open) this.#targets.delete(key);
    });
  }

  #trustOf(request: IncomingMessage): Trust | null {
    const login = /^basic ([a-z0-9+/=]{1,512})$/iu.exec(request.headers['proxy-authorization'] ?? '')?.[1] ?? '';
    const given = Buffer.from(login, 'base64').toString('latin1');
    let trust: Trust | null = null;
    if (sameText(given, `page:${this.#secrets.page}`)) trust = 'page';
    if (sameText(given, `operator:${this.#secrets.operator}`)) trust = 'operator';
    if (trust === null) this.#counts.strangers++;
    return trust;
  }
}

const CHALLENGE = { 'Proxy-Authenticate': 'Basic realm="plainsight"' };

function refuse(client: Duplex, status: number, words: string, headers: Record<string, string> = {}): void {
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`);
  const body = `${words}\n`;
  client.on('error', () => {});
  client.end(
    `HTTP/1.1 ${status} Refused\r\nConnection: close\r\nContent-Type: text/plain\r\n` +
      `Content-Length: ${Buffer.byteLength(body)}\r\n${lines.join('')}\r\n${body}`,
  );
}

function parseAuthority(text: string): { host: string; port: number } | null {
  const match = /^(\[[0-9a-f:.%]+\]|[^\s:/@?#\\]+):(\d{1,5})$/iu.exec(text);
  const port = Number(match?.[2] ?? 0);
  return match?.[1] !== undefined && port >= 1 && port <= 65_535 ? { host: match[1], port } : null;
}

function targetKey(host: string, port: number, trust: Trust): string {
  return `${trust} ${host.replace(/^\[(.*)\]$/u, '$1').toLowerCase()} ${port}`;
}

function secret(): string {
  return randomBytes(24).toString('hex');
}

function sameText(a: string, b: string): boolean {
  const left = Buffer.from(a);
  const right = Buffer.from(b);
  return left.length === right.length && timingSafeEqual(left, right);
}
