import type { HtmlNode } from '../../html/tree.ts';
import { FOLDABLE } from './tags.ts';

const BREAKING: ReadonlySet<string> = new Set(
  'p div li ul ol dl dt dd tr table blockquote h1 h2 h3 h4 h5 h6 section article figure'.split(' '),
);

/** Text of nodes with its lines: `br` and blocks break, `pre` keeps its own, other white space is folded. */
export function shownText(nodes: readonly HtmlNode[]): string {
  let text = '';
  const visit = (inner: readonly HtmlNode[], pre: boolean): void => {
    for (const child of inner) {
      if (child.type === 'text') text += pre ? child.text : child.text.replace(FOLDABLE, ' ');
      if (child.type !== 'element' || child.tag === 'script' || child.tag === 'style' || child.tag === 'template')
        continue;
      if (child.tag === 'br') text += '\n';
      else {
        const breaks = BREAKING.has(child.tag) || child.tag === 'pre';
        if (breaks) text += '\n';
        else if (child.tag === 'td' || child.tag === 'th') text += ' ';
        visit(child.children, pre || child.tag === 'pre');
        if (breaks) text += '\n';
      }
    }
  };
  visit(nodes, false);
  return text
    .replace(/ *\n */gu, '\n')
    .replace(/\n{2,}/gu, '\n')
    .replace(/ {2,}/gu, ' ')
    .trim();
}
