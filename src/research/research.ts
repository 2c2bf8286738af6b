import { AppError } from '../base/errors.ts';
import { abortable } from '../base/queue.ts';
import { type Clock, Deadline, systemClock } from '../base/time.ts';
import type { Document } from '../read/document.ts';
import type { ChooseJobResult } from '../read/page-job.ts';
import type { SearchService } from '../search/search.ts';
import type { SiteOf } from './addresses.ts';
import { composeAnswer, evidenceOf, type Found, type GatheredWithSpares, type RankedPassages } from './compose.ts';
import { createDomainFilter, type DomainFilter } from './domain-filter.ts';
import type { Similarity } from './embeddings.ts';
import { type FollowPlan, MAX_FOLLOWED_PER_SITE, planFollow } from './follow.ts';
import { createFollowTokens } from './follow-token.ts';
import { type Gathered, gather, type PageOpener } from './gather.ts';
import { type Hit, type HitRules, siftHits } from './hits.ts';
import { createJudge, type Judge } from './judge.ts';
import { orderPassages } from './order.ts';
import { parseDay } from './published.ts';
import { NO_HITS } from './receipt.ts';
import type { ResearchRequest, ResearchResult } from './result.ts';

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
/** Share of what is left for ranking that a service of the operator's may take. */
const MEANING_SHARE = 0.8;

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

const NOTHING_READ: Gathered = { outcomes: [], unread: 0 };

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
    const evidence = evidenceOf(gathered.outcomes, judge);
    const documents = evidence.map(({ page }) => page.document);
    const ranked = await this.#rank(documents, deadline);
    this.#call.signal.throwIfAborted();
    const shared = { request: this.#request, rules: this.#rules, tokens, nowMs: this.#clock.now() };
    const parts = { ...shared, found, gathered, judge, evidence, plan, ranked, readMs, lasting: key.lasting };
    const result = composeAnswer(parts);
    result.receipt.total_ms = since(this.#startedAt);
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
    const searching = this.#dependencies.search.search(request, { signal: deadline.signal, timeoutMs });
    const answer = await abortable(searching, deadline.signal);
    const { hits, spares, counts } = siftHits(answer.results, this.#rules);
    const notes = [...(answer.results.length === 0 ? ['The search answered and found nothing.'] : []), ...answer.notes];
    return { hits, spares, counts, provider: answer.provider, ms: since(startedAt), notes };
  }

  /** A day that has not come yet is no range that an engine understands. */
  #freshness(): string | null {
    const today = new Date(this.#clock.now()).toISOString().slice(0, 10);
    return this.#publishedAfter === null || this.#publishedAfter > today ? null : `${this.#publishedAfter}..`;
  }

  async #gather({ hits, spares }: Found, deadline: Deadline): Promise<GatheredWithSpares> {
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

  async #rank(documents: readonly Document[], deadline: Deadline): Promise<RankedPassages> {
    const startedAt = performance.now();
    const none = { choices: [], setAside: 0, duplicates: 0, ranking: 'words', notes: NO_NOTES };
    if (documents.length === 0) return { ...none, ms: 0 };
    const { pages, similarity } = this.#dependencies;
    const { query } = this.#request;
    try {
      const { choices, setAside, duplicates } = await pages.choose(documents, query, deadline.signal);
      const limit = AbortSignal.timeout(Math.max(1, Math.floor(deadline.remainingMs * MEANING_SHARE)));
      const signals = { cancel: this.#call.signal, limit };
      const ordered = await orderPassages(choices, documents, query, similarity, signals);
      return { ...ordered, setAside, duplicates, ms: since(startedAt) };
    } catch (thrown) {
      // The pages are worth something without their order: a fault of ours must not cost the whole call.
      const isFault = thrown instanceof AppError && thrown.code === 'extraction_failed';
      if (!deadline.timedOut && !isFault) throw thrown;
      const why = isFault ? 'Ranking hit a fault of ours' : 'The time was over before the passages were ranked';
      return { ...none, notes: [`${why}; read the sources one by one.`], ms: since(startedAt) };
    }
  }
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

function since(startedAt: number): number {
  return Math.round(performance.now() - startedAt);
}
