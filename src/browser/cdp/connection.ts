import { CdpFault } from './fault.ts';
import { onAbort } from './on-abort.ts';
import { type CommandInput, type CommandName, type CommandOutput, FORBIDDEN_COMMANDS } from './protocol.ts';
import { type CallOptions, CdpSession, type SessionHost } from './session.ts';
import type { Transport, TransportListener } from './transport.ts';
import { answeredBy, readMessage } from './wire.ts';

/** Sees every message, as JSON; for tests that prove what is never sent. */
export type WireListener = (direction: 'sent' | 'received', message: string) => void;

interface Waiting {
  readonly command: string;
  readonly sessionId: string;
  /** The answer is wanted as it came. */
  readonly raw: boolean;
  settle(fault: unknown, result?: unknown): void;
}

const DEFAULT_TIMEOUT_MS = 15_000;

/**
 * One conversation with one browser. Commands and events of tabs, frames and workers are told apart by the session
 * id ("flat" sessions); `root` is the browser itself.
 */
export class CdpConnection implements TransportListener, SessionHost {
  readonly root: CdpSession;
  readonly #sessions = new Map<string, CdpSession>();
  readonly #waiting = new Map<number, Waiting>();
  readonly #onWire: WireListener | undefined;
  readonly #closeListeners = new Set<() => void>();
  #transport: Transport | null = null;
  #nextId = 1;
  #closed = false;

  constructor(onWire?: WireListener) {
    this.#onWire = onWire;
    this.root = new CdpSession(this, '', '');
    this.#sessions.set('', this.root);
  }

  /** To be called once, with the transport that this connection listens to. */
  use(transport: Transport): this {
    this.#transport = transport;
    return this;
  }

  get closed(): boolean {
    return this.#closed;
  }

  /** The session with this id; it is made when the browser first names it. */
  session(sessionId: string, targetId: string): CdpSession {
    const known = this.#sessions.get(sessionId);
    if (known) return known;
    const made = new CdpSession(this, sessionId, targetId);
    this.#sessions.set(sessionId, made);
    return made;
  }

  /**
   * @throws CdpFault when the browser refuses, does not answer in time or has gone; the signal's reason on abort.
   */
  async call<Name extends CommandName>(
    sessionId: string,
    command: Name,
    input: CommandInput<Name> | undefined,
    options: CallOptions = {},
  ): Promise<CommandOutput<Name>> {
    const answer = await this.#call(sessionId, command, input, { ...options, raw: false });
    return answer as CommandOutput<Name>; // seam: the protocol's types describe what the browser sends
  }

  /**
   * The same, with the whole message (`{"id":…,"result":…}`) as bytes for `readMessage`: what is as large as a page is
   * not read here, where it would hold up everybody.
   */
  async callRaw<Name extends CommandName>(
    sessionId: string,
    command: Name,
    input: CommandInput<Name> | undefined,
    options: CallOptions = {},
  ): Promise<Uint8Array> {
    const answer = await this.#call(sessionId, command, input, { ...options, raw: true });
    if (!(answer instanceof Uint8Array)) throw new CdpFault('refused', command, 'not in bytes');
    return answer;
  }

  #call(
    sessionId: string,
    command: CommandName,
    input: unknown,
    options: CallOptions & { readonly raw: boolean },
  ): Promise<unknown> {
    return new Promise((resolve, reject) => {
      const { signal } = options;
      if (signal?.aborted) return reject(signal.reason);
      if (FORBIDDEN_COMMANDS.has(command)) return reject(new CdpFault('refused', command, 'never sent'));
      if (this.#closed || !this.#transport) return reject(new CdpFault('closed', command));
      if (!this.#sessions.has(sessionId)) return reject(new CdpFault('gone', command));
      const id = this.#nextId++;
      const settle = (fault: unknown, result?: unknown) => {
        this.#waiting.delete(id);
        clearTimeout(timer);
        offAbort();
        if (fault !== undefined) reject(fault);
        else resolve(result);
      };
      const timer = setTimeout(() => settle(new CdpFault('timeout', command)), options.timeoutMs ?? DEFAULT_TIMEOUT_MS);
      const offAbort = onAbort(signal, () => settle(signal?.reason));
      this.#waiting.set(id, { command, sessionId, raw: options.raw, settle });
      const message = { id, method: command, params: input ?? {}, ...(sessionId && { sessionId }) };
      try {
        this.#onWire?.('sent', JSON.stringify(message));
        this.#transport.send(message);
      } catch (thrown) {
        settle(new CdpFault('closed', command, String(thrown)));
      }
    });
  }

  onMessage(data: string | Buffer): void {
    if (this.#settleRaw(data)) return;
    const message = readMessage(data);
    if (message === null) return;
    this.#onWire?.('received', JSON.stringify(message));
    if (message.id !== undefined) {
      const waiting = this.#waiting.get(message.id);
      if (!waiting) return;
      const { error } = message;
      waiting.settle(
        error ? new CdpFault('refused', waiting.command, String(error.message)) : undefined,
        message.result,
      );
      return;
    }
    if (message.method === undefined) return;
    if (message.method === 'Target.detachedFromTarget') this.#dropSession(message.params);
    this.#sessions.get(message.sessionId ?? '')?.emit(message.method, message.params);
  }

  /** True when the message is an answer that is wanted as it came. */
  #settleRaw(data: string | Buffer): boolean {
    const id = answeredBy(data);
    const waiting = id === null ? undefined : this.#waiting.get(id);
    if (!waiting?.raw) return false;
    this.#onWire?.('received', JSON.stringify(readMessage(data)));
    // In memory of its own, which can be given away.
    const isAlone = typeof data !== 'string' && data.byteLength === data.buffer.byteLength;
    waiting.settle(undefined, isAlone ? data : new Uint8Array(Buffer.from(data)));
    return true;
  }

  onClose(): void {
    if (this.#closed) return;
    this.#closed = true;
    for (const waiting of [...this.#waiting.values()]) waiting.settle(new CdpFault('closed', waiting.command));
    for (const session of this.#sessions.values()) session.end();
    for (const listener of this.#closeListeners) listener();
    this.#closeListeners.clear();
  }

  /** Calls back once when the browser has gone; at once when it has gone already. */
  whenClosed(listener: () => void): void {
    if (this.#closed) queueMicrotask(listener);
    else this.#closeListeners.add(listener);
  }

  /** Fails every waiting command of a session whose page has crashed: it would never be answered. */
  abandon(sessionId: string): void {
    for (const waiting of [...this.#waiting.values()]) {
      if (waiting.sessionId === sessionId) waiting.settle(new CdpFault('gone', waiting.command));
    }
    this.#sessions.get(sessionId)?.end();
    if (sessionId !== '') this.#sessions.delete(sessionId);
  }

  close(): void {
    this.#transport?.close();
  }

  #dropSession(data: unknown): void {
    const sessionId = typeof data === 'object' && data !== null && 'sessionId' in data ? data.sessionId : null;
    if (typeof sessionId === 'string') this.abandon(sessionId);
  }
}
