import type { BoxStyle } from './box-style.ts';
import { intersect, type Rect } from './geometry.ts';
import type { DocumentModel } from './model.ts';
import { NODE, NONE } from './snapshot.ts';
import { judge, type Place } from './text-boxes.ts';
import { TextCase } from './text-case.ts';
import type { TextVerdict } from './verdict.ts';

const WITHOUT_TEXT = /^(?:checkbox|radio|range|color|file|image)$/u;
const WITH_PLACEHOLDER = /^(?:text|search|url|tel|email|number|password)$/u;

/**
 * Values, placeholders and options: the browser draws them in boxes of its own, which captures leave out, so they are
 * judged by the box of the control.
 */
export function judgeControls(model: DocumentModel, place: Place): TextVerdict[] {
  const { document } = model;
  const judge = new ControlJudge(model, place);
  for (let node = 0; node < document.nodeCount; node++) {
    if (document.nodeType(node) !== NODE.element) continue;
    const name = document.nodeName(node);
    if (name === 'INPUT') judge.input(node);
    else if (name === 'TEXTAREA') judge.textArea(node);
    else if (name === 'OPTION') judge.option(node);
  }
  return judge.verdicts;
}

class ControlJudge {
  readonly verdicts: TextVerdict[] = [];
  readonly #model: DocumentModel;
  readonly #place: Place;

  constructor(model: DocumentModel, place: Place) {
    this.#model = model;
    this.#place = place;
  }

  input(node: number): void {
    const { document } = this.#model;
    const type = (document.attribute(node, 'type') ?? 'text').toLowerCase();
    if (WITHOUT_TEXT.test(type)) return;
    const value = document.inputValue(node);
    if (type === 'hidden') return;
    if (type === 'password' && value !== '') {
      this.#hide(node, value, 'value', 'text-security');
      return;
    }
    this.#judge(node, node, value, 'value');
    if (WITH_PLACEHOLDER.test(type)) this.#placeholder(node, value);
  }

  textArea(node: number): void {
    const value = this.#model.document.textValue(node);
    this.#judge(node, node, value, 'value');
    this.#placeholder(node, value);
  }

  #placeholder(node: number, value: string): void {
    const text = this.#model.document.attribute(node, 'placeholder') ?? '';
    if (value === '') this.#judge(node, node, text, 'placeholder');
    else this.#hide(node, text, 'placeholder', 'replaced by a value');
  }

  /** A list box shows its options in boxes of their own; a closed select shows the chosen one. */
  option(node: number): void {
    const { document } = this.#model;
    let select = document.parentNode(node);
    while (select >= 0 && document.nodeName(select) !== 'SELECT' && document.nodeName(select) !== 'DATALIST') {
      select = document.parentNode(select);
    }
    if (select < 0) return;
    const text = textBelow(this.#model, node);
    if (document.nodeName(select) === 'DATALIST') {
      this.#hide(node, text, 'option', 'datalist');
      return;
    }
    // What the attribute says is drawn in place of the text (HTML Standard, 4.10.10).
    const label = document.attribute(node, 'label')?.trim() ?? '';
    if (label !== '' && label !== text) {
      this.#hide(node, text, 'option', 'replaced by a label');
      return;
    }
    const isList =
      document.attribute(select, 'multiple') !== null || Number(document.attribute(select, 'size') ?? 1) > 1;
    if (isList) this.#judge(node, document.boxOf(node) === NONE ? select : node, text, 'option');
    else if (document.isSelected(node)) this.#judge(node, select, text, 'option');
    else this.#hide(node, text, 'option', 'closed select', true);
  }

  #judge(node: number, boxNode: number, text: string, kind: TextVerdict['kind']): void {
    if (text.trim() === '') return;
    const { document } = this.#model;
    const box = document.boxOf(boxNode);
    const style = box === NONE ? undefined : this.#model.style(box);
    if (!style) {
      this.#hide(node, text, kind, 'display:none');
      return;
    }
    const rect = textRect(document.bounds(box), text, style);
    const input = new TextCase(this.#model, { box, styleBox: box, rect, text, style, isControl: true });
    this.verdicts.push(judge(input, { place: this.#place, node, start: 0, length: text.length, kind }));
  }

  #hide(node: number, text: string, kind: TextVerdict['kind'], reason: string, collapsed = false): void {
    if (text.trim() === '') return;
    const { document } = this.#model;
    const box = document.boxOf(node);
    const rect = document.bounds(box);
    this.verdicts.push({
      ...this.#place,
      node,
      box,
      styleBox: box,
      start: 0,
      length: text.length,
      text,
      rect,
      shown: rect,
      kind,
      covers: [],
      pane: NONE,
      label: 'hidden',
      reason,
      collapsed,
      overText: false,
      flags: [],
    });
  }
}

/** Where the text of a control probably stands: one line in the middle, after its padding and indent. */
function textRect(bounds: Rect, text: string, style: BoxStyle): Rect {
  const { fontSize, paddingLeft, paddingTop, textIndent } = style;
  const lineHeight = fontSize * 1.2;
  const room = bounds.height - 2;
  const height = Math.min(room, lineHeight);
  const middle = bounds.y + 1 + Math.max(0, (room - lineHeight) / 2);
  // Padding above pushes the line down; a usual one is half of what the middle leaves anyway.
  const y = Math.max(middle, bounds.y + Math.min(paddingTop, bounds.height));
  const width = Math.max(text.length * fontSize * 0.55, fontSize);
  const line = { x: bounds.x + Math.max(paddingLeft, 2) + textIndent, y, width, height };
  const left = intersect(line, { x: bounds.x + 1, y: bounds.y + 1, width: bounds.width - 2, height: room });
  return left.height > 0 && left.width >= Math.min(width, fontSize / 2) ? left : { ...left, width: 0 };
}

function textBelow(model: DocumentModel, node: number): string {
  const { document } = model;
  let text = '';
  for (let inner = node + 1; inner <= (document.lastNode[node] ?? node); inner++) {
    if (document.nodeType(inner) === NODE.text) text += document.nodeValue(inner);
  }
  return text.trim();
}
