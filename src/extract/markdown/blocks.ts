import { type HtmlElement, type HtmlNode, isElement, textContent } from '../../html/tree.ts';
import { calloutOf, writeCallout } from './callouts.ts';
import { codeBlockOf, isCopyButton, writeCodeBlock } from './code.ts';
import { writeDefinitions } from './definitions.ts';
import { hrefOf, linkTarget, writeLink } from './links.ts';
import { writeList } from './lists.ts';
import { writeFrame, writeMedia } from './media.ts';
import { quote } from './prefix.ts';
import { writeTable } from './table.ts';
import { BLOCK_TAGS, HEADING, SILENT_TAGS } from './tags.ts';
import { type Block, DELETED, EMPHASIS, type Frame, MAX_NESTING, STRONG, type Writer } from './writer.ts';

/** Marks that inline elements carry into the blocks they hold (`<b><p>…</p></b>`). */
const CARRIED_MARKS: ReadonlyMap<string, number> = new Map([
  ['b', STRONG],
  ['strong', STRONG],
  ['i', EMPHASIS],
  ['em', EMPHASIS],
  ['del', DELETED],
  ['s', DELETED],
]);

/** The nodes as finished blocks of Markdown, in document order. */
export function writeBlocks(writer: Writer, nodes: readonly HtmlNode[], frame: Frame): Block[] {
  const blocks: Block[] = [];
  collectBlocks(writer, nodes, frame, blocks);
  return blocks;
}

function collectBlocks(writer: Writer, nodes: readonly HtmlNode[], frame: Frame, blocks: Block[]): void {
  let run: HtmlNode[] = [];
  for (const node of nodes) {
    if (node.type === 'comment') continue;
    if (isInline(writer, node)) {
      run.push(node);
      continue;
    }
    writeParagraphs(writer, run, frame, blocks);
    run = [];
    writeElement(writer, node, frame, blocks);
  }
  writeParagraphs(writer, run, frame, blocks);
}

function isInline(writer: Writer, node: HtmlNode): node is HtmlNode & { type: 'text' } {
  if (node.type !== 'element') return true;
  if (node.namespace !== 'html') return true;
  if (BLOCK_TAGS.has(node.tag)) return false;
  return !writer.holders.has(node) || node.tag === 'ruby' || node.tag === 'select';
}

/** Two line breaks in a row mean a new paragraph, as a person sees it. */
function writeParagraphs(writer: Writer, run: HtmlNode[], frame: Frame, blocks: Block[]): void {
  if (run.length === 0) return;
  let part: HtmlNode[] = [];
  let breaks = 0;
  for (const node of run) {
    if (isElement(node, 'br')) breaks++;
    else if (node.type !== 'text' || node.text.trim() !== '') {
      if (breaks >= 2) {
        writeParagraph(writer, part, frame, blocks);
        part = [];
      }
      breaks = 0;
    }
    part.push(node);
  }
  writeParagraph(writer, part, frame, blocks);
}

function writeParagraph(writer: Writer, nodes: HtmlNode[], frame: Frame, blocks: Block[]): void {
  if (nodes.every((node) => node.type === 'text' && node.text.trim() === '')) return;
  const text = withCard(writer, frame, null, (inner) => writer.inline(nodes, inner));
  if (text !== '') blocks.push({ kind: 'paragraph', text });
}

/** Writes text, and the link of the card around it when this is the place for it. */
function withCard(writer: Writer, frame: Frame, heading: HtmlElement | null, write: (frame: Frame) => string): string {
  const card = frame.card;
  if (!card || card.used || (card.target !== null && card.target !== heading)) return write(frame);
  const text = write({ ...frame, linked: true });
  if (text === '') return '';
  card.used = true;
  return writeLink(writer, text, card.url);
}

function writeElement(writer: Writer, node: HtmlNode, frame: Frame, blocks: Block[]): void {
  if (node.type !== 'element' || SILENT_TAGS.has(node.tag) || writer.footnotes.isDropped(node)) return;
  const code = codeBlockOf(node);
  if (code) {
    blocks.push(...writeCodeBlock(code, frame));
    return;
  }
  const definition = writer.footnotes.definition(node);
  if (definition) {
    blocks.push(...definition.write(writer, frame));
    return;
  }
  const callout = frame.cell ? null : calloutOf(node);
  if (callout) {
    blocks.push(writeCallout(writer, callout, frame));
    return;
  }
  writeByTag(writer, node, frame, blocks);
}

