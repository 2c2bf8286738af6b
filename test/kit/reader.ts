import { createReader, type Reader, type ReaderDependencies } from '../../src/read/read.ts';
import type { ReadRequest, ReadResult } from '../../src/read/result.ts';
import { startNetwork, type TestNetworkOptions } from './network.ts';
import { startPool } from './worker.ts';

export interface TestReader extends AsyncDisposable {
  readonly reader: Reader;
  /** A read with the defaults of read_page and the fields given. */
  read(url: string, request?: Partial<ReadRequest>, signal?: AbortSignal): Promise<ReadResult>;
  /** Steps as they were reported, of all reads. */
  readonly steps: readonly string[];
}

export function readRequest(url: string, request: Partial<ReadRequest> = {}): ReadRequest {
  return {
    url,
    query: null,
    section: null,
    start: 0,
    maxTokens: 8000,
    format: 'markdown',
    selector: null,
    render: 'auto',
    expand: false,
    includeHidden: false,
    includeLinks: true,
    includeImages: false,
    maxAgeS: 3600,
    timeoutS: 30,
    ...request,
  };
}

/** The whole reader over real sockets: gate, proxy, fetcher, worker threads. */
export async function startReader(
  network: TestNetworkOptions,
  dependencies: Partial<ReaderDependencies> = {},
): Promise<TestReader> {
  const net = startNetwork(network);
  const pool = dependencies.pool ?? (await startPool());
  const reader = createReader({ gate: net.gate, fetcher: net.fetcher, pool, ...dependencies });
  const steps: string[] = [];
  return {
    reader,
    steps,
    read: (url, request = {}, signal = new AbortController().signal) =>
      reader.read(readRequest(url, request), {
        signal,
        progress(step, done, total) {
          steps.push(`${done}/${total} ${step}`);
        },
      }),
    async [Symbol.asyncDispose]() {
      await reader.close();
      await net[Symbol.asyncDispose]();
    },
  };
}
