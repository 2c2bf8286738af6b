import type { HtmlElement, HtmlNode } from '../html/tree.ts';

/** Parts of an embedding element that belong to what it embeds. */
const WORKING_PARTS = /^(?:source|track|param|script|embed|img|object)$/u;

/** What an element such as `video` or `canvas` holds for browsers that cannot show it: nobody sees it otherwise. */
export function fallbackContent(element: HtmlElement): HtmlNode[] {
  return element.children.filter((child) => {
    if (child.type === 'comment') return false;
    return child.type === 'text' ? child.text.trim() !== '' : !WORKING_PARTS.test(child.tag);
  });
}
