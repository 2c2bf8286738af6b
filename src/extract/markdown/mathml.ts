import { type HtmlElement, type HtmlNode, textContent } from '../../html/tree.ts';

/**
 * MathML without TeX, as a line of text that keeps the structure: fractions, powers, roots and tables get signs and
 * parentheses. It is not TeX, only readable and unambiguous.
 */
export function linearMath(math: HtmlElement): string {
  return children(math).replace(/\s+/gu, ' ').trim();
}

function children(element: HtmlElement): string {
  return parts(element).map(linear).join('');
}

function parts(element: HtmlElement): HtmlNode[] {
  return element.children.filter(
    (child) => child.type === 'element' || (child.type === 'text' && child.text.trim() !== ''),
  );
}

const RELATION = /^[=<>≤≥≠≈≡∼→←↔⇒⇔∈∉⊂⊆∪∩±×÷·+−∓-]$/u;
const INVISIBLE = /[\u2061-\u2064]/gu;

function linear(node: HtmlNode): string {
  if (node.type !== 'element') return node.type === 'text' ? node.text.trim() : '';
  const [first, second, third] = parts(node);
  switch (node.tag) {
    case 'annotation':
    case 'annotation-xml':
    case 'mspace':
    case 'mphantom':
      return node.tag === 'mspace' ? ' ' : '';
    case 'semantics':
      return first ? linear(first) : '';
    case 'mo':
      return operator(textContent(node).replace(INVISIBLE, '').trim());
    case 'mfrac':
      return `${group(first)}/${group(second)}`;
    case 'msqrt':
      return `√${wrap(children(node))}`;
    case 'mroot':
      return `root(${linearOf(first)}, ${linearOf(second)})`;
    case 'msup':
      return `${group(first)}^${group(second)}`;
    case 'msub':
      return `${group(first)}_${group(second)}`;
    case 'msubsup':
    case 'munderover':
      return `${group(first)}_${group(second)}^${group(third)}`;
    case 'munder':
      return `${group(first)}_${group(second)}`;
    case 'mover':
      return `${group(first)}^${group(second)}`;
    case 'mtable':
      return `[${parts(node).map(linear).join('; ')}]`;
    case 'mtr':
    case 'mlabeledtr':
      return parts(node).map(linear).join(', ');
    case 'mfenced':
      return fenced(node);
    case 'mtext':
    case 'ms':
      return textContent(node);
    default:
      return children(node);
  }
}

function operator(sign: string): string {
  if (RELATION.test(sign)) return ` ${sign} `;
  return sign === ',' || sign === ';' ? `${sign} ` : sign;
}

function fenced(node: HtmlElement): string {
  const inner = parts(node)
    .map(linear)
    .join(node.attributes.get('separators')?.[0] ?? ', ');
  return `${node.attributes.get('open') ?? '('}${inner}${node.attributes.get('close') ?? ')'}`;
}

function linearOf(node: HtmlNode | undefined): string {
  return node ? linear(node).trim() : '';
}

function group(node: HtmlNode | undefined): string {
  return wrap(linearOf(node));
}

/** Parentheses around everything that is more than one symbol, number or word. */
function wrap(text: string): string {
  return /^[\p{L}\p{N}.,′'∞∑∏∫]*$/u.test(text) || /^\([^()]*\)$/u.test(text) ? text : `(${text})`;
}
