import { toAppError } from '../../base/errors.ts';
import type { Deadline } from '../../base/time.ts';
import type { Document } from '../document.ts';
import type { Found, Tried } from '../found.ts';
import type { Obtained, PageSource } from '../obtain.ts';
import type { PageCache, PageRecord } from '../page-cache.ts';
import type { ReadRequest } from '../result.ts';

/** Most time for the source, and its share of what is left: the page itself must still be to be had. */
const NATIVE_MS = 8_000;
const NATIVE_SHARE = 1 / 3;

interface Asked {
  readonly url: string;
  readonly request: ReadRequest;
  readonly deadline: Deadline;
  readonly progress: (step: 'fetch' | 'style sheets' | 'understand' | 'render') => void;
  readonly attempts: Tried[];
}

interface Means {
  /** Null where pages are read themselves. */
  readonly source: PageSource | null;
  readonly cache: PageCache;
  readonly documentOf: (record: PageRecord) => Promise<Document>;
}

/**
 * The page from its own source, where its site is known to have one and the caller asked for nothing that only the page
 * itself has. One request; null when that did not give what the page says, and then the page is read like any other.
 */
export async function nativeFirst(means: Means, others: readonly PageSource[], given: Asked): Promise<Found | null> {
  const { source, cache } = means;
  const { url, request } = given;
  if (!source || !asksForText(request) || !(source.rung.accepts?.(url) ?? true)) return null;
  const keyOf = (each: PageSource) => each.keyOf(url, request.expand);
  const kept = cache.fresh(keyOf(source), request.maxAgeS);
  if (kept) {
    const found = await understood(means, given, kept, 'cache', 'hit', performance.now());
    if (found) return { ...found, fromCache: true };
  }
  // Where the source was asked before and had it not, the page is at hand.
  if (others.some((each) => cache.fresh(keyOf(each), request.maxAgeS))) return null;
  const started = performance.now();
  const obtained = await ask(source, given);
  if (obtained === null) return null;
  if (obtained.type === 'failed') {
    note(given, 'native', obtained.outcome, started);
    return null;
  }
  const found = await understood(means, given, obtained.record, 'native', obtained.outcome, started);
  if (found) cache.keep(keyOf(source), obtained.record);
  return found;
}

/** Whoever asks for a template, a part by its selector, markup, a browser or embedded data asks for the page. */
function asksForText(request: ReadRequest): boolean {
  const { template, selector, render, format, factsOnly, section, data } = request;
  const isWhole = selector === null && !factsOnly && data === undefined && !(section ?? '').startsWith('data:');
  return template === 'auto' && render !== 'always' && format !== 'html' && isWhole;
}

/** What stands in the way of the source is no fault of the page: only a call that ended ends this. */
async function ask(source: PageSource, given: Asked): Promise<Obtained | null> {
  const { url, request, deadline } = given;
  const started = performance.now();
  try {
    return await source.obtain({
      url,
      atHand: null,
      expand: request.expand,
      instead: null,
      limitMs: Math.min(NATIVE_MS, deadline.remainingMs * NATIVE_SHARE),
      signal: deadline.signal,
      remainingMs: () => deadline.remainingMs,
      progress: given.progress,
    });
  } catch (thrown) {
    if (deadline.signal.aborted) throw thrown;
    note(given, 'native', toAppError(thrown).code, started);
    return null;
  }
}

async function understood(
  { documentOf }: Means,
  given: Asked,
  record: PageRecord,
  rung: 'cache' | 'native',
  outcome: string,
  started: number,
): Promise<Found | null> {
  const { attempts, deadline } = given;
  const ms = Math.round(performance.now() - started);
  given.progress('understand');
  let document: Document;
  try {
    document = await documentOf(record);
  } catch (thrown) {
    if (deadline.signal.aborted) throw thrown;
    attempts.push({ rung, outcome, ms, found: toAppError(thrown).code });
    return null;
  }
  const isGood = document.status === 'ok';
  const isOther = !isGood && record.page.httpStatus === 200;
  attempts.push({
    rung,
    outcome: isOther ? `${outcome}, not what the page says` : outcome,
    ms,
    found: document.reason.code,
  });
  return isGood ? { document, record, fromCache: false, attempts, notes: [] } : null;
}

function note({ attempts }: Asked, rung: 'native', outcome: string, started: number): void {
  attempts.push({ rung, outcome, ms: Math.round(performance.now() - started) });
}
