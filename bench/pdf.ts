import { spawn } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { extractText, getDocumentProxy } from 'unpdf';
import { block, prose, twoColumns } from '../test/kit/pdf/layout-pages.ts';
import { readBytes } from '../test/kit/pdf/read-bytes.ts';
import { line, writePdf } from '../test/kit/pdf/write-pdf.ts';
import { markdownText, mean, score } from './score.ts';
import { median, round, table } from './stats.ts';

const DATA = '../shared/data/pdf';
const SAMPLES = `${DATA}/sample-files`;
const MINIMAL = `${SAMPLES}/001-trivial/minimal-document.tex`;
/** Files of which the source or the text lies beside them; three were made from one text. */
const WITH_GOLD: ReadonlyArray<readonly [file: string, gold: string]> = [
  [`${DATA}/pypdf/crazyones.pdf`, `${DATA}/pypdf/crazyones.txt`],
  [`${SAMPLES}/021-pdfa/crazyones-pdfa.pdf`, `${DATA}/pypdf/crazyones.txt`],
  [`${SAMPLES}/001-trivial/minimal-document.pdf`, MINIMAL],
  [`${SAMPLES}/002-trivial-libre-office-writer/002-trivial-libre-office-writer.pdf`, MINIMAL],
  [`${SAMPLES}/025-attachment/with-attachment.pdf`, MINIMAL],
  [`${SAMPLES}/003-pdflatex-image/pdflatex-image.pdf`, `${SAMPLES}/003-pdflatex-image/pdflatex-image.tex`],
  [`${SAMPLES}/010-pdflatex-forms/pdflatex-forms.pdf`, `${SAMPLES}/010-pdflatex-forms/pdflatex-forms.tex`],
];

interface Case {
  readonly name: string;
  readonly bytes: Uint8Array;
  readonly gold: string;
}

interface System {
  readonly name: string;
  text(bytes: Uint8Array): Promise<string>;
}

const SYSTEMS: readonly System[] = [
  {
    name: 'plainsight',
    async text(bytes) {
      const { page } = await readBytes(bytes);
      // The marks of pages are ours and no part of the file.
      return markdownText(page.text.replace(/^# Page \d+$/gmu, ''));
    },
  },
  {
    name: 'unpdf',
    async text(bytes) {
      // It takes the bytes over, so it gets its own.
      const document = await getDocumentProxy(new Uint8Array(bytes));
      return (await extractText(document, { mergePages: true })).text;
    },
  },
];

/** Word F1 against the text that files were made from, and what a file of 300 pages costs. Markdown. */
export async function runPdfBench(binary: string): Promise<string> {
  const made = generated();
  const given = existsSync(DATA) ? withGold() : [];
  const parts = [
    given.length > 0
      ? await f1Table('Files with their source or text beside them', given)
      : `Skipped: no data at ${DATA}.`,
    await f1Table('Pages made here, of which the text is known', made),
    await costTable(binary),
  ];
  return parts.join('\n\n');
}

function withGold(): Case[] {
  return WITH_GOLD.map(([file, gold]) => {
    const text = readFileSync(gold, 'utf8');
    return {
      name: file.split('/').at(-1) ?? file,
      bytes: readFileSync(file),
      gold: gold.endsWith('.tex') ? texText(text) : text,
    };
  });
}

/** The words that a simple TeX source sets: its body without commands; titles and labels of fields are text. */
function texText(source: string): string {
  const body = /\\begin\{document\}([\s\S]*)\\end\{document\}/u.exec(source)?.[1] ?? source;
  return body
    .replace(/(?<!\\)%.*$/gmu, '')
    .replace(/\\(?:begin|end)\{\w+\}(?:\[[^\]]*\]|\{[^}]*\})*/gu, ' ')
    .replace(/\\(?:includegraphics|label|ref|cite)(?:\[[^\]]*\])?\{[^}]*\}/gu, ' ')
    .replace(/\\[a-z]+\*?(?:\[[^\]]*\])?/giu, ' ')
    .replace(/[{}\\]/gu, ' ');
}

