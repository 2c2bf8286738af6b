import { deserialize, serialize } from 'node:v8';
import type { CapturedSession } from '../../visibility/rendered/capture.ts';
import { classify } from '../../visibility/rendered/classify.ts';
import type { RenderedInput } from '../../visibility/rendered/rendered-sight.ts';
import type { UnseenMarkup } from '../../visibility/rendered/tree-from-snapshot.ts';
import type { TextVerdict } from '../../visibility/rendered/verdict.ts';
import type { SeenPage } from './see-page.ts';

/** What was seen of a page, as bytes: they cross into a worker at no cost and can be kept and counted in the cache. */
export type PackedSight = Uint8Array;

interface Contents {
  readonly sessions: readonly CapturedSession[];
  readonly verdicts: readonly TextVerdict[];
  readonly unseen: readonly UnseenMarkup[];
  readonly lostFrames: number;
}

/**
 * The captures and the verdicts, without the models in between: those are built again from the captures where the
 * tree is made. The browser's side of the work (capture, rules, pictures) needs the page to stand still and stays on
 * the main thread; the tree, extraction and everything after it run in the worker.
 */
export function packSight({ sessions, classified, unseen, lostFrames }: SeenPage): PackedSight {
  const contents: Contents = { sessions, verdicts: classified.verdicts, unseen, lostFrames };
  return serialize(contents);
}

/** Takes bytes of packSight only. */
export function unpackSight(packed: PackedSight): RenderedInput {
  const contents: Contents = deserialize(packed); // seam: written by packSight, in this process
  const { sessions, verdicts, unseen, lostFrames } = contents;
  // The rules are asked again only for the models; what counts is what the pictures said after them.
  return { classified: { models: classify(sessions).models, verdicts }, unseen, lostFrames };
}
