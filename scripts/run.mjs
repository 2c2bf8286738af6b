// Runs a TypeScript file of this project on Node versions that cannot: bundles it into one file and imports that.
//   node scripts/run.mjs scripts/gen-docs.ts --check
// The bundle lies under node_modules, so that libraries are found from there and nothing has to be ignored or cleaned
// up by hand. Scripts find the project by the current folder, not by their own address.
import { mkdir, rm } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { build } from 'esbuild';

const [script, ...args] = process.argv.slice(2);
if (!script) {
  process.stderr.write('usage: node scripts/run.mjs FILE.ts [arguments]\n');
  process.exit(2);
}

const folder = resolve('node_modules', '.cache', 'run');
await mkdir(folder, { recursive: true });
const outfile = join(folder, `${process.pid}.mjs`);
try {
  await build({
    entryPoints: [resolve(script)],
    outfile,
    bundle: true,
    packages: 'external',
    platform: 'node',
    format: 'esm',
    target: 'node20',
    logLevel: 'error',
  });
  process.argv = [process.argv[0], resolve(script), ...args];
  await import(pathToFileURL(outfile).href);
} finally {
  await rm(outfile, { force: true });
}
