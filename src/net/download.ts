import type { EgressProxy } from './egress-proxy.ts';
import { loadPlainClient } from './load-client.ts';

/** For the whole of a large file. */
const DOWNLOAD_TIMEOUT_MS = 15 * 60_000;

export interface Downloading {
  readonly body: AsyncIterable<Uint8Array>;
  /** From Content-Length; null when the server does not say. */
  readonly bytes: number | null;
}

/**
 * Streams files whose addresses stand in our own code (a browser to install), through the egress proxy like everything
 * else. Follows no redirect and keeps no cap: the caller counts. Rejects when the answer is not a 2xx.
 */
export function createDownload(proxy: EgressProxy): (url: string, signal: AbortSignal) => Promise<Downloading> {
  return async (url, signal) => {
    const client = await loadPlainClient(proxy);
    try {
      const response = await client.send({
        url: new URL(url),
        method: 'GET',
        headers: new Map([['accept-encoding', 'identity']]),
        body: null,
        trust: 'operator',
        timeoutMs: DOWNLOAD_TIMEOUT_MS,
        signal,
        raw: true,
      });
      if (response.status < 200 || response.status > 299) {
        response.discard();
        throw new Error(`the server answered with HTTP ${response.status}`);
      }
      const length = Number(response.headers.find(([name]) => name === 'content-length')?.[1]);
      return {
        bytes: Number.isSafeInteger(length) && length > 0 ? length : null,
        body: thenClose(response.body, client),
      };
    } catch (thrown) {
      await client.close();
      throw thrown;
    }
  };
}

async function* thenClose(
  body: AsyncIterable<Uint8Array>,
  client: { close(): Promise<void> },
): AsyncGenerator<Uint8Array> {
  try {
    yield* body;
  } finally {
    await client.close();
  }
}
