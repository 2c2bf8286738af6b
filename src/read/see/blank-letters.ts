import type { Classified } from '../../visibility/rendered/classified.ts';
import type { Rect } from '../../visibility/rendered/geometry.ts';
import { isBroken } from '../../visibility/rendered/judge-measure.ts';
import { measure } from '../../visibility/rendered/picture.ts';
import type { TextVerdict } from '../../visibility/rendered/verdict.ts';
import type { BandPictures } from './prove-by-pixels.ts';
import type { TextRanges } from './text-ranges.ts';
import type { FontProbe } from './web-fonts.ts';

/** Narrower letters draw nothing that could be measured. */
const LEAST_WIDTH_PX = 1;
/** Neighbours bleed into a letter's rectangle by about this much. */
const BLEED_PX = 0.5;

/**
 * A font may have outlines for most letters and none for some. The photographed texts of each web font are looked at
 * letter by letter; text with a letter that is nowhere painted is hidden.
 */
export async function settleBlankLetters(
  probes: readonly FontProbe[],
  classified: Classified,
  ranges: TextRanges,
  pictures: readonly BandPictures[],
): Promise<void> {
  for (const { texts, probes: asked } of probes) {
    const painted = new Set<string>();
    const seen = new Set<string>();
    for (const verdict of asked) {
      const photo = pictures.find(({ band }) => band.suspects.some((suspect) => suspect.verdict === verdict));
      const document = classified.models[verdict.session]?.[verdict.document]?.document;
      if (!photo || verdict.label !== 'visible' || document?.owner !== null) continue;
      for (const { start, length, rect } of (await ranges.of(verdict, 'letters')) ?? []) {
        const letter = verdict.text.slice(start - verdict.start, start - verdict.start + length);
        seen.add(letter);
        if (rect.width < LEAST_WIDTH_PX || !isBroken(measure(photo.shown, photo.hidden, null, inner(rect)))) {
          painted.add(letter);
        }
      }
    }
    const blank = [...seen].filter((letter) => !painted.has(letter));
    if (blank.length > 0) hideTexts(texts, new Set(blank));
  }
}

function inner({ x, y, width, height }: Rect): Rect {
  const bleed = Math.min(BLEED_PX, width / 4);
  return { x: x + bleed, y, width: width - 2 * bleed, height };
}

function hideTexts(texts: readonly TextVerdict[], blank: ReadonlySet<string>): void {
  for (const verdict of texts) {
    if (verdict.label !== 'visible' || ![...verdict.text].some((letter) => blank.has(letter))) continue;
    verdict.label = 'hidden';
    verdict.reason = 'letters that a web font does not paint';
  }
}
