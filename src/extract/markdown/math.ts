import { elements, type HtmlElement, isElement, textContent } from '../../html/tree.ts';
import { linearMath } from './mathml.ts';
import { classOf, hasClass } from './tags.ts';
import type { Frame } from './writer.ts';

/** A formula as TeX where the page carries it, else in a linear form of its MathML. */
export interface Formula {
  readonly tex: string;
  readonly display: boolean;
}

const TEX_ENCODING = /^(?:application|text)\/(?:x-(?:la)?tex|tex|latex)$/iu;
const TEX_ATTRIBUTES = ['data-latex', 'data-tex', 'data-math', 'data-entry', 'data-equation'];
const MATH_IMAGE = /(?:^|[\s_-])(?:latex|tex|mwe-math-fallback-image-(?:inline|display)|math-img|wp-latex)(?:$|\s)/u;
const FALLBACKS = [
  'MathJax_Preview',
  'MathJax',
  'MathJax_Display',
  'MathJax_SVG',
  'MathJax_SVG_Display',
  'MathJax_CHTML',
  'mjx-chtml',
  'MJXc-display',
];
const MAX_TEX_LENGTH = 5000;

/**
 * The formula an element stands for, or null. One formula is often on the page three times (MathML, TeX annotation,
 * drawn boxes); the outermost element that holds them is taken as a whole, so that it is written once.
 */
export function mathOf(element: HtmlElement): Formula | null {
  if (element.namespace === 'math') return element.tag === 'math' ? formula(element, isDisplayMath(element)) : null;
  if (element.namespace !== 'html') return null;
  switch (element.tag) {
    case 'script':
      return fromScript(element);
    case 'img':
      return fromImage(element);
    case 'mjx-container':
      return formula(element, element.attributes.get('display') === 'true' || isDisplayMath(element));
    case 'math-renderer':
      return null;
    default:
      return fromWrapper(element);
  }
}

/** The drawn twin of a formula whose source stands beside it (MathJax 2). */
export function isMathFallback(element: HtmlElement): boolean {
  if (!hasClass(element, ...FALLBACKS)) return false;
  return isElement(nearby(element), 'script');
}

function fromScript(script: HtmlElement): Formula | null {
  const type = script.attributes.get('type')?.toLowerCase() ?? '';
  if (!type.startsWith('math/tex')) return null;
  const tex = cleanTex(textContent(script));
  return tex ? { tex, display: type.includes('mode=display') } : null;
}

/** A picture of a formula carries its source in alt, as on Wikipedia and WordPress; prose there is not a formula. */
function fromImage(image: HtmlElement): Formula | null {
  if (!MATH_IMAGE.test(classOf(image))) return null;
  const tex = cleanTex(image.attributes.get('alt') ?? '');
  if (!tex || isProse(tex)) return null;
  return { tex, display: classOf(image).includes('display') };
}

function fromWrapper(element: HtmlElement): Formula | null {
  const value = element.attributes.get('class');
  const withTex = TEX_ATTRIBUTES.some((name) => element.attributes.has(name));
  if (value === undefined && !withTex) return null;
  if (hasClass(element, 'katex-display', 'mwe-math-element', 'katex', 'katex-block', 'mwe-math-element-block')) {
    return formula(element, isDisplayMath(element));
  }
  if (
    withTex &&
    (hasClass(element, 'math-inline', 'math-block', 'hurmet-tex', 'katex-wrapper', 'math', 'tex', 'latex') ||
      holdsMath(element))
  ) {
    return formula(element, isDisplayMath(element) || hasClass(element, 'math-block'));
  }
  if (hasClass(element, 'MathJax', 'MathJax_Display', 'MathJax_SVG') && !isMathFallback(element)) {
    return formula(element, value?.includes('Display') ?? false);
  }
  return null;
}

/** A paragraph that merely holds formulas is not one. */
function holdsMath(element: HtmlElement): boolean {
  const solid = element.children.filter(
    (child) => child.type === 'element' || (child.type === 'text' && child.text.trim() !== ''),
  );
  return (
    solid.length === 1 &&
    (isElement(solid[0], 'math', 'mjx-container') ||
      (isElement(solid[0]) && hasClass(solid[0], 'katex', 'katex-display')))
  );
}

function formula(element: HtmlElement, display: boolean): Formula | null {
  const visible = visibleText(element);
  const tex = texOf(element, visible);
  if (tex !== null) return { tex, display };
  const math = element.tag === 'math' ? element : find(element, (child) => child.tag === 'math');
  const linear = math ? linearMath(math) : visible;
  return linear.trim() === '' ? null : { tex: linear.trim(), display };
}

