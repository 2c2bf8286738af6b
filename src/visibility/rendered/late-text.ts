import type { Classified } from './classified.ts';

/** Ways in which pages keep text out of sight until it is scrolled to. */
const WAITS = /^(?:opacity|visibility|scaled|outside|clip)/u;
const NEAR_EDGE_PX = 50;
const LEAST_WIDTH_PX = 8;

/** Characters below the first screen that may appear when a person scrolls there. */
export function lateCharacters({ models, verdicts }: Classified): number {
  const page = models[0]?.[0];
  if (!page) return 0;
  const { viewport, content } = page.document;
  if (content.height <= viewport.height + NEAR_EDGE_PX) return 0;
  let characters = 0;
  for (const { session, document, label, reason, rect, text } of verdicts) {
    if (session !== 0 || document !== 0 || label !== 'hidden' || !WAITS.test(reason)) continue;
    if (rect.y > viewport.height - NEAR_EDGE_PX && rect.y < content.height && rect.width > LEAST_WIDTH_PX) {
      characters += text.length;
    }
  }
  return characters;
}
