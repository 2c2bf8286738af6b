import type { Rect } from './geometry.ts';
import type { DocumentModel } from './model.ts';

const MOVING_FILE = /\.(?:gif|webp|apng)\b|image\/(?:gif|webp|apng)/iu;
const MOVING_BACKGROUND = /url\([^)]*(?:\.(?:gif|apng)\b|image\/(?:gif|apng))/iu;

/** Boxes whose picture may change between two shots: videos, canvases, animated pictures. In pixels of the document. */
export function movingBoxes(model: DocumentModel): Rect[] {
  const { document } = model;
  const found: Rect[] = [];
  for (let box = 0; box < document.boxCount; box++) {
    if (!document.isMain(box)) continue;
    const node = document.nodeOf(box);
    const name = document.nodeName(node);
    const moves =
      name === 'VIDEO' ||
      name === 'CANVAS' ||
      (name === 'IMG' && MOVING_FILE.test(document.attribute(node, 'src') ?? '')) ||
      MOVING_BACKGROUND.test(model.style(box)?.backgroundImage ?? '');
    if (moves) found.push(document.bounds(box));
  }
  return found;
}