function writeByTag(writer: Writer, element: HtmlElement, frame: Frame, blocks: Block[]): void {
  const tag = element.tag;
  if (HEADING.test(tag)) writeHeading(writer, element, Number(tag[1]), frame, blocks);
  else if (tag === 'ul' || tag === 'ol' || tag === 'menu' || tag === 'dir') {
    if (writer.footnotes.isNoteList(element)) collectBlocks(writer, element.children, frame, blocks);
    else {
      const list = writeList(writer, element, frame, blocks.at(-1));
      if (list) blocks.push(list);
    }
  } else if (tag === 'table') blocks.push(...writeTable(writer, element, frame));
  else if (tag === 'dl') blocks.push(...writeDefinitions(writer, element, frame));
  else if (tag === 'blockquote') writeQuote(writer, element, frame, blocks);
  else if (tag === 'hr') {
    if (!frame.cell && blocks.length > 0) blocks.push({ kind: 'rule', text: frame.nesting > 0 ? '***' : '---' });
  } else if (tag === 'iframe') blocks.push(...writeFrame(writer, element));
  else if (tag === 'video' || tag === 'audio') blocks.push(...writeMedia(writer, element));
  else if (tag === 'a') writeCard(writer, element, frame, blocks);
  else if (tag === 'summary' || tag === 'legend') {
    collectBlocks(writer, element.children, { ...frame, marks: frame.marks | (STRONG & ~frame.mute) }, blocks);
  } else if (tag === 'button' && isCopyButton(element)) return;
  else if (element.attributes.get('role') === 'heading' && !writer.holders.has(element)) {
    const level = Number(element.attributes.get('aria-level') ?? 2);
    writeHeading(writer, element, level >= 1 && level <= 6 ? Math.trunc(level) : 6, frame, blocks);
  } else {
    const mark = (CARRIED_MARKS.get(tag) ?? 0) & ~frame.mute;
    collectBlocks(writer, element.children, mark ? { ...frame, marks: frame.marks | mark } : frame, blocks);
  }
}

function writeHeading(writer: Writer, element: HtmlElement, level: number, frame: Frame, blocks: Block[]): void {
  const quiet: Frame = { ...frame, marks: frame.marks & ~STRONG, mute: frame.mute | STRONG, heading: !frame.cell };
  if (writer.holders.has(element)) {
    // Blocks inside a heading (a picture link, a div for each line) are lines of the one heading.
    const inner = writer.blocks(element.children, { ...quiet, cell: true }).map((block) => block.text);
    pushHeading(inner.join(' '), level, frame, blocks);
    return;
  }
  pushHeading(
    withCard(writer, quiet, element, (inner) => writer.inline(element.children, inner)),
    level,
    frame,
    blocks,
  );
}

function pushHeading(text: string, level: number, frame: Frame, blocks: Block[]): void {
  if (text === '') return;
  if (frame.cell) blocks.push({ kind: 'paragraph', text });
  else blocks.push({ kind: 'heading', text: `${'#'.repeat(level)} ${text.replace(/(^|\s)(#+)$/u, '$1\\$2')}` });
}

function writeQuote(writer: Writer, element: HtmlElement, frame: Frame, blocks: Block[]): void {
  const deep = frame.cell || frame.nesting >= MAX_NESTING;
  const inner = writer.blocks(element.children, { ...frame, nesting: frame.nesting + 1 });
  if (deep || inner.length === 0) blocks.push(...inner);
  else blocks.push({ kind: 'quote', text: quote(inner.map((block) => block.text).join('\n\n')) });
}

/** A link around blocks: its first heading carries it, else the first text. */
function writeCard(writer: Writer, element: HtmlElement, frame: Frame, blocks: Block[]): void {
  const url = frame.linked || frame.card ? null : linkTarget(writer, hrefOf(element));
  if (url === null) {
    collectBlocks(writer, element.children, frame, blocks);
    return;
  }
  const card = { url, target: firstHeading(element), used: false };
  collectBlocks(writer, element.children, { ...frame, card }, blocks);
}

function firstHeading(parent: HtmlElement): HtmlElement | null {
  for (const child of parent.children) {
    if (child.type !== 'element') continue;
    if (HEADING.test(child.tag)) {
      if (textContent(child).trim() !== '') return child;
      continue;
    }
    const inner = firstHeading(child);
    if (inner) return inner;
  }
  return null;
}
