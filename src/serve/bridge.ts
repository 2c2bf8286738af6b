import { Semaphore } from '../base/queue.ts';
import { readSseData } from './sse-data.ts';

export interface BridgeOptions {
  /** MCP address of the running server. */
  readonly url: URL;
  /** Bearer token; empty for none. */
  readonly token: string;
  readonly input: AsyncIterable<string | Uint8Array>;
  /** Writes one JSON-RPC message to the client. */
  readonly send: (line: string) => Promise<void>;
  readonly signal: AbortSignal;
}

/** A JSON-RPC message as far as the bridge looks into it. */
interface Frame {
  readonly id?: unknown;
  readonly method?: unknown;
  readonly params?: unknown;
}

const MAX_FRAME_CHARACTERS = 8 * 1024 * 1024;
const MAX_IN_FLIGHT = 64;
const VERSION_KEY = 'io.modelcontextprotocol/protocolVersion';

/**
 * Passes JSON-RPC messages between a client's pipe and a server's HTTP address, both ways, until the pipe ends and
 * every answer is out. Messages are not changed; what HTTP wants beside them (version, method, session) is taken from
 * them. A server that is not there becomes a JSON-RPC error, so that the client's call ends.
 */
export async function runBridge(options: BridgeOptions): Promise<void> {
  const bridge = new Bridge(options);
  const slots = new Semaphore(MAX_IN_FLIGHT);
  const running = new Set<Promise<void>>();
  try {
    for await (const line of linesOf(options.input, options.signal)) {
      const release = await slots.acquire(options.signal);
      const work = bridge.forward(line).finally(() => {
        running.delete(work);
        release();
      });
      running.add(work);
      // The answer to `initialize` brings the version and session that every later message must carry.
      if (line.includes('"initialize"')) await work;
    }
    await Promise.all(running);
  } catch (thrown) {
    if (!options.signal.aborted) throw thrown;
  }
}

class Bridge {
  readonly #options: BridgeOptions;
  readonly #calls = new Map<string, AbortController>();
  #session: string | null = null;
  #version: string | null = null;

  constructor(options: BridgeOptions) {
    this.#options = options;
  }

  async forward(line: string): Promise<void> {
    const frame = parseFrame(line);
    if (frame === null) return this.#fail(null, -32700, 'The message is not JSON.');
    const controller = new AbortController();
    const key = frame.id === undefined ? null : JSON.stringify(frame.id);
    if (key !== null) this.#calls.set(key, controller);
    this.#cancelNamed(frame);
    try {
      await this.#exchange(line, frame, AbortSignal.any([this.#options.signal, controller.signal]));
    } catch {
      // A cancelled call gets no answer, as the protocol says.
      if (key !== null && !controller.signal.aborted && !this.#options.signal.aborted) {
        await this.#fail(
          frame.id,
          -32000,
          `No Plainsight answers at ${this.#options.url.origin}; start it with \`plainsight serve\`.`,
        );
      }
    } finally {
      if (key !== null) this.#calls.delete(key);
    }
  }

  async #exchange(line: string, frame: Frame, signal: AbortSignal): Promise<void> {
    const response = await fetch(this.#options.url, {
      method: 'POST',
      headers: this.#headers(frame),
      body: line,
      signal,
      // The token must not follow a redirect to somebody else.
      redirect: 'error',
    });
    this.#session = response.headers.get('mcp-session-id') ?? this.#session;
    const type = response.headers.get('content-type') ?? '';
    if (type.includes('text/event-stream') && response.body) {
      for await (const data of readSseData(response.body, MAX_FRAME_CHARACTERS)) await this.#deliver(data, frame);
      return;
    }
    const text = await response.text();
    if (frame.id === undefined) return;
    if (parseFrame(text) !== null && type.includes('json')) return this.#deliver(text, frame);
    await this.#fail(
      frame.id,
      -32000,
      `The server answered with HTTP ${response.status}${response.status === 401 ? '; set PLAINSIGHT_AUTH_TOKEN' : ''}.`,
    );
  }

  async #deliver(data: string, request: Frame): Promise<void> {
    const message = parseFrame(data);
    if (message === null) return;
    if (request.method === 'initialize') this.#version = textAt(message, 'result', 'protocolVersion') ?? this.#version;
    // A refusal before the message was read has no id; the client waits for its own.
    const isStray = 'error' in message && (message.id ?? null) === null;
    const answer = isStray && request.id !== undefined ? { ...message, id: request.id } : message;
    await this.#options.send(JSON.stringify(answer));
  }

  #headers(frame: Frame): Record<string, string> {
    const stated = textAt(frame, 'params', '_meta', VERSION_KEY);
    const version = stated ?? this.#version;
    const name = textAt(frame, 'params', 'name') ?? textAt(frame, 'params', 'uri');
    return {
      'content-type': 'application/json',
      accept: 'application/json, text/event-stream',
      // A kept connection dies with a server that restarts, and a message lost on it could not be told from one done.
      connection: 'close',
      ...(this.#options.token === '' ? {} : { authorization: `Bearer ${this.#options.token}` }),
      ...(version === null ? {} : { 'mcp-protocol-version': version }),
      ...(this.#session === null ? {} : { 'mcp-session-id': this.#session }),
      // Since 2026-07-28 these repeat what the body says; they are sent only with messages of that line.
      ...(stated === null || typeof frame.method !== 'string' ? {} : { 'mcp-method': frame.method }),
      ...(stated === null || name === null ? {} : { 'mcp-name': name }),
    };
  }

  /** Over HTTP, closing the response is the cancellation. */
  #cancelNamed(frame: Frame): void {
    if (frame.method !== 'notifications/cancelled') return;
    const { params } = frame;
    if (typeof params !== 'object' || params === null || !('requestId' in params)) return;
    this.#calls.get(JSON.stringify(params.requestId))?.abort();
  }

  #fail(id: unknown, code: number, message: string): Promise<void> {
    return this.#options.send(JSON.stringify({ jsonrpc: '2.0', id: id ?? null, error: { code, message } }));
  }
}

/** Lines of the pipe; an endless one ends the bridge instead of filling the memory. */
async function* linesOf(input: AsyncIterable<string | Uint8Array>, signal: AbortSignal): AsyncGenerator<string> {
  const decoder = new TextDecoder();
  let rest = '';
  for await (const chunk of input) {
    signal.throwIfAborted();
    rest += typeof chunk === 'string' ? chunk : decoder.decode(chunk, { stream: true });
    const lines = rest.split('\n');
    rest = lines.pop() ?? '';
    if (rest.length > MAX_FRAME_CHARACTERS) throw new RangeError('a message is too large');
    for (const line of lines) if (line.trim() !== '') yield line.trim();
  }
  if (rest.trim() !== '') yield rest.trim();
}

function parseFrame(text: string): Frame | null {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null ? value : null;
  } catch {
    return null;
  }
}

function textAt(value: unknown, ...path: readonly string[]): string | null {
  let current = value;
  for (const name of path) {
    if (typeof current !== 'object' || current === null) return null;
    current = Object.entries(current).find(([key]) => key === name)?.[1];
  }
  return typeof current === 'string' ? current : null;
}
