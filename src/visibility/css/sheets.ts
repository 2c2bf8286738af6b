import type { HtmlElement, HtmlParent } from '../../html/tree.ts';
import { textContent } from '../../html/tree.ts';
import type { FetchedSheets } from '../sight.ts';
import { matchesMedia } from './media.ts';
import { parseSheet } from './parse-sheet.ts';
import { RuleIndex, ready, UNLAYERED } from './rule-index.ts';
import type { KeyframeEnds, RegisteredProperty, Sheet } from './sheet.ts';

/** All style sheets of one tree (a document or a shadow root), in cascade order. */
export interface SheetSet {
  readonly index: RuleIndex;
  readonly fontFaces: ReadonlySet<string>;
  readonly keyframes: ReadonlyMap<string, KeyframeEnds>;
  /** Variables with a value or a range of their own. */
  readonly properties: ReadonlyMap<string, RegisteredProperty>;
  /** Why the sheets may say more than was understood, in fixed words. */
  readonly unread: ReadonlySet<string>;
}

const MAX_SHEETS = 300;
const MAX_IMPORT_DEPTH = 8;
/** All CSS of one page together, in UTF-16 units. */
const MAX_CSS_LENGTH = 12_000_000;

/** Reads `<style>`, `<link rel=stylesheet>` and `@import` below `root`. `baseUrl` is what relative addresses refer to. */
export function collectSheets(root: HtmlParent, baseUrl: string, fetched: FetchedSheets): SheetSet {
  const collector = new SheetCollector(fetched);
  collector.visit(root, baseUrl);
  return collector.finish();
}

interface Placed {
  readonly sheet: Sheet;
  /** Dotted prefix of the layer it was imported into. */
  readonly layer: string;
}

class SheetCollector {
  readonly unread = new Set<string>();
  readonly #fetched: FetchedSheets;
  readonly #placed: Placed[] = [];
  #length = 0;

  constructor(fetched: FetchedSheets) {
    this.#fetched = fetched;
  }

  visit(parent: HtmlParent, baseUrl: string): void {
    for (const child of parent.children) {
      if (child.type !== 'element') continue;
      if (child.tag === 'style') this.#styleElement(child, baseUrl);
      else if (child.tag === 'link') this.#linkElement(child, baseUrl);
      else if (child.tag !== 'noscript' && child.children.length > 0) this.visit(child, baseUrl);
    }
  }

  #styleElement(element: HtmlElement, baseUrl: string): void {
    const type = element.attributes.get('type')?.trim().toLowerCase() ?? '';
    if ((type !== '' && type !== 'text/css') || !matchesMedia(element.attributes.get('media') ?? '')) return;
    this.#source(textContent(element), baseUrl, '', 0);
  }

  #linkElement(element: HtmlElement, baseUrl: string): void {
    const { attributes } = element;
    const rel = (attributes.get('rel') ?? '').toLowerCase().split(/\s+/u);
    if (!rel.includes('stylesheet') || rel.includes('alternate') || attributes.has('disabled')) return;
    const type = attributes.get('type')?.trim().toLowerCase() ?? '';
    const href = attributes.get('href')?.trim() ?? '';
    if (href === '' || (type !== '' && type !== 'text/css') || !matchesMedia(attributes.get('media') ?? '')) return;
    this.#address(href, baseUrl, '', 0);
  }

  #address(href: string, baseUrl: string, layer: string, depth: number): void {
    if (/^data:/iu.test(href)) {
      this.#source(dataText(href), baseUrl, layer, depth);
      return;
    }
    let url: string;
    try {
      url = new URL(href, baseUrl).href;
    } catch {
      return;
    }
    const source = this.#fetched.get(url) ?? this.#fetched.get(url.replace(/#.*$/u, ''));
    if (source === undefined || source === null) this.unread.add('a style sheet was not read');
    else this.#source(source, url, layer, depth);
  }

  #source(source: string, baseUrl: string, layer: string, depth: number): void {
    this.#length += source.length;
    if (this.#placed.length >= MAX_SHEETS || this.#length > MAX_CSS_LENGTH || depth > MAX_IMPORT_DEPTH) {
      this.unread.add('there are too many style sheets');
      return;
    }
    const sheet = parseSheet(source);
    for (const entry of sheet.imports) {
      if (!matchesMedia(entry.media)) continue;
      this.#address(entry.url, baseUrl, joined(layer, entry.layer), depth + 1);
    }
    for (const reason of sheet.unread) this.unread.add(reason);
    this.#placed.push({ sheet, layer });
  }

  finish(): SheetSet {
    const index = new RuleIndex();
    const ranks = this.#layerRanks();
    const fontFaces = new Set<string>();
    const keyframes = new Map<string, KeyframeEnds>();
    const properties = new Map<string, RegisteredProperty>();
    this.#placed.forEach(({ sheet, layer }, number) => {
      for (const rule of sheet.rules) {
        const name = layerName(layer, rule.layer, number);
        if (rule.selectors.some(({ pseudoElement }) => pseudoElement === 'details-content' || pseudoElement === 'part'))
          this.unread.add('a pseudo-element is not decided');
        index.add(rule.selectors, ready(rule.declarations), name === '' ? UNLAYERED : (ranks.get(name) ?? 0));
      }
      for (const family of sheet.fontFaces) fontFaces.add(family);
      for (const [name, ends] of sheet.keyframes) keyframes.set(name, ends);
      for (const [name, registered] of sheet.properties) properties.set(name, registered);
    });
    return { index, fontFaces, keyframes, properties, unread: this.unread };
  }

  /** Later layers win; a layer's own rules win over those of the layers inside it. */
  #layerRanks(): Map<string, number> {
    const children = new Map<string, string[]>();
    this.#placed.forEach(({ sheet, layer }, number) => {
      const names = layer === '' ? sheet.layers : ['', ...sheet.layers];
      for (const own of names) {
        const full = layerName(layer, own, number);
        const parts = full.split('.');
        for (let i = 1; i <= parts.length; i++) {
          const siblings = children.get(parts.slice(0, i - 1).join('.')) ?? [];
          const name = parts.slice(0, i).join('.');
          if (!siblings.includes(name)) siblings.push(name);
          children.set(parts.slice(0, i - 1).join('.'), siblings);
        }
      }
    });
    const ranks = new Map<string, number>();
    const number = (name: string, depth: number) => {
      if (depth < 64) for (const child of children.get(name) ?? []) number(child, depth + 1);
      if (name !== '') ranks.set(name, ranks.size);
    };
    number('', 0);
    return ranks;
  }
}

/** Anonymous layers are told apart by the number of their sheet. */
function layerName(prefix: string, own: string, sheetNumber: number): string {
  return joined(prefix, own).replace(/ (\d+)/gu, ` ${sheetNumber}-$1`);
}

function joined(prefix: string, own: string): string {
  return prefix && own ? `${prefix}.${own}` : prefix || own;
}

function dataText(address: string): string {
  const comma = address.indexOf(',');
  const body = address.slice(comma + 1);
  try {
    return /;base64$/iu.test(address.slice(0, comma))
      ? Buffer.from(body, 'base64').toString('utf8')
      : decodeURIComponent(body);
  } catch {
    return body;
  }
}
