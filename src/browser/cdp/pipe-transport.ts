import type { Readable, Writable } from 'node:stream';
import { MAX_MESSAGE_BYTES, MAX_WAITING_BYTES, type Transport, type TransportListener } from './transport.ts';

/**
 * `--remote-debugging-pipe`: JSON texts, each ended by a zero byte, over two inherited pipes. No port is opened that
 * another program of the machine could use, and the browser ends by itself when our end of the pipe is closed.
 */
export function openPipe(toBrowser: Writable, fromBrowser: Readable, listener: TransportListener): Transport {
  let chunks: Buffer[] = [];
  let bytes = 0;
  let closed = false;
  const close = (reason: string) => {
    if (closed) return;
    closed = true;
    toBrowser.destroy();
    fromBrowser.destroy();
    chunks = [];
    // Later, so that a caller of close() never finds its own state changed in the middle.
    queueMicrotask(() => listener.onClose(reason));
  };
  fromBrowser.on('data', (chunk: Buffer) => {
    let start = 0;
    for (let end = chunk.indexOf(0); end !== -1; end = chunk.indexOf(0, start)) {
      chunks.push(chunk.subarray(start, end));
      const message = Buffer.concat(chunks);
      chunks = [];
      bytes = 0;
      start = end + 1;
      if (closed) return;
      listener.onMessage(message);
    }
    if (start < chunk.length) chunks.push(chunk.subarray(start));
    bytes += chunk.length - start;
    if (bytes > MAX_MESSAGE_BYTES) close('a message was too large');
  });
  fromBrowser.on('error', () => close('reading failed'));
  // The pipes are sockets to Node, which may stay half open after their end.
  fromBrowser.on('end', () => close('the browser closed its pipe'));
  fromBrowser.on('close', () => close('the browser closed its pipe'));
  toBrowser.on('error', () => close('writing failed'));
  return {
    send(message) {
      if (closed) throw new Error('The pipe is closed.');
      if (toBrowser.writableLength > MAX_WAITING_BYTES) throw new Error('The browser does not read its commands.');
      toBrowser.write(`${message}\0`);
    },
    close: () => close('closed by us'),
  };
}
