import type { CdpSession } from '../../browser/cdp/session.ts';
import { createWorld } from '../../browser/isolated-world.ts';
import type { Classified } from '../../visibility/rendered/classified.ts';
import { overlap, type Rect } from '../../visibility/rendered/geometry.ts';
import { isBroken } from '../../visibility/rendered/judge-measure.ts';
import type { DocumentModel } from '../../visibility/rendered/model.ts';
import { measure } from '../../visibility/rendered/picture.ts';
import { NODE, NONE } from '../../visibility/rendered/snapshot.ts';
import type { TextVerdict } from '../../visibility/rendered/verdict.ts';
import { splitByShare, splitByWords, type Word } from '../../visibility/rendered/words.ts';
import type { BandPictures } from './prove-by-pixels.ts';

/** Lines that are looked at word by word, at about 2 ms each; more are cut by their visible share. */
const MAX_LINES = 200;
const TIMEOUT_MS = 2_000;

/** Cuts lines of which only a part is seen into words. To be called in the hold. */
export async function cutPartialLines(
  classified: Classified,
  sessions: readonly CdpSession[],
  pictures: readonly BandPictures[],
): Promise<Classified> {
  const worlds = new Map<string, Promise<number>>();
  let looked = 0;
  const verdicts = await Promise.all(
    classified.verdicts.map(async (verdict) => {
      if (verdict.label !== 'visible' || verdict.kind !== 'text' || !verdict.flags.includes('partial'))
        return [verdict];
      const model = classified.models[verdict.session]?.[verdict.document];
      const session = sessions[verdict.session];
      if (!model || !session || verdict.pane !== NONE) return [verdict];
      const isText = model.document.nodeType(verdict.node) === NODE.text;
      if (!isText || looked++ >= MAX_LINES) return splitByShare(verdict);
      const frameId = model.document.string(model.document.raw.frameId);
      let world = worlds.get(frameId);
      if (!world) {
        world = createWorld(session, frameId);
        worlds.set(frameId, world);
      }
      const words = await wordsOf(session, await world.catch(() => 0), model, verdict).catch(() => null);
      if (words === null) return splitByShare(verdict);
      return splitByWords(verdict, words, (word) => isPainted(model, word.rect, verdict, pictures));
    }),
  );
  return { models: classified.models, verdicts: verdicts.flat() };
}

const WORDS_SCRIPT = `function (from, to) {
  const found = [];
  const view = this.ownerDocument.defaultView;
  const pattern = /\\S+/g;
  pattern.lastIndex = from;
  for (let match = pattern.exec(this.data); match && match.index < to; match = pattern.exec(this.data)) {
    const range = this.ownerDocument.createRange();
    range.setStart(this, match.index);
    range.setEnd(this, Math.min(match.index + match[0].length, to));
    const { x, y, width, height } = range.getBoundingClientRect();
    found.push([match.index, match[0].length, x + view.scrollX, y + view.scrollY, width, height]);
  }
  return found;
}`;

async function wordsOf(
  session: CdpSession,
  executionContextId: number,
  model: DocumentModel,
  verdict: TextVerdict,
): Promise<Word[] | null> {
  const { document } = model;
  if (document.layoutText(verdict.box).length !== document.nodeValue(verdict.node).length) return null;
  const backendNodeId = document.backendNodeId(verdict.node);
  const limits = { timeoutMs: TIMEOUT_MS };
  const { object } = await session.send('DOM.resolveNode', { backendNodeId, executionContextId }, limits);
  if (object.objectId === undefined) return null;
  const { result } = await session.send(
    'Runtime.callFunctionOn',
    {
      objectId: object.objectId,
      functionDeclaration: WORDS_SCRIPT,
      arguments: [{ value: verdict.start }, { value: verdict.start + verdict.length }],
      returnByValue: true,
    },
    limits,
  );
  if (!Array.isArray(result.value)) return null;
  return result.value.flatMap((row: unknown) => {
    if (!Array.isArray(row) || !row.every((value) => typeof value === 'number')) return [];
    const [start = 0, length = 0, x = 0, y = 0, width = 0, height = 0] = row;
    return [{ start, length, rect: { x, y, width, height } }];
  });
}

/** Whether a word of a photographed line shows in the pictures; null when there are none of it. */
function isPainted(
  model: DocumentModel,
  rect: Rect,
  verdict: TextVerdict,
  pictures: readonly BandPictures[],
): boolean | null {
  if (model.document.owner !== null) return null;
  const found = pictures.find(
    ({ band }) => band.suspects.some((suspect) => suspect.verdict === verdict) && overlap(band.area, rect) > 0,
  );
  return found ? !isBroken(measure(found.shown, found.hidden, null, rect)) : null;
}
