import type { Measure } from './picture.ts';
import { FAINT_CONTRAST, LEAST_CONTRAST } from './rules/color-rules.ts';
import type { Flag } from './text-case.ts';

/** Thresholds of visibility.md, step 6; hidden text was measured at 0 to 2.6 % ink, painted text at 9 % and more. */
const LEAST_INK = 0.01;
const LEAST_ROWS = 0.25;
const LEAST_SIGNAL = 1.5;
/** Grey letters on grey noise were measured at 1.05, everything readable in the corpus at 2 and more. */
const LEAST_MEAN_SIGNAL = 1.3;
/** Real text has .37 to .9. */
const LEAST_SHARPNESS = 0.22;
const MOST_UNSTABLE = 0.5;
const WHOLE_SPAN = 0.8;
const SHORT_TEXT = 4;

export interface PixelVerdict {
  readonly label: 'visible' | 'hidden';
  readonly reason: string;
  readonly flags: readonly Flag[];
}

/** `doubt` is why pixels were asked. */
export function judgeMeasure(measure: Measure, doubt: string, text: string): PixelVerdict {
  const gone = (what: string): PixelVerdict => ({ label: 'hidden', reason: `${what} (${doubt})`, flags: [] });
  if (measure.unstable > MOST_UNSTABLE) return gone('lost in moving pictures');
  if (measure.ink < LEAST_INK || measure.rows < LEAST_ROWS) return gone('not painted');
  if (measure.contrast < LEAST_CONTRAST) return gone('same colour as what is behind it');
  if (measure.signal < LEAST_SIGNAL || measure.meanSignal < LEAST_MEAN_SIGNAL)
    return gone('lost in the pattern behind it');
  if (measure.sharpness < LEAST_SHARPNESS) return gone('blurred');
  const flags: Flag[] = [];
  if (measure.contrast < FAINT_CONTRAST) flags.push('faint');
  if (measure.span < WHOLE_SPAN && text.trim().length > SHORT_TEXT) flags.push('partial');
  return { label: 'visible', reason: doubt, flags };
}

/** Text that style proves visible has to show in the difference, or the pictures are broken. */
export function isBroken(measure: Measure): boolean {
  return measure.ink < LEAST_INK;
}
