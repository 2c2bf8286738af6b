import { z } from 'zod';

/** What the operator's settings decide about research that does not say. */
export interface ResearchDefaults {
  readonly maxTokens: number;
  readonly render: 'auto' | 'always' | 'never';
}

/** Below this a receipt leaves no room for a passage. */
const MIN_TOKENS = 1000;
const MAX_TOKENS = 50_000;
/** Clients give a call up after 60 s unless they are told that it lives; an answer comes well before. */
const DEFAULT_TIMEOUT_S = 40;
const MAX_TIMEOUT_S = 120;

export function researchInput(defaults: ResearchDefaults) {
  return z.object({
    query: z.string().trim().min(1).max(1000).describe('What to find out.'),
    aim: z.string().optional().describe('Echoed.'),
    max_sources: z.int().min(1).max(10).default(5).describe('Pages to use as evidence.'),
    max_tokens: z
      .int()
      .min(MIN_TOKENS)
      .max(MAX_TOKENS)
      .default(Math.max(MIN_TOKENS, defaults.maxTokens))
      .describe('Budget of the whole answer.'),
    include_domains: z.array(z.string()).max(8).optional().describe('Only these: example.com, *.gov.'),
    exclude_domains: z.array(z.string()).max(50).optional().describe('Never these.'),
    published_after: z.string().optional().describe('YYYY-MM-DD.'),
    pages_per_site: z.int().min(1).max(10).optional().describe('Default one.'),
    follow: z
      .array(z.object({ token: z.string(), why: z.string().default('') }))
      .max(8)
      .optional()
      .describe('Candidates to read instead of searching: same query and filters.'),
    timeout_s: z.int().min(3).max(MAX_TIMEOUT_S).default(DEFAULT_TIMEOUT_S).describe('Seconds in all.'),
  });
}

const count = z.int().min(0);

/** Beside these: id, heading, score, clamped, fence, also_at. */
const passage = z.looseObject({
  text: z.string().describe('Exactly characters start to end of the page’s Markdown, by strangers.'),
  source_url: z.string(),
  start: count,
  end: count,
});

/** A table of facts whose names are told in the reference pages: a list of tools has to stay small. */
const facts = z.record(z.string(), z.unknown());

/** The answer; field by field the ResearchResult of research/result.ts. Offsets count code points. */
export const researchOutput = z.object({
  query: z.string(),
  aim: z.string(),
  passages: z.array(passage),
  sources: z.array(facts).describe('Pages tried, with status, threats, provenance.'),
  candidates: z.array(facts).describe('Links in passages, to follow.'),
  followed: z.array(facts),
  truncated: z.boolean(),
  receipt: facts.describe('Counts of what was used and left out.'),
  notes: z.array(z.string()),
});
