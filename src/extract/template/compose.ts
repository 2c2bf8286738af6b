import { createElement, createText, type HtmlElement, type HtmlNode } from '../../html/tree.ts';
import type { FieldsRead, FieldValue, Item, TextValue } from './read-fields.ts';
import type { ChildField, Field } from './template.ts';

/** What the fields of a page look like as text: title, facts, running text, parts with headings, threads. */
export function composeNodes({ values }: FieldsRead): HtmlNode[] {
  const titles: HtmlNode[] = [];
  const facts: HtmlElement[] = [];
  const parts: HtmlNode[] = [];
  for (const [field, value] of values) {
    const place = placeOf(field);
    if (place === 'title' && value.kind === 'text') titles.push(element('h1', text(value.text)));
    else if (place === 'fact' || place === 'title')
      facts.push(element('li', strong(`${labelOf(field)}:`), text(' '), ...inline(value)));
    else if (place === 'content') parts.push(...blocks(value));
    else if (place === 'section') parts.push(element('h2', text(headingOf(field, value))), ...blocks(value));
  }
  return [...titles, ...(facts.length > 0 ? [element('ul', ...facts)] : []), ...parts];
}

export function placeOf({ show, as }: Field): NonNullable<Field['show']> {
  return show ?? (as === 'text' || as === 'path' || as === 'attribute' || as === 'list' ? 'fact' : 'section');
}

function labelOf({ name }: { readonly name: string }): string {
  const words = name.replaceAll('_', ' ');
  return words.charAt(0).toUpperCase() + words.slice(1);
}

function headingOf(field: Field, value: FieldValue): string {
  if (value.kind !== 'items') return labelOf(field);
  const all = value.items.length + value.left;
  const replies = value.items.filter(({ depth }) => depth > 0).length;
  if (value.left === 0 && replies > 0 && replies < all) {
    return `${labelOf(field)} (${all - replies}, with ${replies} ${replies === 1 ? 'reply' : 'replies'})`;
  }
  return value.left > 0 ? `${labelOf(field)} (${value.items.length} of ${all})` : `${labelOf(field)} (${all})`;
}

function inline(value: FieldValue): HtmlNode[] {
  if (value.kind === 'list') return [text(value.texts.join(', '))];
  if (value.kind === 'address') return [link(value)];
  return value.kind === 'text' ? [text(value.text)] : blocks(value);
}

function blocks(value: FieldValue): HtmlNode[] {
  if (value.kind === 'list') return [element('ul', ...value.texts.map((each) => element('li', text(each))))];
  if (value.kind === 'table') return [...value.tables];
  if (value.kind === 'markdown') return [...value.nodes];
  if (value.kind !== 'items') return [element('p', ...inline(value))];
  const isList = value.items.every(({ cells }) => [...cells.values()].every(({ kind }) => kind !== 'markdown'));
  return isList ? [tableOf(value.items)] : value.items.flatMap(comment);
}

/** Short items are rows. */
function tableOf(items: readonly Item[]): HtmlElement {
  const columns = columnsOf(items);
  const head = element('tr', ...columns.map((column) => element('th', text(labelOf(column)))));
  const rows = items.map(({ cells }) =>
    element('tr', ...columns.map((column) => element('td', ...cellNodes(cells.get(column))))),
  );
  return element('table', element('thead', head), element('tbody', ...rows));
}

function columnsOf(items: readonly Item[]): ChildField[] {
  return [...new Set(items.flatMap(({ cells }) => [...cells.keys()]))];
}

function cellNodes(value: TextValue | undefined): HtmlNode[] {
  if (!value) return [];
  return value.kind === 'address' ? [link(value)] : [text(value.text)];
}

/** Who, when, how it was liked and what it answers on one line, then what was said. */
function comment({ depth, cells }: Item): HtmlNode[] {
  const told: HtmlNode[] = [];
  const said: HtmlNode[] = [];
  for (const [field, value] of cells) {
    if (value.kind === 'markdown') said.push(...value.nodes);
    else {
      if (told.length > 0) told.push(text(' · '));
      const isNumber = /^[\d.,+-]+$/u.test(value.text);
      if (field.name === 'author') told.push(strong(value.text));
      else if (value.kind === 'address') told.push(link(value));
      else told.push(text(isNumber ? `${field.name} ${value.text}` : value.text));
    }
  }
  if (depth > 0) told.push(text(`${told.length > 0 ? ' · ' : ''}reply, depth ${depth}`));
  const rule = depth === 0 ? [element('hr')] : [];
  return [...rule, ...(told.length > 0 ? [element('p', ...told)] : []), ...said];
}

function link({ text: address }: TextValue): HtmlElement {
  return createElement('a', { href: address }, [createText(address)]);
}

function strong(words: string): HtmlElement {
  return element('strong', text(words));
}

function element(tag: string, ...children: HtmlNode[]): HtmlElement {
  return createElement(tag, {}, children);
}

function text(words: string): HtmlNode {
  return createText(words);
}
