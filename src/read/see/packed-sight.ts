import { deserialize, serialize } from 'node:v8';
import { type RenderedSight, renderedSight } from '../../visibility/rendered/rendered-sight.ts';
import type { SeenPage } from './look.ts';

/**
 * What was seen of a page, as bytes: they cross into a worker at no cost, and can be kept and counted in the cache.
 * Of a page as captured they are a small part: the tree and the verdicts, without styles and layout. Rules, pictures
 * and the tree are made on the main thread, as the page stands still for them; all that follows runs in the worker.
 */
export function packSight(seen: SeenPage): Uint8Array {
  return serialize(renderedSight(seen));
}

/** Takes bytes of packSight only. Nodes that verdicts speak of are the nodes of the tree again. */
export function unpackSight(packed: Uint8Array): RenderedSight {
  return deserialize(packed); // seam: written by packSight, in this process
}
