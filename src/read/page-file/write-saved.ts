import { createHash } from 'node:crypto';
import { escapeText } from '../../base/markup.ts';
import { canParseUrl } from '../../base/url.ts';
import { writeControl } from '../../extract/markdown/controls.ts';
import { SILENT_TAGS } from '../../extract/markdown/tags.ts';
import { type HtmlElement, type HtmlNode, isElement, walk } from '../../html/tree.ts';
import { CAPS } from '../caps.ts';
import type { Cleaner } from '../clean.ts';
import { KEPT_TAGS, PLAIN_ATTRIBUTES, RENAMED, VOID_TAGS } from './saved-tags.ts';

export interface SavedPage {
  readonly html: string;
  /** Pictures that are in the file, and those that it names only. */
  readonly images: { readonly held: number; readonly named: number };
}

export interface SavedFacts {
  readonly title: string;
  /** What relative addresses of the page stand on. */
  readonly baseUrl: string;
  readonly url: string;
  readonly language: string | null;
  /** ISO 8601, UTC. */
  readonly takenAt: string;
  /** Pictures as `data:` addresses, by their own. */
  readonly images: ReadonlyMap<string, string>;
  readonly maxCharacters: number;
}

const STYLE =
  'body{max-width:60rem;margin:2rem auto;padding:0 1rem;font:1rem/1.5 system-ui,sans-serif;color:#1a1a1a;background:#fff}' +
  'img{max-width:100%;height:auto}table{border-collapse:collapse}td,th{border:1px solid #bbb;padding:.2rem .5rem;text-align:left}' +
  'pre{overflow-x:auto;background:#f4f4f4;padding:.7rem}.field{border:1px solid #bbb;padding:0 .4rem}';

/** The file runs nothing and loads nothing, whatever got past the writing: only its own style, and pictures in it. */
const POLICY = [
  "default-src 'none'",
  'img-src data:',
  `style-src 'sha256-${createHash('sha256').update(STYLE).digest('base64')}'`,
  "form-action 'none'",
].join('; ');
const CONTROLS: ReadonlySet<string> = new Set(['input', 'textarea', 'select']);
const TEXTLESS: ReadonlySet<string> = new Set([
  'script',
  'style',
  'template',
  'noscript',
  'annotation',
  'annotation-xml',
]);
/** Elements that begin a line of their own, under whatever name. */
const BLOCKS = /^(?:body|html|iframe|frameset|object|video|audio|canvas|map|noframes)$/u;
const LINKS = /^(?:https?|mailto|tel):$/u;
const MAX_SET = 20;

/**
 * The tree of a page in which nothing is left but what was seen, as one HTML file, written anew: known elements only,
 * with no attribute that could hold words, but addresses. So there is no script, style, class or handler of the page
 * in it, no description of a picture and no name. Null when it would be larger than it may be.
 */
export function writeSaved(nodes: readonly HtmlNode[], facts: SavedFacts, cleaner: Cleaner): SavedPage | null {
  const writer = new SavedWriter(facts, cleaner);
  for (const node of nodes) writer.node(node);
  if (writer.isFull) return null;
  const base = cleaner.url(facts.baseUrl) ?? facts.url;
  const html = `<!doctype html>
<html${facts.language === null ? '' : ` lang="${escapeText(facts.language)}"`}>
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${escapeText(POLICY)}">
<meta name="referrer" content="no-referrer">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="date" content="${escapeText(facts.takenAt)}">
<base href="${escapeText(base)}">
<link rel="canonical" href="${escapeText(facts.url)}">
<title>${escapeText(facts.title)}</title>
<style>${STYLE}</style>
</head>
<body>
${writer.text.trim()}
</body>
</html>
`;
  return { html, images: { held: writer.held, named: writer.named } };
}

class SavedWriter {
  held = 0;
  named = 0;
  readonly #facts: SavedFacts;
  readonly #cleaner: Cleaner;
  readonly #parts: string[] = [];
  #length = 0;

  constructor(facts: SavedFacts, cleaner: Cleaner) {
    this.#facts = facts;
    this.#cleaner = cleaner;
  }

  get text(): string {
    return this.#parts.join('');
  }

  get isFull(): boolean {
    return this.#length > this.#facts.maxCharacters;
  }