function generated(): Case[] {
  const [left, right] = [prose(1, 24, 6), prose(4, 24, 6)];
  const broken = left.map((text, i) => (i % 3 === 0 ? `${text} com-` : i % 3 === 1 ? `mittee ${text}` : text));
  const whole = broken.join(' ').replaceAll('com- mittee', 'committee');
  const text = prose(3, 30, 12);
  const hidden = `1 g ${block(prose(7, 4, 8), 72, 120)} 0 g`;
  return [
    {
      name: 'two columns, written row by row',
      bytes: page(twoColumns(left, right)),
      gold: [...left, ...right].join(' '),
    },
    { name: 'words broken at line ends', bytes: page(block(broken, 72, 700)), gold: whole },
    { name: 'white text at the foot', bytes: page(block(text, 72, 700) + hidden), gold: text.join(' ') },
  ];
}

function page(content: string): Buffer {
  return writePdf({ pages: [{ content }] });
}

async function f1Table(title: string, cases: readonly Case[]): Promise<string> {
  const rows: string[][] = [];
  const sums = SYSTEMS.map((): number[] => []);
  for (const { name, bytes, gold } of cases) {
    const cells: string[] = [];
    for (const [i, system] of SYSTEMS.entries()) {
      const { f1 } = score((await system.text(bytes)).normalize('NFKC'), gold.normalize('NFKC'));
      sums[i]?.push(f1);
      cells.push(round(f1, 3));
    }
    rows.push([name, ...cells]);
  }
  rows.push(['mean', ...sums.map((values) => round(mean(values), 3))]);
  return `${title}, word F1:\n\n${table(['file', ...SYSTEMS.map(({ name }) => name)], rows)}`;
}

const PAGES = 300;
const RUNS = 3;

async function costTable(binary: string): Promise<string> {
  const folder = mkdtempSync(join(tmpdir(), 'plainsight-bench-'));
  const file = join(folder, 'long.pdf');
  const pages = Array.from({ length: PAGES }, (_, i) => ({
    content: line(`Chapter ${i + 1}`, 72, 740, 18, 'F2') + block(prose(i, 44, 12), 72, 700, 11),
  }));
  const bytes = writePdf({ pages, compress: true });
  writeFileSync(file, bytes);
  try {
    const rows: string[][] = [];
    for (const system of SYSTEMS) {
      const times: number[] = [];
      for (let run = 0; run < RUNS; run++) {
        const from = performance.now();
        await system.text(bytes);
        times.push(performance.now() - from);
      }
      rows.push([`${system.name}, in this process`, round(median(times)), '']);
    }
    const { ms, peakMb } = await readByProgram(binary, file);
    rows.push([`plainsight read, whole program`, round(ms), round(peakMb)]);
    return `A file of ${PAGES} pages (${Math.round(bytes.length / 1024)} KB, budget 5 s and 300 MB):\n\n${table(['', 'ms', 'peak MB'], rows)}`;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

const POLL_MS = 20;

/** The built program with the largest memory that it was seen with. */
async function readByProgram(binary: string, file: string): Promise<{ ms: number; peakMb: number }> {
  const from = performance.now();
  const child = spawn(process.execPath, [binary, 'read', file, '--json'], { stdio: ['ignore', 'ignore', 'inherit'] });
  let peakKb = 0;
  const poll = setInterval(() => {
    const status = existsSync(`/proc/${child.pid}/status`) ? readFileSync(`/proc/${child.pid}/status`, 'utf8') : '';
    peakKb = Math.max(peakKb, Number(/VmHWM:\s+(\d+)/u.exec(status)?.[1] ?? 0));
  }, POLL_MS);
  await new Promise((resolve) => child.once('close', resolve));
  clearInterval(poll);
  return { ms: performance.now() - from, peakMb: peakKb / 1024 };
}
