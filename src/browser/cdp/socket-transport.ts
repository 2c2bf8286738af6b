import { WebSocket } from 'ws';
import { MAX_MESSAGE_BYTES, MAX_WAITING_BYTES, type Transport, type TransportListener } from './transport.ts';

export interface SocketOptions {
  readonly timeoutMs: number;
  readonly signal?: AbortSignal;
}

/** A WebSocket to a browser that the operator runs and named in PLAINSIGHT_CDP_URL. */
export function openSocket(url: string, listener: TransportListener, options: SocketOptions): Promise<Transport> {
  return new Promise((resolve, reject) => {
    // DevTools endpoints refuse requests with an Origin, and compression only costs time on loopback.
    const socket = new WebSocket(url, {
      perMessageDeflate: false,
      maxPayload: MAX_MESSAGE_BYTES,
      handshakeTimeout: options.timeoutMs,
      followRedirects: false,
    });
    let opened = false;
    const abort = () => socket.terminate();
    options.signal?.addEventListener('abort', abort, { once: true });
    socket.on('error', (fault) => {
      if (!opened) reject(options.signal?.aborted ? options.signal.reason : fault);
    });
    socket.on('close', () => {
      options.signal?.removeEventListener('abort', abort);
      if (opened) listener.onClose('the endpoint closed the connection');
    });
    socket.on('message', (data, isBinary) => {
      if (!isBinary) listener.onMessage(Buffer.isBuffer(data) ? data.toString('utf8') : String(data));
    });
    socket.on('open', () => {
      opened = true;
      options.signal?.removeEventListener('abort', abort);
      resolve({
        send(message) {
          if (socket.readyState !== WebSocket.OPEN) throw new Error('The connection is closed.');
          if (socket.bufferedAmount > MAX_WAITING_BYTES) throw new Error('The browser does not read its commands.');
          socket.send(message);
        },
        close: () => socket.close(),
      });
    });
  });
}
