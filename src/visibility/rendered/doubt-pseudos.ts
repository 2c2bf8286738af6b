import type { DocumentModel } from './model.ts';
import { hasControl } from './overlays.ts';
import { NONE } from './snapshot.ts';
import type { TextVerdict } from './verdict.ts';

const SAME_LINE_PX = 3;

/** Why letters are not seen, which a first line may undo. */
const OF_LETTERS = /^(?:same colour|transparent|font-size)/u;

/** A sheet styles `::first-line`, which no computed style shows: the first line of every block goes to pixels. */
export function doubtFirstLines(model: DocumentModel, verdicts: readonly TextVerdict[]): void {
  const firstLine = new Map<number, number>();
  for (const verdict of verdicts) {
    if (verdict.kind !== 'text' || (verdict.label !== 'visible' && !OF_LETTERS.test(verdict.reason))) continue;
    let block = verdict.styleBox;
    while (block !== NONE && /^(?:inline|contents|ruby)/u.test(model.style(block)?.display ?? 'block')) {
      if (model.style(block)?.display.startsWith('inline-')) break;
      block = model.document.parent(block);
    }
    const y = firstLine.get(block);
    if (y === undefined) firstLine.set(block, verdict.rect.y);
    if (y === undefined || Math.abs(y - verdict.rect.y) < SAME_LINE_PX) {
      verdict.label = 'pixels';
      verdict.reason = 'first line';
    }
  }
}

/** Slots have no box, so that no capture holds the style which the text right below them is drawn with. */
export function doubtSlotted(model: DocumentModel, verdicts: readonly TextVerdict[]): void {
  const { document } = model;
  for (const verdict of verdicts) {
    if (verdict.kind !== 'text' || document.nodeName(document.parentNode(verdict.node)) !== 'SLOT') continue;
    if (verdict.label !== 'visible' && !OF_LETTERS.test(verdict.reason)) continue;
    verdict.label = 'pixels';
    verdict.reason = 'style of a slot';
  }
}

/** A sheet styles `::details-content`, which captures leave out. */
export function doubtDetails(model: DocumentModel, verdicts: readonly TextVerdict[]): void {
  const { document } = model;
  for (const verdict of verdicts) {
    for (let up = document.parentNode(verdict.node); up >= 0; up = document.parentNode(up)) {
      if (document.nodeName(up) === 'DETAILS') doubt(verdict, 'content of details');
    }
  }
}

/** A sheet styles `::backdrop`, and a dialog is up: what lies behind it may be covered. */
export function doubtBehindDialogs(model: DocumentModel, verdicts: readonly TextVerdict[]): void {
  const { document } = model;
  let dialog: number = NONE;
  for (let box = 0; box < document.boxCount; box++) {
    if (document.isMain(box) && model.style(box)?.topLayer) dialog = box;
  }
  if (dialog === NONE) return;
  const canClose = hasControl(model, dialog);
  for (const verdict of verdicts) {
    if (verdict.label !== 'visible' || model.state(verdict.styleBox).topLayer) continue;
    if (canClose) verdict.flags = [...verdict.flags, 'behind-overlay'];
    else doubt(verdict, 'backdrop of a dialog');
  }
}

/** A sheet styles `::placeholder`. */
export function doubtPlaceholders(verdicts: readonly TextVerdict[]): void {
  for (const verdict of verdicts) if (verdict.kind === 'placeholder') doubt(verdict, 'placeholder');
}

/** Highlights and selections may colour any text. */
export function doubtAll(verdicts: readonly TextVerdict[], reason: string): void {
  for (const verdict of verdicts) if (verdict.kind === 'text') doubt(verdict, reason);
}

export function doubt(verdict: TextVerdict, reason: string): void {
  if (verdict.label !== 'visible') return;
  verdict.label = 'pixels';
  verdict.reason = reason;
}
