import type { Classified } from '../../visibility/rendered/classified.ts';
import type { ProofReport } from './prove-by-pixels.ts';

/** What the caller should know about how the page was seen, in our own words. */
export function sightNotes({ verdicts }: Classified, proof: ProofReport, lostFrames: number): string[] {
  const notes: string[] = [];
  const count = (flag: (typeof verdicts)[number]['flags'][number]) =>
    verdicts.filter(({ label, flags }) => label === 'visible' && flags.includes(flag)).length;
  if (count('behind-overlay') > 0) notes.push('Text behind an overlay that a person can dismiss is kept.');
  if (proof.suspects > 0 && proof.bands === 0) {
    notes.push('Text that only pictures could judge is left out: pictures cannot be decoded here (sharp is missing).');
  }
  if (proof.broken > 0)
    notes.push('Some parts of the page could not be photographed; text in doubt there is left out.');
  if (lostFrames > 0) notes.push(`${lostFrames} frame${lostFrames === 1 ? '' : 's'} could not be looked into.`);
  return notes;
}
