import { oneLine } from '../../base/text.ts';
import { isCarrier } from '../../visibility/carriers.ts';
import { area, intersect, type Rect } from '../../visibility/rendered/geometry.ts';
import type { DocumentModel } from '../../visibility/rendered/model.ts';
import { NODE, NONE } from '../../visibility/rendered/snapshot.ts';
import type { TextVerdict } from '../../visibility/rendered/verdict.ts';
import { Cleaner } from '../clean.ts';
import type { PictureArea, PictureElement } from '../picture-result.ts';
import type { SeenLook } from '../see/see-page.ts';
import { placesOf } from './page-places.ts';

export interface Interactive {
  readonly elements: PictureElement[];
  /** Those that did not get a number. */
  readonly omitted: number;
}

/** More numbers than this hide the page that they stand on. */
const MAX_ELEMENTS = 120;
/** Smaller ones can hardly be hit. */
const LEAST_PX = 4;
/** Share of an element that has to be in the picture. */
const IN_PICTURE = 0.5;
const MAX_NAME = 80;
const ROW_PX = 10;
/** Attributes that name a control which shows no words, as browsers choose them. */
const NAMES = ['aria-label', 'alt', 'title', 'placeholder'] as const;

const ROLES =
  /^(?:button|link|tab|checkbox|radio|switch|slider|menuitem|menuitemcheckbox|menuitemradio|option|combobox|textbox|searchbox|spinbutton|treeitem)$/u;
const INPUT_ROLES: Readonly<Record<string, string>> = {
  button: 'button',
  submit: 'button',
  reset: 'button',
  image: 'button',
  checkbox: 'checkbox',
  radio: 'radio',
  range: 'slider',
  number: 'spinbutton',
  search: 'searchbox',
};
const TAG_ROLES: Readonly<Record<string, string>> = {
  BUTTON: 'button',
  SELECT: 'combobox',
  TEXTAREA: 'textbox',
  SUMMARY: 'button',
};

/**
 * What can be clicked or typed into within the area, from top to bottom. A name is what stands there for a person to
 * see; only what shows no words is called as its author calls it, and not where that is more than a label.
 */
export function interactiveElements(
  { classified }: SeenLook['seen'],
  within: PictureArea,
  isOutOfReach: (model: DocumentModel, box: number, rect: Rect) => boolean,
): Interactive {
  const place = placesOf(classified);
  const found: Array<{ readonly role: string; readonly name: string; readonly rect: Rect }> = [];
  const cleaner = new Cleaner();
  for (const [session, documents] of classified.models.entries()) {
    for (const [index, model] of documents.entries()) {
      const texts = new TextsOfNodes(
        classified.verdicts.filter((each) => each.session === session && each.document === index),
      );
      for (const { node, role } of candidates(model)) {
        const box = model.document.boxOf(node);
        const rect = place(model, model.document.bounds(box));
        if (!rect || isOutOfReach(model, box, rect) || rect.width < LEAST_PX || rect.height < LEAST_PX) continue;
        const shown = intersect(rect, within);
        if (area(shown) < IN_PICTURE * area(rect)) continue;
        const name = nameOf(model, node, texts);
        if (name !== null) found.push({ role, name: cleaner.line(name, MAX_NAME, 'name'), rect: shown });
      }
    }
  }
  const ordered = inReadingOrder(found);
  return { elements: ordered.slice(0, MAX_ELEMENTS).map(numbered), omitted: Math.max(0, found.length - MAX_ELEMENTS) };
}

/** From top to bottom; what stands on about one line from left to right. */
function inReadingOrder<T extends { readonly rect: Rect }>(found: readonly T[]): T[] {
  const middle = ({ rect }: T) => rect.y + rect.height / 2;
  const rows: T[][] = [];
  let start = Number.NEGATIVE_INFINITY;
  for (const each of [...found].sort((a, b) => middle(a) - middle(b))) {
    if (middle(each) - start > ROW_PX) {
      rows.push([]);
      start = middle(each);
    }
    rows.at(-1)?.push(each);
  }
  return rows.flatMap((row) => row.sort((a, b) => a.rect.x - b.rect.x));
}

function numbered({ role, name, rect }: { role: string; name: string; rect: Rect }, index: number): PictureElement {
  const [x, y, width, height] = [rect.x, rect.y, rect.width, rect.height].map(Math.round);
  return { ref: index + 1, role, name, x: x ?? 0, y: y ?? 0, width: width ?? 0, height: height ?? 0 };
}

function* candidates(model: DocumentModel): Generator<{ node: number; role: string }> {
  const { document } = model;
  for (let node = 0; node < document.nodeCount; node++) {
    const box = document.boxOf(node);
    if (document.nodeType(node) !== NODE.element || box === NONE) continue;
    const role = roleOf(model, node);
    if (role === null || document.attribute(node, 'disabled') !== null) continue;
    const { hidden, opacity } = model.state(box);
    if (hidden === '' && opacity > 0 && model.style(box)?.visible) yield { node, role };
  }
}

function roleOf({ document }: DocumentModel, node: number): string | null {
  const own = document.attribute(node, 'role')?.trim().toLowerCase() ?? '';
  if (ROLES.test(own)) return own;
  const tag = document.nodeName(node).toUpperCase();
  if (tag === 'A' || tag === 'AREA') return document.attribute(node, 'href') === null ? null : 'link';
  if (tag === 'INPUT') return inputRole(document.attribute(node, 'type')?.toLowerCase() ?? 'text');
  const editable = document.attribute(node, 'contenteditable');
  if (editable === '' || editable === 'true') return 'textbox';
  return TAG_ROLES[tag] ?? null;
}

function inputRole(type: string): string | null {
  if (type === 'hidden') return null;
  return Object.hasOwn(INPUT_ROLES, type) ? (INPUT_ROLES[type] ?? null) : 'textbox';
}

/** Null for an element whose words nobody sees. */
function nameOf({ document }: DocumentModel, node: number, texts: TextsOfNodes): string | null {
  const inside = texts.between(node, document.lastNode[node] ?? node);
  const words = inside.filter(({ kind }) => kind === 'text' || kind === 'placeholder' || kind === 'alt');
  const seen = words.filter(({ label }) => label === 'visible');
  if (words.length > 0 && seen.length === 0) return null;
  const text = oneLine(seen.map((verdict) => verdict.text).join(' '));
  if (text !== '') return text;
  for (let inner = node; inner <= Math.min(document.lastNode[node] ?? node, node + 20); inner++) {
    for (const name of NAMES) {
      const label = oneLine(document.attribute(inner, name) ?? '');
      if (label !== '' && !isCarrier(name, label)) return label;
    }
  }
  return '';
}

/** Verdicts by node, in order, so that those of a subtree are found without a look at all. */
class TextsOfNodes {
  readonly #sorted: readonly TextVerdict[];

  constructor(verdicts: readonly TextVerdict[]) {
    this.#sorted = [...verdicts].sort((a, b) => a.node - b.node || a.start - b.start);
  }

  between(first: number, last: number): readonly TextVerdict[] {
    let low = 0;
    let high = this.#sorted.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((this.#sorted[middle]?.node ?? 0) < first) low = middle + 1;
      else high = middle;
    }
    let end = low;
    while ((this.#sorted[end]?.node ?? Number.POSITIVE_INFINITY) <= last) end++;
    return this.#sorted.slice(low, end);
  }
}
