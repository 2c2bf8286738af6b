import type { HtmlElement, HtmlNode } from '../html/tree.ts';

/**
 * What was found out about one page: which of its nodes no person could see, which a person could open, and how
 * certain that is. Made by visibility/static.ts (from markup and style sheets) or by a real browser.
 */
export interface Sight {
  /** Topmost hidden nodes, each with the reason. Their descendants are hidden with them unless listed in `shown`. */
  readonly hidden: ReadonlyMap<HtmlNode, HiddenReason>;
  /** Descendants of hidden elements that are visible all the same (`visibility: visible` inside `hidden`). */
  readonly shown: ReadonlySet<HtmlElement>;
  /** Content that a visible control opens: closed details, inactive tabs, accordions. Not in `hidden`. */
  readonly collapsed: ReadonlyMap<HtmlElement, Collapsed>;
  /** Text written for nobody to see in places that are not text: attributes, comments, templates, meta, … */
  readonly findings: readonly Finding[];
  readonly proof: Proof;
}

export interface HiddenReason {
  readonly type: ThreatType;
  /** The rule that decided, in a few fixed words: `display:none`, `same colour as its background`, … */
  readonly reason: string;
}

export interface Collapsed {
  readonly kind: 'details' | 'tab' | 'accordion';
  /** Text of the control that opens it, one line, at most 120 characters. */
  readonly label: string;
  /** The panel holds code, so it is kept under its label even without `expand`. */
  readonly code: boolean;
}

export const THREAT_TYPES = [
  'hidden_css',
  'hidden_attribute',
  'hidden_markup',
  'hidden_pdf',
  'zero_width',
  'bidi',
  'tag',
  'variation',
  'report_truncated',
  'final_url_suppressed',
  'detection_degraded',
  'strip_incomplete',
] as const;
export type ThreatType = (typeof THREAT_TYPES)[number];

/** `info`: what ordinary pages keep out of sight for ordinary reasons. `warn`: the rest. */
export type Severity = 'info' | 'warn';

/** One piece of text that does not reach the model, before the report is shortened. */
export interface Finding {
  readonly type: ThreatType;
  readonly severity: Severity;
  readonly reason: string;
  /** The full text that was taken out; the report keeps only an excerpt. */
  readonly text: string;
  /** A short path such as `main > div.note:nth-child(3)`, at most 120 characters. */
  readonly location: string;
}

/** Whether the static answer is complete; `reasons` say in fixed words what could make a browser see it differently. */
export interface Proof {
  readonly complete: boolean;
  readonly reasons: readonly string[];
}

/** One finding as it is reported to the caller. */
export interface Threat {
  readonly type: ThreatType;
  readonly severity: Severity;
  readonly reason: string;
  readonly excerpt: string;
  readonly location: string;
}

/** A style sheet that was fetched for the page, by its absolute address; null when it could not be read. */
export type FetchedSheets = ReadonlyMap<string, string | null>;
