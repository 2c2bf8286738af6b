import { takeTurns } from '../rank/choose.ts';
import type { Document } from '../read/document.ts';
import type { ChosenPassage } from '../read/page-job.ts';
import type { Similarity } from './embeddings.ts';

export interface Ordered {
  readonly choices: readonly ChosenPassage[];
  readonly ranking: 'words' | 'words and meaning';
  readonly notes: readonly string[];
}

/** More texts would cost a service seconds and change nothing that fits into an answer. */
const MAX_COMPARED = 64;
/** Share of the meaning in the common score; words decide the rest. */
const MEANING_SHARE = 0.5;

/** The passages in the order of an answer. Without a similarity, or when it fails, the words decide alone. */
export async function orderPassages(
  choices: readonly ChosenPassage[],
  documents: readonly Document[],
  query: string,
  similarity: Similarity | null,
  signals: { readonly cancel: AbortSignal; readonly limit: AbortSignal },
): Promise<Ordered> {
  if (similarity === null || choices.length < 2) return { choices, ranking: 'words', notes: [] };
  const compared = choices.slice(0, MAX_COMPARED);
  try {
    const texts = compared.map(({ candidate: { source, start, end } }) => {
      return documents[source]?.page.text.slice(start, end) ?? '';
    });
    const near = await similarity(query, texts, AbortSignal.any([signals.cancel, signals.limit]));
    return {
      choices: [...blend(compared, near), ...choices.slice(MAX_COMPARED)],
      ranking: 'words and meaning',
      notes: [],
    };
  } catch {
    signals.cancel.throwIfAborted();
    return {
      choices,
      ranking: 'words',
      notes: ['The embeddings service did not answer; passages are ranked by words alone.'],
    };
  }
}

/** Both scores are scaled to the best of their kind, so that neither decides by its unit. */
function blend(choices: readonly ChosenPassage[], near: readonly number[]): ChosenPassage[] {
  const best = Math.max(...choices.map(({ candidate }) => candidate.score));
  const [low, high] = [Math.min(...near), Math.max(...near)];
  const rescored = choices.map(({ candidate, copies }, i) => {
    const meaning = high > low ? ((near[i] ?? low) - low) / (high - low) : 1;
    const score = best * ((1 - MEANING_SHARE) * (candidate.score / best) + MEANING_SHARE * meaning);
    return { candidate: { ...candidate, score }, copies };
  });
  return takeTurns(rescored.sort((a, b) => b.candidate.score - a.candidate.score));
}
