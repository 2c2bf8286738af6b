import { request as httpRequest } from 'node:http';
import { request as httpsRequest } from 'node:https';
import { arch, platform, release } from 'node:os';
import { AppError } from '../base/errors.ts';
import { CdpConnection, type WireListener } from './cdp/connection.ts';
import { openSocket } from './cdp/socket-transport.ts';
import { makeIdentity } from './identity.ts';
import type { ProxyLogin, RunningBrowser } from './running-browser.ts';

export interface EndpointOptions {
  /** PLAINSIGHT_CDP_URL: ws, wss, http or https; operator-trusted. */
  readonly url: string;
  readonly proxy: ProxyLogin | null;
  readonly languages?: readonly string[];
  readonly timezone?: string | null;
  readonly onWire?: WireListener;
  readonly signal?: AbortSignal | undefined;
}

const CONNECT_TIMEOUT_MS = 10_000;
const MAX_VERSION_BYTES = 64 * 1024;

/**
 * Uses a browser that the operator runs. Each call gets a context of its own there and leaves nothing behind; the
 * browser itself is never ended.
 * @throws AppError `browser_unavailable` when nothing that speaks the protocol answers.
 */
export async function connectEndpoint(options: EndpointOptions): Promise<RunningBrowser> {
  try {
    const url = new URL(options.url);
    const socketUrl = /^wss?:$/u.test(url.protocol) ? url.href : await askSocketUrl(url, options.signal);
    return await connect(socketUrl, options);
  } catch (thrown) {
    if (options.signal?.aborted) throw options.signal.reason;
    throw new AppError('browser_unavailable', 'The browser at PLAINSIGHT_CDP_URL does not answer.', {
      hint: 'Start it with --remote-debugging-port, or correct PLAINSIGHT_CDP_URL.',
      retryable: true,
      cause: thrown,
    });
  }
}

async function connect(socketUrl: string, options: EndpointOptions): Promise<RunningBrowser> {
  const connection = new CdpConnection(options.onWire);
  const { signal } = options;
  const limits = { timeoutMs: CONNECT_TIMEOUT_MS, ...(signal && { signal }) };
  connection.use(await openSocket(socketUrl, connection, limits));
  const { product, userAgent } = await connection.root.send('Browser.getVersion', undefined, limits);
  await connection.root.send('Target.setDiscoverTargets', { discover: true }, limits);
  const version = /[\d.]+$/u.exec(product)?.[0] ?? '0';
  const isLocal = isLoopback(new URL(socketUrl).hostname);
  return {
    connection,
    kind: 'endpoint',
    version,
    pid: null,
    identity: makeIdentity({
      version,
      kind: /Edg\//u.test(userAgent) ? 'edge' : 'chromium',
      system: systemOf(userAgent),
      architecture: arch(),
      release: isLocal ? release() : '',
      ...(options.languages && { languages: options.languages }),
      timezone: options.timezone ?? null,
    }),
    // The proxy listens on loopback: a browser on another machine cannot reach it.
    proxy: isLocal ? options.proxy : null,
    proxyPerContext: true,
    disclosures: disclosures(isLocal && options.proxy !== null),
    refusedStyles: new Set(),
    knownStyles: new Set(),
    memoryBytes: async () => null,
    async [Symbol.asyncDispose]() {
      connection.close();
    },
  };
}

function disclosures(behindProxy: boolean): readonly string[] {
  const flags =
    'It was started by somebody else: WebRTC, preloading and what the browser itself sends are as its command line has them.';
  return behindProxy
    ? [`The browser at PLAINSIGHT_CDP_URL loads pages through the gate. ${flags}`]
    : [
        'The browser at PLAINSIGHT_CDP_URL loads pages past the gate: addresses that pages ask for are not judged.',
        flags,
      ];
}

/** DevTools answers `/json/version` with the address of its socket. */
function askSocketUrl(endpoint: URL, signal: AbortSignal | undefined): Promise<string> {
  const request = endpoint.protocol === 'https:' ? httpsRequest : httpRequest;
  const url = new URL('/json/version', endpoint);
  return new Promise((resolve, reject) => {
    const asking = request(url, { timeout: CONNECT_TIMEOUT_MS, ...(signal && { signal }) }, (response) => {
      let text = '';
      response.setEncoding('utf8').on('data', (chunk: string) => {
        text += chunk;
        if (text.length > MAX_VERSION_BYTES) asking.destroy(new Error('too long an answer'));
      });
      response.on('error', reject);
      response.on('end', () => {
        try {
          resolve(socketAddress(text, endpoint));
        } catch (thrown) {
          reject(thrown);
        }
      });
    });
    asking.on('timeout', () => asking.destroy(new Error('no answer in time')));
    asking.on('error', reject);
    asking.end();
  });
}

/** The browser knows itself as 127.0.0.1, so the host of the setting is put in its place. */
function socketAddress(text: string, endpoint: URL): string {
  const value: unknown = JSON.parse(text);
  const given = typeof value === 'object' && value !== null && 'webSocketDebuggerUrl' in value ? value : null;
  if (typeof given?.webSocketDebuggerUrl !== 'string') throw new Error('no webSocketDebuggerUrl');
  const socket = new URL(given.webSocketDebuggerUrl);
  socket.host = endpoint.host;
  socket.protocol = endpoint.protocol === 'https:' ? 'wss:' : 'ws:';
  return socket.href;
}

function isLoopback(host: string): boolean {
  return host === 'localhost' || host === '[::1]' || /^127(?:\.\d{1,3}){3}$/u.test(host);
}

function systemOf(userAgent: string): NodeJS.Platform {
  if (userAgent.includes('Windows')) return 'win32';
  if (userAgent.includes('Mac OS X')) return 'darwin';
  return platform() === 'darwin' || platform() === 'win32' ? 'linux' : platform();
}
