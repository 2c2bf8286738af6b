import { readFile, writeFile } from 'node:fs/promises';
import { runVisibilityBench } from './visibility.ts';

// Run by `npm run bench:visibility` from the root of the project, after a build: prints its table, and puts it in the
// place of the one before in the results.

const TITLE = '## Hidden text';
const FILE = 'bench/RESULTS.md';

const section = `${TITLE}\n\n${await runVisibilityBench('dist/bin.js')}\n`;
process.stdout.write(`${section}\n`);
const report = await readFile(FILE, 'utf8');
const from = report.indexOf(TITLE);
const next = from < 0 ? -1 : report.indexOf('\n## ', from + TITLE.length);
const before = from < 0 ? `${report.trimEnd()}\n\n` : report.slice(0, from);
await writeFile(FILE, `${before}${section}${next < 0 ? '' : report.slice(next)}`);
