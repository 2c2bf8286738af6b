import { arch, platform, release } from 'node:os';
import { AppError } from '../base/errors.ts';
import { CdpConnection, type WireListener } from './cdp/connection.ts';
import { MAX_MESSAGE_BYTES, type TransportListener } from './cdp/transport.ts';
import { makeIdentity } from './identity.ts';
import type { ProxyLogin, RunningBrowser } from './running-browser.ts';

/**
 * Opens a WebSocket to a browser's endpoint, ws or http (`/json/version` is asked for the socket then). Handed in,
 * since this layer opens no sockets: `openCdpSocket` of net/ is meant.
 */
export type OpenEndpoint = (
  url: string,
  listener: TransportListener,
  limits: { readonly timeoutMs: number; readonly maxMessageBytes: number; readonly signal?: AbortSignal },
) => Promise<TextSocket>;

/** Carries messages as JSON texts. */
interface TextSocket {
  send(message: string): void;
  close(): void;
}

export interface EndpointOptions {
  readonly open: OpenEndpoint;
  /** PLAINSIGHT_CDP_URL: ws, wss, http or https; operator-trusted. */
  readonly url: string;
  readonly proxy: ProxyLogin | null;
  readonly languages?: readonly string[];
  readonly timezone?: string | null;
  readonly onWire?: WireListener;
  readonly signal?: AbortSignal | undefined;
}

const CONNECT_TIMEOUT_MS = 10_000;

/**
 * Uses a browser that the operator runs. Each call gets a context of its own there and leaves nothing behind; the
 * browser itself is never ended.
 * @throws AppError `browser_unavailable` when nothing that speaks the protocol answers.
 */
export async function connectEndpoint(options: EndpointOptions): Promise<RunningBrowser> {
  try {
    return await connect(options);
  } catch (thrown) {
    if (options.signal?.aborted) throw options.signal.reason;
    throw new AppError('browser_unavailable', 'The browser at PLAINSIGHT_CDP_URL does not answer.', {
      hint: 'Start it with --remote-debugging-port, or correct PLAINSIGHT_CDP_URL.',
      retryable: true,
      cause: thrown,
    });
  }
}

async function connect(options: EndpointOptions): Promise<RunningBrowser> {
  const connection = new CdpConnection(options.onWire);
  const { signal } = options;
  const limits = { timeoutMs: CONNECT_TIMEOUT_MS, ...(signal && { signal }) };
  const socket = await options.open(options.url, connection, { ...limits, maxMessageBytes: MAX_MESSAGE_BYTES });
  connection.use({ send: (message) => socket.send(JSON.stringify(message)), close: () => socket.close() });
  const { product, userAgent } = await connection.root.send('Browser.getVersion', undefined, limits);
  await connection.root.send('Target.setDiscoverTargets', { discover: true }, limits);
  const version = /[\d.]+$/u.exec(product)?.[0] ?? '0';
  const isLocal = isLoopback(new URL(options.url).hostname);
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

function isLoopback(host: string): boolean {
  return host === 'localhost' || host === '[::1]' || /^127(?:\.\d{1,3}){3}$/u.test(host);
}

function systemOf(userAgent: string): NodeJS.Platform {
  if (userAgent.includes('Windows')) return 'win32';
  if (userAgent.includes('Mac OS X')) return 'darwin';
  return platform() === 'darwin' || platform() === 'win32' ? 'linux' : platform();
}
