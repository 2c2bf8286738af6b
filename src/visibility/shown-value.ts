import { type HtmlElement, textContent } from '../html/tree.ts';

/** Kinds of input that show no text of the page's: boxes, sliders, pictures, files. A password shows dots. */
const WITHOUT_TEXT = /^(?:hidden|image|file|color|range|checkbox|radio|password)$/u;

export interface ShownValue {
  readonly text: string;
  readonly isPlaceholder: boolean;
}

/** What an input or an empty text area shows: its value, or its placeholder while it is empty; null for nothing. */
export function shownValue(element: HtmlElement): ShownValue | null {
  const { tag, attributes } = element;
  const placeholder = { text: attributes.get('placeholder') ?? '', isPlaceholder: true };
  if (tag === 'textarea') return textContent(element).trim() === '' ? orNothing(placeholder) : null;
  if (tag !== 'input') return null;
  const type = (attributes.get('type') ?? 'text').trim().toLowerCase();
  const value = attributes.get('value') ?? '';
  if (type === 'password' && value === '') return orNothing(placeholder);
  if (WITHOUT_TEXT.test(type)) return null;
  return value.trim() === '' ? orNothing(placeholder) : { text: value, isPlaceholder: false };
}

function orNothing(shown: ShownValue): ShownValue | null {
  return shown.text.trim() === '' ? null : shown;
}
