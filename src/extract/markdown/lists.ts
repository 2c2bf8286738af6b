import { type HtmlElement, type HtmlNode, isElement } from '../../html/tree.ts';
import { taskBox } from './controls.ts';
import { indentRest } from './prefix.ts';
import { type Block, type Frame, MAX_NESTING, type Writer } from './writer.ts';

const MAX_NUMBER = 999_999_999;

interface Item {
  readonly marker: string;
  readonly blocks: Block[];
}

/**
 * A list as one block. `before` is the block written just before it: two lists in a row would grow together, so the
 * second takes the other marker. Null when no item holds anything.
 */
export function writeList(writer: Writer, list: HtmlElement, frame: Frame, before: Block | undefined): Block | null {
  const ordered = list.tag === 'ol';
  const kind = ordered ? 'ordered' : 'list';
  const follows = before?.kind === kind && !/^(?:\*|\d+\)) /u.test(before.text);
  const items = readItems(writer, list, { ...frame, nesting: frame.nesting + 1 }, ordered, follows);
  if (items.length === 0) return null;
  if (frame.cell)
    return { kind, text: items.map((item) => item.blocks.map(({ text }) => text).join('<br>')).join('<br>') };
  const loose = items.some((item) => item.blocks.filter((block) => !isList(block)).length > 1);
  const texts = items.map((item) => writeItem(item, frame.nesting >= MAX_NESTING));
  return { kind, text: texts.join(loose ? '\n\n' : '\n') };
}

function isList(block: Block): boolean {
  return block.kind === 'list' || block.kind === 'ordered';
}

function writeItem(item: Item, deep: boolean): string {
  let body = '';
  item.blocks.forEach((block, index) => {
    const previous = item.blocks[index - 1];
    // A list right after the item's text needs no blank line; everything else would run together.
    if (previous) body += isList(block) && !isList(previous) && item.blocks.length === 2 ? '\n' : '\n\n';
    body += block.text;
  });
  return deep ? `${item.marker}${body}` : item.marker + indentRest(body, item.marker.length);
}

function readItems(writer: Writer, list: HtmlElement, frame: Frame, ordered: boolean, follows: boolean): Item[] {
  const items: Item[] = [];
  const reversed = list.attributes.has('reversed');
  const entries = groupEntries(list.children);
  let number = integer(list.attributes.get('start')) ?? (reversed ? entries.length : 1);
  for (const entry of entries) {
    const element = entry.length === 1 && isElement(entry[0], 'li') ? entry[0] : null;
    number = integer(element?.attributes.get('value')) ?? number;
    const blocks = writeEntry(writer, element, entry, frame);
    const previous = items.at(-1);
    if (blocks.length > 0) {
      // A list that stands directly in a list belongs to the item before it.
      if (!element && previous && blocks.every(isList)) previous.blocks.push(...blocks);
      else items.push({ marker: ordered ? numberMarker(number, follows) : follows ? '* ' : '- ', blocks });
    }
    if (element) number += reversed ? -1 : 1;
  }
  return items;
}

function numberMarker(number: number, follows: boolean): string {
  if (number < 0 || number > MAX_NUMBER) return '- ';
  return `${number}${follows ? ')' : '.'} `;
}

/** Each `li` alone; whatever else stands in the list in runs. */
function groupEntries(children: readonly HtmlNode[]): HtmlNode[][] {
  const entries: HtmlNode[][] = [];
  let stray: HtmlNode[] | null = null;
  for (const child of children) {
    if (child.type === 'comment' || (child.type === 'text' && child.text.trim() === '')) continue;
    if (isElement(child, 'li')) {
      entries.push([child]);
      stray = null;
    } else if (stray) stray.push(child);
    else {
      stray = [child];
      entries.push(stray);
    }
  }
  return entries;
}

function writeEntry(writer: Writer, item: HtmlElement | null, nodes: HtmlNode[], frame: Frame): Block[] {
  if (!item) return writer.blocks(nodes, frame);
  const definition = writer.footnotes.definition(item);
  if (definition) return definition.write(writer, frame);
  const task = taskBox(item);
  if (!task) return writer.blocks(item.children, frame);
  const parent = task.box.parent;
  if (parent) parent.children = parent.children.filter((child) => child !== task.box);
  const blocks = writer.blocks(item.children, frame);
  // The box goes back, so that writing leaves the tree as it was.
  if (parent) parent.children.unshift(task.box);
  const mark = task.checked ? '[x] ' : '[ ] ';
  const first = blocks[0];
  if (first?.kind !== 'paragraph') return [{ kind: 'paragraph', text: mark.trim() }, ...blocks];
  return [{ kind: 'paragraph', text: mark + first.text }, ...blocks.slice(1)];
}

function integer(value: string | undefined): number | null {
  return value !== undefined && /^\s*-?\d{1,9}\s*$/u.test(value) ? Number(value) : null;
}
