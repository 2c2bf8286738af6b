import type { ContentKind, FieldData, LeftOutKind } from '../extract/extraction.ts';
import type { Threat } from '../visibility/sight.ts';

/** What became of the page. What the gate refuses is an AppError instead, never one of these. */
export const PAGE_STATUSES = [
  'ok',
  'partial',
  'empty',
  'challenge',
  'blocked',
  'rate_limited',
  'not_found',
  'server_error',
  'unsupported_content',
  'too_large',
  'unreachable',
  'timeout',
  'unknown',
] as const;
export type PageStatus = (typeof PAGE_STATUSES)[number];

/** A read as it is asked for; every field is set, defaults were filled in by the tool's schema. */
export interface ReadRequest {
  readonly url: string;
  /** Words to rank passages by; null for a plain read. */
  readonly query: string | null;
  /** An id from the outline; the window then covers that section. */
  readonly section: string | null;
  /** Where the window begins, in code points of the whole Markdown (or text, or html). */
  readonly start: number;
  readonly maxTokens: number;
  readonly format: 'markdown' | 'text' | 'html';
  readonly selector: string | null;
  readonly render: 'auto' | 'always' | 'never';
  /** Open what a visible control would open (closed details, inactive tabs), each under its label. */
  readonly expand: boolean;
  readonly includeHidden: boolean;
  readonly includeLinks: boolean;
  readonly includeImages: boolean;
  /** Oldest cached copy that is good enough, in seconds; 0 asks for a fresh one. */
  readonly maxAgeS: number;
  readonly timeoutS: number;
  /** See DocumentOptions. */
  readonly template?: string | undefined;
  /** The text itself is not needed; see DocumentOptions. */
  readonly factsOnly?: true | undefined;
  /** What `section` and `query` say of embedded data, where they do not say it themselves. */
  readonly data?: DataQuestion | undefined;
}

/** Embedded data that is asked for in place of the page: all of it or one piece, or what lies at a path in one. */
export interface DataQuestion {
  /** `data:all`, `data:2` or `data:2.props.items[0]`. */
  readonly section: string;
  /** Written by paths, to be searched. */
  readonly search: boolean;
}

/** The answer of `read_page`, exactly as it is published (names in snake case because they are the wire names). */
export interface ReadResult {
  status: PageStatus;
  reason: { code: string; detail: string };
  url: string;
  final_url: string;
  title: string;
  http_status: number | null;
  kind: ContentKind;
  via: 'http' | 'browser' | 'archive';
  cached: { age_s: number } | null;
  archived_at: string | null;
  /** ISO 8601, UTC. */
  fetched_at: string;
  seen: 'rendered' | 'proven' | 'static';
  markdown: string;
  /** What a template read of the page, by name; as much as its share of the budget holds. Empty without a template. */
  fields: FieldData;
  /** Data that the page carries for machines and people do not see; `section` with an id returns one. */
  data: DataEntry[];
  outline: OutlineEntry[];
  window: Window;
  matches: Match[];
  /** Matching passages that were too weak or did not fit. */
  set_aside: number;
  threats: Threat[];
  threat_counts: Record<string, number>;
  left_out: LeftOut[];
  links_omitted: number;
  provenance: Provenance;
  attempts: Attempt[];
  /** Set when the live page was not read as asked for, also when its copy in the archive stands in for it. */
  why: Why | null;
  notes: string[];
}

/** All of it in our own words. */
export interface Why {
  /** What the status was read from. */
  evidence: string[];
  /** Each rung with what it met and its milliseconds. */
  tried: string[];
  /** What a caller can still do, likeliest first. */
  next: string[];
}

export interface DataEntry {
  /** `data:1` */
  id: string;
  /** json-ld, microdata, rdfa, meta, state, json or attribute. */
  kind: string;
  /** What it describes or is called; may be empty. */
  label: string;
  where: string;
  /** Length as written. */
  characters: number;
}

export interface OutlineEntry {
  /** Stable while the page is unchanged. */
  id: string;
  level: number;
  heading: string;
  tokens: number;
}

/** Offsets are code points of the whole text; `next` is the start of the next window, null at the end. */
export interface Window {
  start: number;
  end: number;
  total: number;
  next: number | null;
  tokens: number;
}

export interface Match {
  id: string;
  heading: string;
  start: number;
  end: number;
  score: number;
  clamped: boolean;
  /** The passage stands inside a code fence. */
  fence: boolean;
}

export interface LeftOut {
  what: LeftOutKind;
  count: number;
  characters: number;
  /** How to get it, one sentence. */
  how: string;
}

export interface Provenance {
  content_sha256: string;
  raw_sha256: string;
  canonical_url: string | null;
  language: string | null;
  site: string | null;
  author: string | null;
  published: string | null;
  modified: string | null;
  licence: string | null;
  words: number;
}

export interface Attempt {
  rung: 'cache' | 'native' | 'http' | 'browser' | 'archive';
  outcome: string;
  ms: number;
}

/** A kept read that is wanted again: by its address or content_sha256, or as the bytes of its file. */
export interface ReplayRequest extends Pick<ReadRequest, 'query' | 'section' | 'start' | 'maxTokens' | 'timeoutS'> {
  readonly what: string | Uint8Array;
}

export interface Replayed {
  readonly result: ReadResult;
  /** The content_sha256 as it was when the read was kept. */
  readonly keptSha256: string;
  readonly keptBy: string;
}

/** For people: which of the templates that come with the program still fit the sites they are for. */
export interface TemplateAdmin {
  /**
   * Reads the sample page of each template live, or of those named, and tells each outcome as it comes.
   * @throws AppError `invalid_argument` for a name that no template with a sample has.
   */
  tryTemplates(
    only: readonly string[],
    signal: AbortSignal,
    onResult: (trial: TemplateTrial) => void,
  ): Promise<readonly TemplateTrial[]>;
}

/** `changed`: the page was read, and its template does not fit it any more. */
export const TEMPLATE_OUTCOMES = ['ok', 'changed', 'walled', 'not_reached'] as const;

export interface TemplateTrial {
  readonly template: string;
  readonly url: string;
  readonly outcome: (typeof TEMPLATE_OUTCOMES)[number];
  /** Names of the fields that were read beside running text. */
  readonly fields: readonly string[];
  /** Required fields that the page does not have. */
  readonly missing: readonly string[];
  readonly ms: number;
  readonly detail: string;
}
