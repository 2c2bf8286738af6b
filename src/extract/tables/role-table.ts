import { createElement, type HtmlElement, type HtmlParent } from '../../html/tree.ts';

const TABLE_ROLES: ReadonlySet<string> = new Set(['table', 'grid', 'treegrid']);
const GROUP_ROLES: ReadonlySet<string> = new Set(['rowgroup']);
const HEADER_ROLES: ReadonlySet<string> = new Set(['columnheader', 'rowheader']);
const CELL_ROLES: ReadonlySet<string> = new Set(['cell', 'gridcell', ...HEADER_ROLES]);

/** A table by its ARIA role (WAI-ARIA 1.2, sections "table" and "grid") that is not a `table` element. */
export function isRoleTable(element: HtmlElement): boolean {
  return element.tag !== 'table' && TABLE_ROLES.has(roleOf(element));
}

/**
 * The same table as a `table` element, so that one grid model serves both. Cells keep their nodes; the given tree is
 * left with empty cells.
 */
export function asTableElement(element: HtmlElement): HtmlElement {
  const table = createElement('table', { role: 'table' });
  for (const { row, head } of rowsBelow(element)) {
    const section = table.children.at(-1);
    const tag = head ? 'thead' : 'tbody';
    const group = section?.type === 'element' && section.tag === tag ? section : add(table, createElement(tag));
    const tr = add(group, createElement('tr'));
    for (const cell of cellsBelow(row)) add(tr, asCell(cell));
  }
  return table;
}

function add(parent: HtmlElement, child: HtmlElement): HtmlElement {
  parent.children.push(child);
  child.parent = parent;
  return child;
}

function asCell(cell: HtmlElement): HtmlElement {
  const header = HEADER_ROLES.has(roleOf(cell));
  const attributes: Record<string, string> = {};
  for (const name of ['colspan', 'rowspan'] as const) {
    const value = cell.attributes.get(`aria-${name}`) ?? cell.attributes.get(name);
    // In ARIA a row span of 0 is the rest of the group, as in HTML.
    if (value !== undefined) attributes[name] = value;
  }
  if (roleOf(cell) === 'rowheader') attributes.scope = 'row';
  const made = createElement(header ? 'th' : 'td', attributes);
  made.children = cell.children;
  return made;
}

interface RoleRow {
  readonly row: HtmlElement;
  readonly head: boolean;
}

/** Rows in document order, in row groups or not; a row of column headers alone is a header row. */
function rowsBelow(parent: HtmlParent): RoleRow[] {
  const rows: RoleRow[] = [];
  for (const child of parent.children) {
    if (child.type !== 'element') continue;
    const role = roleOf(child);
    if (role === 'row' || child.tag === 'tr') rows.push({ row: child, head: isHead(child) });
    else if (GROUP_ROLES.has(role) || !TABLE_ROLES.has(role)) rows.push(...rowsBelow(child));
  }
  return rows;
}

function isHead(row: HtmlElement): boolean {
  const cells = cellsBelow(row);
  return cells.length > 0 && cells.every((cell) => roleOf(cell) === 'columnheader');
}

function cellsBelow(parent: HtmlElement): HtmlElement[] {
  const cells: HtmlElement[] = [];
  for (const child of parent.children) {
    if (child.type !== 'element') continue;
    if (CELL_ROLES.has(roleOf(child)) || child.tag === 'td' || child.tag === 'th') cells.push(child);
    else cells.push(...cellsBelow(child));
  }
  return cells;
}

function roleOf(element: HtmlElement): string {
  return element.attributes.get('role')?.trim().toLowerCase().split(/\s/u)[0] ?? '';
}
