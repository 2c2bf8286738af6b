import { parseMarkup } from '../../html/parse.ts';
import {
  elements,
  type HtmlElement,
  type HtmlParent,
  type HtmlRoot,
  replaceWith,
  textContent,
} from '../../html/tree.ts';

/**
 * Pages that show nothing without their scripts but carry a version for browsers without: some forums send whole
 * threads in `<noscript>`. It is opened only when it is long and the page itself is all but empty, so that a
 * `<noscript>` beside real text stays what nobody sees. To be called before visibility is decided.
 */
const MIN_NOSCRIPT_CHARACTERS = 1500;
const MIN_RATIO = 5;

/** Puts the content of the page's no-script version in its place; true when there was one to open. */
export function openNoscript(document: HtmlRoot): boolean {
  let longest: HtmlElement | null = null;
  let length = 0;
  for (const element of elements(document)) {
    if (element.tag !== 'noscript') continue;
    const found = textContent(element).length;
    if (found <= length) continue;
    longest = element;
    length = found;
  }
  if (!longest || length < MIN_NOSCRIPT_CHARACTERS || shownLength(document) * MIN_RATIO > length) return false;
  replaceWith(longest, ...parseMarkup(textContent(longest)).children);
  return true;
}

const NEVER_SHOWN: ReadonlySet<string> = new Set(['script', 'style', 'noscript', 'head', 'template', 'title']);

function shownLength(parent: HtmlParent): number {
  let length = 0;
  for (const child of parent.children) {
    if (child.type === 'text') length += child.text.trim().length;
    else if (child.type === 'element' && !NEVER_SHOWN.has(child.tag)) length += shownLength(child);
  }
  return length;
}
