import { oneLine } from '../../base/text.ts';
import type { SearchAnswer, SearchResult } from '../../search/search.ts';

/** Engines that rest, named in the text at most; all are in the structured answer. */
const SHOWN_RESTING = 6;

/** The text form of a search: our own words first, then what engines and publishers wrote, between the markers. */
export function renderSearch(answer: SearchAnswer, fence: (untrusted: string) => string): string {
  const { results, provider, attempts, engines_resting, notes } = answer;
  const tried = attempts.map(({ layer, outcome, ms }) => `${layer} ${outcome} ${ms} ms`).join(', ');
  const found = results.length === 0 ? 'no results' : `${results.length} result${results.length === 1 ? '' : 's'}`;
  const head = [
    `${found} from ${provider}${tried === '' ? '' : ` (${tried})`}`,
    ...restingLine(engines_resting),
    ...notes.map((note) => `note: ${oneLine(note)}`),
  ].join('\n');
  return results.length === 0 ? head : `${head}\n\n${fence(results.map(resultText).join('\n\n'))}`;
}

function restingLine(resting: SearchAnswer['engines_resting']): string[] {
  if (resting.length === 0) return [];
  const shown = resting
    .slice(0, SHOWN_RESTING)
    .map(({ engine, reason, retry_after_s }) => `${engine} ${Math.ceil(retry_after_s / 60)} min (${reason})`);
  const more = resting.length > SHOWN_RESTING ? ` and ${resting.length - SHOWN_RESTING} more` : '';
  return [`resting: ${shown.join(', ')}${more}`];
}

function resultText({ rank, title, url, snippet, engines, published }: SearchResult): string {
  const facts = [engines.join(', '), published ?? ''].filter(Boolean).join(' · ');
  return [`${rank}. ${title}`, url, ...(snippet === '' ? [] : [snippet]), `[${facts}]`].join('\n');
}
