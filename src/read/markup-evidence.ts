import { type HtmlElement, type HtmlParent, type HtmlRoot, isElement } from '../html/tree.ts';
import type { ScriptEvidence } from './evidence.ts';

export const NO_MARKUP = {
  markup: '',
  title: '',
  scripts: { count: 0, emptyRoot: false, asked: false },
  passwordField: false,
  scriptText: '',
  forwardsTo: null,
} as const;

export interface MarkupEvidence {
  readonly markup: string;
  readonly title: string;
  readonly scripts: ScriptEvidence;
  readonly passwordField: boolean;
  /** Data blocks of the page (JSON-LD), for what it says about itself. */
  readonly scriptText: string;
  /** Where `<meta http-equiv=refresh>` sends visitors, as written. */
  readonly forwardsTo: string | null;
}

const MAX_MARKUP = 400_000;
const MAX_SCRIPT_TEXT = 40_000;
const ROOT_IDS = new Set([
  'root',
  'app',
  '__next',
  '__nuxt',
  '__gatsby',
  '___gatsby',
  'svelte',
  'main-app',
  'app-root',
  'ember-app',
  'react-root',
  'vue-app',
]);
const ASKS_FOR_SCRIPTS =
  /(?:enable|turn on|activate|requires?|needs?|without|disabled?|aktivieren|activer|activar|abilita|включ|启用|有効)[^.]{0,60}java\s?script|java\s?script[^.]{0,60}(?:enable|turned? (?:on|off)|required?|necessary|disabled?|aktiv|activ|attiva|включ|启用|有効)/iu;

/** Reads the marks of walls and script-built pages off the tree, before anything is taken out of it. */
export function collectMarkup(root: HtmlRoot): MarkupEvidence {
  const collector = new MarkupCollector();
  collector.visit(root);
  return collector.evidence();
}

class MarkupCollector {
  readonly #pieces: string[] = [];
  #length = 0;
  #title = '';
  #count = 0;
  #emptyRoot = false;
  #asked = false;
  #passwordField = false;
  #scriptText = '';
  #forwardsTo: string | null = null;

  visit(parent: HtmlParent): void {
    for (const child of parent.children) {
      if (child.type !== 'element') continue;
      this.#element(child);
      this.visit(child);
    }
  }

  evidence(): MarkupEvidence {
    return {
      markup: this.#pieces.join('').slice(0, MAX_MARKUP),
      title: this.#title,
      scripts: { count: this.#count, emptyRoot: this.#emptyRoot, asked: this.#asked },
      passwordField: this.#passwordField,
      scriptText: this.#scriptText,
      forwardsTo: this.#forwardsTo,
    };
  }

  #element(element: HtmlElement): void {
    if (this.#length < MAX_MARKUP) {
      const tag = tagText(element);
      this.#pieces.push(tag);
      this.#length += tag.length;
    }
    if (isRoot(element) && !hasText(element)) this.#emptyRoot = true;
    switch (element.tag) {
      case 'title':
        if (element.namespace === 'html' && this.#title === '') this.#title = innerText(element).slice(0, 1000);
        break;
      case 'script':
        if (isCode(element)) this.#count++;
        else if (this.#scriptText.length < MAX_SCRIPT_TEXT)
          this.#scriptText += innerText(element).slice(0, MAX_SCRIPT_TEXT);
        break;
      case 'noscript':
        this.#asked ||= ASKS_FOR_SCRIPTS.test(innerText(element).slice(0, 4000));
        break;
      case 'input':
        this.#passwordField ||= element.attributes.get('type')?.toLowerCase() === 'password';
        break;
      case 'meta':
        this.#forwardsTo ??= refreshTarget(element);
        break;
    }
  }
}

/** The address of a refresh (HTML Standard, “shared declarative refresh steps”, in its usual forms). */
function refreshTarget(meta: HtmlElement): string | null {
  if (meta.attributes.get('http-equiv')?.trim().toLowerCase() !== 'refresh') return null;
  const content = meta.attributes.get('content')?.slice(0, 3000) ?? '';
  return /^\s*[\d.]*\s*[;,]?\s*url\s*=\s*["']?([^"'\s]+)/iu.exec(content)?.[1] ?? null;
}

function isRoot(element: HtmlElement): boolean {
  return ROOT_IDS.has(element.attributes.get('id')?.toLowerCase() ?? '') || element.tag === 'app-root';
}

/** Data blocks (JSON-LD and the like) are not scripts. */
function isCode(script: HtmlElement): boolean {
  const type = script.attributes.get('type')?.trim().toLowerCase() ?? '';
  return type === '' || type === 'module' || type.includes('javascript') || type.includes('ecmascript');
}

function tagText(element: HtmlElement): string {
  let text = `<${element.tag}`;
  for (const [name, value] of element.attributes) text += ` ${name}="${value.slice(0, 2000)}"`;
  text += '>';
  if (element.tag === 'script') text += innerText(element).slice(0, MAX_SCRIPT_TEXT);
  // Parsed as with scripts, noscript holds its markup as text; only the tags in it are markup.
  if (element.tag === 'noscript') text += tagsIn(innerText(element).slice(0, MAX_SCRIPT_TEXT));
  return text.toLowerCase();
}

function tagsIn(source: string): string {
  return (source.match(/<[a-z][^<>]{0,2000}>/giu) ?? []).join('');
}

function innerText(element: HtmlElement): string {
  return element.children
    .map((child) => (child.type === 'text' ? child.text : child.type === 'element' ? innerText(child) : ''))
    .join('');
}

function hasText(element: HtmlElement): boolean {
  return element.children.some(
    (child) =>
      (child.type === 'text' && child.text.trim() !== '') ||
      (isElement(child) &&
        child.tag !== 'script' &&
        child.tag !== 'style' &&
        child.tag !== 'noscript' &&
        hasText(child)),
  );
}
