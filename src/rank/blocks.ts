/**
 * The block structure of a Markdown text, in one linear pass: enough to cut a text where a reader would, to find its
 * headings, and to know which code fence or table a position lies in. Offsets are UTF-16 indexes.
 */
export type BlockKind = 'heading' | 'code' | 'table' | 'list' | 'quote' | 'paragraph' | 'rule';

export interface Block {
  readonly kind: BlockKind;
  readonly start: number;
  /** After the last character of the block, its final line feed left out. */
  readonly end: number;
  /** 1–6 for headings, else 0. */
  readonly level: number;
  /** Code: where its content begins. Table: where its first body row begins. Else `start`. */
  readonly bodyStart: number;
  /** Code: where the closing fence line begins; `end` when there is none. Else `end`. */
  readonly bodyEnd: number;
  /** Line that closes a fence cut short, with its quote marks and indent; empty for other kinds. */
  readonly closing: string;
}

const FENCE_OPEN = /^((?:[ \t]*>)*[ \t]*(?:(?:[-*+]|\d{1,9}[.)])[ \t]+)*)(`{3,}|~{3,})([^\n]*)$/u;
const HEADING = /^ {0,3}(#{1,6})(?:[ \t]|$)/u;
const RULE = /^ {0,3}(?:(?:-[ \t]*){3,}|(?:\*[ \t]*){3,}|(?:_[ \t]*){3,})$/u;
const LIST_ITEM = /^[ \t]*(?:[-*+]|\d{1,9}[.)])(?:[ \t]|$)/u;
const DELIMITER_CELL = /^[ \t]*:?-+:?[ \t]*$/u;
const UNDERLINE = /^ {0,3}(?:=+|-{2,})[ \t]*$/u;
const MAX_DELIMITER_LINE = 4000;

interface Fence {
  readonly mark: string;
  readonly quotes: number;
  readonly indent: number;
  readonly closing: string;
}

interface Open {
  kind: BlockKind;
  start: number;
  end: number;
  level: number;
  bodyStart: number;
  bodyEnd: number;
  closing: string;
}

export function scanBlocks(text: string): Block[] {
  const scanner = new BlockScanner(text);
  for (let start = 0; start < text.length; ) {
    const feed = text.indexOf('\n', start);
    const end = feed < 0 ? text.length : feed;
    scanner.line(start, end);
    start = end + 1;
  }
  return scanner.finish();
}

class BlockScanner {
  readonly #text: string;
  readonly #blocks: Block[] = [];
  #open: Open | null = null;
  #fence: Fence | null = null;

  constructor(text: string) {
    this.#text = text;
  }

  finish(): Block[] {
    this.#close();
    return this.#blocks;
  }

  line(start: number, end: number): void {
    const line = this.#text.slice(start, end);
    if (this.#fence && this.#open && this.#fenced(line, this.#open, this.#fence, start, end)) return;
    if (line.trim() === '') this.#close();
    else this.#startLine(line, start, end);
  }

  /** Takes a line for the open fence; false when the fence ended before it. */
  #fenced(line: string, open: Open, fence: Fence, start: number, end: number): boolean {
    const fate = fenceLine(line, fence);
    if (fate === 'inside') {
      grow(open, end);
      return true;
    }
    this.#fence = null;
    if (fate === 'closes') {
      open.bodyEnd = start;
      open.end = end;
    }
    this.#close();
    return fate === 'closes';
  }

  #startLine(line: string, start: number, end: number): void {
    const text = this.#text;
    const open = this.#open;
    const next = Math.min(end + 1, text.length);
    const heading = HEADING.exec(line);
    this.#fence = fenceOpening(line);
    if (this.#fence) this.#begin({ kind: 'code', start, end, bodyStart: next, closing: this.#fence.closing });
    else if (heading) this.#begin({ kind: 'heading', start, end, level: heading[1]?.length ?? 1 });
    else if (open?.kind === 'paragraph' && !text.slice(open.start, open.end).includes('\n') && UNDERLINE.test(line)) {
      open.kind = 'heading';
      open.level = line.trimStart().startsWith('=') ? 1 : 2;
      grow(open, end);
      this.#close();
    } else if (open?.kind === 'table' && (line.includes('|') || end <= open.bodyStart)) grow(open, end);
    else if (line.includes('|') && isDelimiterRow(lineAt(text, next))) {
      const bodyStart = Math.min(next + lineAt(text, next).length + 1, text.length);
      this.#begin({ kind: 'table', start, end, bodyStart });
    } else if (RULE.test(line)) this.#begin({ kind: 'rule', start, end });
    else if (open && joins(open.kind, line)) grow(open, end);
    else this.#begin({ kind: kindOf(line), start, end });
  }

  #begin(block: Pick<Open, 'kind' | 'start' | 'end'> & Partial<Open>): void {
    this.#close();
    this.#open = { level: 0, bodyStart: block.start, bodyEnd: block.end, closing: '', ...block };
  }

  #close(): void {
    if (this.#open) this.#blocks.push(this.#open);
    this.#open = null;
  }
}

function grow(block: Open, end: number): void {
  block.end = end;
  block.bodyEnd = end;
}

function kindOf(line: string): BlockKind {
  return LIST_ITEM.test(line) ? 'list' : line.trimStart().startsWith('>') ? 'quote' : 'paragraph';
}

/** Whether a line continues the open block (a lazy line continues a list or a quote). */
function joins(kind: BlockKind, line: string): boolean {
  if (kind === 'list') return true;
  if (kind === 'quote') return kindOf(line) !== 'list';
  return kind === 'paragraph' && kindOf(line) === 'paragraph';
}

function lineAt(text: string, start: number): string {
  const feed = text.indexOf('\n', start);
  return text.slice(start, feed < 0 ? text.length : feed);
}

function isDelimiterRow(line: string): boolean {
  if (line.length > MAX_DELIMITER_LINE || !line.includes('|') || !line.includes('-')) return false;
  const cells = line
    .replace(/^[\s>]+/u, '')
    .replace(/^\||\|\s*$/gu, '')
    .split('|');
  return cells.every((cell) => DELIMITER_CELL.test(cell));
}

function fenceOpening(line: string): Fence | null {
  const match = FENCE_OPEN.exec(line);
  const prefix = match?.[1] ?? '';
  const mark = match?.[2] ?? '';
  if (!match || (mark.startsWith('`') && (match[3] ?? '').includes('`'))) return null;
  const continued = prefix.replace(/[^>\t]/gu, ' ');
  return {
    mark,
    quotes: continued.split('>').length - 1,
    indent: continued.slice(continued.lastIndexOf('>') + 1).length,
    closing: continued + mark,
  };
}

/** A fence ends with its own mark, or where the quote or list item around it ends (CommonMark 0.31, section 4.5). */
function fenceLine(line: string, fence: Fence): 'inside' | 'closes' | 'outside' {
  let rest = line;
  for (let quotes = 0; quotes < fence.quotes; quotes++) {
    const trimmed = rest.trimStart();
    if (!trimmed.startsWith('>')) return 'outside';
    rest = trimmed.slice(1);
  }
  const content = rest.trim();
  const mark = fence.mark.charAt(0);
  if (content.length >= fence.mark.length && content === mark.repeat(content.length)) return 'closes';
  const indent = rest.length - rest.trimStart().length;
  return content !== '' && fence.indent >= 2 && indent + 1 < fence.indent ? 'outside' : 'inside';
}

/** Index of the first block that ends after `offset` (binary search); the number of blocks when there is none. */
export function blockAt(blocks: readonly Block[], offset: number): number {
  let low = 0;
  let high = blocks.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((blocks[middle]?.end ?? 0) > offset) high = middle;
    else low = middle + 1;
  }
  return low;
}
