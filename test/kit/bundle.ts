import { mkdir } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';

const FOLDER = fileURLToPath(new URL('../../node_modules/.cache/plainsight-tests/', import.meta.url));

/** A TypeScript program of this folder as one file that Node can run; libraries are found in node_modules. */
export async function bundle(name: string): Promise<string> {
  await mkdir(FOLDER, { recursive: true });
  const outfile = `${FOLDER}${name}-${process.pid}.mjs`;
  await build({
    entryPoints: [fileURLToPath(new URL(`./${name}.ts`, import.meta.url))],
    outfile,
    bundle: true,
    packages: 'external',
    platform: 'node',
    format: 'esm',
    target: 'node20',
    logLevel: 'error',
  });
  return outfile;
}
