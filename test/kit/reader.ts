import { mkdtemp, rm } from 'node:fs/promises';
import { homedir, tmpdir } from 'node:os';
import { join } from 'node:path';
import { silentLog } from '../../src/base/log.ts';
import { createBrowsing } from '../../src/read/browsing.ts';
import { createReader, type Reader, type ReaderDependencies } from '../../src/read/read.ts';
import type { ReadRequest, ReadResult } from '../../src/read/result.ts';
import { createHttpRung } from '../../src/read/rungs/http.ts';
import { startNetwork, type TestNetwork, type TestNetworkOptions } from './network.ts';
import { readRequest } from './read-request.ts';
import { buildWorker, startPool } from './worker.ts';

export interface TestReader extends AsyncDisposable {
  readonly reader: Reader;
  /** A read with the defaults of read_page and the fields given. */
  read(url: string, request?: Partial<ReadRequest>, signal?: AbortSignal): Promise<ReadResult>;
  /** Steps as they were reported, of all reads. */
  readonly steps: readonly string[];
  /** What the gate refused a connection to. */
  readonly refusals: TestNetwork['refusals'];
}

export interface TestReaderOptions extends TestNetworkOptions {
  /** With the browser of this machine. */
  readonly renders?: boolean;
}

/** The whole reader over real sockets: gate, proxy, fetcher, worker threads. */
export async function startReader(
  network: TestReaderOptions,
  dependencies: Partial<ReaderDependencies> = {},
): Promise<TestReader> {
  const net = startNetwork(network);
  const rendering = network.renders ? await openBrowsing(net) : null;
  const pool = dependencies.pool ?? (await startPool());
  const reader = createReader({
    gate: net.gate,
    fetcher: net.fetcher,
    pool,
    ...(rendering && { rungs: [createHttpRung(net.fetcher), rendering.browsing.rung] }),
    ...dependencies,
  });
  const steps: string[] = [];
  return {
    reader,
    steps,
    refusals: net.refusals,
    read: (url, request = {}, signal = new AbortController().signal) =>
      reader.read(readRequest(url, request), {
        signal,
        progress(step, done, total) {
          steps.push(`${done}/${total} ${step}`);
        },
      }),
    async [Symbol.asyncDispose]() {
      await reader.close();
      await rendering?.close();
      await net[Symbol.asyncDispose]();
    },
  };
}

async function openBrowsing({ proxy, admission }: TestNetwork) {
  const home = await mkdtemp(join(tmpdir(), 'plainsight-reader-'));
  const browsing = createBrowsing({
    find: { chrome: '', home, env: process.env, platform: process.platform, userFolder: homedir() },
    cdpUrl: '',
    maxPages: null,
    proxy: () => proxy.login('page'),
    admission,
    isRoot: process.getuid?.() === 0,
    log: silentLog,
    workerUrl: await buildWorker(),
  });
  const close = async () => {
    await browsing.close();
    await rm(home, { recursive: true, force: true });
  };
  return { browsing, close };
}
