import { type HtmlElement, textContent } from '../../html/tree.ts';
import { allBelow } from './tree-queries.ts';

const MAX_OPTIONS = 5000;

/** Kinds of input that show their value as text. */
const TEXT_INPUTS: ReadonlySet<string> = new Set(
  'text search email url tel number date datetime-local month week time submit reset button'.split(' '),
);
const DEFAULT_LABELS: Readonly<Record<string, string>> = { submit: 'Submit', reset: 'Reset' };

/**
 * What a form control shows: its value, or its placeholder while it is empty. Passwords and hidden inputs show
 * nothing; of a choice only the option that is picked.
 */
export function writeControl(element: HtmlElement): string {
  switch (element.tag) {
    case 'input':
      return writeInput(element);
    case 'textarea':
      return textContent(element).trim() || (element.attributes.get('placeholder') ?? '');
    case 'select':
      return writeSelect(element);
    default:
      return textContent(element);
  }
}

function writeInput(element: HtmlElement): string {
  const type = (element.attributes.get('type') ?? 'text').trim().toLowerCase();
  if (type === 'checkbox') return element.attributes.has('checked') ? '☑' : '☐';
  if (type === 'radio') return element.attributes.has('checked') ? '◉' : '○';
  if (type === 'password') return element.attributes.get('value') ? '' : (element.attributes.get('placeholder') ?? '');
  if (!isTextInput(type)) return '';
  const value = element.attributes.get('value') ?? '';
  if (value.trim() !== '') return value;
  return DEFAULT_LABELS[type] ?? element.attributes.get('placeholder') ?? '';
}

/** An unknown type is a text field, as in HTML. */
function isTextInput(type: string): boolean {
  return TEXT_INPUTS.has(type) || !/^(?:hidden|image|file|color|range|checkbox|radio|password)$/u.test(type);
}

function writeSelect(select: HtmlElement): string {
  const options = allBelow(select, MAX_OPTIONS, (element) => element.tag === 'option');
  const picked = options.filter((option) => option.attributes.has('selected'));
  const lines = Number(select.attributes.get('size') ?? 1);
  if (select.attributes.has('multiple') || lines > 1)
    return options.map((option) => optionText(option).trim()).join(', ');
  const shown = picked.at(-1) ?? options[0];
  return shown ? optionText(shown) : '';
}

/** Where a label stands for the text of a choice, sight has taken that text away. */
function optionText(option: HtmlElement): string {
  return textContent(option) || (option.attributes.get('label') ?? '');
}

/** The state of a task-list box at the very beginning of a list item, or null. */
export function taskBox(item: HtmlElement): { box: HtmlElement; checked: boolean } | null {
  for (const child of item.children) {
    if (child.type === 'comment' || (child.type === 'text' && child.text.trim() === '')) continue;
    if (child.type !== 'element') return null;
    if (child.tag === 'input') {
      if (child.attributes.get('type')?.toLowerCase() !== 'checkbox') return null;
      return { box: child, checked: child.attributes.has('checked') };
    }
    return child.tag === 'p' || child.tag === 'label' || child.tag === 'span' || child.tag === 'div'
      ? taskBox(child)
      : null;
  }
  return null;
}
