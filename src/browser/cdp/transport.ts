/** Carries whole messages in both directions. */
export interface Transport {
  /** Takes what JSON can say. @throws Error when the browser does not read and too much is waiting. */
  send(message: object): void;
  /** Ends the connection; calls `onClose` once, later. */
  close(): void;
}

export interface TransportListener {
  /** As it came; see wire.ts. */
  onMessage(message: string | Buffer): void;
  /** Called once. `reason` is for logs. */
  onClose(reason: string): void;
}

/** The largest message accepted from a browser: a snapshot of a 5 MB page has 34 MB (measured). */
export const MAX_MESSAGE_BYTES = 256 * 1024 * 1024;
/** What may wait to be read by the browser before a command is refused. */
export const MAX_WAITING_BYTES = 96 * 1024 * 1024;
