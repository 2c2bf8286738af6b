import type { DocumentModel } from './model.ts';
import { NODE, NONE } from './snapshot.ts';
import type { TextVerdict } from './verdict.ts';

/** A stretch of a text node with one fate. */
export interface TextRun {
  readonly text: string;
  /** Null for white space between lines, which shares the fate of what is before it. */
  readonly verdict: TextVerdict | null;
  /** Words without a box of their own: never laid out. */
  readonly unboxed: boolean;
}

const NOTHING_TO_SEE = /^[\s\p{Default_Ignorable_Code_Point}]*$/u;

/**
 * Cuts the text of a node where its lines have different fates. `verdicts` are those of the node, in order. The text
 * is as written in the document, where that can be matched with what was laid out: upper case by style stays a style.
 */
export function textRuns(model: DocumentModel, node: number, verdicts: readonly TextVerdict[]): TextRun[] {
  const { document } = model;
  const written = document.nodeType(node) === NODE.text ? document.nodeValue(node) : '';
  const laidOut = document.layoutText(verdicts[0]?.box ?? document.boxOf(node));
  const [only] = verdicts;
  // Chrome shows variables of formulas as mathematical letters, which are other characters than were written.
  if (only && verdicts.length === 1 && laidOut !== written && laidOut.normalize('NFKC') === written.trim()) {
    return [{ text: written, verdict: only, unboxed: false }];
  }
  const isPart = written.length > laidOut.length && firstLetterOf(model, node) !== NONE;
  const offset = isPart ? written.length - laidOut.length : 0;
  const text = written.length - offset === laidOut.length ? written : laidOut;
  const shift = text === laidOut ? 0 : offset;
  const runs: TextRun[] = [];
  let at = shift;
  const gap = (to: number) => {
    const between = text.slice(at, to);
    if (between !== '') runs.push({ text: between, verdict: null, unboxed: !NOTHING_TO_SEE.test(between) });
  };
  // Lines of mixed direction come in the order in which they are painted.
  for (const verdict of [...verdicts].sort((one, other) => one.start - other.start)) {
    const from = verdict.start + shift;
    if (from < at) continue;
    gap(from);
    at = from + verdict.length;
    runs.push({ text: text.slice(from, at), verdict, unboxed: false });
  }
  gap(text.length);
  return shift > 0 ? [{ text: text.slice(0, shift), verdict: null, unboxed: false }, ...runs] : runs;
}

/** The `::first-letter` that shows the beginning of a text node, or NONE. */
export function firstLetterOf(model: DocumentModel, node: number): number {
  const { document } = model;
  for (let up = document.parentNode(node); up >= 0; up = document.parentNode(up)) {
    for (let child = up + 1; child <= (document.lastNode[up] ?? up) && child < node; child++) {
      if (document.pseudoOf(child) === 'first-letter') return child;
    }
    if (!/^inline/u.test(model.style(document.boxOf(up))?.display ?? 'block')) return NONE;
  }
  return NONE;
}
