import { elements, type HtmlElement, textContent } from '../../html/tree.ts';
import { codeLanguage } from './code-language.ts';
import { codeText, isGutter } from './code-text.ts';
import { longestBacktickRun, writeCodeSpan } from './inline-code.ts';
import { classOf } from './tags.ts';
import type { Block, Frame } from './writer.ts';

export interface CodeBlock {
  readonly language: string;
  /** The code as it stands on the page, without line numbers, without a last newline. */
  readonly text: string;
}

const PRE_TAGS: ReadonlySet<string> = new Set(['pre', 'listing', 'xmp', 'plaintext']);
const COPY_LABEL =
  /^(?:copy|copied!?|copy (?:code|to clipboard|snippet|link|page)|copy copied!?|kopieren|copier|copiar|copia|复制|复制代码|コピー|копировать)$/iu;

export function isCopyButton(button: HtmlElement): boolean {
  const text = textContent(button).replace(/\s+/gu, ' ').trim();
  return COPY_LABEL.test(text) || /^[×✕✖✗]$/u.test(text);
}

/** The element as a code block, if it is one: a `pre`, a table of numbered lines, or a multi-line code element. */
export function codeBlockOf(element: HtmlElement): CodeBlock | null {
  if (PRE_TAGS.has(element.tag)) return fromPre(element);
  if (element.tag === 'table') return fromTable(element);
  if (element.tag === 'code') return fromCode(element);
  if (/(?:^|\s)(?:CodeMirror|syntaxhighlighter|cm-editor)(?:\s|$)/u.test(classOf(element))) return fromEditor(element);
  return null;
}

function fromPre(pre: HtmlElement): CodeBlock | null {
  const code = soleCode(pre) ?? pre;
  return block(codeText(code), codeLanguage(code, pre));
}

/** The one `code` child of a `pre`; a `pre` with text beside its code elements is code as a whole. */
function soleCode(pre: HtmlElement): HtmlElement | null {
  let found: HtmlElement | null = null;
  for (const child of pre.children) {
    if (child.type === 'text' && child.text.trim() !== '') return null;
    if (child.type !== 'element' || isGutter(child) || child.tag === 'button') continue;
    if (found || child.tag !== 'code') return null;
    found = child;
  }
  return found;
}

/** Tables with a gutter of numbers (Pygments, Chroma, Rouge, GitHub, Hexo, highlight.js, SyntaxHighlighter). */
function fromTable(table: HtmlElement): CodeBlock | null {
  const cells = [...elements(table)].filter((element) => element.tag === 'td' || element.tag === 'th');
  const gutters = cells.filter((cell) => isGutter(cell));
  const rest = cells.filter((cell) => !isGutter(cell));
  const first = rest.find((cell) => textContent(cell).trim() !== '');
  if (gutters.length === 0 || rest.length === 0 || !first || gutters.length < rest.length / 2) return null;
  const pre = [...elements(first)].find((element) => element.tag === 'pre' || element.tag === 'code');
  const isCodeCell = /code|blob/iu.test(`${classOf(first)} ${classOf(table)}`);
  if (!pre && !isCodeCell) return null;
  const code = pre?.tag === 'pre' ? (soleCode(pre) ?? pre) : (pre ?? first);
  return block(codeText(table), codeLanguage(code, pre ?? first) || codeLanguage(table, table));
}

/** A code element that holds blocks or lines although no `pre` is around it. */
function fromCode(code: HtmlElement): CodeBlock | null {
  const inner = [...elements(code)].find((element) => element.tag === 'pre');
  if (inner) return block(codeText(code), codeLanguage(code, inner));
  const table = [...elements(code)].find((element) => element.tag === 'table');
  return table ? fromTable(table) : block(codeText(code), codeLanguage(code, code));
}

function fromEditor(editor: HtmlElement): CodeBlock | null {
  const lines = [...elements(editor)].find((element) =>
    /(?:^|\s)(?:CodeMirror-code|cm-content)(?:\s|$)/u.test(classOf(element)),
  );
  const table = [...elements(editor)].find((element) => element.tag === 'table');
  if (lines) return block(codeText(lines), codeLanguage(lines, editor));
  return table ? fromTable(table) : null;
}

function block(text: string, language: string): CodeBlock | null {
  const trimmed = text.replace(/^(?:[ \t]*\n)+/u, '').replace(/\s+$/u, '');
  return trimmed === '' ? { text: '', language: '' } : { text: trimmed, language };
}

/** A fence longer than any run of backticks inside; in a table cell, one code span for each line. */
export function writeCodeBlock(code: CodeBlock, frame: Frame): Block[] {
  if (code.text === '') return [];
  if (frame.cell) {
    const lines = code.text.split('\n').map((line) => writeCodeSpan(line, true) ?? line.trim());
    return [{ kind: 'code', text: lines.join('<br>') }];
  }
  const fence = '`'.repeat(Math.max(3, longestBacktickRun(code.text) + 1));
  return [{ kind: 'code', text: `${fence}${code.language}\n${code.text}\n${fence}` }];
}
