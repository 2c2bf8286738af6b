/** One result as an engine wrote it: nothing in it is cleaned or trusted yet. */
export interface RawHit {
  readonly title: string;
  readonly url: string;
  readonly snippet: string;
  /** In whatever form the engine has it; empty when it says nothing. */
  readonly date: string;
  /** Who found it and at which place, when the engine asks others itself; else empty. */
  readonly foundBy: ReadonlyArray<{ readonly engine: string; readonly rank: number }>;
}

/** One result, cleaned and capped, and what the ranking needs to know of it. */
export interface Hit {
  readonly title: string;
  readonly url: string;
  /** Equal for addresses that lead to the same page (canonical-key.ts). */
  readonly key: string;
  readonly snippet: string;
  /** ISO 8601; null when unknown. */
  readonly published: string | null;
  readonly foundBy: ReadonlyArray<{ readonly engine: string; readonly rank: number; readonly weight: number }>;
}

/** Most results that are read from one answer. */
export const MAX_HITS = 60;
