import type { HtmlElement, HtmlNode } from '../html/tree.ts';
import type { HiddenReason } from './sight.ts';

export interface HiddenNode {
  readonly node: HtmlNode;
  readonly reason: HiddenReason;
}

/** Whether a subtree holds something to see, and something hidden. */
export interface Outcome {
  readonly visible: boolean;
  readonly hidden: boolean;
}

/** Never lifted into one hidden element: a table would lose a column, a page its body. */
const KEPT_APART = new Set(['html', 'body', 'head', 'td', 'th']);

/** When all text of an element is hidden for one reason, the element stands for it in the report. */
export function liftHidden(hidden: HiddenNode[], element: HtmlElement, from: number, outcome: Outcome): Outcome {
  const found = hidden.length - from;
  if (found === 0 || outcome.visible || !outcome.hidden || KEPT_APART.has(element.tag)) return outcome;
  const first = hidden[from]?.reason;
  if (!first || hidden[from]?.node === element) return outcome;
  for (let i = from + 1; i < hidden.length; i++) if (hidden[i]?.reason.reason !== first.reason) return outcome;
  hidden.length = from;
  hidden.push({ node: element, reason: first });
  return outcome;
}
