import { canParseUrl } from '../../base/url.ts';
import { elements, type HtmlElement } from '../../html/tree.ts';
import { hrefOf } from '../markdown/links.ts';
import { shownText } from '../markdown/shown-text.ts';
import { hasText } from '../markdown/tree-queries.ts';
import type { CellLink } from './data-table.ts';
import type { PlainTable, TableOptions } from './read-table.ts';
import { headingAbove } from './surroundings.ts';

/** A field is a column when at least this share of the cards has it. */
const SHARE = 0.25;
const MAX_CARDS = 5_000;
const MAX_COLUMNS = 40;

/**
 * Repeated elements as rows: the pieces of text that stand in the same place of each card (by tag and first class)
 * are one column. Null when there are fewer than two cards.
 */
export function readCards(matched: readonly HtmlElement[], options: TableOptions): PlainTable | null {
  const cards = (matched.length === 1 ? repeatedIn(matched[0]) : matched).filter(hasText).slice(0, MAX_CARDS);
  if (cards.length < 2) return null;
  const fields = cards.map(fieldsOf);
  const counts = new Map<string, number>();
  for (const field of fields) for (const key of field.keys()) counts.set(key, (counts.get(key) ?? 0) + 1);
  const keys = [...counts]
    .filter(([, count]) => count >= cards.length * SHARE)
    .map(([key]) => key)
    .slice(0, MAX_COLUMNS);
  const links: CellLink[] = [];
  const rows = fields.map((field, row) =>
    keys.map((key, column) => {
      const elementsOfField = field.get(key) ?? [];
      for (const element of elementsOfField) links.push(...linksOf(element, row, column, options.baseUrl));
      return elementsOfField.map((element) => shownText(element.children)).join('\n');
    }),
  );
  return {
    kind: 'cards',
    caption: '',
    heading: cards[0] ? headingAbove(cards[0]) : '',
    paths: keys.map((key) => [nameOf(key)]),
    rows,
    footer: [],
    links,
    spansFilled: false,
    pages: '',
    notes: ['columns are named after the places in the cards'],
  };
}

/** The largest group of children with one tag. */
function repeatedIn(parent: HtmlElement | undefined): HtmlElement[] {
  const groups = new Map<string, HtmlElement[]>();
  for (const child of parent?.children ?? []) {
    if (child.type !== 'element') continue;
    const group = groups.get(child.tag);
    if (group) group.push(child);
    else groups.set(child.tag, [child]);
  }
  return [...groups.values()].sort((a, b) => b.length - a.length)[0] ?? [];
}

/** Elements that hold text of their own, by the path of tags and first classes that leads to them. */
function fieldsOf(card: HtmlElement): Map<string, HtmlElement[]> {
  const fields = new Map<string, HtmlElement[]>();
  const visit = (element: HtmlElement, path: string) => {
    const own = element.children.some((child) => child.type === 'text' && /\S/u.test(child.text));
    if (own || (element === card && element.children.every((child) => child.type !== 'element'))) {
      const key = placeOf(path);
      fields.set(key, [...(fields.get(key) ?? []), element]);
      return;
    }
    for (const child of element.children) {
      if (child.type === 'element' && hasText(child)) visit(child, `${path}>${stepOf(child)}`);
    }
  };
  visit(card, '');
  return fields;
}

/** The path as far as classes name it: whether the words stand in a link or not is no other place. */
function placeOf(path: string): string {
  const steps = path.split('>');
  const last = steps.findLastIndex((step) => step.includes('.'));
  return last < 0 ? path : steps.slice(0, last + 1).join('>');
}

function stepOf(element: HtmlElement): string {
  const property = element.attributes.get('itemprop') ?? element.attributes.get('class')?.trim().split(/\s+/u)[0] ?? '';
  return /^[\w-]{1,40}$/u.test(property) ? `${element.tag}.${property}` : element.tag;
}

/** The last step with a class says best what the field is. */
function nameOf(key: string): string {
  const steps = key.split('>').filter((step) => step !== '');
  const named = [...steps].reverse().find((step) => step.includes('.'));
  return named?.slice(named.indexOf('.') + 1) ?? steps.at(-1) ?? 'text';
}

function linksOf(element: HtmlElement, row: number, column: number, baseUrl: string): CellLink[] {
  const anchors = [element, ...elements(element)].filter(({ tag }) => tag === 'a');
  const inside = element.parent?.type === 'element' && element.parent.tag === 'a' ? [element.parent] : [];
  return [...anchors, ...inside].flatMap((anchor) => {
    const href = hrefOf(anchor)?.trim();
    if (!href || href.startsWith('#') || !canParseUrl(href, baseUrl)) return [];
    const url = new URL(href, baseUrl);
    if (!/^https?:$/u.test(url.protocol)) return [];
    return [{ row, column, url: url.href, text: shownText(anchor.children).replace(/\s+/gu, ' ') }];
  });
}
