import type { ContentKind } from '../extract/extraction.ts';
import { type HtmlElement, type HtmlNode, type HtmlRoot, isElement } from '../html/tree.ts';

/** What classification looks at. Everything page-written in here stays inside: only a verdict leaves. */
export interface PageEvidence {
  readonly httpStatus: number | null;
  /** Lower-case names. */
  readonly headers: Readonly<Record<string, string>>;
  readonly hasLocation: boolean;
  readonly contentType: string;
  /** Null when the bytes are of no kind that is read here. */
  readonly kind: ContentKind | null;
  readonly cut: 'no' | 'limit' | 'damaged';
  readonly redirectedToLogin: boolean;
  /** Tags, attributes and scripts in lower case, visible text left out; at most MAX_MARKUP. */
  readonly markup: string;
  readonly title: string;
  /** The beginning of the text that a person could see. */
  readonly visibleText: string;
  readonly visibleCharacters: number;
  /** Characters that extraction made of it. */
  readonly contentCharacters: number;
  readonly scripts: ScriptEvidence;
}

export interface ScriptEvidence {
  readonly count: number;
  /** An element that frameworks fill (`<div id="root">`) stands empty. */
  readonly emptyRoot: boolean;
  /** A noscript element asks for scripts. */
  readonly asked: boolean;
}

export const NO_MARKUP = {
  markup: '',
  title: '',
  scripts: { count: 0, emptyRoot: false, asked: false },
  passwordField: false,
  scriptText: '',
} as const;

export interface MarkupEvidence {
  readonly markup: string;
  readonly title: string;
  readonly scripts: ScriptEvidence;
  readonly passwordField: boolean;
  /** Data blocks of the page (JSON-LD), for what it says about itself. */
  readonly scriptText: string;
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
  const pieces: string[] = [];
  let length = 0;
  let title = '';
  let count = 0;
  let emptyRoot = false;
  let asked = false;
  let passwordField = false;
  let scriptText = '';
  const visit = (node: HtmlNode): void => {
    if (node.type !== 'element') return;
    if (length < MAX_MARKUP) {
      const tag = tagText(node);
      pieces.push(tag);
      length += tag.length;
    }
    if (node.tag === 'title' && node.namespace === 'html' && title === '') title = innerText(node).slice(0, 1000);
    if (node.tag === 'script' && isCode(node)) count++;
    else if (node.tag === 'script' && scriptText.length < MAX_SCRIPT_TEXT)
      scriptText += innerText(node).slice(0, MAX_SCRIPT_TEXT);
    else if (node.tag === 'noscript') asked ||= ASKS_FOR_SCRIPTS.test(innerText(node).slice(0, 4000));
    if (node.tag === 'input' && node.attributes.get('type')?.toLowerCase() === 'password') passwordField = true;
    if (isRoot(node) && !hasText(node)) emptyRoot = true;
    for (const child of node.children) visit(child);
  };
  for (const child of root.children) visit(child);
  return {
    markup: pieces.join('').slice(0, MAX_MARKUP),
    title,
    scripts: { count, emptyRoot, asked },
    passwordField,
    scriptText,
  };
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
  return text.toLowerCase();
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

const UNSEEN_TAGS = new Set(['script', 'style', 'noscript', 'template', 'head', 'title', 'meta', 'link', 'object']);

/** Text left in the tree after sight was applied: its beginning (a line for every element) and its length. */
export function visibleText(root: HtmlRoot, limit: number): { text: string; characters: number } {
  let text = '';
  let characters = 0;
  const visit = (node: HtmlNode): void => {
    if (node.type === 'text') {
      const folded = node.text.replace(/\s+/gu, ' ');
      characters += folded.trim().length;
      if (text.length < limit) text += folded;
    } else if (node.type === 'element' && !UNSEEN_TAGS.has(node.tag)) {
      for (const child of node.children) visit(child);
      if (text.length < limit && !text.endsWith('\n')) text += '\n';
    }
  };
  for (const child of root.children) visit(child);
  return { text: text.slice(0, limit).trim(), characters };
}

/** Whether scripts would build the content of a page on which little was found. */
export function isBuilt(page: Pick<PageEvidence, 'scripts' | 'visibleCharacters'>): boolean {
  const { count, emptyRoot, asked } = page.scripts;
  if (emptyRoot) return true;
  return count > 0 && (asked || (page.visibleCharacters < 50 && count >= 3) || page.visibleCharacters === 0);
}
