import type { PageStatus, Provenance, ReadRequest, ReadResult } from '../read/result.ts';
import type { Threat } from '../visibility/sight.ts';

/** A research call as it is asked for; defaults were filled in by the tool's schema. */
export interface ResearchRequest {
  readonly query: string;
  /** What the answer is for; handed back, never sent anywhere. Empty for none. */
  readonly aim: string;
  readonly maxSources: number;
  /** For the whole answer as JSON. */
  readonly maxTokens: number;
  readonly includeDomains: readonly string[];
  readonly excludeDomains: readonly string[];
  /** YYYY-MM-DD; null for any time. */
  readonly publishedAfter: string | null;
  /** Null: one, or as many as it takes when `includeDomains` names the sites. */
  readonly pagesPerSite: number | null;
  /** Tokens of candidates to read instead of searching. */
  readonly follow: ReadonlyArray<{ readonly token: string; readonly why: string }>;
  readonly timeoutS: number;
  readonly render: ReadRequest['render'];
}

export interface Passage {
  /** The same as in read_page, while the text is the same. */
  id: string;
  /** Exactly the code points from `start` to `end` of the page's Markdown. */
  text: string;
  source_url: string;
  heading: string;
  score: number;
  start: number;
  end: number;
  /** Cut to fit the budget. */
  clamped: boolean;
  /** Stands inside a code fence, or is one. */
  fence: boolean;
  /** Other sources that hold the same words. */
  also_at: string[];
}

/** `refused`: the gate let nothing out. The rest is the status of the page. */
export type SourceStatus = PageStatus | 'refused';

/** Why a page that was read gave no evidence. */
export type FilterReason = 'excluded_domain' | 'outside_domains' | 'before_date' | 'duplicate' | 'same_site';

export interface Source {
  url: string;
  title: string;
  status: SourceStatus;
  reason: string;
  via: ReadResult['via'] | null;
  seen: ReadResult['seen'] | null;
  fetched_at: string | null;
  filtered: FilterReason | null;
  passages: number;
  threats: Threat[];
  threat_counts: Record<string, number>;
  /** In part when it was cut to fit; null when nothing was read. */
  provenance: Partial<Provenance> | null;
  /** 1 for what a search found, one more for each link that was followed. */
  depth: number;
  discovered_via: 'search' | 'follow';
}

/** A link inside a returned passage. */
export interface Candidate {
  token: string;
  url: string;
  domain: string;
  label: string;
  parent_source_url: string;
  parent_passage_id: string;
  depth: number;
  /**
   * `parent_strip_incomplete` and `parent_detection_degraded` (what was hidden on the parent is not certain),
   * `parent_threats=N`, `likely_unsupported_format`, `same_domain_pages=N` (pages of its site that were read).
   */
  flags: string[];
}

export type FollowStatus =
  | 'read'
  | 'not_content'
  | 'failed'
  | 'filtered'
  | 'duplicate'
  | 'same_domain_limit'
  | 'invalid_token'
  | 'expired';

export interface Followed {
  /** Null when the token is not ours, or to fit. */
  url: string | null;
  status: FollowStatus;
  reason: string;
  why: string;
}

/** What was done and what was left, in numbers. Flat, so that nothing has to be looked for. */
export interface ResearchReceipt {
  executed_query: string;
  /** The search layer that answered; `none` when links were followed. */
  provider: string;
  /** `words`, or `words and meaning` with an embeddings endpoint. */
  ranking: string;
  distinct_hits: number;
  hits_by_domain: Record<string, number>;
  hits_excluded: number;
  hits_outside_domains: number;
  hits_before_date: number;
  hits_same_domain: number;
  hits_unread: number;
  usable: number;
  not_content: number;
  failed: number;
  filtered: number;
  outside_domains: number;
  unknown_dates: number;
  passages_returned: number;
  passages_omitted: number;
  passages_set_aside: number;
  passages_clamped: number;
  passages_duplicate: number;
  candidates_omitted: number;
  threat_excerpts_omitted: number;
  metadata_compacted: number;
  sources_omitted: number;
  /** Counts of what was hidden on sources that are not listed. */
  omitted_safety: Record<string, number>;
  tokens: number;
  search_ms: number;
  read_ms: number;
  rank_ms: number;
  total_ms: number;
}

/** The answer of `research`, exactly as it is published. */
export interface ResearchResult {
  query: string;
  aim: string;
  passages: Passage[];
  sources: Source[];
  candidates: Candidate[];
  followed: Followed[];
  /** Something was left out to fit, or the time was over before every page was read. */
  truncated: boolean;
  receipt: ResearchReceipt;
  notes: string[];
}
