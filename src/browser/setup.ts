/** Streams a file from the web through the net layer. Rejects when the answer is not a 2xx. */
export type Download = (url: string, signal: AbortSignal) => Promise<Downloading>;

export interface Downloading {
  readonly body: AsyncIterable<Uint8Array>;
  /** From Content-Length; null when the server does not say. */
  readonly bytes: number | null;
}
