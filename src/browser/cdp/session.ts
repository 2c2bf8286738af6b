import { CdpFault } from './fault.ts';
import { onAbort } from './on-abort.ts';
import type { CommandInput, CommandName, CommandOutput, EventData, EventName } from './protocol.ts';

type Listener = (data: unknown) => void;

export interface CallOptions {
  /** Default 15 s. */
  readonly timeoutMs?: number;
  /** Ends the wait; the browser still carries the command out. */
  readonly signal?: AbortSignal | undefined;
}

/** The conversation that a session is a part of. */
export interface SessionHost {
  call<Name extends CommandName>(
    sessionId: string,
    command: Name,
    input: CommandInput<Name> | undefined,
    options?: CallOptions,
  ): Promise<CommandOutput<Name>>;
  callRaw<Name extends CommandName>(
    sessionId: string,
    command: Name,
    input: CommandInput<Name> | undefined,
    options?: CallOptions,
  ): Promise<Uint8Array>;
  session(sessionId: string, targetId: string): CdpSession;
  abandon(sessionId: string): void;
}

/** A session as far as commands are sent to it; what stands in for one elsewhere is one too. */
export type CommandTarget = Pick<CdpSession, 'send'>;

/** Commands to and events from one target: the browser, a tab, a frame in a process of its own, a worker. */
export class CdpSession {
  readonly id: string;
  readonly targetId: string;
  readonly #host: SessionHost;
  readonly #listeners = new Map<string, Set<Listener>>();
  readonly #endListeners = new Set<() => void>();
  #ended = false;

  /** Made by CdpConnection only. */
  constructor(host: SessionHost, id: string, targetId: string) {
    this.#host = host;
    this.id = id;
    this.targetId = targetId;
  }

  get ended(): boolean {
    return this.#ended;
  }

  /** @throws CdpFault, or the signal's reason; see CdpConnection.call. */
  send<Name extends CommandName>(
    command: Name,
    input?: CommandInput<Name>,
    options?: CallOptions,
  ): Promise<CommandOutput<Name>> {
    return this.#host.call(this.id, command, input, options);
  }

  /** The answer as bytes; see CdpConnection.callRaw. */
  sendRaw<Name extends CommandName>(
    command: Name,
    input?: CommandInput<Name>,
    options?: CallOptions,
  ): Promise<Uint8Array> {
    return this.#host.callRaw(this.id, command, input, options);
  }

  /** The session of a frame or worker that was attached to through this one. */
  child(sessionId: string, targetId: string): CdpSession {
    return this.#host.session(sessionId, targetId);
  }

  /** Gives this session up because its target crashed: what waits for an answer fails at once. */
  abandon(): void {
    this.#host.abandon(this.id);
  }

  /** Returns the function that stops listening. Listeners run in order, in the same turn as the message. */
  on<Name extends EventName>(event: Name, listener: (data: EventData<Name>) => void): () => void {
    let listeners = this.#listeners.get(event);
    if (!listeners) {
      listeners = new Set();
      this.#listeners.set(event, listeners);
    }
    const added = listener as Listener; // seam: the protocol's types describe what the browser sends
    listeners.add(added);
    return () => this.#listeners.get(event)?.delete(added);
  }

  /** The next event that the test accepts. @throws CdpFault `timeout` or `gone`; the signal's reason. */
  next<Name extends EventName>(
    event: Name,
    accepts: (data: EventData<Name>) => boolean,
    options: { readonly timeoutMs: number; readonly signal?: AbortSignal | undefined },
  ): Promise<EventData<Name>> {
    return new Promise((resolve, reject) => {
      const { signal, timeoutMs } = options;
      if (signal?.aborted) return reject(signal.reason);
      if (this.#ended) return reject(new CdpFault('gone', event));
      const stop = () => {
        clearTimeout(timer);
        off();
        offEnd();
        offAbort();
      };
      const fail = (reason: unknown) => {
        stop();
        reject(reason);
      };
      const timer = setTimeout(() => fail(new CdpFault('timeout', event)), timeoutMs);
      const offEnd = this.whenEnded(() => fail(new CdpFault('gone', event)));
      const off = this.on(event, (data) => {
        if (!accepts(data)) return;
        stop();
        resolve(data);
      });
      const offAbort = onAbort(signal, () => fail(signal?.reason));
    });
  }

  /** Called once when the target or the browser has gone. */
  whenEnded(listener: () => void): () => void {
    if (this.#ended) queueMicrotask(listener);
    else this.#endListeners.add(listener);
    return () => this.#endListeners.delete(listener);
  }

  /** For CdpConnection. */
  emit(event: string, data: unknown): void {
    for (const listener of [...(this.#listeners.get(event) ?? [])]) listener(data);
  }

  /** For CdpConnection. */
  end(): void {
    if (this.#ended) return;
    this.#ended = true;
    for (const listener of [...this.#endListeners]) listener();
    this.#endListeners.clear();
    this.#listeners.clear();
  }
}
