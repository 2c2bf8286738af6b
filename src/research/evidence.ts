import { oneLine } from '../base/text.ts';
import type { Document } from '../read/document.ts';
import { toOffset } from '../read/offsets.ts';
import type { ChosenPassage } from '../read/page-job.ts';
import { clampedEnd, headingOf, passageId } from '../read/passages.ts';
import { dataCost, textCost } from '../read/tokens.ts';
import type { Passage } from './result.ts';

/** A passage that may stand in the answer, with what it costs whole. */
export interface PassageDraft {
  readonly source: number;
  readonly cost: number;
  readonly whole: Passage;
  /** The same, cut to cost at most so much; null when that is too little to say anything. */
  clamp(tokens: number): Passage | null;
}

/** Less is no passage but a splinter. */
const MIN_TEXT_TOKENS = 24;

/** `documents` by the position that the passages name. */
export function draftPassages(choices: readonly ChosenPassage[], documents: readonly Document[]): PassageDraft[] {
  return choices.flatMap(({ candidate, copies }) => {
    const document = documents[candidate.source];
    if (!document) return [];
    const { page } = document;
    const make = (end: number): Passage => ({
      id: passageId(page, candidate),
      text: page.text.slice(candidate.start, end),
      source_url: document.finalUrl,
      heading: oneLine(headingOf(page, candidate)),
      score: Math.round(candidate.score * 1000) / 1000,
      start: toOffset(page, candidate.start),
      end: toOffset(page, end),
      clamped: end < candidate.end,
      fence: candidate.fence,
      also_at: otherSources(candidate.source, copies, documents),
    });
    const whole = make(candidate.end);
    const frame = dataCost({ ...whole, text: '' }) + 2;
    return [
      {
        source: candidate.source,
        cost: frame + textCost(whole.text),
        whole,
        clamp(tokens: number) {
          const room = tokens - frame;
          if (room < MIN_TEXT_TOKENS) return null;
          const cut = make(clampedEnd(page, candidate, room));
          return textCost(cut.text) <= room ? cut : null;
        },
      },
    ];
  });
}

function otherSources(own: number, copies: ChosenPassage['copies'], documents: readonly Document[]): string[] {
  const others = new Set(copies.map(({ source }) => source));
  others.delete(own);
  return [...others].flatMap((source) => documents[source]?.finalUrl ?? []);
}
