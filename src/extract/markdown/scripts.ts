import { type HtmlElement, textContent } from '../../html/tree.ts';

/**
 * Superscripts, subscripts and ruby in plain text. Dropping the position can change a number (10⁶ becomes 106), and
 * Markdown has no form for it, so Unicode's own characters are used where they exist and `^(…)`, `_(…)` elsewhere.
 */
const RAISED = '0123456789+-−=()ni';
const RAISED_FORMS = '⁰¹²³⁴⁵⁶⁷⁸⁹⁺⁻⁻⁼⁽⁾ⁿⁱ';
const LOWERED = '0123456789+-−=()';
const LOWERED_FORMS = '₀₁₂₃₄₅₆₇₈₉₊₋₋₌₍₎';
const MAX_LENGTH = 40;
/** Endings of ordinals and trade marks, which read well on the line (1st, 2e, No). */
const ON_THE_LINE = /^(?:st|nd|rd|th|e|er|re|ère|ème|eme|es|o|os|a|as|º|ª|tm|sm|®|™|©|℠|\*+|†+|‡+|§)$/iu;

/** The element's text in a form that keeps its position; null when its content is to be written as it is. */
export function writeScript(element: HtmlElement): string | null {
  if (element.children.some((child) => child.type === 'element' && child.tag !== 'span' && child.tag !== 'i'))
    return null;
  const text = textContent(element).trim();
  if (text === '' || text.length > MAX_LENGTH || ON_THE_LINE.test(text) || text.startsWith('[')) return null;
  const raised = element.tag === 'sup';
  const mapped = mapText(text, raised ? RAISED : LOWERED, raised ? RAISED_FORMS : LOWERED_FORMS);
  if (mapped !== null) return mapped;
  if (text.includes(' ') && text.length > 12) return null;
  const sign = raised ? '^' : '_';
  return [...text].length === 1 ? sign + text : `${sign}(${text})`;
}

function mapText(text: string, from: string, to: string): string | null {
  const forms = [...to];
  let output = '';
  for (const character of text) {
    const form = forms[[...from].indexOf(character)];
    if (form === undefined) return null;
    output += form;
  }
  return output;
}

/** `base(reading)`, as a browser without ruby would show it. */
export function writeRuby(ruby: HtmlElement): string {
  let output = '';
  for (const child of ruby.children) {
    if (child.type === 'text') output += child.text;
    if (child.type !== 'element' || child.tag === 'rp') continue;
    if (child.tag === 'rt' || child.tag === 'rtc') {
      const reading = textContent(child).trim();
      if (reading !== '') output += `(${reading})`;
    } else output += textContent(child);
  }
  return output;
}
