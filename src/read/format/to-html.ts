import { type Inline, parseInline, plainInline } from './inline.ts';
import { type Structure, structureOf } from './structure.ts';
import { TextBuilder } from './text-builder.ts';

/**
 * The content as clean semantic HTML, written anew from the Markdown: no script, style, class or event can be in it,
 * and no attribute but `href` and `src` with http(s) addresses. Descriptions of images are left out, since nobody
 * sees them. A line for every row, item and block, so that windows are cut between them.
 */
export function toHtml(markdown: string): TextBuilder {
  const builder = new TextBuilder();
  for (const node of structureOf(markdown)) {
    const html = element(node);
    if (node.type === 'heading') builder.heading(html, plainInline(node.source), node.level, '\n');
    else builder.add(node.type === 'rule' ? 'rule' : node.type, html, '\n');
  }
  return builder;
}

function element(node: Structure): string {
  switch (node.type) {
    case 'heading':
      return `<h${node.level}>${inline(node.source)}</h${node.level}>`;
    case 'paragraph':
      return inline(node.source) === '' ? '' : `<p>${inline(node.source)}</p>`;
    case 'code':
      return `<pre><code>${escapeHtml(node.content)}</code></pre>`;
    case 'rule':
      return '<hr>';
    case 'table':
      return `<table>\n<thead>\n${row(node.head, 'th')}</thead>\n<tbody>\n${node.rows.map((cells) => row(cells, 'td')).join('')}</tbody>\n</table>`;
    case 'quote':
      return `<blockquote>\n${node.children.map(element).join('\n')}\n</blockquote>`;
    case 'list': {
      const tag = node.ordered ? 'ol' : 'ul';
      return `<${tag}>\n${node.items.map((item) => `<li>${listItem(item)}</li>\n`).join('')}</${tag}>`;
    }
  }
}

/** An item of one paragraph holds its words directly. */
function listItem(item: readonly Structure[]): string {
  const [first, ...rest] = item;
  if (first?.type !== 'paragraph') return item.map(element).join('\n');
  return [inline(first.source), ...rest.map(element)].join('\n');
}

function row(cells: readonly string[], tag: 'th' | 'td'): string {
  return `<tr>${cells.map((cell) => `<${tag}>${inline(cell)}</${tag}>`).join('')}</tr>\n`;
}

function inline(source: string): string {
  return parseInline(source).map(inlineHtml).join('').trim();
}

function inlineHtml(node: Inline): string {
  switch (node.type) {
    case 'text':
      return escapeHtml(node.text);
    case 'code':
      return `<code>${escapeHtml(node.text)}</code>`;
    case 'break':
      return '<br>';
    case 'image':
      return isWeb(node.source) ? `<img src="${escapeHtml(node.source)}">` : '';
    case 'link': {
      const words = node.children.map(inlineHtml).join('');
      return isWeb(node.target) ? `<a href="${escapeHtml(node.target)}">${words}</a>` : words;
    }
    case 'open':
      return `<${node.tag}>`;
    case 'close':
      return `</${node.tag}>`;
  }
}

function isWeb(address: string): boolean {
  return /^https?:\/\//iu.test(address);
}

const ESCAPES: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };

function escapeHtml(text: string): string {
  return text.replace(/[&<>"]/gu, (character) => ESCAPES[character] ?? character);
}
