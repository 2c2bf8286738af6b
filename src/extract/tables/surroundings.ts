import { type HtmlElement, type HtmlNode, isElement } from '../../html/tree.ts';
import { shownText } from '../markdown/shown-text.ts';
import { textUpTo } from '../markdown/tree-queries.ts';

const MAX_HEADING_CHARACTERS = 200;
const MAX_REMARK_CHARACTERS = 200;
/** How many elements before a table are looked at for its heading, and levels up. */
const MAX_STEPS = 60;
const MAX_LEVELS = 12;

/** Text of the heading that the table stands under; empty when none precedes it in its containers. */
export function headingAbove(table: HtmlElement): string {
  let steps = MAX_STEPS;
  let node: HtmlElement = table;
  for (let level = 0; level < MAX_LEVELS && node.parent; level++) {
    const siblings = node.parent.children;
    for (let index = siblings.indexOf(node) - 1; index >= 0 && steps > 0; index--, steps--) {
      const heading = lastHeading(siblings[index]);
      if (heading) return shownText(heading.children).replace(/\s+/gu, ' ').slice(0, MAX_HEADING_CHARACTERS);
    }
    if (node.parent.type === 'root') break;
    node = node.parent;
  }
  return '';
}

const HEADING = /^h[1-6]$/u;

function lastHeading(node: HtmlNode | undefined): HtmlElement | null {
  if (!isElement(node)) return null;
  if (HEADING.test(node.tag) || node.attributes.get('role') === 'heading') return node;
  // A heading inside another table heads that one.
  if (node.tag === 'table') return null;
  for (let index = node.children.length - 1; index >= 0; index--) {
    const found = lastHeading(node.children[index]);
    if (found) return found;
  }
  return null;
}

/** "Showing 1 to 10 of 57 entries", "1–50 of 1,204", "Page 2 of 9", "Zeilen 1 bis 10 von 57". */
const PAGES =
  /(?:\d[\d.,  ]*\s*(?:[-–—]|to|bis|à|a|al)\s*\d[\d.,  ]*\s*(?:of|von|de|sur|di|van|из|\/)\s*(?:about |more than |ungefähr )?\d[\d.,  ]*\d?|\b(?:page|seite|página|pagina)\s+\d+\s*(?:of|von|de|sur|di|\/)\s*\d+)/iu;

/** What stands beside a table about the part of a longer one that it shows; empty when nothing does. */
export function pagesBeside(table: HtmlElement): string {
  let node: HtmlElement = table;
  for (let level = 0; level < 3 && node.parent?.type === 'element'; level++) {
    const siblings: readonly HtmlNode[] = node.parent.children;
    const at = siblings.indexOf(node);
    for (const sibling of [...siblings.slice(at + 1, at + 8), ...siblings.slice(Math.max(0, at - 7), at).reverse()]) {
      const remark = remarkIn(sibling);
      if (remark !== '') return remark;
    }
    node = node.parent;
  }
  return '';
}

function remarkIn(node: HtmlNode): string {
  if (isElement(node, 'table', 'script', 'style')) return '';
  const text = textUpTo(node, MAX_REMARK_CHARACTERS * 2)
    .replace(/\s+/gu, ' ')
    .trim();
  if (text.length > MAX_REMARK_CHARACTERS) return '';
  return PAGES.exec(text)?.[0] ?? '';
}
