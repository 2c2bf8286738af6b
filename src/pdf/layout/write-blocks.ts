import { escapeLineStart } from '../../extract/markdown/escape.ts';
import type { Block } from './blocks.ts';
import { type InlineOptions, writeInline, writeWords } from './inline.ts';
import { type Line, plainLine } from './lines.ts';
import type { Segment } from './rows.ts';

export interface WriteOptions extends InlineOptions {
  /** 2 to 6; the first level is the page’s. */
  levelOf(lines: readonly Line[]): number;
}

/** One step of indent, in sizes of the letters. */
const INDENT = 1.2;
const MAX_INDENT = 4;

/** Blocks as Markdown. */
export function writeBlocks(blocks: readonly Block[], options: WriteOptions): string {
  let markdown = '';
  let lastIsItem = false;
  for (const block of blocks) {
    const text = writeBlock(block, options);
    if (text === '') continue;
    const isItem = block.type === 'item';
    markdown += markdown === '' ? text : `${isItem && lastIsItem ? '\n' : '\n\n'}${text}`;
    lastIsItem = isItem;
  }
  return markdown;
}

function writeBlock(block: Block, options: WriteOptions): string {
  switch (block.type) {
    case 'heading':
      return `${'#'.repeat(options.levelOf(block.lines))} ${writeInline(block.lines, options)}`;
    case 'code':
      return writeCode(block.lines);
    case 'item':
      return writeItem(block, options);
    case 'table':
      return writeTable(block.rows, options);
    default:
      return escapeLineStart(writeInline(block.lines, options));
  }
}

function writeItem({ lines, marker, indent }: Extract<Block, { type: 'item' }>, options: WriteOptions): string {
  const [first, ...rest] = lines;
  if (!first) return '';
  const body = writeInline([withoutMarker(first, marker), ...rest], options);
  const depth = Math.min(MAX_INDENT, Math.round(indent / Math.max(1, INDENT * first.size)));
  const number = /^\d{1,3}(?=[.)]$)/u.exec(marker)?.[0];
  const sign = number === undefined ? (/[\p{L}\p{N}]/u.test(marker) ? `- ${marker}` : '-') : `${number}.`;
  return `${'  '.repeat(depth)}${sign} ${body}`;
}

/** The marker is a word of its own, or stands at the beginning of one. */
function withoutMarker(line: Line, marker: string): Line {
  const [first, ...rest] = line.words;
  if (!first) return line;
  const left = first.text.slice(marker.length).trimStart();
  return { ...line, words: left === '' ? rest : [{ ...first, text: left }, ...rest] };
}

function writeCode(lines: readonly Line[]): string {
  const left = Math.min(...lines.map((line) => line.left));
  const text = lines
    .map((line) => `${' '.repeat(Math.max(0, Math.round((line.left - left) / (line.size * 0.6))))}${plainLine(line)}`)
    .join('\n');
  const fence = '`'.repeat(Math.max(3, ...[...text.matchAll(/`+/gu)].map(([run]) => run.length + 1)));
  return `${fence}\n${text}\n${fence}`;
}

function writeTable(rows: ReadonlyArray<ReadonlyArray<readonly Segment[]>>, options: InlineOptions): string {
  const written = rows.map((row) => row.map((cell) => writeCell(cell, options)));
  const width = Math.max(...written.map((row) => row.length));
  const [head = [], ...body] = written;
  const rule = Array.from({ length: width }, () => '---');
  return [head, rule, ...body].map((row) => `| ${row.join(' | ')} |`).join('\n');
}

function writeCell(cell: readonly Segment[], options: InlineOptions): string {
  const words = cell.flatMap((part) => part.words);
  return writeWords(words, options).replaceAll('|', '\\|');
}
