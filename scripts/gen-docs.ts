import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { cliPage } from './docs/cli-page.ts';
import { configPage } from './docs/config-page.ts';
import { errorsPage } from './docs/errors-page.ts';
import { toolsPage } from './docs/tools-page.ts';

// Writes the pages that are made from the tables of the code; `--check` only compares, and fails when one is stale.

const pages: Readonly<Record<string, string>> = {
  'docs/config.md': configPage(),
  'docs/tools.md': toolsPage(),
  'docs/errors.md': errorsPage(),
  'docs/cli.md': await cliPage(),
};
const isCheck = process.argv.includes('--check');
let stale = 0;

await mkdir('docs', { recursive: true });
for (const [path, text] of Object.entries(pages)) {
  const before = await readFile(path, 'utf8').catch(() => '');
  if (before === text) continue;
  stale++;
  if (isCheck) process.stderr.write(`${path} is stale; \`npm run gen\` writes it anew\n`);
  else {
    await writeFile(path, text);
    process.stderr.write(`wrote ${path}\n`);
  }
}
if (isCheck && stale > 0) process.exitCode = 1;
