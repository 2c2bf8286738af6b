import type { HtmlNode, HtmlRoot } from '../html/tree.ts';

const UNSEEN = new Set(['script', 'style', 'noscript', 'template', 'head', 'title']);
/** Elements that run on within a line; every other one parts words. */
const INLINE = new Set(
  'a abbr b bdi bdo cite code em font i ins mark q s small span strong sub sup u var wbr'.split(' '),
);

/** The text of a piece of a results page on one line, with blanks where blocks meet. */
export function pageWords(node: HtmlNode | HtmlRoot): string {
  const parts: string[] = [];
  collect(node, parts);
  return parts.join('').replace(/\s+/gu, ' ').trim();
}

function collect(node: HtmlNode | HtmlRoot, parts: string[]): void {
  if (node.type === 'text') parts.push(node.text);
  if (node.type === 'text' || node.type === 'comment') return;
  const inline = node.type === 'element' && INLINE.has(node.tag);
  if (node.type === 'element' && UNSEEN.has(node.tag)) return;
  if (!inline) parts.push(' ');
  for (const child of node.children) collect(child, parts);
  if (!inline) parts.push(' ');
}
