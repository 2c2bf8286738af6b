import { oneLine } from '../base/text.ts';
import { type HtmlElement, type HtmlRoot, textContent } from '../html/tree.ts';

/** Texts of this length say more than names and addresses do. */
const LONG_TEXT = 125;
/** So much of a text is looked for on the page: its beginning. */
const SAMPLE = 60;
const MAX_SOURCE = 500_000;
const MAX_TEXTS = 50;
const MAX_VALUES = 20_000;
const LINKED = /^application\/(?:ld\+)?json$/iu;

/** Long texts of JSON-LD that the page does not hold: written for machines, and for them only. */
export class LinkedData {
  readonly #root: HtmlRoot;
  #text: string | null = null;

  constructor(root: HtmlRoot) {
    this.#root = root;
  }

  textsOf(script: HtmlElement): string[] {
    if (!LINKED.test(script.attributes.get('type') ?? '')) return [];
    const source = textContent(script);
    if (source.length < LONG_TEXT || source.length > MAX_SOURCE || !source.includes('schema.org')) return [];
    const texts: string[] = [];
    for (const text of longTexts(parse(source))) {
      if (texts.length >= MAX_TEXTS) break;
      const sample = simplify(text.replace(/<[^>]{0,2000}>/gu, ' ')).slice(0, SAMPLE);
      if (sample.length > SAMPLE / 2 && !this.#seen().includes(sample)) texts.push(oneLine(text));
    }
    return texts;
  }

  #seen(): string {
    this.#text ??= simplify(pageText(this.#root));
    return this.#text;
  }
}

function pageText(root: HtmlRoot): string {
  const parts: string[] = [];
  const visit = (parent: { readonly children: HtmlRoot['children'] }) => {
    for (const child of parent.children) {
      if (child.type === 'text') parts.push(child.text);
      else if (child.type === 'element' && child.tag !== 'script' && child.tag !== 'style') visit(child);
    }
  };
  visit(root);
  return parts.join('');
}

function parse(source: string): unknown {
  try {
    return JSON.parse(source);
  } catch {
    return null;
  }
}

function longTexts(value: unknown): string[] {
  const texts: string[] = [];
  const queue: unknown[] = [value];
  for (let i = 0; i < queue.length && i < MAX_VALUES; i++) {
    const item = queue[i];
    if (typeof item === 'string') {
      if (item.length >= LONG_TEXT && /\s/u.test(item)) texts.push(item);
    } else if (typeof item === 'object' && item !== null) queue.push(...Object.values(item).slice(0, MAX_VALUES));
  }
  return texts;
}

/** Letters and digits only: markup and white space stand differently in data. */
function simplify(text: string): string {
  return text
    .toLowerCase()
    .normalize('NFKC')
    .replace(/[^\p{L}\p{N}]+/gu, '');
}
