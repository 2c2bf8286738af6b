import type { HtmlNode } from '../../html/tree.ts';
import { writeBlocks } from './blocks.ts';
import { findFootnotes } from './footnotes.ts';
import { writeInline } from './inline.ts';
import { blockHolders } from './tags.ts';
import { TOP_FRAME, type WriteOptions, type WriteResult, type Writer } from './writer.ts';

/**
 * HTML nodes as GitHub-flavoured Markdown, in time linear in their size. What is in the nodes is written: what a
 * person could not see has to be gone before.
 */
export function writeMarkdown(nodes: readonly HtmlNode[], options: WriteOptions): WriteResult {
  const writer: Writer = {
    options,
    holders: blockHolders(nodes),
    footnotes: findFootnotes(nodes),
    notes: new Set(),
    pictures: new Map(),
    linksOmitted: 0,
    imagesOmitted: 0,
    blocks: (inner, frame) => writeBlocks(writer, inner, frame),
    inline: (inner, frame) => writeInline(writer, inner, frame),
  };
  const blocks = writeBlocks(writer, nodes, TOP_FRAME);
  while (blocks.at(-1)?.kind === 'rule') blocks.pop();
  return {
    markdown: blocks.map((block) => block.text).join('\n\n'),
    notes: [...writer.notes],
    linksOmitted: writer.linksOmitted,
    imagesOmitted: writer.imagesOmitted,
  };
}
