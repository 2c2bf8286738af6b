import type { Classified } from '../../visibility/rendered/classified.ts';
import { overlap, type Rect } from '../../visibility/rendered/geometry.ts';
import { isBroken } from '../../visibility/rendered/judge-measure.ts';
import type { DocumentModel } from '../../visibility/rendered/model.ts';
import { measure } from '../../visibility/rendered/picture.ts';
import { NONE } from '../../visibility/rendered/snapshot.ts';
import type { TextVerdict } from '../../visibility/rendered/verdict.ts';
import { splitByShare, splitByWords } from '../../visibility/rendered/words.ts';
import type { BandPictures } from './prove-by-pixels.ts';
import type { TextRanges } from './text-ranges.ts';

/** Lines that are looked at word by word; more are cut by their visible share. */
const MAX_LINES = 200;

/** Cuts lines of which only a part is seen into words. To be called in the hold. */
export async function cutPartialLines(
  classified: Classified,
  ranges: TextRanges,
  pictures: readonly BandPictures[],
): Promise<Classified> {
  let looked = 0;
  const verdicts = await Promise.all(
    classified.verdicts.map(async (verdict) => {
      if (verdict.label !== 'visible' || verdict.kind !== 'text' || !verdict.flags.includes('partial'))
        return [verdict];
      const model = classified.models[verdict.session]?.[verdict.document];
      if (!model || verdict.pane !== NONE) return [verdict];
      const words = looked++ < MAX_LINES ? await ranges.of(verdict, 'words') : null;
      if (words === null) return splitByShare(verdict);
      return splitByWords(verdict, words, (word) => isPainted(model, word.rect, verdict, pictures));
    }),
  );
  return { models: classified.models, verdicts: verdicts.flat() };
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
