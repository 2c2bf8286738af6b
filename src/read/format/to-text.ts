import { parseInline, plainText } from './inline.ts';
import { type Structure, structureOf } from './structure.ts';
import { TextBuilder } from './text-builder.ts';

/** Markdown flattened to plain text: words, line breaks, list marks and cell borders; no addresses. */
export function toPlainText(markdown: string): TextBuilder {
  const builder = new TextBuilder();
  for (const node of structureOf(markdown)) {
    const text = plain(node).join('\n');
    if (node.type === 'heading') builder.heading(text, text, node.level, '\n\n');
    else builder.add(kindOf(node), text, '\n\n');
  }
  return builder;
}

function kindOf(node: Structure): 'paragraph' | 'list' | 'table' | 'code' | 'quote' {
  return node.type === 'heading' || node.type === 'rule' ? 'paragraph' : node.type;
}

function words(source: string): string {
  return plainText(parseInline(source), '\n').trim();
}

function plain(node: Structure): string[] {
  switch (node.type) {
    case 'heading':
      return [words(node.source).replaceAll('\n', ' ')];
    case 'paragraph':
      return words(node.source).split('\n');
    case 'code':
      return node.content.split('\n');
    case 'rule':
      return [];
    case 'table':
      return [node.head, ...node.rows].map((row) => row.map((cell) => words(cell).replaceAll('\n', '; ')).join(' | '));
    case 'quote':
      return node.children.flatMap((child, i) => (i === 0 ? plain(child) : ['', ...plain(child)]));
    case 'list':
      return node.items.flatMap((item, i) => listItem(item, node.ordered ? `${node.first + i}. ` : '- '));
  }
}

function listItem(item: readonly Structure[], mark: string): string[] {
  const lines = item.flatMap(plain);
  return lines.map((line, i) => (i === 0 ? `${mark}${line}` : `${' '.repeat(mark.length)}${line}`));
}
