import { oneLine } from '../../base/text.ts';
import { matches, select } from '../../html/select.ts';
import { createElement, type HtmlElement, type HtmlNode, type HtmlParent, type HtmlRoot } from '../../html/tree.ts';
import { shownText } from '../markdown/shown-text.ts';
import { splitAlternatives } from './alternatives.ts';
import { AttributeValues } from './attribute-value.ts';
import { codeOf, codeValue } from './code-value.ts';
import { Copier } from './copy.ts';
import { EmbeddedData, isStretchOf } from './embedded.ts';
import { compilePattern } from './pattern.ts';
import { Regions, selectFirst } from './regions.ts';
import type { ChildField, Field, Template } from './template.ts';

/** A text with the nodes that write it; plain text has none of its own. */
export interface TextValue {
  readonly kind: 'text' | 'address' | 'markdown';
  readonly text: string;
  readonly nodes: readonly HtmlNode[];
}

export interface Item {
  /** 0 for what answers nothing. */
  readonly depth: number;
  readonly cells: ReadonlyMap<ChildField, TextValue>;
}

export type FieldValue =
  | TextValue
  | { readonly kind: 'list'; readonly texts: readonly string[] }
  | { readonly kind: 'table'; readonly tables: readonly HtmlElement[] }
  /** `left`: items beyond the limit, not read. */
  | { readonly kind: 'items'; readonly items: readonly Item[]; readonly left: number };

export interface FieldsRead {
  readonly values: ReadonlyMap<Field, FieldValue>;
  /** Required fields that the page does not have. */
  readonly missing: readonly string[];
  readonly cut: boolean;
  /** Fields that the page does not show, or not as a whole, and that stand in its data. */
  readonly fromData: readonly string[];
}

/** What the data of a page is good for: nothing, the rest of what is shown in part, or all that its fields ask of it. */
export type DataUse = 'never' | 'to complete' | 'always';

type ValueSpec = Pick<Field, 'select' | 'exclude' | 'attribute' | 'match' | 'says'> & { readonly as: Field['as'] };

/** Reads the fields of a template off a page that holds visible text only. Leaves the page as it is. */
export function readFields(
  root: HtmlRoot,
  template: Template,
  options: { baseUrl: string; data: DataUse },
): FieldsRead {
  return new FieldReader(root, template, options).read();
}

class FieldReader {
  readonly #root: HtmlRoot;
  readonly #template: Template;
  readonly #attributes: AttributeValues;
  readonly #copier = new Copier();
  readonly #removed: ReadonlySet<HtmlElement>;
  readonly #regions = new Map<Field, Regions>();
  readonly #data: EmbeddedData;
  readonly #dataUse: DataUse;
  readonly #fromData: string[] = [];

  constructor(root: HtmlRoot, template: Template, { baseUrl, data }: { baseUrl: string; data: DataUse }) {
    this.#root = root;
    this.#template = template;
    this.#attributes = new AttributeValues(root, baseUrl);
    this.#data = new EmbeddedData(root);
    this.#dataUse = data;
    this.#removed = template.remove === undefined ? new Set() : new Set(select(root, template.remove));
  }

  read(): FieldsRead {
    for (const field of this.#template.fields) {
      const scope = field.fields ? this.#scopeOf(field) : null;
      if (scope) this.#regions.set(field, new Regions(field, scope));
    }
    const values = new Map<Field, FieldValue>();
    for (const field of this.#template.fields) {
      const value = this.#completed(field, this.#valueOf(field));
      if (value) values.set(field, value);
    }
    const found = new Set([...values.keys()].map(({ name }) => name));
    const missing = this.#template.fields.filter(
      ({ name, required, unless }) => required && !found.has(name) && !(unless !== undefined && found.has(unless)),
    );
    const fromData = this.#fromData;
    return { values, missing: missing.map(({ name }) => name), cut: this.#copier.isSpent, fromData };
  }

  /** The value, or what the page carries of it as data; a stretch of lines becomes all of them. */
  #completed(field: Field, shown: FieldValue | null): FieldValue | null {
    const isPart = shown?.kind === 'markdown' && field.as === 'code';
    if (!field.embedded || this.#dataUse === 'never' || (shown && !isPart)) return shown;
    if (!shown && this.#dataUse === 'to complete') return null;
    const carried = this.#data.textAt(field.embedded);
    const value = carried === null ? null : asValue(carried, field);
    if (!value || (isPart && (value.text === shown.text || !isStretchOf(shown.text, value.text)))) return shown;
    this.#fromData.push(field.name);
    return value;
  }

  #scopeOf({ within }: Field): HtmlParent | null {
    return within === undefined ? this.#root : (selectFirst(this.#root, within)[0] ?? null);
  }

