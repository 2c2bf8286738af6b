import { type HtmlElement, type HtmlNode, isElement } from '../../html/tree.ts';
import { indentRest } from './prefix.ts';
import { type Block, type Frame, STRONG, type Writer } from './writer.ts';

interface Group {
  readonly terms: HtmlElement[];
  readonly details: HtmlElement[];
}

/**
 * A definition list as a list of bold terms, each with its definitions: GFM has no form of its own, and this one
 * keeps term and definition on one line where they are short.
 */
export function writeDefinitions(writer: Writer, list: HtmlElement, frame: Frame): Block[] {
  const inner: Frame = { ...frame, nesting: frame.nesting + 1 };
  const items: string[] = [];
  let loose = false;
  for (const group of groups(list)) {
    const terms = group.terms.map((term) => writeTerm(writer, term, inner)).filter((term) => term !== '');
    const details = group.details
      .map((detail) => writer.blocks(detail.children, inner))
      .filter((blocks) => blocks.length > 0);
    const item = frame.cell ? joinInCell(terms, details) : joinGroup(terms, details);
    if (item === '') continue;
    loose ||= item.includes('\n\n');
    items.push(item);
  }
  if (items.length === 0) return [];
  if (frame.cell) return [{ kind: 'list', text: items.join('<br>') }];
  return [{ kind: 'list', text: items.map((item) => `- ${indentRest(item, 2)}`).join(loose ? '\n\n' : '\n') }];
}

function writeTerm(writer: Writer, term: HtmlElement, frame: Frame): string {
  const blocks = writer.blocks(term.children, { ...frame, marks: frame.marks | (STRONG & ~frame.mute), cell: true });
  return blocks.map((block) => block.text).join(' ');
}

function joinGroup(terms: string[], details: Block[][]): string {
  const head = terms.join(' / ');
  const only = details.length === 1 && details[0]?.length === 1 ? details[0][0] : undefined;
  if (only?.kind === 'paragraph') return head === '' ? only.text : `${head}: ${only.text}`;
  if (details.every((blocks) => blocks.length === 1 && blocks[0]?.kind === 'paragraph')) {
    const lines = details.map((blocks) => `- ${indentRest(blocks[0]?.text ?? '', 2)}`);
    return [head, ...lines].filter((line) => line !== '').join('\n');
  }
  return [head, ...details.flat().map((block) => block.text)].filter((text) => text !== '').join('\n\n');
}

function joinInCell(terms: string[], details: Block[][]): string {
  const text = details.map((blocks) => blocks.map((block) => block.text).join(' ')).join('; ');
  return terms.length > 0 && text !== '' ? `${terms.join(' / ')}: ${text}` : terms.join(' / ') + text;
}

/** Terms and the details that follow them; a `div` around a group is looked through. */
function groups(list: HtmlElement): Group[] {
  const found: Group[] = [];
  const visit = (nodes: readonly HtmlNode[]): void => {
    for (const node of nodes) {
      if (node.type !== 'element') continue;
      const last = found.at(-1);
      if (node.tag === 'dt') {
        if (last && last.details.length === 0) last.terms.push(node);
        else found.push({ terms: [node], details: [] });
      } else if (node.tag === 'div' && node.children.some((child) => isElement(child, 'dt', 'dd', 'div'))) {
        visit(node.children);
      } else if (last) last.details.push(node);
      else found.push({ terms: [], details: [node] });
    }
  };
  visit(list.children);
  return found;
}
