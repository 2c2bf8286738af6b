import { elements, type HtmlElement, textContent } from '../html/tree.ts';
import { speaksToMachine } from './machine-speech.ts';
import { type PageFacts, textAmount } from './rules/rule.ts';
import { isSentence } from './severity.ts';

/** What is out of sight and kept all the same, each for a reason of its own. */

const CURTAINS = /^(?:display:none|visibility|opacity|hidden attribute)/u;
/** Share and number of a page's characters that a box must hold to stand for the page. */
const CURTAIN_SHARE = 0.9;
const LEAST_CURTAIN = 1000;
const WHOLE_PAGE = new Set(['html', 'body']);

/**
 * A page hidden as a whole: html or body, or one box with nearly all of its text. If that were meant to stay, a
 * person would see an empty page; scripts are about to lift it.
 */
export function isCurtain(element: HtmlElement, page: PageFacts, reason: string): boolean {
  if (!page.scripted || !CURTAINS.test(reason)) return false;
  if (WHOLE_PAGE.has(element.tag)) return true;
  if (element.namespace !== 'html' || page.characters < LEAST_CURTAIN) return false;
  return textAmount(element, page.characters) >= CURTAIN_SHARE * page.characters;
}

/** A noscript with nothing but a picture or a counter: the twin of a lazy image, which others may read. */
export function isPicture(noscript: HtmlElement): boolean {
  const source = textContent(noscript);
  if (HAS_LETTERS.test(source.replace(/<[^>]{0,4000}>/gu, ' ')) || speaksToMachine(source)) return false;
  if (/(?:alt|title|aria-label)\s*=\s*(?:"[^"]{125}|'[^']{125})/iu.test(source)) return false;
  for (const inside of elements(noscript))
    if (inside.tag !== 'img' && inside.tag !== 'picture' && inside.tag !== 'source' && inside.tag !== 'figure')
      return false;
  return true;
}

/**
 * MathML beside a drawn formula (KaTeX, MathJax): out of sight for people, but the same formula in the form that can
 * be read. It stays unless it holds sentences.
 */
export function isFormulaTwin(element: HtmlElement): boolean {
  const classes = element.attributes.get('class') ?? '';
  if (
    element.tag !== 'mjx-assistive-mml' &&
    !/\b(?:katex-mathml|MJX_Assistive_MathML|mwe-math-mathml-a11y)\b/u.test(classes)
  )
    return false;
  const parts = element.children.filter(
    (child) => child.type === 'element' || (child.type === 'text' && child.text.trim() !== ''),
  );
  const text = textContent(element);
  return (
    parts.every((part) => part.type === 'element' && part.namespace === 'math') &&
    !isSentence(text) &&
    !speaksToMachine(text)
  );
}

const HAS_LETTERS = /\p{L}/u;

export function hasControl(element: HtmlElement): boolean {
  for (const inside of elements(element)) if (/^(?:button|a|input)$/u.test(inside.tag)) return true;
  return false;
}
