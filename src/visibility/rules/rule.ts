import type { HtmlElement, HtmlParent } from '../../html/tree.ts';
import type { StyleFacts } from '../facts.ts';
import type { HiddenReason } from '../sight.ts';
import type { View } from '../view.ts';

/** What a rule on elements looks at. */
export interface ElementCase {
  readonly element: HtmlElement;
  readonly facts: StyleFacts;
  /** The view of the parent in the flat tree. */
  readonly parent: View;
  readonly page: PageFacts;
}

/** What is true of the whole page. */
export interface PageFacts {
  /** Lines run from right to left, so that the page scrolls to the left. */
  readonly rightToLeft: boolean;
  /** Sideways scrolling is switched off for the page as a whole. */
  readonly lockedSideways: boolean;
  /** Scripts run, so that a page hidden as a whole is about to be shown. */
  readonly scripted: boolean;
  /** Most of the text waits for scripts to fade it in (exceptions.ts); known after a first walk. */
  readonly fadesIn: boolean;
  /** Characters of text in the body, without scripts and styles. */
  readonly characters: number;
  /** Some style sheet was not read: a background may come from there. */
  readonly unreadSheets: boolean;
}

/** A rule that hides an element with everything in it. Rules are tried in order; the first reason counts. */
export interface ElementRule {
  readonly name: string;
  test(input: ElementCase): HiddenReason | null;
}

/** What a rule on text looks at: the view of the element it stands in. */
export interface TextCase {
  readonly text: string;
  readonly view: View;
}

/** A rule that hides single texts, because a descendant may be seen all the same. */
export interface TextRule {
  readonly name: string;
  /** The answer depends on the text itself, not only on where it stands. */
  readonly readsText?: true;
  test(input: TextCase): string | null;
}

/** Mean advance of Latin text in ems; used only to ask whether a text could reach into sight. */
const MEAN_ADVANCE_EM = 0.55;
const MEASURED_CHARACTERS = 4000;

/** Width in pixels of the element's text on one line, for at most the first few thousand characters. */
export function textWidth(element: HtmlElement, fontSize: number): number {
  return Math.min(textAmount(element, MEASURED_CHARACTERS), MEASURED_CHARACTERS) * MEAN_ADVANCE_EM * fontSize;
}

export function lineWidth(text: string, fontSize: number): number {
  return text.trim().length * MEAN_ADVANCE_EM * fontSize;
}

const UNCOUNTED = new Set(['script', 'style', 'noscript', 'template', 'head']);

/** Characters of text below an element; stops counting at the limit. */
export function textAmount(element: HtmlParent, limit: number): number {
  let amount = 0;
  for (const child of element.children) {
    if (amount >= limit) return amount;
    if (child.type === 'text') amount += child.text.trim().length;
    else if (child.type === 'element' && !UNCOUNTED.has(child.tag)) amount += textAmount(child, limit - amount);
  }
  return amount;
}
