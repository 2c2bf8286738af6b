import type { HtmlElement } from '../../html/tree.ts';
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

/** Characters of text below an element; stops counting at the limit. */
export function textAmount(element: HtmlElement, limit: number): number {
  let amount = 0;
  for (const child of element.children) {
    if (amount >= limit) return amount;
    if (child.type === 'text') amount += child.text.trim().length;
    else if (child.type === 'element') amount += textAmount(child, limit - amount);
  }
  return amount;
}
