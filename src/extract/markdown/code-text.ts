import type { HtmlElement, HtmlNode } from '../../html/tree.ts';
import { classOf } from './tags.ts';
import { textUpTo } from './tree-queries.ts';

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
const TABLE_PARTS: ReadonlySet<string> = new Set(['table', 'thead', 'tbody', 'tfoot', 'tr']);
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
    return isNumbers(element);
  }
  const style = element.attributes.get('style');
  const marked =
    GUTTER_CLASS.test(classOf(element)) ||
    (style !== undefined && UNSELECTABLE.test(style)) ||
    element.attributes.has('unselectable') ||
    isNumberCell(element);
  return marked && isNumbers(element);
}

/** Stops at the first text that is no number. */
function isNumbers(node: HtmlNode): boolean {
  if (node.type === 'text') return NUMBERS.test(node.text);
  return node.type === 'comment' || node.children.every(isNumbers);
}

/** A cell that carries its number as data, or holds nothing but a column of numbers. */
function isNumberCell(element: HtmlElement): boolean {
  if (element.tag !== 'td' && element.tag !== 'th') return false;
  if (element.attributes.has('data-line-number')) return true;
  return /^\s*1\s*\n\s*2\b/u.test(textUpTo(element, 40)) && isNumbers(element);
}

/** Text of a code block: line breaks and wrappers of lines become newlines, gutters and buttons go. */
export function codeText(root: HtmlElement): string {
  const reader = new CodeReader();
  reader.readAll(root);
  return reader.text().replaceAll('\u00a0', ' ').replaceAll('\r\n', '\n');
}

class CodeReader {
  readonly #parts: string[] = [];
  #last = '';
  /** Unmarked elements that were found to count the lines. */
  readonly #counters = new Set<HtmlElement>();
  /** Set after a line's wrapper: what comes next stands on a new line. */
  #lineEnded = false;

  text(): string {
    return this.#parts.join('');
  }

  #add(text: string): void {
    this.#parts.push(text);
    this.#last = text.slice(-1);
  }

  readAll(parent: HtmlElement): void {
    const lines = parent.children.filter((child): child is HtmlElement => child.type === 'element' && isLine(child));
    const hasLines = lines.length > 0;
    for (const number of countedLines(lines)) this.#counters.add(number);
    for (const child of parent.children) {
      // Beside cells and rows, white space is never drawn.
      if (TABLE_PARTS.has(parent.tag) && child.type === 'text' && child.text.trim() === '') continue;
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
      this.#add(node.text);
      return;
    }
    if (SKIPPED_TAGS.has(node.tag) || isGutter(node) || this.#counters.has(node) || isTool(node)) return;
    if (node.tag === 'br') {
      this.#newLine();
      return;
    }
    if (!isLine(node)) {
      if (node.tag === 'td' && this.#last !== '' && this.#last !== '\n' && !this.#lineEnded) this.#add('\t');
      this.readAll(node);
      return;
    }
    this.#readLine(node);
  }

  #readLine(line: HtmlElement): void {
    if (this.#lineEnded) this.#newLine();
    else if (LINE_TAGS.has(line.tag) && this.#last !== '' && this.#last !== '\n') this.#add('\n');
    const start = this.#parts.length;
    this.readAll(line);
    // A wrapper that brings its own newline, or a lone <br> for an empty line, has already ended.
    this.#lineEnded = this.#parts.length === start || this.#last !== '\n';
  }

  #newLine(): void {
    this.#add('\n');
    this.#lineEnded = false;
  }
}

/** The first elements of the lines, when they do nothing but count: 1, 2, 3, … */
function countedLines(lines: readonly HtmlElement[]): HtmlElement[] {
  if (lines.length < 2) return [];
  const counters: HtmlElement[] = [];
  let expected: number | null = null;
  for (const line of lines) {
    const first = line.children.find(
      (child) => child.type === 'element' || (child.type === 'text' && child.text.trim() !== ''),
    );
    if (first?.type !== 'element' || line.children.length < 2) return [];
    const text = textUpTo(first, 12).trim();
    if (!/^\d{1,6}$/u.test(text) || (expected !== null && Number(text) !== expected)) return [];
    expected = Number(text) + 1;
    counters.push(first);
  }
  return counters;
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
  return TOOL_CLASS.test(classOf(element)) && textUpTo(element, 200).trim().length <= 30;
}
