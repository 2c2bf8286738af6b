import { elements, type HtmlElement, type HtmlNode, textContent } from '../html/tree.ts';
import { speaksToMachine } from './machine-speech.ts';
import { type PageFacts, textAmount } from './rules/rule.ts';
import { isSentence } from './severity.ts';
import type { HiddenReason } from './sight.ts';

/** What is out of sight and kept all the same, each for a reason of its own. */

const CURTAINS = /^(?:display:none|visibility|opacity|hidden attribute)/u;
/** Share and number of a page's characters that a box must hold to stand for the page. */
const CURTAIN_SHARE = 0.9;
const LEAST_CURTAIN = 1000;
const WHOLE_PAGE = new Set(['html', 'body']);
/** What animations start from. */
const FADES = /^(?:visibility|opacity)/u;
/** Share of a page's characters that waits to be faded in before that is taken for the way of the whole page. */
const FADE_SHARE = 0.6;

/**
 * A page hidden as a whole: html or body, or one box with nearly all of its text. If that were meant to stay, a
 * person would see an empty page; scripts are about to lift it.
 */
export function isCurtain(element: HtmlElement, page: PageFacts, reason: string): boolean {
  if (page.fadesIn && FADES.test(reason)) return !speaksToMachine(textContent(element));
  if (!page.scripted || !CURTAINS.test(reason)) return false;
  if (WHOLE_PAGE.has(element.tag)) return true;
  if (element.namespace !== 'html' || page.characters < LEAST_CURTAIN) return false;
  return textAmount(element, page.characters) >= CURTAIN_SHARE * page.characters;
}

/**
 * Most of the page's text is transparent or `visibility: hidden`, in however many boxes: its scripts fade it in as it
 * loads or is scrolled, or a sheet that was not read shows it. Nobody builds a page of which a person sees the smaller
 * part. Where all is known (no script, every sheet read) nothing will show it, and it stays hidden.
 */
export function fadesIn(hidden: readonly HiddenNode[], page: PageFacts): boolean {
  if (!(page.scripted || page.unreadSheets) || page.characters < LEAST_CURTAIN) return false;
  let faded = 0;
  for (const { node, reason } of hidden) {
    if (node.type === 'element' && FADES.test(reason.reason)) faded += textAmount(node, page.characters);
  }
  return faded >= FADE_SHARE * page.characters;
}

interface HiddenNode {
  readonly node: HtmlNode;
  readonly reason: HiddenReason;
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
