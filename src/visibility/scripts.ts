import type { HtmlElement, HtmlParent } from '../html/tree.ts';
import { DOUBT } from './facts.ts';

/** Types that a browser executes (HTML Standard, "JavaScript MIME type essence match"), as regular expression. */
export const SCRIPT_TYPES =
  /^\s*(?:module|(?:text|application)\/(?:x-)?(?:java|ecma)script(?:1\.[0-5])?|text\/(?:jscript|livescript))?\s*(?:;.*)?$/iu;

/** Doubts that follow from the document alone: scripts, handlers, redirects. */
export function documentDoubts(root: HtmlParent, doubts: Set<string>): void {
  for (const node of root.children) {
    if (node.type !== 'element') continue;
    if (node.tag === 'script') {
      if (runs(node)) doubts.add(DOUBT.scripts);
      continue;
    }
    if (node.tag === 'noscript') continue;
    if (node.tag === 'meta' && /^refresh$/iu.test(node.attributes.get('http-equiv') ?? '')) doubts.add(DOUBT.redirect);
    if (node.attributes.size > 0 && !doubts.has(DOUBT.scripts) && hasHandler(node)) doubts.add(DOUBT.scripts);
    // SVG animation changes colours and places without any script.
    if (node.namespace === 'svg' && /^(?:animate|animateTransform|animateMotion|set)$/u.test(node.tag))
      doubts.add(DOUBT.animation);
    if (node.content) documentDoubts(node.content, doubts);
    if (node.children.length > 0) documentDoubts(node, doubts);
  }
}

function runs(script: HtmlElement): boolean {
  if (script.attributes.has('nomodule') || !SCRIPT_TYPES.test(script.attributes.get('type') ?? '')) return false;
  return (
    script.attributes.has('src') ||
    script.attributes.has('href') ||
    script.children.some((child) => child.type === 'text' && child.text.trim() !== '')
  );
}

function hasHandler(element: HtmlElement): boolean {
  for (const name of element.attributes.keys()) if (name.startsWith('on') && name.length > 3) return true;
  return false;
}
