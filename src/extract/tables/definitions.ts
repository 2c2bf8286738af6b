import type { HtmlElement } from '../../html/tree.ts';
import { shownText } from '../markdown/shown-text.ts';
import type { PlainTable } from './read-table.ts';
import { headingAbove } from './surroundings.ts';

/** A list of definitions as a table of two columns; several terms of one definition share it, as HTML says. */
export function readDefinitions(list: HtmlElement): PlainTable {
  const rows: string[][] = [];
  let terms: string[] = [];
  let texts: string[] = [];
  const close = () => {
    if (terms.length > 0 || texts.length > 0) rows.push([terms.join('\n'), texts.join('\n')]);
    terms = [];
    texts = [];
  };
  for (const part of partsOf(list)) {
    if (part.tag === 'dt' && texts.length > 0) close();
    (part.tag === 'dt' ? terms : texts).push(shownText(part.children));
  }
  close();
  return {
    kind: 'definitions',
    caption: '',
    heading: headingAbove(list),
    paths: [['term'], ['definition']],
    rows,
    footer: [],
    links: [],
    spansFilled: false,
    pages: '',
    notes: [],
  };
}

/** Terms and definitions, directly in the list or in `div` groups. */
function partsOf(list: HtmlElement): HtmlElement[] {
  return list.children.flatMap((child) => {
    if (child.type !== 'element') return [];
    if (child.tag === 'dt' || child.tag === 'dd') return [child];
    return child.tag === 'div' ? partsOf(child) : [];
  });
}
