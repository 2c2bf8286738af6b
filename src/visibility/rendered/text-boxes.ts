import { rectOf } from './geometry.ts';
import type { DocumentModel } from './model.ts';
import { TEXT_RULES } from './rules/list.ts';
import { NONE } from './snapshot.ts';
import { TextCase, type TextRule } from './text-case.ts';
import type { TextVerdict } from './verdict.ts';

/** Where a document stands among those of the page. */
export interface Place {
  readonly session: number;
  readonly document: number;
}

/** Decides about every fragment of text that has a box. */
export function judgeTextBoxes(model: DocumentModel, place: Place): TextVerdict[] {
  const { document } = model;
  const { layoutIndex, start, length, bounds } = document.raw.textBoxes;
  const verdicts: TextVerdict[] = [];
  for (let i = 0; i < layoutIndex.length; i++) {
    const box = layoutIndex[i] ?? NONE;
    const from = start[i] ?? 0;
    const size = length[i] ?? 0;
    const text = document.layoutText(box).slice(from, from + size);
    const rect = rectOf(bounds[i]);
    if (text.trim() === '' || !rect) continue;
    const styleBox = document.isText(box) || !document.isMain(box) ? document.parent(box) : box;
    const style = model.style(styleBox);
    if (!style) continue;
    const input = new TextCase(model, { box, styleBox, rect, text, style, isControl: false });
    verdicts.push(judge(input, { place, node: document.nodeOf(box), start: from, length: size, kind: 'text' }));
  }
  return verdicts;
}

/** Which text it is. */
export interface TextIdentity {
  readonly place: Place;
  readonly node: number;
  readonly start: number;
  readonly length: number;
  readonly kind: TextVerdict['kind'];
}

/** Tries the rules in order. */
export function judge(input: TextCase, identity: TextIdentity, rules: readonly TextRule[] = TEXT_RULES): TextVerdict {
  let label: TextVerdict['label'] | null = null;
  let reason = '';
  for (const rule of rules) {
    const result = rule.apply(input);
    if (result === null) continue;
    label = 'hidden' in result ? 'hidden' : 'visible';
    reason = 'hidden' in result ? result.hidden : result.visible;
    break;
  }
  if (label === null) {
    label = input.doubt === '' ? 'visible' : 'pixels';
    reason = input.doubt;
  }
  const { reach } = input;
  return {
    session: identity.place.session,
    document: identity.place.document,
    node: identity.node,
    start: identity.start,
    length: identity.length,
    kind: identity.kind,
    box: input.box,
    styleBox: input.styleBox,
    text: input.text,
    rect: input.rect,
    shown: input.shown,
    covers: input.covers,
    pane: reach.reachable && reach.pane ? reach.pane.box : NONE,
    label,
    reason,
    collapsed: false,
    overText: false,
    flags: input.flags,
  };
}
