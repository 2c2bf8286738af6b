import type { HtmlElement, HtmlNode } from '../../html/tree.ts';
import { textContent } from '../../html/tree.ts';
import { isCopyButton } from './code.ts';
import { writeControl } from './controls.ts';
import { isBacklink } from './footnotes.ts';
import { hasPictureBeside, writePicture } from './images.ts';
import { writeCodeSpan } from './inline-code.ts';
import { InlineRun } from './inline-run.ts';
import { hrefOf, linkTarget, writeLink } from './links.ts';
import { isMathFallback, mathOf, writeMath } from './math.ts';
import { writeRuby, writeScript } from './scripts.ts';
import { hasClass, SILENT_TAGS } from './tags.ts';
import { DELETED, EMPHASIS, type Frame, STRONG, type Writer } from './writer.ts';

const MARK_OF: ReadonlyMap<string, number> = new Map([
  ['b', STRONG],
  ['strong', STRONG],
  ['i', EMPHASIS],
  ['em', EMPHASIS],
  ['cite', EMPHASIS],
  ['dfn', EMPHASIS],
  ['var', EMPHASIS],
  ['del', DELETED],
  ['s', DELETED],
  ['strike', DELETED],
]);
const CODE_TAGS: ReadonlySet<string> = new Set(['code', 'kbd', 'samp', 'tt']);
/** Controls and the like, which a browser sets apart from the words around them. */
const BOXED_TAGS: ReadonlySet<string> = new Set([
  'button',
  'input',
  'select',
  'textarea',
  'meter',
  'progress',
  'output',
]);

/** One run of inline nodes as Markdown on one line (line breaks apart); empty when there is nothing to see. */
export function writeInline(writer: Writer, nodes: readonly HtmlNode[], frame: Frame): string {
  const run = new InlineRun();
  for (const node of nodes) collect(writer, node, frame, run);
  return run.render({ linked: frame.linked, lineBreak: lineBreakOf(frame) });
}

function lineBreakOf(frame: Frame): string {
  if (frame.cell) return '<br>';
  return frame.linked || frame.heading ? ' ' : '  \n';
}

function collect(writer: Writer, node: HtmlNode, frame: Frame, run: InlineRun): void {
  if (node.type === 'comment') return;
  if (node.type === 'text') {
    run.text(node.text, frame.marks);
    return;
  }
  const math = mathOf(node);
  if (math) {
    run.atom(writeMath(math, frame), frame.marks, 'math');
    return;
  }
  if (node.namespace !== 'html' || SILENT_TAGS.has(node.tag) || isMathFallback(node)) return;
  if (writer.footnotes.isDropped(node) || hasClass(node, 'mw-cite-backlink')) return;
  if (collectSpecial(writer, node, frame, run)) return;
  const mark = (MARK_OF.get(node.tag) ?? 0) & ~frame.mute;
  collectAll(writer, node, mark ? { ...frame, marks: frame.marks | mark } : frame, run);
}

function collectAll(writer: Writer, parent: HtmlElement, frame: Frame, run: InlineRun): void {
  for (const child of parent.children) collect(writer, child, frame, run);
}

/** Elements that are more than their text; false for those that are not. */
function collectSpecial(writer: Writer, element: HtmlElement, frame: Frame, run: InlineRun): boolean {
  const label = writer.footnotes.reference(element);
  if (label !== null) {
    run.atom(label, frame.marks & ~EMPHASIS & ~STRONG);
    return true;
  }
  if (CODE_TAGS.has(element.tag)) {
    collectCode(writer, element, frame, run);
    return true;
  }
  if (BOXED_TAGS.has(element.tag)) {
    if (element.tag === 'button' && isCopyButton(element)) return true;
    run.blank();
    if (element.tag === 'button' || element.tag === 'output') collectAll(writer, element, frame, run);
    else run.text(writeControl(element), frame.marks);
    run.blank();
    return true;
  }
  switch (element.tag) {
    case 'a':
      collectLink(writer, element, frame, run);
      return true;
    case 'br':
      run.lineBreak();
      return true;
    case 'wbr':
      return true;
    case 'img':
    case 'picture':
      run.atom(writePicture(writer, element), frame.marks);
      return true;
    case 'noscript':
      collectNoscript(writer, element, frame, run);
      return true;
    case 'q':
      run.text('“', frame.marks);
      collectAll(writer, element, frame, run);
      run.text('”', frame.marks);
      return true;
    case 'sup':
    case 'sub':
      return collectScript(element, frame, run);
    case 'ruby':
      run.text(writeRuby(element), frame.marks);
      return true;
    default:
      return false;
  }
}

function collectCode(writer: Writer, element: HtmlElement, frame: Frame, run: InlineRun): void {
  const only = onlyLink(element);
  const target = only && !frame.linked ? linkTarget(writer, hrefOf(only)) : null;
  const raw = textContent(element).replaceAll('\u00a0', ' ');
  const code = writeCodeSpan(raw, frame.cell);
  if (code === null) {
    run.text(raw, frame.marks);
    return;
  }
  if (/^\s/u.test(raw)) run.blank();
  if (target) run.atom(writeLink(writer, code, target), frame.marks, 'link');
  else run.atom(code, frame.marks);
  if (/\s$/u.test(raw)) run.blank();
}

/** The link when the code is nothing but one link: the link then goes around the code span. */
function onlyLink(element: HtmlElement): HtmlElement | null {
  const solid = element.children.filter((child) => child.type !== 'text' || child.text.trim() !== '');
  const child = solid.length === 1 ? solid[0] : undefined;
  if (child?.type !== 'element') return null;
  return child.tag === 'a' ? child : onlyLink(child);
}

function collectLink(writer: Writer, element: HtmlElement, frame: Frame, run: InlineRun): void {
  if (isBacklink(element) || (frame.heading && isPermalink(element))) return;
  const toItself = frame.heading && element.attributes.get('href')?.trim().startsWith('#');
  const target = frame.linked || toItself ? null : linkTarget(writer, hrefOf(element));
  if (target === null) {
    collectAll(writer, element, frame, run);
    return;
  }
  const inner = new InlineRun();
  collectAll(writer, element, { ...frame, linked: true, marks: 0, mute: frame.mute | frame.marks }, inner);
  const text = inner.render({ linked: writer.options.includeLinks, lineBreak: frame.cell ? '<br>' : ' ' });
  if (inner.startsBlank) run.blank();
  if (text !== '') run.atom(writeLink(writer, text, target), frame.marks, 'link');
  if (/\s$/u.test(textContent(element))) run.blank();
}

/** The sign beside a heading that links to it. */
function isPermalink(link: HtmlElement): boolean {
  if (!link.attributes.get('href')?.includes('#')) return false;
  const text = textContent(link).trim();
  if (/^[#¶§🔗⚓∞†]?\ufe0f?$/u.test(text)) return true;
  return /^(?:permalink|direct link|link to|anchor|copy link)\b/iu.test(text);
}

/** A noscript is shown for its pictures only, and only for those that did not come before it. */
function collectNoscript(writer: Writer, element: HtmlElement, frame: Frame, run: InlineRun): void {
  if (element.tag === 'noscript' && hasPictureBeside(writer, element)) return;
  for (const child of element.children) {
    if (child.type !== 'element') continue;
    if (child.tag === 'img' || child.tag === 'picture') run.atom(writePicture(writer, child, true), frame.marks);
    else collectNoscript(writer, child, frame, run);
  }
}

function collectScript(element: HtmlElement, frame: Frame, run: InlineRun): boolean {
  const written = writeScript(element);
  if (written === null) return false;
  run.text(written, frame.marks);
  return true;
}
