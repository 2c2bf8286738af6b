import type { Outcome } from './gather.ts';
import type { SiftedHits } from './hits.ts';
import type { Judge } from './judge.ts';
import type { ResearchReceipt } from './result.ts';
import { outcomeOf } from './sources.ts';

export interface ReceiptFacts {
  readonly executedQuery: string;
  readonly provider: string;
  readonly ranking: string;
  readonly counts: SiftedHits['counts'];
  readonly outcomes: readonly Outcome[];
  readonly unread: number;
  readonly judge: Judge;
  readonly setAside: number;
  readonly duplicates: number;
  readonly ms: { readonly search: number; readonly read: number; readonly rank: number };
}

export const NO_HITS: SiftedHits['counts'] = {
  distinct: 0,
  byDomain: {},
  excluded: 0,
  outside: 0,
  beforeDate: 0,
  sameDomain: 0,
};

/** The receipt of everything before fitting; fit.ts fills in what was shed, research.ts the whole time. */
export function receiptOf(facts: ReceiptFacts): ResearchReceipt {
  const { counts, outcomes, judge, ms } = facts;
  const judged = outcomes.map((outcome) => ({ name: outcomeOf(outcome, judge), verdict: judge.of(outcome.hit) }));
  const number = (name: string) => judged.filter((one) => one.name === name).length;
  return {
    executed_query: facts.executedQuery,
    provider: facts.provider,
    ranking: facts.ranking,
    distinct_hits: counts.distinct,
    hits_by_domain: { ...counts.byDomain },
    hits_excluded: counts.excluded,
    hits_outside_domains: counts.outside,
    hits_before_date: counts.beforeDate,
    hits_same_domain: counts.sameDomain,
    hits_unread: facts.unread,
    usable: number('usable'),
    not_content: number('not_content'),
    failed: number('failed'),
    filtered: number('filtered'),
    outside_domains: judged.filter(({ verdict }) => /domain/u.test(verdict?.filtered ?? '')).length,
    unknown_dates: judged.filter(({ verdict }) => verdict?.evidence && verdict.unknownDate).length,
    passages_returned: 0,
    passages_omitted: 0,
    passages_set_aside: facts.setAside,
    passages_clamped: 0,
    passages_duplicate: facts.duplicates,
    candidates_omitted: 0,
    threat_excerpts_omitted: 0,
    metadata_compacted: 0,
    sources_omitted: 0,
    omitted_safety: {},
    tokens: 0,
    search_ms: ms.search,
    read_ms: ms.read,
    rank_ms: ms.rank,
    total_ms: 0,
  };
}
