import { oneLine } from '../base/text.ts';
import { type Clock, Deadline, systemClock } from '../base/time.ts';
import type { Document } from '../read/document.ts';
import type { ChooseJobResult } from '../read/page-job.ts';
import type { SearchService } from '../search/search.ts';
import { pageKey, type SiteOf } from './addresses.ts';
import { candidatesIn } from './candidates.ts';
import { createDomainFilter, type DomainFilter } from './domain-filter.ts';
import type { Similarity } from './embeddings.ts';
import { draftPassages } from './evidence.ts';
import { fitResearch } from './fit.ts';
import { type FollowPlan, MAX_FOLLOWED_PER_SITE, planFollow } from './follow.ts';
import { createFollowTokens, type FollowTokens } from './follow-token.ts';
import { type Gathered, gather, type PageOpener } from './gather.ts';
import { type Hit, type HitRules, type SiftedHits, siftHits } from './hits.ts';
import { createJudge, type Judge } from './judge.ts';
import { orderPassages } from './order.ts';
import { parseDay } from './published.ts';
import { NO_HITS, receiptOf } from './receipt.ts';
import type { ResearchRequest, ResearchResult } from './result.ts';
import { sourceOf } from './sources.ts';

export interface ResearchDependencies {
  readonly search: SearchService;
  readonly pages: PageOpener & {
    choose(pages: readonly Document[], query: string, signal: AbortSignal): Promise<ChooseJobResult>;
  };
  readonly siteOf: SiteOf;
  /** Signs the tokens of links; asked for once, when first needed. */
  readonly loadKey: () => Promise<{ readonly bytes: Uint8Array; readonly lasting: boolean }>;
  /** Null when no embeddings service is configured. */
  readonly similarity: Similarity | null;
  readonly clock?: Clock;
}

interface ResearchCall {
  readonly signal: AbortSignal;
  progress(step: string, done: number, total: number | null): void;
}

export interface Research {
  /**
   * Rejects with AppError: `invalid_argument` for filters, what the search rejects with, `cancelled`. Pages that fail
   * are part of the answer. Nothing of a call is kept: tokens carry what a later call needs.
   */
  research(request: ResearchRequest, call: ResearchCall): Promise<ResearchResult>;
}

/** Hits asked for beyond the pages wanted, since some fail or repeat each other. */
const OVERFETCH = 3;
const MAX_HITS = 25;
/** Longest share of the time that the search may take. */
const SEARCH_SHARE = 0.5;
/** Kept back from reading, for ranking and fitting. */
const RANK_SHARE = 0.15;
const MAX_RANK_MS = 4_000;

export function createResearch(dependencies: ResearchDependencies): Research {
  let key: ReturnType<ResearchDependencies['loadKey']> | null = null;
  return {
    async research(request, call) {
      const run = new ResearchRun(dependencies, request, call);
      key ??= dependencies.loadKey();
      return await run.answer(await key);
    },
  };
}

const NO_NOTES: readonly string[] = [];

interface Found {
  readonly hits: readonly Hit[];
  readonly counts: SiftedHits['counts'];
  readonly provider: string;
  readonly ms: number;
  readonly notes: readonly string[];
}

class ResearchRun {
  readonly #dependencies: ResearchDependencies;
  readonly #request: ResearchRequest;
  readonly #call: ResearchCall;
  readonly #clock: Clock;
  readonly #startedAt = performance.now();
  readonly #domains: DomainFilter;
  readonly #publishedAfter: string | null;
  readonly #rules: HitRules;

