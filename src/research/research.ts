import { AppError } from '../base/errors.ts';
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
import { gather, type PageOpener, type Gathered as Read } from './gather.ts';
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
const MIN_RANK_MS = 800;
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

interface Gathered extends Read {
  /** How many further pages of one site were read after all. */
  readonly spares: number;
}

const NOTHING_READ: Read = { outcomes: [], unread: 0 };

interface Found {
  readonly hits: readonly Hit[];
  readonly spares: readonly Hit[];
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
    const readAt = performance.now();
    const gathered = await this.#gather(found, deadline);
    // Which of two copies counts must not hang on which came first over the network.
    const judge = judgeInOrder(gathered, createJudge(this.#rules));
    const readMs = since(readAt);
    const tried = found.hits.length + found.spares.length;
    this.#progress('rank', tried + 1, tried);
    const result = await this.#compose(
      { found, gathered, judge, plan, tokens, readMs, lasting: key.lasting },
      deadline,
    );
    this.#call.signal.throwIfAborted();
    return result;
  }

  #progress(step: string, done: number, hits: number): void {
    this.#call.progress(step, done, hits + 1);
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
    const { hits, spares, counts } = siftHits(answer.results, this.#rules);
    const notes = [...(answer.results.length === 0 ? ['The search answered and found nothing.'] : []), ...answer.notes];
    return { hits, spares, counts, provider: answer.provider, ms: since(startedAt), notes };
  }

  /** A day that has not come yet is no range that an engine understands. */
  #freshness(): string | null {
    const today = new Date(this.#clock.now()).toISOString().slice(0, 10);
    return this.#publishedAfter === null || this.#publishedAfter > today ? null : `${this.#publishedAfter}..`;
  }

  async #gather({ hits, spares }: Found, deadline: Deadline): Promise<Gathered> {
    const { timeoutS, follow, maxSources } = this.#request;
    const reserve = Math.min(MAX_RANK_MS, Math.max(MIN_RANK_MS, timeoutS * 1000 * RANK_SHARE));
    using reading = new Deadline(Math.max(0, deadline.remainingMs - reserve), this.#call.signal);
    const wanted = follow.length > 0 ? hits.length : maxSources;
    const judge = createJudge(this.#rules);
    const read = (some: readonly Hit[], most: number, before: number) =>
      gather({
        pages: this.#dependencies.pages,
        render: this.#request.render,
        hits: some,
        wanted: most,
        accepts: ({ document }, hit) => judge.accepts(document, hit),
        over: reading.signal,
        remainingMs: () => reading.remainingMs,
        progress: (done, of) => this.#progress(`read ${done} of ${of}`, before + done, hits.length + spares.length),
      });
    const first = await read(hits, wanted, 0);
    const missing = wanted - first.outcomes.filter(({ hit }) => judge.isEvidence(hit)).length;
    const others = spares.filter(({ url }) => !judge.isFull(url));
    const second = missing > 0 && others.length > 0 ? await read(others, missing, hits.length) : NOTHING_READ;
    if (this.#call.signal.aborted) throw reading.signal.reason;
    return { outcomes: [...first.outcomes, ...second.outcomes], unread: first.unread, spares: second.outcomes.length };
  }

  async #compose(
    { found, gathered, judge, plan, tokens, readMs, lasting }: Parts,
    deadline: Deadline,
  ): Promise<ResearchResult> {
    const { query, aim, maxTokens } = this.#request;
    const { outcomes, unread, spares } = gathered;
    const evidence = outcomes.flatMap((outcome) =>
      outcome.type === 'page' && judge.isEvidence(outcome.hit) ? [{ ...outcome, document: outcome.page.document }] : [],
    );
    const documents = evidence.map(({ document }) => document);
    const rankedAt = performance.now();
    const ranked = await this.#rank(documents, deadline);
    const rankMs = since(rankedAt);
    const facts = {
      executedQuery: oneLine(query),
      provider: found.provider,
      outcomes,
      unread,
      counts: lessSpares(found.counts, spares),
    };
    const ms = { search: found.ms, read: readMs, rank: rankMs };
    const rest = outcomes.filter((outcome) => !judge.isEvidence(outcome.hit));
    const byAddress = new Map(evidence.map(({ document, hit }) => [document.finalUrl, { document, depth: hit.depth }]));
    const read = new Set(outcomes.flatMap((outcome) => [pageKey(outcome.hit.url), ...finalKeys(outcome)]));
    const late = outcomes.filter(isLate).length;
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
          ...(late > 0 ? [`The time was over before ${late} of the pages had answered.`] : []),
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
      // The pages are worth something without their order: a fault of ours must not cost the whole call.
      const isFault = thrown instanceof AppError && thrown.code === 'extraction_failed';
      if (!deadline.timedOut && !isFault) throw thrown;
      const why = deadline.timedOut
        ? 'The time was over before the passages were ranked'
        : 'Ranking hit a fault of ours';
      return { ...none, notes: [`${why}; read the sources one by one.`] };
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

function judgeInOrder({ outcomes }: Gathered, judge: Judge): Judge {
  for (const outcome of outcomes) if (outcome.type === 'page') judge.accepts(outcome.page.document, outcome.hit);
  return judge;
}

function followed({ hits }: FollowPlan): Found {
  return { hits, spares: [], counts: NO_HITS, provider: 'none', ms: 0, notes: [] };
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

function lessSpares(counts: SiftedHits['counts'], read: number): SiftedHits['counts'] {
  return { ...counts, sameDomain: counts.sameDomain - read };
}

function isLate(outcome: Gathered['outcomes'][number]): boolean {
  return outcome.type === 'late' || (outcome.type === 'page' && outcome.page.document.status === 'timeout');
}

function finalKeys(outcome: Gathered['outcomes'][number]): string[] {
  return outcome.type === 'page' ? [pageKey(outcome.page.document.finalUrl)] : [];
}

function since(startedAt: number): number {
  return Math.round(performance.now() - startedAt);
}
