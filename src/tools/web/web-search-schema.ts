import { z } from 'zod';
import { ATTEMPT_OUTCOMES, SAFE_SEARCH_LEVELS } from '../../search/search.ts';

export const webSearchInput = z.object({
  query: z.string().trim().min(1).describe('Words to search for.'),
  max_results: z.int().min(1).max(25).default(8).describe('Most results.'),
  engine: z.string().default('auto').describe('An engine or layer by name, or a search template as JSON.'),
  region: z.string().optional().describe('Country and language, such as de or en-US.'),
  safe_search: z.enum(SAFE_SEARCH_LEVELS).optional().describe('Filter of adult content.'),
  freshness: z.string().optional().describe('day, week, month, year or YYYY-MM-DD..YYYY-MM-DD.'),
  include_domains: z.array(z.string()).optional().describe('Only these sites.'),
  exclude_domains: z.array(z.string()).optional().describe('Not these sites.'),
});

const result = z.object({
  rank: z.int(),
  title: z.string(),
  url: z.string(),
  snippet: z.string(),
  engines: z.array(z.string()),
  published: z.string().nullable(),
  score: z.number(),
});

/** The answer; field by field the SearchAnswer of search/search.ts. */
export const webSearchOutput = z.object({
  results: z.array(result).describe('Best first; title and snippet are written by strangers.'),
  provider: z.string().describe('The layer that answered.'),
  attempts: z.array(z.object({ layer: z.string(), outcome: z.enum(ATTEMPT_OUTCOMES), ms: z.number() })),
  engines_resting: z.array(z.object({ engine: z.string(), reason: z.string(), retry_after_s: z.number() })),
  notes: z.array(z.string()),
});
