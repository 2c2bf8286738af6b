import { PassThrough, type Readable, type Writable } from 'node:stream';
import type { JSONRPCMessage, Transport, TransportSendOptions } from '@modelcontextprotocol/server';
import { StdioServerTransport } from '@modelcontextprotocol/server/stdio';
import { lenientMessage } from './lenient-message.ts';

/** How long answers may still come once stdin has ended; the process has to be gone within 2 s. */
const LAST_ANSWERS_MS = 1_000;

/**
 * The SDK's stdio transport with more patience at the end: `printf '…' | plainsight` closes stdin right after the
 * question, and the answer is still written. Requests left over after that are aborted.
 */
export class PatientStdioTransport implements Transport {
  onclose?: () => void;
  onerror?: (error: Error) => void;
  onmessage?: (message: JSONRPCMessage) => void;
  readonly #input: Readable;
  readonly #pipe = new PassThrough();
  readonly #inner: StdioServerTransport;
  readonly #unanswered = new Set<string | number>();
  #begun = false;
  #ended = false;

  constructor(input: Readable, output: Writable) {
    this.#input = input;
    this.#inner = new StdioServerTransport(this.#pipe, output);
  }

  async start(): Promise<void> {
    this.#inner.onclose = () => this.onclose?.();
    this.#inner.onerror = (error) => this.onerror?.(error);
    this.#inner.onmessage = (message) => this.#receive(message);
    await this.#inner.start();
    this.#input.on('data', (chunk: Buffer) => this.#pipe.write(this.#withoutMark(chunk)));
    this.#input.once('end', () => this.#end());
    this.#input.once('close', () => this.#end());
    this.#input.on('error', () => this.#end());
  }

  async send(message: JSONRPCMessage, _options?: TransportSendOptions): Promise<void> {
    await this.#inner.send(message);
    if (!('method' in message) && 'id' in message && message.id !== undefined) this.#settle(message.id);
  }

  async close(): Promise<void> {
    this.#input.pause();
    await this.#inner.close();
  }

  /** Some shells put a byte order mark in front of what they pipe. */
  #withoutMark(chunk: Buffer): Buffer {
    const first = !this.#begun;
    this.#begun = true;
    return first && chunk[0] === 0xef && chunk[1] === 0xbb && chunk[2] === 0xbf ? chunk.subarray(3) : chunk;
  }

  #receive(message: JSONRPCMessage): void {
    if ('method' in message && 'id' in message) this.#unanswered.add(message.id);
    if ('method' in message && message.method === 'notifications/cancelled') {
      const cancelled: unknown = message.params?.requestId;
      if (typeof cancelled === 'string' || typeof cancelled === 'number') this.#settle(cancelled);
    }
    this.onmessage?.(lenientMessage(message));
  }

  #settle(id: string | number): void {
    this.#unanswered.delete(id);
    if (this.#ended && this.#unanswered.size === 0) setImmediate(() => this.#pipe.end());
  }

  #end(): void {
    if (this.#ended) return;
    this.#ended = true;
    // Lines that arrived with the end are still on their way through the pipe.
    setImmediate(() => {
      if (this.#unanswered.size === 0) this.#pipe.end();
    });
    setTimeout(() => this.#pipe.end(), LAST_ANSWERS_MS).unref();
  }
}
