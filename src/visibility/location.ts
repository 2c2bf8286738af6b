import { truncate } from '../base/text.ts';
import type { HtmlElement, HtmlNode, HtmlRoot } from '../html/tree.ts';

const MAX_LENGTH = 120;
const MAX_STEPS = 4;

/** A short path such as `main > div.note:nth-child(3)`, at most 120 characters, our own punctuation only. */
export function locationOf(node: HtmlNode | HtmlRoot): string {
  const start = node.type === 'element' ? node : node.parent;
  const steps: string[] = [];
  for (let up = start; up?.type === 'element' && steps.length < MAX_STEPS; up = up.parent) {
    steps.unshift(step(up, steps.length === 0));
    if (up.attributes.has('id')) break;
  }
  return truncate(steps.join(' > ') || 'document', MAX_LENGTH);
}

function step(element: HtmlElement, last: boolean): string {
  const id = name(element.attributes.get('id'));
  if (id) return `${element.tag}#${id}`;
  const label = name(element.attributes.get('class')?.trim().split(/\s+/u)[0]);
  const siblings = element.parent?.children ?? [];
  let position = '';
  if (last && siblings.length > 1 && siblings.length < 2000) {
    const peers = siblings.filter((sibling) => sibling.type === 'element');
    if (peers.length > 1) position = `:nth-child(${peers.indexOf(element) + 1})`;
  }
  return `${element.tag}${label ? `.${label}` : ''}${position}`;
}

/** Page-written names may carry a message of their own: only short, plain ones are shown. */
function name(text: string | undefined): string {
  return text !== undefined && /^[A-Za-z][\w-]{0,23}$/u.test(text) ? text : '';
}
