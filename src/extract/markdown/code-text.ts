import { type HtmlElement, type HtmlNode, textContent } from '../../html/tree.ts';
import { classOf } from './tags.ts';

const GUTTER_CLASS =
  /(?:^|[\s_-])(?:line-?no(?:s|de)?|line-?num(?:s|ber|bers)?(?:-rows)?|lnt?d?|gutters?|blob-num|ln-n(?:umbers)?|linenodiv|lines?-count|row-?num(?:ber)?)(?:$|[\s_-])|lineno|linenum|line-number|gutter/iu;
const NUMBERS = /^[\s\d.:|›]*$/u;
const LINE_CLASS =
  /(?:^|\s)(?:line|code-?line|view-line|token-line|cm-line|CodeMirror-line|react-code-line|hljs-ln-line|ec-line|L\d+)(?:$|\s)/u;
const LINE_TAGS: ReadonlySet<string> = new Set([
  'div',
  'p',
  'li',
  'tr',
  'ol',
  'ul',
  'table',
  'tbody',
  'pre',
  'section',
]);
const SKIPPED_TAGS: ReadonlySet<string> = new Set([
  'button',
  'style',
  'script',
  'template',
  'svg',
  'select',
  'noscript',
  'clipboard-copy',
]);
const TOOL_CLASS = /(?:^|[\s_-])(?:copy|clipboard|toolbar|code__header|code-header|lang-label|code-lang)(?:$|[\s_-])/iu;
const UNSELECTABLE = /user-select:\s*none/iu;

/** True for the numbers beside the lines, however they are marked: only digits, and a sign that they are no code. */
export function isGutter(element: HtmlElement): boolean {
  if (element.tag === 'pre' || element.tag === 'code') {
    if (!/(?:^|\s)(?:lineno|linenos|line-numbers-rows|gutter)(?:$|\s)/u.test(classOf(element))) return false;
    return NUMBERS.test(textContent(element));
  }
  const style = element.attributes.get('style');
  const marked =
    GUTTER_CLASS.test(classOf(element)) ||
    (style !== undefined && UNSELECTABLE.test(style)) ||
    element.attributes.has('unselectable') ||
    isNumberCell(element);
  return marked && NUMBERS.test(textContent(element));
}

/** A cell that carries its number as data, or holds nothing but a column of numbers. */
function isNumberCell(element: HtmlElement): boolean {
  if (element.tag !== 'td' && element.tag !== 'th') return false;
  if (element.attributes.has('data-line-number')) return true;
  const text = textContent(element);
  return /^\s*1\s*\n\s*2\b/u.test(text) && NUMBERS.test(text);
}

/** Text of a code block: line breaks and wrappers of lines become newlines, gutters and buttons go. */
export function codeText(root: HtmlElement): string {
  const reader = new CodeReader();
  reader.readAll(root);
  return reader.text.replaceAll('\u00a0', ' ').replaceAll('\r\n', '\n');
}

class CodeReader {
  text = '';
  /** Set after a line's wrapper: what comes next stands on a new line. */
  #lineEnded = false;

  readAll(parent: HtmlElement): void {
    const hasLines = parent.children.some((child) => child.type === 'element' && isLine(child));
    for (const child of parent.children) {
      // Between the wrappers of lines a newline is only the layout of the source.
      if (hasLines && child.type === 'text' && isSourceGap(child.text) && this.#lineEnded) {
        this.#newLine();
        continue;
      }
      this.#read(child);
    }
  }

  #read(node: HtmlNode): void {
    if (node.type === 'comment') return;
    if (node.type === 'text') {
      if (node.text === '') return;
      if (this.#lineEnded) this.#newLine();
      this.text += node.text;
      return;
    }
    if (SKIPPED_TAGS.has(node.tag) || isGutter(node) || isTool(node)) return;
    if (node.tag === 'br') {
      this.text += '\n';
      return;
    }
    if (!isLine(node)) {
      if (node.tag === 'td' && this.text !== '' && !this.text.endsWith('\n') && !this.#lineEnded) this.text += '\t';
      this.readAll(node);
      return;
    }
    this.#readLine(node);
  }

  #readLine(line: HtmlElement): void {
    if (this.#lineEnded) this.#newLine();
    else if (LINE_TAGS.has(line.tag) && this.text !== '' && !this.text.endsWith('\n')) this.text += '\n';
    const start = this.text.length;
    this.readAll(line);
    // A wrapper that brings its own newline, or a lone <br> for an empty line, has already ended.
    this.#lineEnded = this.text.length === start || !this.text.endsWith('\n');
  }

  #newLine(): void {
    this.text += '\n';
    this.#lineEnded = false;
  }
}

function isSourceGap(text: string): boolean {
  return text.trim() === '' && text.includes('\n') && text.indexOf('\n') === text.lastIndexOf('\n');
}

function isLine(element: HtmlElement): boolean {
  if (LINE_TAGS.has(element.tag)) return true;
  if (element.tag !== 'span' && element.tag !== 'code' && element.tag !== 'td') return false;
  return element.attributes.has('data-line') || LINE_CLASS.test(classOf(element));
}

function isTool(element: HtmlElement): boolean {
  if (element.attributes.get('role') === 'button') return true;
  return TOOL_CLASS.test(classOf(element)) && textContent(element).trim().length <= 30;
}
