import { ancestors, elements, type HtmlElement, type HtmlRoot, isElement, textContent } from '../../html/tree.ts';
import { asNode, mendJson, parseLoosely, typesOf } from '../metadata/json-ld.ts';
import { type DataKind, type EmbeddedData, MAX_SOURCE_CHARACTERS, plainName } from './embedded-data.ts';
import { type ItemData, metaOf, microdataOf, rdfaOf } from './item-data.ts';
import { readNode, readSource } from './read-source.ts';
import { stateAssignments, streamedPiece, streamedRows } from './state-scripts.ts';

export interface FoundData {
  /** What describes the page first, then what its scripts work with; each in document order. */
  readonly pieces: readonly EmbeddedData[];
  /** Pieces that were too many to list. */
  readonly more: number;
}

const MAX_PIECES = 60;
/** Shorter scripts and attributes hold settings, not content. */
const MIN_SCRIPT_CHARACTERS = 3;
const MIN_ATTRIBUTE_CHARACTERS = 200;
/** A shop may write the same few facts on every one of its hundred tiles. */
const MAX_ATTRIBUTES = 30;
const ORDER: readonly DataKind[] = ['json-ld', 'microdata', 'rdfa', 'meta', 'state', 'json', 'attribute'];

/**
 * The data that a page carries beside its text: found and named, not yet read. To be called on the tree as it came,
 * as scripts are taken out of it afterwards.
 */
export function findData(document: HtmlRoot): FoundData {
  const finder = new DataFinder();
  for (const element of elements(document)) finder.element(element);
  finder.finish(document);
  const found = [...finder.found].sort((a, b) => ORDER.indexOf(a.kind) - ORDER.indexOf(b.kind));
  return { pieces: found.slice(0, MAX_PIECES), more: Math.max(0, found.length - MAX_PIECES) };
}

class DataFinder {
  readonly found: EmbeddedData[] = [];
  /** A piece that stands on the page twice is one. */
  readonly #sources = new Set<string>();
  readonly #stream: string[] = [];
  readonly #metas: HtmlElement[] = [];
  #attributesLeft = MAX_ATTRIBUTES;
  #hasMicrodata = false;
  #hasRdfa = false;

  element(element: HtmlElement): void {
    const { attributes } = element;
    if (element.tag === 'script') this.#script(element);
    else if (attributes.size > 0) {
      if (attributes.has('itemscope')) this.#hasMicrodata = true;
      if (attributes.has('typeof')) this.#hasRdfa = true;
      if (element.tag === 'meta') this.#metas.push(element);
      else this.#attributes(element);
    }
  }

  finish(document: HtmlRoot): void {
    if (this.#hasMicrodata) this.#items('microdata', microdataOf(document), 'elements with itemscope');
    if (this.#hasRdfa) this.#items('rdfa', rdfaOf(document), 'elements with typeof');
    this.#items('meta', metaOf(this.#metas), 'meta elements');
    const stream = this.#stream.join('');
    if (stream === '') return;
    const node = () => readNode(streamedRows(stream.slice(0, MAX_SOURCE_CHARACTERS)));
    this.#add({ kind: 'state', label: '__next_f', where: 'scripts', characters: stream.length, read: node }, stream);
  }

  #script(script: HtmlElement): void {
    const type = (script.attributes.get('type') ?? '').split(';')[0]?.trim().toLowerCase() ?? '';
    const source = textContent(script);
    if (source.trim().length < MIN_SCRIPT_CHARACTERS) return;
    const where = whereOf(script);
    const piece = { where, characters: source.length };
    if (type === 'application/ld+json') {
      this.#add({ ...piece, kind: 'json-ld', label: typesIn(source), read: () => readSource(source) }, source);
    } else if (/^(?:application|text)\/(?:[\w.-]{1,40}\+)?json5?$/u.test(type)) {
      const label = plainName(script.attributes.get('id')) || dataName(script);
      const kind = label.startsWith('__') ? 'state' : 'json';
      const isReferenced = label === '__NUXT_DATA__';
      this.#add({ ...piece, kind, label, read: () => readSource(source, isReferenced) }, source);
    } else if (/^$|javascript|ecmascript|^module$/u.test(type)) {
      const streamed = streamedPiece(source);
      if (streamed !== null) this.#stream.push(streamed);
      else {
        for (const { name, characters, read } of stateAssignments(source)) {
          this.#add({ kind: 'state', label: name, where, characters, read }, `${name} ${characters}`);
        }
      }
    }
  }

  #attributes(element: HtmlElement): void {
    for (const [name, value] of element.attributes) {
      if (value.length < MIN_ATTRIBUTE_CHARACTERS || !/^\s{0,9}[{[]\s{0,9}["{[\]}\d-]/u.test(value.slice(0, 20)))
        continue;
      if (/^(?:style|class|on\w+|srcset|x-data)$/u.test(name)) continue;
      if (this.#attributesLeft <= 0 || mendJson(value) === null) continue;
      this.#attributesLeft--;
      const where = `${whereOf(element)} ${plainName(name)}`.trim();
      const read = () => readSource(value);
      this.#add({ kind: 'attribute', label: plainName(name), where, characters: value.length, read }, value);
    }
  }

  #items(kind: DataKind, data: ItemData | null, where: string): void {
    if (data === null) return;
    const { node, types, characters } = data;
    this.found.push({ kind, label: labelOf(types), where, characters, read: () => readNode(node) });
  }

  #add(piece: EmbeddedData, source: string): void {
    if (this.#sources.has(source)) return;
    this.#sources.add(source);
    this.found.push(piece);
  }
}

/** `body script#state`: part of the page, tag and name. */
function whereOf(element: HtmlElement): string {
  const inHead = [...ancestors(element)].some((up) => isElement(up, 'head'));
  const id = plainName(element.attributes.get('id'));
  return `${inHead ? 'head' : 'body'} ${plainName(element.tag)}${id === '' ? '' : `#${id}`}`;
}

/** The first of the attributes by which pages name a script of data: `data-component-name="Basket"`. */
function dataName({ attributes }: HtmlElement): string {
  for (const [name, value] of attributes) {
    if (!name.startsWith('data-')) continue;
    const label = plainName(value) || plainName(name);
    if (label !== '') return label;
  }
  return '';
}

/** What JSON-LD speaks of: the types at its top, or those of its graph. */
function typesIn(source: string): string {
  if (source.length > MAX_SOURCE_CHARACTERS) return '';
  const value = parseLoosely(source);
  const top = Array.isArray(value) ? value : [value];
  const types = top.flatMap((item) => {
    const node = asNode(item);
    const graph = node['@graph'];
    return [...typesOf(node), ...(Array.isArray(graph) ? graph.flatMap((inner) => typesOf(asNode(inner))) : [])];
  });
  return labelOf(types);
}

const SHOWN_TYPES = 3;

function labelOf(types: readonly string[]): string {
  const names = [...new Set(types.map(plainName))].filter((name) => name !== '');
  return names.slice(0, SHOWN_TYPES).join(', ') + (names.length > SHOWN_TYPES ? ', …' : '');
}
