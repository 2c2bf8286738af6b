import { createElement, createText, type HtmlElement, type HtmlParent, replaceWith } from '../../html/tree.ts';

/** Elements whose content is what stands in when they fail; what sight left in them was seen. */
const STAND_INS: ReadonlySet<string> = new Set(['object', 'video', 'audio', 'canvas', 'embed', 'iframe']);
const CODE: ReadonlySet<string> = new Set(['script', 'style', 'title', 'desc', 'metadata', 'defs']);

/**
 * Extraction takes drawings and embedded things for pictures. Of a rendered page only what a person saw is left in them:
 * the words of a drawing become words of the page where it stands, and content that stands in for something becomes a
 * block. To be called when hidden text has been taken out.
 */
export function keepDrawnWords(parent: HtmlParent): void {
  for (const child of [...parent.children]) {
    if (child.type !== 'element') continue;
    if (child.tag === 'svg') {
      const words = drawnWords(child);
      if (words.length > 0) replaceWith(child, createElement('span', {}, [createText(` ${words.join(' ')} `)]));
      continue;
    }
    keepDrawnWords(child);
    if (child.namespace === 'html' && STAND_INS.has(child.tag) && hasText(child)) {
      replaceWith(child, createElement('div', {}, [...child.children]));
    }
  }
}

/** The texts of a drawing in order, one for each `<text>`. */
function drawnWords(element: HtmlElement): string[] {
  const words: string[] = [];
  for (const child of element.children) {
    if (child.type !== 'element' || CODE.has(child.tag)) continue;
    if (child.tag !== 'text' && child.tag !== 'foreignObject') words.push(...drawnWords(child));
    else {
      const text = textIn(child).replace(/\s+/gu, ' ').trim();
      if (text !== '') words.push(text);
    }
  }
  return words;
}

function textIn(element: HtmlElement): string {
  return element.children
    .map((child) => {
      if (child.type === 'text') return child.text;
      return child.type === 'element' && !CODE.has(child.tag) ? textIn(child) : '';
    })
    .join('');
}

function hasText(element: HtmlElement): boolean {
  return textIn(element).trim() !== '';
}
