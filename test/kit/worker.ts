import { rmSync } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';
import { createPagePool, type PagePool, type PagePoolOptions } from '../../src/read/pool.ts';

const ROOT = new URL('../../', import.meta.url);
let built: Promise<URL> | null = null;

/**
 * The worker’s file as Node 20 can load it: bundled from the sources into the cache folder of node_modules, once per
 * test process and never shared with another one.
 */
export function buildWorker(): Promise<URL> {
  built ??= bundle();
  return built;
}

async function bundle(): Promise<URL> {
  const folder = new URL('node_modules/.cache/plainsight-test/', ROOT);
  await mkdir(folder, { recursive: true });
  const outfile = new URL(`worker-${process.pid}-${Date.now()}.mjs`, folder);
  await build({
    entryPoints: [fileURLToPath(new URL('src/read/worker.ts', ROOT))],
    outfile: fileURLToPath(outfile),
    bundle: true,
    packages: 'external',
    platform: 'node',
    format: 'esm',
    target: 'node20',
    logLevel: 'silent',
  });
  process.once('exit', () => rmSync(outfile, { force: true }));
  return outfile;
}

export async function startPool(options: Omit<PagePoolOptions, 'workerUrl'> = {}): Promise<PagePool> {
  return createPagePool({ ...options, workerUrl: await buildWorker() });
}
