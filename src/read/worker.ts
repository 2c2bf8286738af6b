import { type LookedUp, lookUp } from '../quotes/look-up.ts';
import { choosePassages } from '../rank/choose.ts';
import { indexSources, type RankSource } from '../rank/rank.ts';
import { loadStem } from '../rank/stem.ts';
import { tokenize } from '../rank/tokenize.ts';
import type {
  ChooseJobResult,
  PageJob,
  PageJobResult,
  QuoteJob,
  RankedText,
  RankJob,
  RankJobResult,
} from './page-job.ts';
import { understandPage } from './understand.ts';

/**
 * The entry of a worker thread: one page in, one Document out. Parsing, style sheets and extraction run only here, so
 * that a page can neither block the event loop nor take the process down: its thread is killed at its limits.
 */
export default function work(job: PageJob): PageJobResult {
  return understandPage(job);
}

/** Ranks the passages of long texts, which would hold up the event loop. Called by its name. */
export async function rank({ sources, query }: RankJob): Promise<RankJobResult> {
  const { passages, search } = indexSources(await withStems(sources));
  return { passages, ranked: search(query) };
}

/** The same, and which of them to show. Called by its name. */
export async function choose({ sources, query }: RankJob): Promise<ChooseJobResult> {
  const { passages, search } = indexSources(await withStems(sources));
  const candidates = search(query).flatMap(({ index, score }) => {
    const passage = passages[index];
    if (!passage) return [];
    return [{ ...passage, score }];
  });
  return choosePassages(candidates, ({ source, start, end }) =>
    tokenize(sources[source]?.text.slice(start, end) ?? ''),
  );
}

/** Looks quotes up in a long text. Called by its name. */
export function lookUpQuotes({ text, quotes }: QuoteJob): LookedUp[] {
  return lookUp(text, quotes);
}

function withStems(sources: readonly RankedText[]): Promise<RankSource[]> {
  return Promise.all(sources.map(async (source) => ({ ...source, stem: await loadStem(source.language) })));
}
