import { z } from 'zod';
import { matches } from '../html/select.ts';
import { createElement } from '../html/tree.ts';

/**
 * A search engine as data: how it is asked and how its answer is read. The engines that come with Plainsight lie in
 * engines/, one JSON file each; an operator adds further ones in a file, a caller hands one in with the call.
 *
 * Values of a request may hold placeholders: `{query}`, `{count}`, `{key}`, `{language}` (de), `{country}` (de),
 * `{COUNTRY}` (DE), `{domains}`, and for dates `{from}` and `{to}` as 2026-01-31, `{from:compact}` as 20260131,
 * `{from:us}` as 1/31/2026, `{from:days}` as days since 1970. A value whose placeholder has nothing to say is left out.
 */
const MAX_TEXT = 500;
const text = z.string().max(MAX_TEXT);
const name = z.string().regex(/^[a-z][a-z0-9-]{0,39}$/u, 'must be lower-case letters, digits and hyphens');

const value = z.union([text, z.number(), z.boolean(), z.array(text).max(50)]);
const params = z.record(z.string().regex(/^(?!.*__)[\w$:.[\]-]{1,60}$/u, 'has a name that is not accepted'), value);
const cookies = z.record(z.string().regex(/^[\w.-]{1,60}$/u), text);

/** What a filter adds to a request. */
const part = z.strictObject({ params: params.optional(), cookies: cookies.optional() });
export type RequestPart = z.output<typeof part>;

const filters = z.strictObject({
  region: part.optional(),
  /** What is sent when no region was asked for. */
  anywhere: part.optional(),
  safe: z.strictObject({ off: part, moderate: part, strict: part }).partial().optional(),
  freshness: z.strictObject({ day: part, week: part, month: part, year: part, range: part }).partial().optional(),
  /** `operators`: the engine understands site: and -site: in the query. */
  domains: z.union([z.literal('operators'), z.strictObject({ include: part, exclude: part }).partial()]).optional(),
});

const request = z.strictObject({
  url: z
    .string()
    .max(1000)
    .regex(/^https?:\/\//u, 'must be an http or https address'),
  method: z.enum(['GET', 'POST']).default('GET'),
  /** Where the parameters travel. */
  send: z.enum(['query', 'form', 'json']).default('query'),
  params: params.default({}),
  cookies: cookies.default({}),
  headers: z.record(z.string().regex(/^[\w-]{1,60}$/u), text).default({}),
  /** Most results the engine gives at once; `{count}` never asks for more. */
  maxCount: z.int().min(1).max(100).default(20),
  /** Characters of a query beyond which the engine refuses. */
  maxQuery: z.int().min(20).max(4000).default(1000),
  /** The service's own limit: so many requests in so many seconds. Only for keyed engines; others are paced by the operator. */
  rate: z.strictObject({ count: z.int().min(1).max(1000), seconds: z.int().min(1).max(3600) }).optional(),
});

const selector = text.refine(isSelector, 'is not a CSS selector that can be used here');
const path = text.regex(/^[\w$-]*(?:\[\])?(?:\.[\w$-]+(?:\[\])?)*$/u, 'is not a path such as web.results');

/** Where a value stands in one result: the first entry that gives something. */
const htmlField = z.strictObject({
  select: z.array(selector).min(1).max(12),
  attribute: z.string().max(40).optional(),
  /** `following`: in the elements between this result and the next, for engines that lay results out in table rows. */
  scope: z.enum(['inside', 'following']).default('inside'),
});
export type HtmlField = z.output<typeof htmlField>;

const jsonField = z.strictObject({
  path: z.array(path).min(1).max(12),
  /** The value is markup, of which the text is meant. */
  markup: z.boolean().default(false),
});
export type JsonField = z.output<typeof jsonField>;

const jsonFields = z.strictObject({
  title: jsonField,
  url: jsonField,
  snippet: jsonField.optional(),
  date: jsonField.optional(),
});

/** How an address of the engine is turned into the one it leads to: all that is given must fit. */
const decoder = z.strictObject({
  host: text.optional(),
  path: text.optional(),
  parameter: text,
  /** Cut off before decoding. */
  prefix: text.optional(),
  base64: z.boolean().default(false),
});
export type LinkDecoder = z.output<typeof decoder>;

/** A sign in the answer: everything that is given must hold. */
const marker = z
  .strictObject({
    select: selector.optional(),
    /** Lower-case words of the visible text. */
    text: text.optional(),
    /** A piece of the final address. */
    url: text.optional(),
    status: z.array(z.int()).max(10).optional(),
    /** JSON engines: a path whose value is there and neither empty, false nor 0. */
    path: path.optional(),
  })
  .refine((given) => Object.keys(given).length > 0, 'must say something');
export type Marker = z.output<typeof marker>;

const common = {
  name,
  /** Name for people. */
  title: z.string().max(60).optional(),
  /** `news`: asked for news-like queries only. `knowledge`: an encyclopedia, asked when nothing else is left. */
  role: z.enum(['web', 'news', 'knowledge']).default('web'),
  /** Weight of its ranks when answers are put together. */
  weight: z.number().min(0.05).max(2).default(1),
  request,
  filters: filters.default({}),
  decode: z.array(decoder).max(10).default([]),
  /** Hosts whose links are no results (the engine's own pages, its ad server). */
  ownHosts: z.array(text).max(20).default([]),
  empty: z.array(marker).max(20).default([]),
  blocked: z.array(marker).max(20).default([]),
};

const htmlTemplate = z.strictObject({
  ...common,
  kind: z.literal('html'),
  /** One element for each result; the first entry that finds any. */
  results: z.array(selector).min(1).max(12),
  fields: z.strictObject({
    title: htmlField,
    url: htmlField,
    snippet: htmlField.optional(),
    date: htmlField.optional(),
  }),
  /** The engine serves results of another question to visitors it suspects; they are told by their words. */
  decoys: z.boolean().default(false),
  /** Ads and other boxes, taken out before anything is read. */
  drop: z.array(selector).max(20).default([]),
  /** JSON in a script of the page, read when no element is a result. */
  embedded: z.strictObject({ after: text, results: path, fields: jsonFields }).optional(),
});

const jsonTemplate = z.strictObject({
  ...common,
  kind: z.literal('json'),
  /** The list of results. `[]` goes into every entry of a list. */
  results: z.array(path).min(1).max(6),
  fields: jsonFields,
  /** How addresses are made when the answer has none: placeholders `{url}` (the field) and `{language}`. */
  link: text.optional(),
  /** The engine asks for a key. */
  keyed: z.boolean().default(false),
  /** Only in an operator's own file. */
  key: z.string().max(400).optional(),
});

export const engineTemplate = z.discriminatedUnion('kind', [htmlTemplate, jsonTemplate]);
export type EngineTemplate = z.output<typeof engineTemplate>;
export type HtmlTemplate = z.output<typeof htmlTemplate>;
export type JsonTemplate = z.output<typeof jsonTemplate>;
export type JsonFields = z.output<typeof jsonFields>;

/** @throws Error with one sentence for each fault; the sentences are ours, names of fields apart. */
export function parseTemplate(raw: unknown): EngineTemplate {
  const parsed = engineTemplate.safeParse(raw);
  if (parsed.success) return parsed.data;
  const faults = parsed.error.issues.slice(0, 5).map(({ path: where, message }) => {
    return `${where.map(String).join('.') || 'the template'}: ${message}`;
  });
  throw new Error(faults.join('; '));
}

function isSelector(given: string): boolean {
  try {
    if (given !== '') matches(createElement('div'), given);
    return true;
  } catch {
    return false;
  }
}
