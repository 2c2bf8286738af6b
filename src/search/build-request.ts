import type { WireMethod } from '../net/client.ts';
import { withOperators } from './domains.ts';
import type { Engine } from './engines.ts';
import { coveringPeriod, daysSince1970, type Freshness } from './freshness.ts';
import type { Query } from './query.ts';
import type { Region } from './region.ts';
import type { EngineTemplate, RequestPart } from './template.ts';

/** One request to an engine, ready for the fetcher. */
export interface EngineRequest {
  readonly url: string;
  readonly method: WireMethod;
  readonly body: string | null;
  readonly headers: Readonly<Record<string, string>>;
  /** What the engine was told about the time: all of it, a longer time than asked for, or nothing. */
  readonly freshness: 'applied' | 'wider' | 'none';
  /** Filters that this engine knows nothing of, in the words of the tool. */
  readonly unknown: readonly string[];
}

type Value = string | number | boolean | readonly string[];
type Fill = Readonly<Record<string, Value | null>>;

/** The template filled in for one query. Filters the engine cannot apply are named, so that they are applied later. */
export function buildRequest(
  { template, key }: Engine,
  query: Query,
  { nowMs, inBrowser = false }: { readonly nowMs: number; readonly inBrowser?: boolean },
): EngineRequest {
  const { request, filters } = template;
  const time = freshnessPart(template, query.freshness, nowMs);
  const domains = domainParts(template, query);
  const safe = query.safe === null ? undefined : filters.safe?.[query.safe];
  const region = query.region === null ? filters.anywhere : filters.region;
  const fill = fillOf(query, domains.text.slice(0, request.maxQuery), key, request.maxCount);
  const params: Record<string, Value> = {};
  const cookies: Record<string, string> = {};
  const parts: ReadonlyArray<readonly [RequestPart | undefined, Fill]> = [
    [{ params: request.params, cookies: request.cookies }, fill],
    [region, fill],
    [safe, fill],
    [time.part, fill],
    [domains.include, { ...fill, domains: query.include }],
    [domains.exclude, { ...fill, domains: query.exclude }],
  ];
  for (const [part, values] of parts) {
    addFilled(params, part?.params ?? {}, values);
    addFilled(cookies, part?.cookies ?? {}, values);
  }
  const unknown = [
    ...(query.region !== null && !travels(region, inBrowser) ? ['region'] : []),
    ...(query.safe !== null && !travels(safe, inBrowser) ? ['safe_search'] : []),
  ];
  return { ...wire(template, params, cookies, fill, query.region), freshness: time.applied, unknown };
}

/** A browser of ours starts without cookies, so what would travel in them does not. */
function travels(part: RequestPart | undefined, inBrowser: boolean): boolean {
  return part !== undefined && !(inBrowser && part.cookies !== undefined && part.params === undefined);
}

function fillOf(query: Query, text: string, key: string, maxCount: number): Fill {
  const { region, freshness } = query;
  return {
    query: text,
    count: Math.min(Math.max(query.maxResults, 10), maxCount),
    key: key === '' ? null : key,
    language: region?.language ?? null,
    country: region?.country ?? null,
    COUNTRY: region?.country.toUpperCase() ?? null,
    from: freshness?.from ?? null,
    to: freshness?.to ?? null,
    'from:compact': freshness?.from.replaceAll('-', '') ?? null,
    'to:compact': freshness?.to.replaceAll('-', '') ?? null,
    'from:us': freshness ? american(freshness.from) : null,
    'to:us': freshness ? american(freshness.to) : null,
    'from:days': freshness ? daysSince1970(freshness.from) : null,
    'to:days': freshness ? daysSince1970(freshness.to) : null,
  };
}

function american(day: string): string {
  const [year, month, date] = day.split('-').map(Number);
  return `${month}/${date}/${year}`;
}

/** The exact period, or a range, or the shortest period that holds what was asked for. */
function freshnessPart(
  { filters }: EngineTemplate,
  freshness: Freshness | null,
  nowMs: number,
): { readonly part: RequestPart | undefined; readonly applied: EngineRequest['freshness'] } {
  if (freshness === null) return { part: undefined, applied: 'applied' };
  const known = filters.freshness ?? {};
  const exact = freshness.period === null ? known.range : (known[freshness.period] ?? known.range);
  if (exact) return { part: exact, applied: 'applied' };
  const period = coveringPeriod(freshness, nowMs);
  const wider = period === null ? undefined : known[period];
  return wider ? { part: wider, applied: 'wider' } : { part: undefined, applied: 'none' };
}

