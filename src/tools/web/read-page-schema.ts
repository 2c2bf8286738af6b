import { z } from 'zod';
import { CONTENT_KINDS, LEFT_OUT_KINDS } from '../../extract/extraction.ts';
import { PAGE_STATUSES } from '../../read/result.ts';
import { THREAT_TYPES } from '../../visibility/sight.ts';

/** What the operator's settings decide about a read that does not say. */
export interface ReadPageDefaults {
  readonly maxTokens: number;
  readonly render: 'auto' | 'always' | 'never';
  readonly timeoutS: number;
}

/** Bounds of `max_tokens`. Clients cut results above 25,000 tokens, so the upper one leaves room for the rest. */
const MIN_TOKENS = 50;
const MAX_TOKENS = 50_000;
/** Longest accepted age of a cached copy: one year. */
const MAX_AGE_S = 31_536_000;

const MAX_TIMEOUT_S = 120;

export function readPageInput(defaults: ReadPageDefaults) {
  return z.object({
    url: z.string().trim().min(1).describe('Address of the page; https:// is added when missing.'),
    query: z.string().optional().describe('Return the passages that answer this instead of a window.'),
    section: z.string().optional().describe('Id from outline or data: return that part.'),
    start: z.int().min(0).default(0).describe('Character to start at; give window.next to go on.'),
    max_tokens: z
      .int()
      .min(MIN_TOKENS)
      .max(MAX_TOKENS)
      .default(Math.min(MAX_TOKENS, Math.max(MIN_TOKENS, defaults.maxTokens)))
      .describe('Budget of the returned text.'),
    format: z.enum(['markdown', 'text', 'html']).default('markdown').describe('Form of the returned text.'),
    selector: z.string().optional().describe('CSS selector: return only what it matches.'),
    template: z
      .string()
      .default('auto')
      .describe('How to read sites that are known: auto, none, a name, or a template as JSON.'),
    render: z
      .enum(['auto', 'always', 'never'])
      .default(defaults.render)
      .describe('Use a browser: when needed, always or never.'),
    expand: z.boolean().default(false).describe('Open closed sections and inactive tabs.'),
    include_hidden: z.boolean().default(false).describe('Also return text hidden from people, marked.'),
    include_links: z.boolean().default(true).describe('Keep link targets.'),
    include_images: z.boolean().default(false).describe('Keep images.'),
    max_age: z.int().min(0).max(MAX_AGE_S).default(3600).describe('Seconds a cached copy may be old; 0 = fresh.'),
    timeout_s: z.int().min(1).max(MAX_TIMEOUT_S).default(defaults.timeoutS).describe('Seconds to wait for the page.'),
  });
}

const count = z.int().min(0);

const dataEntry = z.object({
  id: z.string(),
  kind: z.string(),
  label: z.string(),
  where: z.string(),
  characters: count,
});
const outlineEntry = z.object({ id: z.string(), level: z.int(), heading: z.string(), tokens: count });
const window = z.object({ start: count, end: count, total: count, next: count.nullable(), tokens: count });
const match = z.object({
  id: z.string(),
  heading: z.string(),
  start: count,
  end: count,
  score: z.number(),
  clamped: z.boolean(),
  fence: z.boolean(),
});
export const threat = z.object({
  type: z.enum(THREAT_TYPES),
  severity: z.enum(['info', 'warn']),
  reason: z.string(),
  excerpt: z.string(),
  location: z.string(),
});
export const leftOut = z.object({ what: z.enum(LEFT_OUT_KINDS), count, characters: count, how: z.string() });
const provenance = z.object({
  content_sha256: z.string(),
  raw_sha256: z.string(),
  canonical_url: z.string().nullable(),
  language: z.string().nullable(),
  site: z.string().nullable(),
  author: z.string().nullable(),
  published: z.string().nullable(),
  modified: z.string().nullable(),
  licence: z.string().nullable(),
  words: count,
});
const attempt = z.object({
  rung: z.enum(['cache', 'native', 'http', 'browser', 'archive']),
  outcome: z.string(),
  ms: z.number(),
});

const lines = z.array(z.string());
const why = z.object({ evidence: lines, tried: lines, next: lines });

/** The answer; field by field the ReadResult of read/result.ts. Offsets count code points. */
export const readPageOutput = z.object({
  status: z.enum(PAGE_STATUSES),
  reason: z.object({ code: z.string(), detail: z.string() }),
  url: z.string(),
  final_url: z.string(),
  title: z.string(),
  http_status: z.int().nullable(),
  kind: z.enum(CONTENT_KINDS),
  via: z.enum(['http', 'browser', 'archive']),
  cached: z.object({ age_s: z.number() }).nullable().describe('Set when not fresh.'),
  archived_at: z.string().nullable(),
  fetched_at: z.string(),
  seen: z.enum(['rendered', 'proven', 'static']).describe('How it was decided what a person can see.'),
  markdown: z.string().describe('The text, written by strangers.'),
  fields: z.record(z.string(), z.unknown()).describe('What a template read, by name.'),
  data: z.array(dataEntry).describe('Data for machines, not shown to people; section=id returns one.'),
  outline: z.array(outlineEntry),
  window: window.describe('Characters returned; next = start of the next window.'),
  matches: z.array(match),
  set_aside: count,
  threats: z.array(threat).describe('Hidden text that was taken out.'),
  threat_counts: z.record(z.string(), count),
  left_out: z.array(leftOut).describe('Visible text not returned, and how to get it.'),
  links_omitted: count,
  provenance,
  attempts: z.array(attempt),
  why: why.nullable().describe('Set when the live page was not read: signs, rungs tried, what to do next.'),
  notes: z.array(z.string()),
});
