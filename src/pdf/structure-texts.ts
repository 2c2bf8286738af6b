import { oneLine } from '../base/text.ts';
import type { CarriedText } from './annotations.ts';
import type { Engine } from './engine.ts';

const MAX_ELEMENTS = 20_000;
const MAX_DEPTH = 60;
const MAX_TEXT_BYTES = 20_000;

/** Texts that the structure of a tagged page gives in place of what is drawn: for programs that read aloud. */
export function structureTexts(engine: Engine, document: number, page: number): CarriedText[] {
  const { calls } = engine;
  if (!calls.FPDFCatalog_IsTagged(document)) return [];
  const tree = calls.FPDF_StructTree_GetForPage(page);
  if (tree === 0) return [];
  const texts = new Map<string, CarriedText>();
  let left = MAX_ELEMENTS;
  const add = (reason: string, read: (buffer: number, bytes: number) => number) => {
    const text = oneLine(engine.text(read, MAX_TEXT_BYTES));
    if (text !== '') texts.set(text, { reason, text });
  };
  const visit = (element: number, depth: number): void => {
    if (element === 0 || depth > MAX_DEPTH || left-- <= 0) return;
    add('alternate text', (buffer, bytes) => calls.FPDF_StructElement_GetAltText(element, buffer, bytes));
    add('other text than is drawn (ActualText)', (buffer, bytes) =>
      calls.FPDF_StructElement_GetActualText(element, buffer, bytes),
    );
    const count = calls.FPDF_StructElement_CountChildren(element);
    for (let i = 0; i < count; i++) visit(calls.FPDF_StructElement_GetChildAtIndex(element, i), depth + 1);
  };
  const roots = calls.FPDF_StructTree_CountChildren(tree);
  for (let i = 0; i < roots; i++) visit(calls.FPDF_StructTree_GetChildAtIndex(tree, i), 0);
  calls.FPDF_StructTree_Close(tree);
  return [...texts.values()];
}