  constructor(dependencies: ResearchDependencies, request: ResearchRequest, call: ResearchCall) {
    this.#dependencies = dependencies;
    this.#request = request;
    this.#call = call;
    this.#clock = dependencies.clock ?? systemClock;
    this.#domains = createDomainFilter(request.includeDomains, request.excludeDomains);
    this.#publishedAfter = parseDay(request.publishedAfter);
    this.#rules = {
      domains: this.#domains,
      publishedAfter: this.#publishedAfter,
      pagesPerSite: pagesPerSite(request),
      siteOf: dependencies.siteOf,
    };
  }

  async answer(key: { readonly bytes: Uint8Array; readonly lasting: boolean }): Promise<ResearchResult> {
    const { query, follow, timeoutS } = this.#request;
    using deadline = new Deadline(timeoutS * 1000, this.#call.signal);
    const binding = { query, domains: this.#domains, publishedAfter: this.#publishedAfter };
    const tokens = createFollowTokens(key.bytes, binding);
    const { siteOf } = this.#dependencies;
    const plan = follow.length > 0 ? planFollow(follow, tokens, siteOf, this.#clock.now()) : null;
    const found = plan ? followed(plan) : await this.#search(deadline);
    const judge = createJudge(this.#rules);
    const readAt = performance.now();
    const gathered = await this.#gather(found.hits, judge, deadline);
    const readMs = since(readAt);
    this.#progress('rank', found.hits.length + 1, found.hits.length);
    const result = await this.#compose(
      { found, gathered, judge, plan, tokens, readMs, lasting: key.lasting },
      deadline,
    );
    this.#call.signal.throwIfAborted();
    return result;
  }

  #progress(step: string, done: number, hits: number): void {
    this.#call.progress(step, done, hits + 2);
  }

  async #search(deadline: Deadline): Promise<Found> {
    const { query, maxSources } = this.#request;
    this.#call.progress('search', 0, null);
    const startedAt = performance.now();
    const request = {
      query,
      maxResults: Math.min(MAX_HITS, maxSources * OVERFETCH),
      engine: 'auto',
      region: null,
      safeSearch: null,
      freshness: this.#freshness(),
      includeDomains: searchable(this.#domains.include),
      excludeDomains: searchable(this.#domains.exclude),
    };
    const timeoutMs = deadline.remainingMs * SEARCH_SHARE;
    const answer = await this.#dependencies.search.search(request, { signal: deadline.signal, timeoutMs });
    const { hits, counts } = siftHits(answer.results, this.#rules);
    const notes = [...(answer.results.length === 0 ? ['The search answered and found nothing.'] : []), ...answer.notes];
    return { hits, counts, provider: answer.provider, ms: since(startedAt), notes };
  }

  /** A day that has not come yet is no range that an engine understands. */
  #freshness(): string | null {
    const today = new Date(this.#clock.now()).toISOString().slice(0, 10);
    return this.#publishedAfter === null || this.#publishedAfter > today ? null : `${this.#publishedAfter}..`;
  }

  async #gather(hits: readonly Hit[], judge: Judge, deadline: Deadline): Promise<Gathered> {
    const reserve = Math.min(MAX_RANK_MS, this.#request.timeoutS * 1000 * RANK_SHARE);
    using reading = new Deadline(Math.max(0, deadline.remainingMs - reserve), this.#call.signal);
    const wanted = this.#request.follow.length > 0 ? hits.length : this.#request.maxSources;
    const gathered = await gather({
      pages: this.#dependencies.pages,
      hits,
      wanted,
      accepts: ({ document }, hit) => judge.accepts(document, hit),
      over: reading.signal,
      remainingMs: () => reading.remainingMs,
      progress: (read, of) => this.#progress(`read ${read} of ${of}`, read, of),
    });
    if (this.#call.signal.aborted) throw reading.signal.reason;
    return gathered;
  }

  async #compose(
    { found, gathered, judge, plan, tokens, readMs, lasting }: Parts,
    deadline: Deadline,
  ): Promise<ResearchResult> {
    const { query, aim, maxTokens } = this.#request;
    const { outcomes, unread } = gathered;
    const evidence = outcomes.flatMap((outcome) =>
      outcome.type === 'page' && judge.isEvidence(outcome.hit) ? [{ ...outcome, document: outcome.page.document }] : [],
    );
    const documents = evidence.map(({ document }) => document);
    const rankedAt = performance.now();
    const ranked = await this.#rank(documents, deadline);
    const rankMs = since(rankedAt);
    const facts = { executedQuery: oneLine(query), provider: found.provider, counts: found.counts, outcomes, unread };
    const ms = { search: found.ms, read: readMs, rank: rankMs };
    const rest = outcomes.filter((outcome) => !judge.isEvidence(outcome.hit));
    const byAddress = new Map(evidence.map(({ document, hit }) => [document.finalUrl, { document, depth: hit.depth }]));
    const read = new Set(outcomes.flatMap((outcome) => [pageKey(outcome.hit.url), ...finalKeys(outcome)]));
    const late = outcomes.filter(({ type }) => type === 'late').length;
    const result = fitResearch(
      {
        query,
        aim,
        passages: draftPassages(ranked.choices, documents),
        sources: [...evidence, ...rest].map((outcome) => sourceOf(outcome, judge)),
        candidatesFor: (passages) =>
          candidatesIn({
            passages,
            documents: byAddress,
            read,
            rules: this.#rules,
            query,
            tokens,
            nowMs: this.#clock.now(),
          }),
        followed: plan?.report(outcomes, judge) ?? [],
        receipt: receiptOf({ ...facts, ...ranked, judge, ms }),
        truncated: late > 0,
        notes: [
          ...found.notes,
          ...ranked.notes,
          ...(late > 0 ? [`The time was over before ${late} pages had been read.`] : []),
          ...(documents.length === 0 ? ['No page could be used as evidence; sources say why.'] : []),
          ...(documents.length > 0 && ranked.choices.length === 0 && ranked.notes.length === 0
            ? ['No passage of the pages holds a word that the query asks about.']
            : []),
          ...(lasting ? [] : ['Tokens end with this process: its key could not be kept in a file.']),
        ],
      },
      maxTokens,
    );
    result.receipt.total_ms = since(this.#startedAt);
    return result;
  }

  async #rank(documents: readonly Document[], deadline: Deadline) {
    const none = { choices: [], setAside: 0, duplicates: 0, ranking: 'words', notes: NO_NOTES };
    if (documents.length === 0) return none;
    const { pages, similarity } = this.#dependencies;
    const { query } = this.#request;
    try {
      const { choices, setAside, duplicates } = await pages.choose(documents, query, deadline.signal);
      const ordered = await orderPassages(choices, documents, query, similarity, deadline.signal);
      return { ...ordered, setAside, duplicates };
    } catch (thrown) {
      if (!deadline.timedOut) throw thrown;
      return { ...none, notes: ['The time was over before the passages were ranked; read the sources one by one.'] };
    }
  }
}

interface Parts {
  readonly found: Found;
  readonly gathered: Gathered;
  readonly judge: Judge;
  readonly plan: FollowPlan | null;
  readonly tokens: FollowTokens;
  readonly readMs: number;
  readonly lasting: boolean;
}

function followed({ hits }: FollowPlan): Found {
  return { hits, counts: NO_HITS, provider: 'none', ms: 0, notes: [] };
}

/** One page of each site, unless the caller says otherwise or names the sites that he wants to hear. */
function pagesPerSite({ pagesPerSite: given, includeDomains, maxSources, follow }: ResearchRequest): number {
  if (given !== null) return given;
  if (follow.length > 0) return MAX_FOLLOWED_PER_SITE;
  return includeDomains.length === 0 ? 1 : Math.ceil(maxSources / includeDomains.length);
}

/** Search engines know names, not ports or stars inside; such an entry is held against the hits alone. */
function searchable(patterns: readonly string[]): string[] {
  const names = patterns.map((pattern) => pattern.replace(/:\d+$/u, ''));
  return names.some((name) => name.includes('*')) ? [] : names;
}

function finalKeys(outcome: Gathered['outcomes'][number]): string[] {
  return outcome.type === 'page' ? [pageKey(outcome.page.document.finalUrl)] : [];
}

function since(startedAt: number): number {
  return Math.round(performance.now() - startedAt);
}
