import { oneLine } from '../base/text.ts';
import { pageKey } from './addresses.ts';
import { candidatesIn } from './candidates.ts';
import { draftPassages } from './evidence.ts';
import { fitResearch } from './fit.ts';
import type { FollowPlan } from './follow.ts';
import type { FollowTokens } from './follow-token.ts';
import type { Gathered, Outcome } from './gather.ts';
import type { Hit, HitRules, SiftedHits } from './hits.ts';
import type { Judge } from './judge.ts';
import type { Ordered } from './order.ts';
import { receiptOf } from './receipt.ts';
import type { Passage, ResearchRequest, ResearchResult } from './result.ts';
import { sourceOf } from './sources.ts';

/** Where the pages of a call come from: a search, or links that are followed. */
export interface Found {
  readonly hits: readonly Hit[];
  readonly spares: readonly Hit[];
  readonly counts: SiftedHits['counts'];
  readonly provider: string;
  readonly ms: number;
  readonly notes: readonly string[];
}

export interface GatheredWithSpares extends Gathered {
  /** How many further pages of one site were read after all. */
  readonly spares: number;
}

export interface RankedPassages extends Omit<Ordered, 'ranking'> {
  readonly ranking: string;
  readonly setAside: number;
  readonly duplicates: number;
  readonly ms: number;
}

type PageOutcome = Extract<Outcome, { readonly type: 'page' }>;

/** Everything that a call found out, before it is made to fit. */
export interface AnswerParts {
  readonly request: ResearchRequest;
  readonly rules: HitRules;
  readonly found: Found;
  readonly gathered: GatheredWithSpares;
  readonly judge: Judge;
  /** The pages that passages name by position. */
  readonly evidence: readonly PageOutcome[];
  readonly plan: FollowPlan | null;
  readonly tokens: FollowTokens;
  readonly ranked: RankedPassages;
  readonly readMs: number;
  /** Tokens outlive this process. */
  readonly lasting: boolean;
  readonly nowMs: number;
}

export function evidenceOf(outcomes: readonly Outcome[], judge: Judge): PageOutcome[] {
  return outcomes.flatMap((outcome) => (outcome.type === 'page' && judge.isEvidence(outcome.hit) ? [outcome] : []));
}

export function composeAnswer(parts: AnswerParts): ResearchResult {
  const { request, found, gathered, judge, evidence, plan, ranked } = parts;
  const { outcomes } = gathered;
  const documents = evidence.map(({ page }) => page.document);
  const rest = outcomes.filter((outcome) => !judge.isEvidence(outcome.hit));
  const draft = {
    query: request.query,
    aim: request.aim,
    passages: draftPassages(ranked.choices, documents),
    sources: [...evidence, ...rest].map((outcome) => sourceOf(outcome, judge)),
    candidatesFor: candidateFinder(parts),
    followed: plan?.report(outcomes, judge) ?? [],
    receipt: receiptOf({
      executedQuery: oneLine(request.query),
      provider: found.provider,
      ranking: ranked.ranking,
      counts: { ...found.counts, sameDomain: found.counts.sameDomain - gathered.spares },
      outcomes,
      unread: gathered.unread,
      judge,
      setAside: ranked.setAside,
      duplicates: ranked.duplicates,
      ms: { search: found.ms, read: parts.readMs, rank: ranked.ms },
    }),
    truncated: outcomes.some(isLate),
    notes: notesOn(parts),
  };
  return fitResearch(draft, request.maxTokens);
}

function candidateFinder({ request, rules, gathered, evidence, tokens, nowMs }: AnswerParts) {
  const entries = evidence.map(({ page: { document }, hit }) => {
    return [document.finalUrl, { document, depth: hit.depth }] as const;
  });
  const documents = new Map(entries);
  const read = new Set(gathered.outcomes.flatMap((outcome) => [pageKey(outcome.hit.url), ...finalKeys(outcome)]));
  return (passages: readonly Passage[]) =>
    candidatesIn({ passages, documents, read, rules, query: request.query, tokens, nowMs });
}

function notesOn({ found, gathered, evidence, ranked, lasting }: AnswerParts): string[] {
  const late = gathered.outcomes.filter(isLate).length;
  const nothing = evidence.length > 0 && ranked.choices.length === 0 && ranked.notes.length === 0;
  return [
    ...found.notes,
    ...ranked.notes,
    ...(late > 0 ? [`The time was over before ${late} of the pages had answered.`] : []),
    ...(evidence.length === 0 ? ['No page could be used as evidence; sources say why.'] : []),
    ...(nothing ? ['No passage of the pages holds a word that the query asks about.'] : []),
    ...(lasting ? [] : ['Tokens end with this process: its key could not be kept in a file.']),
  ];
}

function isLate(outcome: Outcome): boolean {
  return outcome.type === 'late' || (outcome.type === 'page' && outcome.page.document.status === 'timeout');
}

function finalKeys(outcome: Outcome): string[] {
  return outcome.type === 'page' ? [pageKey(outcome.page.document.finalUrl)] : [];
}
