import type { Deadline } from '../base/time.ts';
import type { Document } from './document.ts';
import type { PageSource } from './obtain.ts';
import type { PageCache, PageRecord } from './page-cache.ts';
import type { Attempt, PageStatus, ReadRequest } from './result.ts';

/** A page as the ladder found it. */
export interface Found {
  readonly document: Document;
  /** Null when nothing arrived. */
  readonly record: PageRecord | null;
  readonly fromCache: boolean;
  readonly attempts: readonly Attempt[];
}

export interface Climb {
  /** Normalised, without fragment. */
  readonly url: string;
  readonly request: ReadRequest;
  readonly deadline: Deadline;
  readonly progress: (step: 'fetch' | 'style sheets' | 'understand') => void;
  /** Attempts are added as they end, so that they are known when the time runs out in between. */
  readonly attempts: Attempt[];
}

export interface LadderDependencies {
  /** Cheapest rung first. */
  readonly sources: readonly PageSource[];
  readonly cache: PageCache;
  /** The document of a record, from memory or from a worker. */
  readonly documentOf: (climb: Climb, record: PageRecord) => Promise<Document>;
}

/** Statuses of pages that were read; everything else is never kept. */
const GOOD: ReadonlySet<PageStatus> = new Set(['ok', 'partial']);
/** What no other way of asking would change. */
const FINAL: ReadonlySet<PageStatus> = new Set(['not_found', 'unsupported_content', 'too_large', 'rate_limited']);

/** The cache, then rung by rung until one gives a page that needs no better one. */
export async function climb(ladder: LadderDependencies, given: Climb): Promise<Found> {
  const { cache, sources } = ladder;
  const { url, request, attempts } = given;
  const started = performance.now();
  const fresh = cache.fresh(url, request.maxAgeS);
  if (fresh) {
    attempts.push({ rung: 'cache', outcome: 'hit', ms: since(started) });
    given.progress('understand');
    return { document: await ladder.documentOf(given, fresh), record: fresh, fromCache: true, attempts };
  }
  let best: Found | null = null;
  for (const source of sources) {
    const found = await oneRung(ladder, source, given);
    if (best === null || !GOOD.has(best.document.status)) best = found;
    if (!needsBetter(found.document)) break;
  }
  if (best === null) throw new TypeError('a ladder without rungs');
  if (best.record !== null && GOOD.has(best.document.status)) cache.keep(url, best.record);
  return best;
}

async function oneRung(ladder: LadderDependencies, source: PageSource, given: Climb): Promise<Found> {
  const { url, deadline, attempts } = given;
  const started = performance.now();
  const obtained = await source.obtain({
    url,
    key: url,
    signal: deadline.signal,
    remainingMs: () => deadline.remainingMs,
    progress: given.progress,
  });
  attempts.push({ rung: source.rung.name, outcome: obtained.outcome, ms: since(started) });
  if (obtained.type === 'failed') return { document: obtained.document, record: null, fromCache: false, attempts };
  given.progress('understand');
  const document = await ladder.documentOf(given, obtained.record);
  return { document, record: obtained.record, fromCache: false, attempts };
}

/** Whether a dearer rung could do better than this document. */
function needsBetter({ status }: Document): boolean {
  return status !== 'ok' && !FINAL.has(status);
}

export function since(started: number): number {
  return Math.round(performance.now() - started);
}
