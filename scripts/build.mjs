// Builds dist/: the program and its worker, each dependency inside that is plain JavaScript and needed early. Loading
// some hundred small files takes a third of the time that a client waits for the first answer; few large ones do not.
// What is native, starts threads or is rarely needed stays a package of its own and is loaded when it is used.
import { readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { build } from 'esbuild';

const SEPARATE = ['wreq-js', 'undici', 'piscina', 'tinyld', 'chrono-node', 'feedsmith', 'sharp', '@embedpdf/pdfium'];

await rm('dist', { recursive: true, force: true });
const { metafile } = await build({
  entryPoints: { bin: 'src/bin.ts', worker: 'src/read/worker.ts' },
  outdir: 'dist',
  bundle: true,
  splitting: true,
  platform: 'node',
  format: 'esm',
  target: 'node20',
  external: SEPARATE,
  // Some of what is bundled is CommonJS and asks for Node's own modules by require().
  banner: {
    js: "import { createRequire as _createRequire } from 'node:module';const require = _createRequire(import.meta.url);",
  },
  metafile: true,
  logLevel: 'warning',
});
await writeFile('dist/THIRD-PARTY-LICENSES.txt', await licences(Object.keys(metafile.inputs)));

/** The licence of every package of which code is in the bundle, as those licences ask. */
async function licences(inputs) {
  const folders = new Set(inputs.map((input) => /^node_modules\/(?:@[^/]+\/)?[^/]+/u.exec(input)?.[0]).filter(Boolean));
  const parts = [];
  for (const folder of [...folders].sort()) {
    const { name, version, license } = JSON.parse(await readFile(join(folder, 'package.json'), 'utf8'));
    const file = (await readdir(folder)).find((entry) => /^(?:licen[cs]e|copying)/iu.test(entry));
    const text = file ? (await readFile(join(folder, file), 'utf8')).trim() : `Licensed under ${license}.`;
    parts.push(`${name} ${version} (${license})\n\n${text}\n`);
  }
  return parts.join(`\n${'-'.repeat(80)}\n\n`);
}
