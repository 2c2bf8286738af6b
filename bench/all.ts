import { writeFile } from 'node:fs/promises';
import { cpus, totalmem } from 'node:os';
import { runExtractBench } from './extract.ts';
import { runReadBench } from './read.ts';
import { runRenderBench } from './render.ts';
import { runStartBench } from './start.ts';
import { runVisibilityBench } from './visibility.ts';

// Run by `npm run bench` from the root of the project, after a build. Everything is measured in this one run, on this
// one machine: compare the figures with each other, not with another day's.

const binary = 'dist/bin.js';
const parts: Array<[string, () => Promise<string>]> = [
  ['Start and idle memory', () => runStartBench(binary)],
  ['Plain reads', () => runReadBench(binary)],
  ['Rendered reads', () => runRenderBench(binary)],
  ['Hidden text', () => runVisibilityBench(binary)],
  ['Extraction beside its peers', runExtractBench],
];

const sections = [
  `# Results\n\n${new Date().toISOString().slice(0, 10)}, Node ${process.version}, ${cpus().length} × ${cpus()[0]?.model ?? 'unknown CPU'}, ${Math.round(totalmem() / 2 ** 30)} GiB.\nMade by \`npm run bench\`; medians of several runs.`,
];
for (const [title, run] of parts) {
  process.stderr.write(`${title} …\n`);
  sections.push(`## ${title}\n\n${await run()}`);
}
const report = `${sections.join('\n\n')}\n`;
process.stdout.write(report);
await writeFile('bench/RESULTS.md', report);
