import { type Block, blockAt } from '../rank/blocks.ts';
import type { PageText } from './page-text.ts';
import { textCost } from './tokens.ts';

/** A piece of the text made readable by itself. */
export interface Repaired {
  readonly text: string;
  /** What was added or is cut, in one sentence each. */
  readonly notes: readonly string[];
}

/** Share of a window’s budget that repeated lines may take; beyond it they are left out and said to be. */
const MAX_ADDITION = 0.25;

/**
 * The text from `start` to `end` such that it reads on its own: a fence cut into is opened and closed again, a table’s
 * header rows are repeated, HTML elements are closed and opened again. Additions are not part of the page’s offsets,
 * and cost at most a quarter of `budget` at either end.
 */
export function repairedSlice(page: PageText, start: number, end: number, budget: number): Repaired {
  const piece = page.text.slice(start, end);
  if (page.format === 'html') return repairHtml(page, start, piece, budget);
  if (page.format === 'text') return { text: piece, notes: [] };
  const notes: string[] = [];
  const first = page.blocks[blockAt(page.blocks, start)];
  const last = end > start ? page.blocks[blockAt(page.blocks, end - 1)] : undefined;
  let before = '';
  let after = '';
  const allowed = budget * MAX_ADDITION;
  if (first && isInside(first, start)) before = reopen(page.text, first, start, allowed, notes);
  if (last && last.start < end && end < last.end) after = close(page.text, last, end, piece, notes);
  if (textCost(after) > allowed) after = '';
  return { text: `${before}${piece}${after}`, notes };
}

function isInside(block: Block, start: number): boolean {
  return block.start < start && start < block.end;
}

function reopen(text: string, block: Block, start: number, allowed: number, notes: string[]): string {
  const opening = text.slice(block.start, block.bodyStart);
  if (block.kind === 'code') {
    const affordable = [opening, `${block.closing}\n`].find((line) => textCost(line) <= allowed);
    notes.push('The window begins inside a code block; its opening line is repeated.');
    return affordable ?? '';
  }
  if (block.kind !== 'table') return '';
  const midRow = text.charAt(start - 1) !== '\n';
  const repeats = textCost(opening) <= allowed;
  notes.push(`The window begins inside a table; its header is ${repeats ? 'repeated' : 'too long to repeat'}.`);
  if (midRow) notes.push('It begins in the middle of a long table row.');
  return `${repeats ? opening : ''}${midRow ? '| … ' : ''}`;
}

function close(text: string, block: Block, end: number, piece: string, notes: string[]): string {
  if (block.kind === 'code' && end <= block.bodyEnd) {
    notes.push('The window ends inside a code block; it is closed here and goes on in the next window.');
    return `${piece.endsWith('\n') ? '' : '\n'}${block.closing}\n`;
  }
  if (block.kind !== 'table') return '';
  notes.push('The window ends inside a table, which goes on in the next window.');
  if (text.charAt(end - 1) === '\n') return '';
  notes.push('It ends in the middle of a long table row.');
  return ' … |';
}

/** Our own HTML only: no attribute holds an angle bracket, void elements are known. */
const TAG = /<(\/?)([a-z][a-z0-9]*)(?:\s[^>]*)?>/gu;
const VOID = new Set(['br', 'hr', 'img']);

function repairHtml(page: PageText, start: number, piece: string, budget: number): Repaired {
  const first = page.blocks[blockAt(page.blocks, start)];
  const opened = first && isInside(first, start) ? openTags(page.text.slice(first.start, start), []) : [];
  const closing = openTags(piece, opened);
  const notes = [
    ...(opened.length > 0 ? ['The window begins inside an element, which is opened again.'] : []),
    ...(closing.length > 0 ? ['The window ends inside an element, which is closed here.'] : []),
  ];
  const before = opened.map((tag) => `<${tag}>`).join('');
  if (textCost(before) > budget * MAX_ADDITION)
    return { text: piece, notes: ['The window is cut inside nested elements.'] };
  const after = [...closing]
    .reverse()
    .map((tag) => `</${tag}>`)
    .join('');
  return { text: `${before}${piece}${after}`, notes };
}

function openTags(markup: string, already: readonly string[]): string[] {
  const open = [...already];
  for (const [, slash, tag] of markup.matchAll(TAG)) {
    if (!tag || VOID.has(tag)) continue;
    if (slash === '') open.push(tag);
    else if (open.at(-1) === tag) open.pop();
  }
  return open;
}
