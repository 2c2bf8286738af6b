import type { IncomingMessage, ServerResponse } from 'node:http';

/** What may still be read of a body that was refused, so that the client gets to see the answer. */
const MAX_DRAIN_BYTES = 64 * 1024 * 1024;

/**
 * Answers one Node request with a web-standard handler. The signal of the web request aborts when the client goes
 * away before its answer is complete; slow readers are waited for; a body that nobody reads is dropped.
 */
export async function answerWith(
  handler: (request: Request) => Promise<Response>,
  incoming: IncomingMessage,
  outgoing: ServerResponse,
): Promise<void> {
  const gone = new AbortController();
  outgoing.once('close', () => {
    if (!outgoing.writableFinished) gone.abort(new DOMException('The client went away.', 'AbortError'));
  });
  const body = new RequestBody(incoming);
  const response = await handler(toWebRequest(incoming, body, gone.signal));
  if (outgoing.destroyed) {
    await response.body?.cancel();
    return;
  }
  body.drop();
  await send(response, outgoing);
}

function toWebRequest(incoming: IncomingMessage, body: RequestBody, signal: AbortSignal): Request {
  const headers = new Headers();
  for (const [name, value] of Object.entries(incoming.headers)) {
    for (const each of Array.isArray(value) ? value : [value ?? '']) headers.append(name, each);
  }
  const method = incoming.method ?? 'GET';
  const bodied = method === 'GET' || method === 'HEAD' ? {} : { body: body.stream, duplex: 'half' as const };
  return new Request(new URL(incoming.url ?? '/', 'http://local'), { method, headers, signal, ...bodied });
}

/** The body as a web stream that can be given up without cutting the connection, as Node's own adapter would. */
class RequestBody {
  readonly stream: ReadableStream<Uint8Array>;
  readonly #incoming: IncomingMessage;
  #dropped: number | null = null;

  constructor(incoming: IncomingMessage) {
    this.#incoming = incoming;
    const queue = { highWaterMark: 0 };
    this.stream = new ReadableStream({ pull: (to) => this.#pull(to), cancel: () => this.drop() }, queue);
  }

  /** Reads and forgets the rest; past the limit the connection is cut. */
  drop(): void {
    if (this.#dropped !== null || this.#incoming.readableEnded || this.#incoming.destroyed) return;
    this.#dropped = 0;
    this.#incoming.on('data', (chunk: Buffer) => {
      this.#dropped = (this.#dropped ?? 0) + chunk.byteLength;
      if (this.#dropped > MAX_DRAIN_BYTES) this.#incoming.destroy();
    });
    this.#incoming.resume();
  }

  async #pull(to: ReadableStreamDefaultController<Uint8Array>): Promise<void> {
    const chunk = await this.#next();
    if (chunk) to.enqueue(chunk);
    else to.close();
  }

  /** The next bytes, or null at the end. Rejects when the client goes away in the middle. */
  #next(): Promise<Uint8Array | null> {
    const incoming = this.#incoming;
    return new Promise((resolve, reject) => {
      const settle = () => {
        const chunk: Buffer | null = incoming.read();
        if (chunk === null && !incoming.readableEnded && !incoming.destroyed) return;
        incoming.off('readable', settle).off('end', settle).off('close', settle);
        if (chunk !== null) resolve(new Uint8Array(chunk.buffer, chunk.byteOffset, chunk.byteLength));
        else if (incoming.complete) resolve(null);
        else reject(new DOMException('The client went away.', 'AbortError'));
      };
      incoming.on('readable', settle).on('end', settle).on('close', settle);
      settle();
    });
  }
}

async function send(response: Response, outgoing: ServerResponse): Promise<void> {
  // Whether the connection stays open is between Node and the client.
  const headers = [...response.headers].filter(([name]) => name !== 'connection' && name !== 'transfer-encoding');
  outgoing.writeHead(response.status, Object.fromEntries(headers));
  const reader = response.body?.getReader();
  if (!reader) {
    outgoing.end();
    return;
  }
  // The head of a stream must not wait for the first event.
  outgoing.flushHeaders();
  outgoing.once('close', () => void reader.cancel().catch(() => {}));
  try {
    for (let chunk = await reader.read(); !chunk.done; chunk = await reader.read()) {
      if (outgoing.destroyed) return;
      if (!outgoing.write(chunk.value)) await drained(outgoing);
    }
    outgoing.end();
  } catch {
    outgoing.destroy();
  }
}

function drained(outgoing: ServerResponse): Promise<void> {
  return new Promise((resolve) => {
    const go = () => {
      outgoing.off('drain', go).off('close', go);
      resolve();
    };
    outgoing.on('drain', go).on('close', go);
  });
}
