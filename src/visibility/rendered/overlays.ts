import { area, intersect, moved, type Rect } from './geometry.ts';
import type { DocumentModel, Overlay } from './model.ts';
import type { PaintedBox } from './neighbours.ts';
import { NODE, NONE } from './snapshot.ts';

/** Share of the screen from which a fixed box counts as standing over the page (visibility.md, step 4.6). */
const LARGE_SHARE = 0.25;
const CONTROLS: ReadonlySet<string> = new Set(['BUTTON', 'INPUT', 'A']);
/** Nodes that are looked through for a control. */
const MAX_NODES = 5_000;

/**
 * Boxes that stay when the page scrolls and stand over a large part of the screen, or over any part when they say how to
 * close them: dialogs, consent walls and banners, their backdrops.
 */
export function findOverlays(model: DocumentModel): Overlay[] {
  const { document, neighbours, confinements } = model;
  const { viewport, scroll } = document;
  const screen: Rect = { x: 0, y: 0, ...viewport };
  const large: PaintedBox[] = neighbours.boxes.filter(({ box, rect }) => {
    if (!confinements.around(box).fixed) return false;
    if (isClosable(model, box)) return true;
    return area(intersect(moved(rect, -scroll.x, -scroll.y), screen)) >= LARGE_SHARE * area(screen);
  });
  return large.map(({ box, rect, paintOrder }) => ({
    box,
    rect,
    // The dialog may be a sibling that stands on its backdrop.
    hasControl:
      hasControl(model, box) || large.some((other) => other.paintOrder >= paintOrder && hasControl(model, other.box)),
  }));
}

const CLOSES =
  /^(?:close|dismiss|hide|cancel|ok(?:ay)?|got it|no,? thanks|not now|later|skip|continue|(?:accept|agree|allow|reject|decline|deny|refuse)\b.{0,24}|schlie(?:ß|ss)en|fermer|cerrar|chiudi|sluiten|[×✕✖✗╳⨯x])[.!]?$/iu;
const MAX_BELOW = 400;

/** Any box in which a person finds how to close it: a dialog with a button, or a button that says so. */
function isClosable(model: DocumentModel, box: number): boolean {
  const { document } = model;
  const node = document.nodeOf(box);
  const isDialog =
    document.nodeName(node) === 'DIALOG' || /^(?:alert)?dialog$/u.test(document.attribute(node, 'role') ?? '');
  const last = Math.min(document.lastNode[node] ?? node, node + MAX_BELOW);
  for (let inner = node + 1; inner <= last; inner++) {
    if (document.nodeType(inner) !== NODE.element || document.boxOf(inner) === NONE) continue;
    const isButton = document.nodeName(inner) === 'BUTTON' || document.attribute(inner, 'role') === 'button';
    if (isButton && (isDialog || saysClose(model, inner))) return true;
  }
  return false;
}

function saysClose({ document }: DocumentModel, button: number): boolean {
  let text = '';
  for (let inner = button + 1; inner <= (document.lastNode[button] ?? button); inner++) {
    if (document.nodeType(inner) === NODE.text) text += document.nodeValue(inner);
  }
  return [text, document.attribute(button, 'aria-label') ?? '', document.attribute(button, 'title') ?? ''].some(
    (words) => CLOSES.test(words.trim()),
  );
}

export function hasControl(model: DocumentModel, box: number): boolean {
  const { document } = model;
  const node = document.nodeOf(box);
  const last = Math.min(document.lastNode[node] ?? node, node + MAX_NODES);
  for (let inner = node; inner <= last; inner++) {
    if (document.nodeType(inner) !== NODE.element || document.boxOf(inner) === NONE) continue;
    if (CONTROLS.has(document.nodeName(inner))) return true;
    if (document.attribute(inner, 'role')?.includes('button')) return true;
  }
  return false;
}

/** A box over the text that stays where it is when the text scrolls. */
export interface MovingCover {
  readonly rect: Rect;
  readonly sticky: boolean;
}

/** How finely positions of scrolling are tried. */
export const STEP_PX = 4;
/** Less than this share of the text covered still lets it be read. */
export const FREE_SHARE = 0.3;
/** A bar this near to the top edge leaves no room above it. */
const EDGE_PX = 100;

/** Is there a scroll position at which fixed boxes leave the text free? */
export function scrollsFree(model: DocumentModel, text: Rect, covers: readonly MovingCover[]): boolean {
  const { document, scrolling } = model;
  const { viewport, scroll, content } = document;
  const range = scrolling.y ? Math.max(0, content.height - viewport.height) : 0;
  const onScreen = covers.map(({ rect, sticky }) => {
    const top = rect.y - scroll.y;
    const atEdge = sticky && top > 0 && top < EDGE_PX;
    return { x: rect.x, y: atEdge ? 0 : top, width: rect.width, height: atEdge ? rect.height + top : rect.height };
  });
  const highest = Math.max(0, text.y - range);
  const lowest = Math.min(viewport.height - Math.min(text.height, 10), text.y);
  for (let y = lowest; y >= highest; y -= STEP_PX) {
    const at = { ...text, y };
    if (onScreen.every((cover) => area(intersect(at, cover)) < FREE_SHARE * area(text))) return true;
  }
  return false;
}