  node(node: HtmlNode): void {
    if (node.type === 'comment' || this.isFull) return;
    if (node.type === 'text') this.#put(escapeText(this.#cleaner.text(node.text, 'page')));
    else this.#element(node);
  }

  #element(element: HtmlElement): void {
    const { tag } = element;
    if (TEXTLESS.has(tag)) return;
    if (CONTROLS.has(tag)) this.#control(element);
    else if (tag === 'img') this.#image(element);
    else this.#container(element);
  }

  #container(element: HtmlElement): void {
    const { tag, namespace } = element;
    const name = RENAMED.get(tag) ?? tag;
    if (KEPT_TAGS.has(name) && namespace !== 'svg') {
      this.#put(`<${name}${this.#attributes(element, name)}>`);
      if (VOID_TAGS.has(name)) return;
      this.#children(element);
      this.#put(`</${name}>`);
    } else if (BLOCKS.test(tag)) {
      this.#put('<div>');
      this.#children(element);
      this.#put('</div>');
    } else if (tag === 'button') {
      this.#put('<span class="field">');
      this.#children(element);
      this.#put('</span> ');
    } else if (!SILENT_TAGS.has(tag) || tag === 'object') this.#children(element);
  }

  #children(element: HtmlElement): void {
    for (const child of element.children) this.node(child);
  }

  /** What it shows, as text. */
  #control(element: HtmlElement): void {
    const text = this.#cleaner.text(writeControl(element), 'control').trim();
    if (text === '') return;
    const name = /[\n\r]/u.test(text) ? 'pre' : 'span';
    this.#put(`<${name} class="field">${escapeText(text)}</${name}> `);
  }

  #image(element: HtmlElement): void {
    const addresses = this.#addresses(element);
    const address = addresses.find((each) => this.#facts.images.has(each)) ?? addresses[0];
    const own = element.attributes.get('src')?.trim() ?? '';
    const data = address === undefined ? pixels(own) : this.#facts.images.get(address);
    if (data === undefined && address === undefined) return;
    if (data === undefined) this.named++;
    else this.held++;
    this.#put(`<img src="${escapeText(data ?? address ?? '')}"${this.#attributes(element, 'img')}>`);
  }

  /** Where its picture may be, as absolute addresses; what the browser chose is among them. */
  #addresses(image: HtmlElement): string[] {
    const sets = [image.attributes.get('srcset')];
    const { parent } = image;
    if (isElement(parent, 'picture')) {
      walk(parent, (child) => {
        if (isElement(child, 'source')) sets.push(child.attributes.get('srcset'));
        return true;
      });
    }
    const candidates = sets.slice(0, MAX_SET).flatMap((set) => (set ?? '').split(/\s*,\s+|\s+/u).slice(0, 2 * MAX_SET));
    const all = [image.attributes.get('src') ?? '', ...candidates];
    return all.map((each) => this.#absolute(each, /^https?:$/u)).filter((each) => each !== null);
  }

  #absolute(written: string, schemes: RegExp): string | null {
    const trimmed = written.trim();
    const { baseUrl } = this.#facts;
    if (trimmed === '' || !canParseUrl(trimmed, baseUrl)) return null;
    const url = new URL(trimmed, baseUrl);
    return schemes.test(url.protocol) && url.href.length <= CAPS.url ? url.href : null;
  }

  #attributes(element: HtmlElement, name: string): string {
    let written = '';
    for (const [attribute, form] of PLAIN_ATTRIBUTES) {
      const value = element.attributes.get(attribute)?.trim();
      if (value !== undefined && form.test(value)) written += ` ${attribute}="${escapeText(value)}"`;
    }
    if (name === 'details') written += ' open';
    const href = name === 'a' ? this.#absolute(element.attributes.get('href') ?? '', LINKS) : null;
    return href === null ? written : `${written} href="${escapeText(href)}" rel="noreferrer"`;
  }

  #put(text: string): void {
    this.#length += text.length;
    if (!this.isFull) this.#parts.push(text);
  }
}

/** A picture that the page carries itself. */
function pixels(source: string): string | undefined {
  const MAX_CHARACTERS = 512 * 1024;
  const isPixels = /^data:image\/(?:png|jpeg|webp|gif|avif);base64,[A-Za-z0-9+/=]+$/u;
  return source.length <= MAX_CHARACTERS && isPixels.test(source) ? source : undefined;
}
