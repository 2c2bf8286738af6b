import { z } from 'zod';
import { NATIVE_FORMS } from '../../extract/native/native-page.ts';
import type { Found } from '../found.ts';
import type { PageRecord } from '../page-cache.ts';
import type { ReadRequest } from '../result.ts';
import { PAGE_STATUSES } from '../result.ts';

/** A read that has just ended. */
export interface EndedRead {
  /** As the caller is shown it, with its fragment. */
  readonly shownUrl: string;
  /** As it was fetched: normalised, without fragment. */
  readonly url: string;
  readonly request: ReadRequest;
  readonly found: Found;
  readonly fetchedAtMs: number;
}

/** A read as it was kept, ready to be read again. */
export interface KeptRead {
  readonly facts: KeptFacts;
  /** Null when nothing had arrived. */
  readonly record: PageRecord | null;
}

const headers = z.record(z.string(), z.string());
const attempt = z.object({
  rung: z.enum(['cache', 'native', 'http', 'browser', 'archive']),
  outcome: z.string(),
  ms: z.number(),
});

/** What the page was beside its bytes. */
const pageFacts = z.object({
  via: z.enum(['http', 'browser', 'archive']),
  url: z.string(),
  hops: z.array(z.object({ url: z.string(), status: z.number() })),
  httpStatus: z.number().nullable(),
  /** Values that may be secrets are masked. */
  headers,
  contentType: z.string().nullable(),
  truncated: z.boolean(),
  retryAfterMs: z.number().nullable(),
  archivedAt: z.string().nullable(),
  setsCookies: z.boolean(),
  native: z.enum(NATIVE_FORMS).optional(),
  notes: z.array(z.string()),
  rawSha256: z.string(),
  /** Digest of what a browser saw of it; null when none did. */
  sightSha256: z.string().nullable(),
  /** Addresses of style sheets that could not be had; the others are records of their own. */
  missingSheets: z.array(z.string()),
});

/** The JSON of the metadata record: what replaying needs and the other records do not say. */
export const keptFacts = z.object({
  format: z.literal(1),
  software: z.string(),
  shownUrl: z.string(),
  url: z.string(),
  fetchedAtMs: z.number(),
  options: z.object({
    format: z.enum(['markdown', 'text', 'html']),
    selector: z.string().nullable(),
    render: z.enum(['auto', 'always', 'never']),
    expand: z.boolean(),
    includeHidden: z.boolean(),
    includeLinks: z.boolean(),
    includeImages: z.boolean(),
    template: z.string().optional(),
    factsOnly: z.literal(true).optional(),
    data: z.object({ section: z.string(), search: z.boolean() }).optional(),
  }),
  status: z.enum(PAGE_STATUSES),
  reason: z.object({ code: z.string(), detail: z.string() }),
  title: z.string(),
  seen: z.enum(['rendered', 'proven', 'static']),
  contentSha256: z.string(),
  attempts: z.array(attempt),
  notes: z.array(z.string()),
  page: pageFacts.nullable(),
});
export type KeptFacts = z.output<typeof keptFacts>;

export const SIGHT_TYPE = 'application/vnd.plainsight.sight';
export const FACTS_TYPE = 'application/vnd.plainsight.read+json';