  #valueOf(field: Field): FieldValue | null {
    const regions = this.#regions.get(field);
    if (regions) return this.#items(field, regions);
    const scope = field.fields ? null : this.#scopeOf(field);
    if (!scope) return null;
    if (field.as === 'list') return this.#list(field, scope);
    for (const alternative of splitAlternatives(field.select)) {
      const found = select(scope, alternative).filter((element) => this.#isFree(element));
      if (field.as === 'table') {
        const tables = found.filter((each) => each.children.length > 0).slice(0, field.max);
        if (tables.length > 0) return { kind: 'table', tables: tables.map((each) => this.#copy(each, field, null)) };
        continue;
      }
      for (const element of found) {
        const value = this.#text(element, field, null);
        if (value) return value;
      }
    }
    return null;
  }

  /** Not cut out, and no part of an item of a list or thread. */
  #isFree(element: HtmlElement): boolean {
    if (this.#isRemoved(element)) return false;
    return [...this.#regions.values()].every((regions) => regions.ownerOf(element) === null);
  }

  #isRemoved(element: HtmlElement): boolean {
    if (this.#removed.size === 0) return false;
    for (let node: HtmlParent | null = element; node?.type === 'element'; node = node.parent) {
      if (this.#removed.has(node)) return true;
    }
    return false;
  }

  #list(field: Field, scope: HtmlParent): FieldValue | null {
    const found = selectFirst(scope, field.select).filter((element) => this.#isFree(element));
    const texts = found.slice(0, field.max).flatMap((element) => this.#text(element, field, null)?.text ?? []);
    return texts.length > 0 ? { kind: 'list', texts: [...new Set(texts)] } : null;
  }

  #items(field: Field, regions: Regions): FieldValue | null {
    const all = regions.items.filter((item) => !this.#isRemoved(item));
    const items = all.slice(0, field.max);
    const cells = new Map(items.map((item) => [item, new Map<ChildField, TextValue>()]));
    for (const child of field.fields ?? []) this.#children(child, regions, cells);
    const read = items.flatMap((item): Item[] => {
      const own = cells.get(item) ?? new Map();
      const incomplete = own.size === 0 || (field.fields ?? []).some((child) => child.required && !own.has(child));
      return incomplete ? [] : [{ depth: field.as === 'thread' ? this.#depth(item, field, regions) : 0, cells: own }];
    });
    return read.length > 0 ? { kind: 'items', items: read, left: all.length - items.length } : null;
  }

  /** One look over the page for each alternative; each find goes to the item that it stands in. */
  #children(child: ChildField, regions: Regions, cells: ReadonlyMap<HtmlElement, Map<ChildField, TextValue>>): void {
    for (const alternative of splitAlternatives(child.select)) {
      for (const element of select(this.#root, alternative)) {
        const owner = regions.ownerOf(element);
        const own = owner && cells.get(owner);
        if (!own || own.has(child) || this.#isRemoved(element)) continue;
        const value = this.#text(element, child, { regions, owner });
        if (value) own.set(child, value);
      }
    }
  }

  #depth(item: HtmlElement, { depth }: Field, regions: Regions): number {
    if (!depth) return regions.nesting(item);
    if ('replies' in depth) return splitAlternatives(depth.replies).some((reply) => matches(item, reply)) ? 1 : 0;
    const inside = depth.select === undefined ? [item] : select({ ...this.#root, children: [item] }, depth.select);
    const holder = inside.find((element) => regions.ownerOf(element) === item);
    const written = Number(holder?.attributes.get(depth.attribute.toLowerCase()) ?? 0);
    return Number.isFinite(written) ? Math.min(1000, Math.max(0, Math.round(written / depth.unit))) : 0;
  }

  #text(element: HtmlElement, spec: ValueSpec, within: Owned | null): TextValue | null {
    if (spec.says !== undefined) return { kind: 'text', text: spec.says, nodes: [] };
    if (spec.as === 'attribute') {
      const name = spec.attribute ?? '';
      const text = matched(this.#attributes.of(element, name), spec.match);
      if (text === '') return null;
      return { kind: /^https?:\/\//u.test(text) ? 'address' : 'text', text, nodes: [] };
    }
    const copy = this.#copy(element, spec, within);
    if (spec.as === 'code') return codeValue(copy);
    const shown = shownText(spec.as === 'markdown' ? [copy] : copy.children);
    if (spec.as === 'markdown')
      return shown === '' && !holdsPicture(copy) ? null : { kind: 'markdown', text: shown, nodes: [copy] };
    const line = spec.as === 'path' ? oneLine(shown).replaceAll(/ ?\/ ?/gu, '/') : oneLine(shown);
    const text = matched(line, spec.match);
    return text === '' ? null : { kind: 'text', text, nodes: [] };
  }

  /** Without what is cut out, and without other items. */
  #copy(element: HtmlElement, { exclude }: Pick<ValueSpec, 'exclude'>, within: Owned | null): HtmlElement {
    const wrapped = { ...this.#root, children: [element] };
    const cut = exclude === undefined ? new Set<HtmlElement>() : new Set(select(wrapped, exclude));
    const copy = this.#copier.copy(element, (inner) => {
      if (cut.has(inner) || this.#removed.has(inner)) return true;
      return within !== null && within.regions.ownerOf(inner) !== within.owner;
    });
    return inContext(copy);
  }
}

interface Owned {
  readonly regions: Regions;
  readonly owner: HtmlElement | null;
}

/** Parts that mean something only in a table stay readable outside of theirs. */
function inContext(copy: HtmlElement): HtmlElement {
  if (copy.tag !== 'td' && copy.tag !== 'th' && copy.tag !== 'li' && copy.tag !== 'dd') return copy;
  return createElement('div', {}, copy.children.slice());
}

function holdsPicture(element: HtmlElement): boolean {
  return element.children.some((child) => child.type === 'element' && (child.tag === 'img' || holdsPicture(child)));
}

/** What stands in data stands there by itself: patterns are for what is laid out among other words. */
function asValue(carried: string, { as }: Field): TextValue | null {
  if (as === 'code') return codeOf(carried);
  const text = oneLine(carried);
  return text === '' ? null : { kind: 'text', text, nodes: [] };
}

function matched(text: string, pattern: string | undefined): string {
  return pattern === undefined ? text : (compilePattern(pattern).find(text)?.trim() ?? '');
}