function domainParts({ filters }: EngineTemplate, { text, include, exclude }: Query) {
  const { domains } = filters;
  if (domains === 'operators') return { text: withOperators(text, include, exclude) };
  return {
    text,
    ...(include.length > 0 && domains?.include ? { include: domains.include } : {}),
    ...(exclude.length > 0 && domains?.exclude ? { exclude: domains.exclude } : {}),
  };
}

function addFilled(target: Record<string, Value>, given: Readonly<Record<string, Value>>, values: Fill): void {
  for (const [name, value] of Object.entries(given)) {
    const filled = typeof value === 'string' ? fillIn(value, values, (text) => text) : value;
    if (filled !== null) target[name] = filled;
  }
}

const PLACEHOLDER = /\{([a-zA-Z]+(?::[a-z]+)?)(?:\|([a-z-]*))?\}/gu;

/** Null when a placeholder without a default has nothing to say. A value that is one placeholder keeps its type. */
function fillIn(template: string, values: Fill, encode: (text: string) => string): Value | null {
  const whole = /^\{([a-zA-Z]+(?::[a-z]+)?)\}$/u.exec(template)?.[1];
  if (whole !== undefined && whole in values) return values[whole] ?? null;
  let missing = false;
  const text = template.replace(PLACEHOLDER, (written: string, name: string, fallback: string | undefined) => {
    if (!(name in values)) return written;
    const value = values[name] ?? fallback ?? null;
    if (value === null) missing = true;
    return encode(String(value));
  });
  return missing ? null : text;
}

/** An address with placeholders, filled in and encoded. */
export function fillAddress(template: string, values: Fill): string | null {
  const filled = fillIn(template, values, encodeURIComponent);
  return filled === null ? null : String(filled);
}

/** As a browser of that region would say it. */
function acceptLanguage({ language, country }: Region): string {
  const own = `${language}-${country.toUpperCase()},${language};q=0.9`;
  return language === 'en' ? own : `${own},en;q=0.5`;
}

function wire(
  template: EngineTemplate,
  params: Readonly<Record<string, Value>>,
  cookies: Readonly<Record<string, string>>,
  fill: Fill,
  region: Region | null,
) {
  const { request } = template;
  const url = new URL(fillAddress(request.url, fill) ?? request.url);
  const given: Record<string, Value> = {};
  addFilled(given, request.headers, fill);
  const headers = Object.fromEntries(Object.entries(given).map(([name, value]) => [name.toLowerCase(), String(value)]));
  if (template.kind === 'html' && region !== null) headers['accept-language'] ??= acceptLanguage(region);
  const jar = Object.entries(cookies).map(([name, value]) => `${name}=${value}`);
  if (jar.length > 0) headers.cookie = jar.join('; ');
  let body: string | null = null;
  if (request.send === 'json') {
    headers['content-type'] = 'application/json';
    body = JSON.stringify(nested(params));
  } else {
    const pairs = request.send === 'form' ? new URLSearchParams() : url.searchParams;
    for (const [name, value] of Object.entries(params))
      pairs.set(name, Array.isArray(value) ? value.join(',') : String(value));
    if (request.send === 'form') {
      headers['content-type'] = 'application/x-www-form-urlencoded';
      body = pairs.toString();
    }
  }
  return { url: url.href, method: request.method, body: request.method === 'POST' ? (body ?? '') : null, headers };
}

/** `contents.highlights` is a field within a field. */
function nested(params: Readonly<Record<string, Value>>): Record<string, unknown> {
  const root: Record<string, unknown> = {};
  for (const [name, value] of Object.entries(params)) {
    const steps = name.split('.');
    const last = steps.pop() ?? name;
    let place = root;
    for (const step of steps) {
      const below: Record<string, unknown> = {};
      const existing = place[step];
      const next = typeof existing === 'object' && existing !== null ? Object.assign(below, existing) : below;
      place[step] = next;
      place = next;
    }
    place[last] = value;
  }
  return root;
}