/** TeX that the page carries beside the formula, unless it says words that the drawn formula does not show. */
function texOf(element: HtmlElement, visible: string): string | null {
  const annotation = find(
    element,
    (child) => child.tag === 'annotation' && TEX_ENCODING.test(child.attributes.get('encoding') ?? ''),
  );
  const candidates = [annotation ? textContent(annotation) : undefined];
  for (const name of TEX_ATTRIBUTES) candidates.push(element.attributes.get(name));
  const holder = find(element, (child) => child.attributes.has('alttext') || child.attributes.has('data-latex'));
  candidates.push(
    element.attributes.get('alttext'),
    holder?.attributes.get('alttext'),
    holder?.attributes.get('data-latex'),
  );
  const image = find(element, (child) => child.tag === 'img' && MATH_IMAGE.test(classOf(child)));
  candidates.push(image?.attributes.get('alt'));
  for (const candidate of candidates) {
    const tex = candidate === undefined ? '' : cleanTex(candidate);
    if (tex !== '' && isShown(tex, visible)) return tex;
  }
  return null;
}

function visibleText(element: HtmlElement): string {
  const drawn = find(element, (child) => hasClass(child, 'katex-html') || child.tag === 'mjx-math');
  if (drawn) return textContent(drawn);
  const math = element.tag === 'math' ? element : find(element, (child) => child.tag === 'math');
  return math ? linearMath(math) : textContent(element);
}

/** Words of four letters and more in TeX are commands, or text that the formula shows. */
function isShown(tex: string, visible: string): boolean {
  const words = wordsOf(tex);
  if (words.length === 0) return true;
  const shown = visible
    .replace(/[\s\u2061-\u2064]+/gu, '')
    .normalize('NFKC')
    .toLowerCase();
  if (shown === '') return !isProse(tex);
  const missing = words.filter((word) => !shown.includes(word.toLowerCase()));
  return missing.length <= 2;
}

function isProse(tex: string): boolean {
  return wordsOf(tex).length > 6;
}

function wordsOf(tex: string): string[] {
  const plain = tex
    .replace(/\\(?:begin|end|operatorname|color|textcolor|label|tag|class|mathrm)\*?\s*\{[^{}]{0,80}\}/gu, ' ')
    .replace(/\\[a-z]+/giu, ' ');
  return plain.match(/[a-z]{4,}/giu) ?? [];
}

/** Wikipedia wraps its source in `{\displaystyle …}`, which only sets a size. */
function cleanTex(tex: string): string {
  let clean = tex
    .replace(/^\s*%.*$/gmu, '')
    .replace(/\s+/gu, ' ')
    .trim();
  const wrapped = /^\{\\(?:displaystyle|textstyle) ?([\s\S]*)\}$/u.exec(clean);
  if (wrapped?.[1] !== undefined) clean = wrapped[1].trim();
  const delimited = /^(?:\$\$([\s\S]+)\$\$|\$([\s\S]+)\$|\\\(([\s\S]+)\\\)|\\\[([\s\S]+)\\\])$/u.exec(clean);
  if (delimited) clean = (delimited[1] ?? delimited[2] ?? delimited[3] ?? delimited[4] ?? '').trim();
  return clean.length > MAX_TEX_LENGTH ? '' : clean;
}

function isDisplayMath(element: HtmlElement): boolean {
  if (
    element.attributes.get('display') === 'block' ||
    hasClass(element, 'katex-display', 'katex-block', 'mwe-math-element-block')
  )
    return true;
  const parent = element.parent;
  if (isElement(parent) && hasClass(parent, 'katex-display', 'katex-block', 'math-block', 'math-display')) return true;
  const math = element.tag === 'math' ? null : find(element, (child) => child.tag === 'math');
  return math?.attributes.get('display') === 'block';
}

/** The next element after this one, looking over white space and further drawn twins. */
function nearby(element: HtmlElement): HtmlElement | null {
  const siblings = element.parent?.children ?? [];
  for (let i = siblings.indexOf(element) + 1; i < siblings.length; i++) {
    const sibling = siblings[i];
    if (sibling?.type === 'text' && sibling.text.trim() !== '') return null;
    if (sibling?.type !== 'element') continue;
    if (sibling.tag === 'script') return sibling.attributes.get('type')?.startsWith('math/') ? sibling : null;
    if (!hasClass(sibling, ...FALLBACKS)) return null;
  }
  return null;
}

function find(parent: HtmlElement, test: (element: HtmlElement) => boolean): HtmlElement | null {
  for (const element of elements(parent)) if (test(element)) return element;
  return null;
}

/** `$…$` or `$$…$$`; inside a table cell and a heading display math is written in line. */
export function writeMath(math: Formula, frame: Frame): string {
  return math.display && !frame.cell && !frame.heading && !frame.linked ? `$$${math.tex}$$` : `$${math.tex}$`;
}
