import { codePointLength } from '../base/text.ts';
import type { Removal } from '../extract/extraction.ts';
import type { Bookmark } from './document-facts.ts';
import { type Block, type BodyStyle, blocksOf } from './layout/blocks.ts';
import { vocable } from './layout/inline.ts';
import { type Line, lineOf, mainSize, plainLine } from './layout/lines.ts';
import { type Region, regionsOf } from './layout/regions.ts';
import { type Row, rowsOf, type Segment } from './layout/rows.ts';
import { findRunningLines } from './layout/running-lines.ts';
import type { Word } from './layout/words.ts';
import { writeBlocks } from './layout/write-blocks.ts';
import type { SeenPage } from './read-pdf.ts';

export interface WrittenPages {
  readonly markdown: string;
  readonly removals: readonly Removal[];
  readonly linksOmitted: number;
  /** The largest heading of the first page; empty when there is none. */
  readonly firstHeading: string;
}

export interface WriteOptions {
  readonly includeLinks: boolean;
  /** Keep running heads and feet. */
  readonly wholePage: boolean;
}

/** All pages as Markdown, each under a heading `Page N`, so that a page is a section of its own. */
export function writePages(
  pages: readonly SeenPage[],
  bookmarks: readonly Bookmark[],
  options: WriteOptions,
): WrittenPages {
  const words = pages.flatMap(({ groups }) => groups.flatMap(({ segments }) => segments.flatMap((part) => part.words)));
  const body = bodyStyle(words);
  const titles = new Map(bookmarks.map(({ title, depth }) => [folded(title), depth]));
  const running = findRunningLines(
    pages.flatMap(({ groups }) => groups.slice(0, 1)),
    body.size * LARGEST_RUNNING,
  );
  const removals: Removal[] = [];
  const drop = (row: Row, at: { readonly height: number; readonly number: number }) => {
    if (!running.isRunning(row, at)) return false;
    removals.push({
      what: 'boilerplate',
      step: 'pdf',
      reason: 'repeats at the edge of pages',
      characters: codePointLength(plainLine(lineOf(row))),
    });
    return true;
  };
  const laidOut = pages.map((page) => ({
    page,
    blocks: page.groups.flatMap(({ segments, rows, height }): Block[] => {
      const at = { height, number: page.number };
      // A page of nothing else keeps what it has.
      const isOnlyEdges = options.wholePage || rows.every((row) => running.isRunning(row, at));
      const regions = isOnlyEdges ? regionsOf(segments) : withoutEdges(segments, (row) => drop(row, at));
      return blocksOf(regions, body, (text) => titles.has(folded(text)));
    }),
  }));
  const levels = headingLevels(
    laidOut.flatMap(({ blocks }) => blocks),
    titles,
  );
  const vocabulary = new Set(words.map(({ text }) => vocable(text)));
  let linksOmitted = 0;
  const omitted = () => {
    linksOmitted++;
  };
  const parts = laidOut.map(({ page, blocks }) => {
    const text = writeBlocks(blocks, { includeLinks: options.includeLinks, omitted, levelOf: levels, vocabulary });
    return text === '' ? '' : `# Page ${page.number}\n\n${text}`;
  });
  return {
    markdown: parts.filter((part) => part !== '').join('\n\n'),
    removals,
    linksOmitted,
    firstHeading: firstHeading(laidOut[0]?.blocks ?? []),
  };
}

/** Running lines go before columns are looked for: they would bridge them. */
function withoutEdges(segments: readonly Segment[], drop: (row: Row) => boolean): Region[] {
  const kept = rowsOf(segments).filter((row) => !drop(row));
  return regionsOf(kept.flatMap((row) => row.segments));
}

function bodyStyle(words: readonly Word[]): BodyStyle {
  const characters = (keep: (word: Word) => boolean) =>
    words.reduce((sum, word) => sum + (keep(word) ? word.text.length : 0), 0);
  const half = characters(() => true) / 2;
  return {
    size: mainSize(words),
    bold: characters(({ bold }) => bold) > half,
    fixedPitch: characters(({ fixedPitch }) => fixedPitch) > half,
  };
}

function folded(text: string): string {
  return text
    .normalize('NFKC')
    .replace(/[^\p{L}\p{N}]+/gu, '')
    .toLowerCase();
}

/** Letters larger than this share of the text’s own make a heading, also at the edge of a page. */
const LARGEST_RUNNING = 1.12;
const LOWEST = 6;
const LARGEST_SIZES = 4;

/** Bookmarks name the level of their headings; else the larger the letters, the higher. */
function headingLevels(
  blocks: readonly Block[],
  titles: ReadonlyMap<string, number>,
): (lines: readonly Line[]) => number {
  const sizes = new Set<number>();
  for (const block of blocks) {
    const size = block.type === 'heading' ? block.lines[0]?.size : undefined;
    if (size !== undefined) sizes.add(size);
  }
  const sorted = [...sizes].sort((one, other) => other - one).slice(0, LARGEST_SIZES);
  return (lines) => {
    const depth = titles.get(folded(lines.map(plainLine).join(' ')));
    if (depth !== undefined) return Math.min(LOWEST, 2 + depth);
    const rank = sorted.findIndex((size) => (lines[0]?.size ?? 0) >= size);
    return Math.min(LOWEST, 2 + (rank < 0 ? LARGEST_SIZES : rank));
  };
}

function firstHeading(blocks: readonly Block[]): string {
  let best: readonly Line[] = [];
  for (const block of blocks) {
    if (block.type === 'heading' && (block.lines[0]?.size ?? 0) > (best[0]?.size ?? 0)) best = block.lines;
  }
  return best.map(plainLine).join(' ');
}
