import { type Block, scanBlocks } from '../../rank/blocks.ts';

/** The Markdown of a page as a tree of blocks. Leaves keep their inline source. */
export type Structure =
  | { readonly type: 'heading'; readonly level: number; readonly source: string }
  | { readonly type: 'paragraph'; readonly source: string }
  | { readonly type: 'code'; readonly content: string }
  | { readonly type: 'rule' }
  | { readonly type: 'table'; readonly head: readonly string[]; readonly rows: readonly (readonly string[])[] }
  | { readonly type: 'quote'; readonly children: readonly Structure[] }
  | {
      readonly type: 'list';
      readonly ordered: boolean;
      readonly first: number;
      readonly items: readonly (readonly Structure[])[];
    };

const ITEM = /^([ \t]*)([-*+]|(\d{1,9})[.)])([ \t]+|$)/u;
const MAX_DEPTH = 20;

export function structureOf(markdown: string, depth = 0): Structure[] {
  const blocks = scanBlocks(markdown);
  const found: Structure[] = [];
  for (let i = 0; i < blocks.length; ) {
    const block = blocks[i];
    if (!block) break;
    const line = lineOf(markdown, block.start);
    const quoted = line.trimStart().startsWith('>');
    const item = ITEM.exec(line);
    if (depth < MAX_DEPTH && quoted) i = takeQuote(markdown, blocks, i, depth, found);
    else if (depth < MAX_DEPTH && item && block.kind !== 'rule') i = takeList(markdown, blocks, i, depth, found);
    else {
      found.push(leaf(markdown, block));
      i++;
    }
  }
  return found;
}

function lineOf(text: string, start: number): string {
  const feed = text.indexOf('\n', start);
  return text.slice(start, feed < 0 ? text.length : feed);
}

function leaf(text: string, block: Block): Structure {
  const source = text.slice(block.start, block.end);
  if (block.kind === 'heading') {
    const plain = source
      .replace(/^ {0,3}#{1,6}[ \t]*/u, '')
      .replace(/[ \t]+#+[ \t]*$/u, '')
      .replace(/\n {0,3}[=-]+[ \t]*$/u, '');
    return { type: 'heading', level: block.level, source: plain };
  }
  if (block.kind === 'rule') return { type: 'rule' };
  if (block.kind === 'code')
    return { type: 'code', content: text.slice(block.bodyStart, block.bodyEnd).replace(/\n$/u, '') };
  if (block.kind !== 'table') return { type: 'paragraph', source };
  const [head, , ...rows] = source.split('\n');
  return { type: 'table', head: cellsOf(head ?? ''), rows: rows.map(cellsOf) };
}

/** Cells of a row; `\|` is a bar within one. */
function cellsOf(row: string): string[] {
  const cells: string[] = [];
  let cell = '';
  const inner = row.trim().replace(/^\|/u, '');
  for (let i = 0; i < inner.length; i++) {
    const character = inner.charAt(i);
    if (character === '\\' && inner.charAt(i + 1) === '|') cell += inner.charAt(++i);
    else if (character === '|') {
      cells.push(cell.trim());
      cell = '';
    } else cell += character;
  }
  return cell.trim() === '' ? cells : [...cells, cell.trim()];
}

/** Blocks of one quote: they follow each other without a blank line, every one marked. */
function takeQuote(text: string, blocks: readonly Block[], from: number, depth: number, found: Structure[]): number {
  let next = from + 1;
  while (next < blocks.length) {
    const block = blocks[next];
    const gap = text.slice(blocks[next - 1]?.end, block?.start);
    if (!block || gap !== '\n' || !lineOf(text, block.start).trimStart().startsWith('>')) break;
    next++;
  }
  const inner = text.slice(blocks[from]?.start, blocks[next - 1]?.end).replace(/^[ \t]*>[ \t]?/gmu, '');
  found.push({ type: 'quote', children: structureOf(inner, depth + 1) });
  return next;
}

/** Blocks of one list: items of one kind of marker, and whatever is indented below them. */
function takeList(text: string, blocks: readonly Block[], from: number, depth: number, found: Structure[]): number {
  const first = ITEM.exec(lineOf(text, blocks[from]?.start ?? 0));
  const margin = first?.[1]?.length ?? 0;
  const ordered = first?.[3] !== undefined;
  let next = from + 1;
  for (; next < blocks.length; next++) {
    const block = blocks[next];
    const line = block ? lineOf(text, block.start) : '';
    const item = ITEM.exec(line);
    const indent = line.length - line.trimStart().length;
    const same =
      item && block?.kind !== 'rule' && (item[1]?.length ?? 0) <= margin + 1 && (item[3] !== undefined) === ordered;
    if (!block || (indent < margin + 2 && !same)) break;
  }
  const lines = text.slice(blocks[from]?.start, blocks[next - 1]?.end).split('\n');
  const items = splitItems(lines, margin).map((item) => structureOf(item, depth + 1));
  found.push({ type: 'list', ordered, first: Number(first?.[3] ?? 1), items });
  return next;
}

function splitItems(lines: readonly string[], margin: number): string[] {
  const items: string[][] = [];
  let indent = margin + 2;
  for (const line of lines) {
    const match = ITEM.exec(line);
    if (match && (items.length === 0 || (match[1]?.length ?? 0) < indent)) {
      const width = match[0].length;
      indent = (match[1]?.length ?? 0) + Math.min(width - (match[1]?.length ?? 0), 6);
      items.push([line.slice(width)]);
      continue;
    }
    const blanks = line.length - line.trimStart().length;
    items.at(-1)?.push(line.slice(Math.min(blanks, indent)));
  }
  return items.map((item) => item.join('\n'));
}
