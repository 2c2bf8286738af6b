import type { HiddenReason } from '../sight.ts';
import type { DocumentModel } from './model.ts';
import { NONE } from './snapshot.ts';

const FALLBACK: ReadonlySet<string> = new Set([
  'OBJECT',
  'VIDEO',
  'AUDIO',
  'CANVAS',
  'IFRAME',
  'EMBED',
  'METER',
  'PROGRESS',
]);

const css = (reason: string): HiddenReason => ({ type: 'hidden_css', reason });
const markup = (reason: string): HiddenReason => ({ type: 'hidden_markup', reason });

/** Why a text has no box: what kind of element it stands in, or how it was hidden. */
export function unboxedReason(model: DocumentModel, node: number): HiddenReason {
  const { document } = model;
  for (let up = document.parentNode(node); up >= 0; up = document.parentNode(up)) {
    const name = document.nodeName(up);
    if (name === 'NOSCRIPT') return markup('noscript');
    if (FALLBACK.has(name)) return markup(`fallback content of ${name.toLowerCase()}`);
    if (name === 'DATALIST') return markup('datalist');
    if ((name === 'title' || name === 'desc' || name === 'metadata') && isDrawing(model, up))
      return markup(`svg ${name}`);
    if (name === 'DIALOG' && document.attribute(up, 'open') === null) return css('closed dialog');
    if (document.attribute(up, 'popover') !== null && document.boxOf(up) === NONE) return css('closed popover');
    if (document.attribute(up, 'hidden') !== null) return css('hidden attribute');
    const box = document.boxOf(up);
    if (box === NONE) continue;
    return css(model.style(box)?.raw('content-visibility') === 'hidden' ? 'content-visibility:hidden' : 'display:none');
  }
  return css('display:none');
}

function isDrawing(model: DocumentModel, node: number): boolean {
  const { document } = model;
  for (let up = document.parentNode(node); up >= 0; up = document.parentNode(up)) {
    if (document.nodeName(up) === 'svg') return true;
  }
  return false;
}

/** Text in these is no text of the page: code, styles, the title of the tab. */
export function isRawText(model: DocumentModel, node: number): boolean {
  const { document } = model;
  const parent = document.nodeName(document.parentNode(node));
  if (parent === 'TITLE' || parent === 'title') return !isDrawing(model, node);
  return /^(?:script|style)$/iu.test(parent);
}
