import type { DocumentModel } from './model.ts';
import { NONE } from './snapshot.ts';

const OWN_INK =
  /(?:text-fill-color|text-shadow|text-stroke|text-emphasis|(?:^|[;\s])(?:fill|all))[^;:]*:[^;]*!\s*important/iu;

/** The element's inline style sets its ink in a way that no sheet of ours can undo. */
export function hasUnchangeableInk(model: DocumentModel, styleBox: number): boolean {
  if (styleBox === NONE) return false;
  const { document } = model;
  return OWN_INK.test(document.attribute(document.nodeOf(styleBox), 'style') ?? '');
}

/** Nothing of the element and what is in it but its text is painted, so that it can be hidden whole for a picture without text. */
export function paintsTextOnly(model: DocumentModel, styleBox: number): boolean {
  const style = model.style(styleBox);
  if (!style || style.borderImage || style.backdrop || style.insetShadow > 0 || style.outerReach > 0) return false;
  if (style.background === null || style.background.a > 0 || style.backgroundImage !== 'none') return false;
  if (model.neighbours.boxes.some(({ box }) => model.document.contains(styleBox, box))) return false;
  const client = model.document.clientRect(styleBox);
  const offset = model.document.offsetRect(styleBox);
  return (
    !client ||
    !offset ||
    style.display === 'inline' ||
    (client.width === offset.width && client.height === offset.height)
  );
}
