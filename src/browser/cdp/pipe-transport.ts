import type { Readable, Writable } from 'node:stream';
import { ENVELOPE_HEAD_BYTES, encodeCbor, envelopeLength } from './cbor.ts';
import { MAX_MESSAGE_BYTES, MAX_WAITING_BYTES, type Transport, type TransportListener } from './transport.ts';

/**
 * `--remote-debugging-pipe=cbor`: messages in envelopes of CBOR, over two inherited pipes. No port is opened that
 * another program of the machine could use, and the browser ends by itself when our end of the pipe is closed.
 */
export function openPipe(toBrowser: Writable, fromBrowser: Readable, listener: TransportListener): Transport {
  const incoming = new Envelopes();
  let closed = false;
  const close = (reason: string) => {
    if (closed) return;
    closed = true;
    toBrowser.destroy();
    fromBrowser.destroy();
    // Later, so that a caller of close() never finds its own state changed in the middle.
    queueMicrotask(() => listener.onClose(reason));
  };
  fromBrowser.on('data', (chunk: Buffer) => {
    incoming.add(chunk);
    while (!closed) {
      const message = incoming.next();
      if (message === null) return;
      if (message === 'unfit') close('what came was no message, or too large');
      else listener.onMessage(message);
    }
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
      toBrowser.write(encodeCbor(message));
    },
    close: () => close('closed by us'),
  };
}

/** Puts messages together from the pieces in which they come. */
class Envelopes {
  #chunks: Buffer[] = [];
  #bytes = 0;
  /** Of the message that is coming; null as long as its head is not here. */
  #wanted: number | null = null;

  add(chunk: Buffer): void {
    this.#chunks.push(chunk);
    this.#bytes += chunk.length;
  }

  /** The next whole message, null as long as it is not here, or `unfit` for what is none or larger than allowed. */
  next(): Buffer | null | 'unfit' {
    if (this.#bytes < ENVELOPE_HEAD_BYTES) return null;
    this.#wanted ??= envelopeLength(this.#joined());
    const wanted = this.#wanted;
    if (wanted === null || wanted > MAX_MESSAGE_BYTES) return 'unfit';
    if (this.#bytes < wanted) return null;
    const all = this.#joined();
    this.#chunks = all.length > wanted ? [all.subarray(wanted)] : [];
    this.#bytes = all.length - wanted;
    this.#wanted = null;
    return all.subarray(0, wanted);
  }

  #joined(): Buffer {
    const [first = Buffer.alloc(0)] = this.#chunks;
    if (this.#chunks.length <= 1) return first;
    const all = Buffer.concat(this.#chunks);
    this.#chunks = [all];
    return all;
  }
}
