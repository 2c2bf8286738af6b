import { choosePassages } from '../rank/choose.ts';
import { indexSources, type RankSource, termsOf } from '../rank/rank.ts';
import { loadStem } from '../rank/stem.ts';
import type { ChooseJobResult, RankedText, RankJob } from './page-job.ts';

/** Ranks the passages of several texts together and decides which to show, in which order. */
export async function chooseFrom({ sources, query }: RankJob): Promise<ChooseJobResult> {
  const { passages, search } = indexSources(await withStems(sources));
  const candidates = search(query).flatMap(({ index, score }) => {
    const passage = passages[index];
    return passage ? [{ ...passage, score }] : [];
  });
  return choosePassages(candidates, ({ source, start, end }) => {
    return termsOf(sources[source]?.text.slice(start, end) ?? '');
  });
}

export function withStems(sources: readonly RankedText[]): Promise<RankSource[]> {
  return Promise.all(sources.map(async (source) => ({ ...source, stem: await loadStem(source.language) })));
}
