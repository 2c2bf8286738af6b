import { createElement, createText, type HtmlElement, type HtmlNode } from '../../html/tree.ts';
import { codeBlockOf } from '../markdown/code.ts';
import { codeText } from '../markdown/code-text.ts';

/** Code with the nodes that write it as a block. */
export interface CodeValue {
  readonly kind: 'markdown';
  readonly text: string;
  readonly nodes: readonly HtmlNode[];
}

/** A listing, however its lines are laid out, as code and nothing else; null when there is none in it. */
export function codeValue(element: HtmlElement): CodeValue | null {
  const block = codeBlockOf(element) ?? { text: codeText(element), language: '' };
  return codeOf(block.text, block.language);
}

/** Code as it is: first blank lines and trailing white space go. Null for none. */
export function codeOf(source: string, language = ''): CodeValue | null {
  const text = source.replace(/^(?:[ \t]*\n)+/u, '').trimEnd();
  if (text === '') return null;
  const code = createElement('code', language === '' ? {} : { class: `language-${language}` }, [createText(text)]);
  return { kind: 'markdown', text, nodes: [createElement('pre', {}, [code])] };
}
