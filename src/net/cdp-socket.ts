import { request as httpRequest } from 'node:http';
import { request as httpsRequest } from 'node:https';
import { WebSocket } from 'ws';

/** What a client of the DevTools protocol does with a socket. */
export interface CdpSocketListener {
  onMessage(message: string): void;
  /** Called once. `reason` is for logs. */
  onClose(reason: string): void;
}

export interface CdpSocket {
  /** @throws Error when the browser does not read and too much is waiting, or the socket is closed. */
  send(message: string): void;
  close(): void;
}

export interface CdpSocketLimits {
  readonly timeoutMs: number;
  readonly maxMessageBytes: number;
  readonly signal?: AbortSignal;
}

const MAX_VERSION_BYTES = 64 * 1024;
/** What may wait to be read by the browser. */
const MAX_WAITING_BYTES = 96 * 1024 * 1024;

/**
 * Opens a WebSocket to a browser that the operator runs and named in PLAINSIGHT_CDP_URL: ws, wss, http or https. Not
 * through the gate: what the operator configures may be private, and no page can name it.
 */
export async function openCdpSocket(
  endpoint: string,
  listener: CdpSocketListener,
  limits: CdpSocketLimits,
): Promise<CdpSocket> {
  const url = new URL(endpoint);
  return open(/^wss?:$/u.test(url.protocol) ? url.href : await askSocketUrl(url, limits), listener, limits);
}

function open(url: string, listener: CdpSocketListener, limits: CdpSocketLimits): Promise<CdpSocket> {
  const { signal } = limits;
  return new Promise((resolve, reject) => {
    // Compression only costs time on loopback, and endpoints refuse requests that carry an Origin.
    const socket = new WebSocket(url, {
      perMessageDeflate: false,
      maxPayload: limits.maxMessageBytes,
      handshakeTimeout: limits.timeoutMs,
      followRedirects: false,
    });
    let opened = false;
    const abort = () => socket.terminate();
    signal?.addEventListener('abort', abort, { once: true });
    socket.on('error', (fault) => {
      if (!opened) reject(signal?.aborted ? signal.reason : fault);
    });
    socket.on('close', () => {
      signal?.removeEventListener('abort', abort);
      if (opened) listener.onClose('the endpoint closed the connection');
    });
    socket.on('message', (data, isBinary) => {
      if (!isBinary) listener.onMessage(Buffer.isBuffer(data) ? data.toString('utf8') : String(data));
    });
    socket.on('open', () => {
      opened = true;
      signal?.removeEventListener('abort', abort);
      resolve({ send: (message) => send(socket, message), close: () => socket.close() });
    });
  });
}

function send(socket: WebSocket, message: string): void {
  if (socket.readyState !== WebSocket.OPEN) throw new Error('The connection is closed.');
  if (socket.bufferedAmount > MAX_WAITING_BYTES) throw new Error('The browser does not read its commands.');
  socket.send(message);
}

/** DevTools answers `/json/version` with the address of its socket. */
function askSocketUrl(endpoint: URL, { timeoutMs, signal }: CdpSocketLimits): Promise<string> {
  const request = endpoint.protocol === 'https:' ? httpsRequest : httpRequest;
  const url = new URL('/json/version', endpoint);
  return new Promise((resolve, reject) => {
    const asking = request(url, { timeout: timeoutMs, ...(signal && { signal }) }, (response) => {
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
