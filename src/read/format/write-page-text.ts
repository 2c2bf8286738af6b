import { codePointLength } from '../../base/text.ts';
import { scanBlocks } from '../../rank/blocks.ts';
import { sectionsOf } from '../outline.ts';
import type { PageText, TextFormat } from '../page-text.ts';
import { plainInline } from './inline.ts';
import { toHtml } from './to-html.ts';
import { toPlainText } from './to-text.ts';

/** The content of a page in the format that was asked for. All three are written from the same cleaned Markdown. */
export function writePageText(markdown: string, format: TextFormat): PageText {
  const written =
    format === 'markdown'
      ? { text: markdown, blocks: scanBlocks(markdown), headings: null }
      : format === 'text'
        ? toPlainText(markdown)
        : toHtml(markdown);
  const { text, blocks } = written;
  const headingText =
    written.headings === null
      ? (block: { start: number; end: number }) => markdownHeading(text.slice(block.start, block.end))
      : (block: { start: number }) => written.headings.get(block.start) ?? '';
  return { format, text, blocks, total: codePointLength(text), sections: sectionsOf(text, blocks, headingText) };
}

function markdownHeading(source: string): string {
  const line = source.replace(/^ {0,3}#{1,6}/u, '').replace(/\n[=-]+\s*$/u, '');
  return plainInline(line.replace(/\s#+\s*$/u, ''));
}
