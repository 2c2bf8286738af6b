import { select } from '../../html/select.ts';
import { elements, type HtmlElement, type HtmlRoot, isElement } from '../../html/tree.ts';
import { layoutGrid } from '../markdown/grid.ts';
import { isLayoutTable } from '../markdown/layout-table.ts';
import { hasText } from '../markdown/tree-queries.ts';
import { readCards } from './cards.ts';
import type { DataTable } from './data-table.ts';
import { readDefinitions } from './definitions.ts';
import { type PlainTable, readTable, type TableOptions, typeTable } from './read-table.ts';
import { asTableElement, isRoleTable } from './role-table.ts';
import { headingAbove, pagesBeside } from './surroundings.ts';

/** Tables read of one page; more are counted. */
const MAX_TABLES = 200;

export interface FoundTables {
  readonly tables: readonly DataTable[];
  /** Tables that only arrange the page. */
  readonly layoutTables: number;
  /** Tables beyond the limit, not read. */
  readonly beyond: number;
  /** What else the selector meant, in our words; empty when it found tables. */
  readonly note: string;
}

/**
 * The tables that a selector means, in document order, nested ones after the one they stand in. The plain word
 * `table` means every table by element or role; a selector of something else means the tables in what it matches, or,
 * where there are none, the list of definitions or the repeated cards that it matches. The tree must hold visible text
 * only. @throws SyntaxError for a selector that cannot be used.
 */
export function findTables(root: HtmlRoot, selector: string, options: TableOptions): FoundTables {
  const every = selector.trim().toLowerCase() === 'table';
  const matched = every ? [...elements(root)].filter(isTable) : select(root, selector);
  const candidates = every ? matched : unique(matched.flatMap((match) => tablesIn(match)));
  if (candidates.length > 0) return readAll(candidates, !every && matched.every(isTable), options);
  const lists = unique(
    matched.flatMap((match) =>
      match.tag === 'dl' ? [match] : [...elements(match)].filter((each) => isElement(each, 'dl')),
    ),
  );
  const tables = lists.slice(0, MAX_TABLES).map((list) => readDefinitions(list));
  const cards = tables.length > 0 || every ? null : readCards(matched, options);
  const found = [...tables, ...(cards ? [cards] : [])].filter((table) => table.rows.length > 0);
  return {
    tables: found.map((table) => typeTable(table, options.language)),
    layoutTables: 0,
    beyond: Math.max(0, lists.length - MAX_TABLES),
    note: noteOn(matched.length, found),
  };
}

function noteOn(matched: number, found: readonly PlainTable[]): string {
  if (found.length > 0)
    return found.some(({ kind }) => kind === 'cards')
      ? 'The selector matches no table; its matches were read as one row each.'
      : '';
  return matched === 0 ? 'The selector matches nothing that can be seen.' : 'What the selector matches holds no table.';
}

function readAll(candidates: readonly HtmlElement[], chosen: boolean, options: TableOptions): FoundTables {
  const tables: DataTable[] = [];
  let layoutTables = 0;
  for (const element of candidates.slice(0, MAX_TABLES)) {
    const role = isRoleTable(element);
    const table = role ? asTableElement(element) : element;
    const layout = layoutGrid(table);
    // A table that the caller pointed at is a table, whatever it looks like.
    if (!chosen && isLayoutTable(table, layout)) {
      layoutTables++;
      continue;
    }
    if (!hasText(table)) continue;
    const plain = readTable(table, layout, options);
    const place = {
      kind: role ? 'grid' : 'table',
      heading: headingAbove(element),
      pages: pagesBeside(element),
    } as const;
    tables.push(typeTable({ ...plain, ...place }, options.language));
  }
  return { tables, layoutTables, beyond: Math.max(0, candidates.length - MAX_TABLES), note: '' };
}

function isTable(element: HtmlElement): boolean {
  return element.tag === 'table' || isRoleTable(element);
}

function tablesIn(match: HtmlElement): HtmlElement[] {
  return isTable(match) ? [match] : [...elements(match)].filter(isTable);
}

function unique(found: readonly HtmlElement[]): HtmlElement[] {
  return [...new Set(found)];
}
