/**
 * The contract of web search: what is asked, what comes back. Everybody above `search/` knows this file only.
 */

/** `auto` of the safe-search setting is null: each engine's own default. */
export const SAFE_SEARCH_LEVELS = ['off', 'moderate', 'strict'] as const;
export type SafeSearch = (typeof SAFE_SEARCH_LEVELS)[number];

/** A search as it is asked for; every field is set, defaults were filled in by the tool's schema. */
export interface SearchRequest {
  readonly query: string;
  /** 1 to 25. */
  readonly maxResults: number;
  /** `auto`, the name of an engine or of a layer, or a search template as JSON text. */
  readonly engine: string;
  /** Country, language or both (`de`, `en-US`, `us-en`); null for none. */
  readonly region: string | null;
  readonly safeSearch: SafeSearch | null;
  /** `day`, `week`, `month`, `year`, or `YYYY-MM-DD..YYYY-MM-DD` (either side may be open); null for any time. */
  readonly freshness: string | null;
  /** Host names; a name covers everything below it. */
  readonly includeDomains: readonly string[];
  readonly excludeDomains: readonly string[];
}

/** How one search is called. */
export interface SearchCall {
  readonly signal: AbortSignal;
  /** For the whole search, all layers together; 35 s when not given. */
  readonly timeoutMs?: number;
  progress?(step: string, done: number, total: number | null): void;
}

export interface SearchService {
  /**
   * Rejects with AppError: `invalid_argument` (region, freshness, engine, template), `rate_limited` with retryAfterMs
   * when the line for a turn is too long, `search_unavailable` when nothing answered, `cancelled`. An answer without
   * results means that an engine answered and found nothing.
   */
  search(request: SearchRequest, call: SearchCall): Promise<SearchAnswer>;
}

/** The answer of `web_search`, exactly as it is published. Page-written strings in it are cleaned and capped. */
export interface SearchAnswer {
  results: SearchResult[];
  /** The layer that answered, or that completed the answer: `cache`, `searxng`, `direct:duckduckgo`, `browser:brave`, … */
  provider: string;
  attempts: SearchAttempt[];
  engines_resting: RestingEngine[];
  notes: string[];
}

/** Title and snippet are words of strangers. */
export interface SearchResult {
  /** From 1. */
  rank: number;
  title: string;
  /** As the engine gave it, once its own redirect is undone. */
  url: string;
  snippet: string;
  /** Who found it, best rank first. */
  engines: string[];
  /** ISO 8601, a day or a moment; null when no engine says. */
  published: string | null;
  /** Reciprocal rank fusion over the engines, scaled so that the best possible is 1. */
  score: number;
}

export const ATTEMPT_OUTCOMES = [
  'ok',
  'empty',
  'thin',
  'blocked',
  'challenge',
  'rate_limited',
  'timeout',
  'unreachable',
  'unparsed',
  'error',
  'resting',
  'skipped',
] as const;
export type AttemptOutcome = (typeof ATTEMPT_OUTCOMES)[number];

export interface SearchAttempt {
  /** As in `provider`. */
  layer: string;
  outcome: AttemptOutcome;
  ms: number;
}

export interface RestingEngine {
  engine: string;
  /** Why it rests, in our words. */
  reason: string;
  retry_after_s: number;
}

/** For people: which engines there are and how they are. */
export interface SearchAdmin {
  engines(): Promise<EngineTable>;
  /** Asks each engine that can be asked directly one harmless question, one after the other. */
  tryEngines(signal: AbortSignal, onResult: (trial: EngineTrial) => void): Promise<readonly EngineTrial[]>;
}

export interface EngineTable {
  readonly engines: readonly EngineRow[];
  /** What is wrong with the settings of search, one sentence each. */
  readonly faults: readonly string[];
}

export interface EngineRow {
  /** As in `provider`. */
  readonly engine: string;
  readonly title: string;
  readonly state: 'ready' | 'resting' | 'no key';
  /** Why it rests; empty when it does not. */
  readonly reason: string;
  readonly retry_after_s: number;
}

export interface EngineTrial {
  readonly engine: string;
  readonly outcome: AttemptOutcome;
  readonly results: number;
  readonly ms: number;
  readonly detail: string;
}
