import { AppError } from '../base/errors.ts';
import type { Deadline } from '../base/time.ts';
import type { Document } from './document.ts';
import type { Found } from './found.ts';
import { afterCheaper, isAnswer, needsBetter, preferred, turnedAway } from './ladder-rules.ts';
import type { PageSource } from './obtain.ts';
import type { PageCache, PageRecord } from './page-cache.ts';
import type { Attempt, ReadRequest } from './result.ts';

export interface Climb {
  /** Normalised, without fragment. */
  readonly url: string;
  readonly request: ReadRequest;
  readonly deadline: Deadline;
  readonly progress: (step: 'fetch' | 'style sheets' | 'understand' | 'render') => void;
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

/** With less time than this left no dearer rung is begun. */
const LEAST_MS = 1_500;

/**
 * The cache, then rung by rung until one gives a page that needs no better one. With `render: auto` that is the plain
 * answer only when it is proven to be what a person sees; else the page is rendered, and the plain answer stays at
 * hand in case that fails.
 */
export async function climb(ladder: LadderDependencies, given: Climb): Promise<Found> {
  const sources = sourcesFor(ladder.sources, given.request.render);
  const kept = await fromCache(ladder, sources, given);
  let best = kept?.found ?? null;
  if (best && (kept?.source.rung.renders || !needsBetter(best.document))) return best;
  for (const source of sources) {
    if (source === kept?.source) continue;
    if (best && given.deadline.remainingMs < LEAST_MS) break;
    best = await next(ladder, source, given, best);
    best = await secondTry(ladder, source, given, best);
    if (!needsBetter(best.document)) break;
  }
  if (best === null) throw new TypeError('a ladder without rungs');
  return withReason(best, sources);
}

/** The rungs that may be used, cheapest first. @throws AppError when only a browser may and there is none. */
function sourcesFor(all: readonly PageSource[], render: ReadRequest['render']): readonly PageSource[] {
  if (render === 'auto') return all;
  const sources = all.filter(({ rung }) => rung.renders === (render === 'always'));
  if (sources.length > 0) return sources;
  throw new AppError('browser_unavailable', 'render="always" needs a browser, and none can be used.', {
    hint: 'Run `plainsight setup` to get one, or ask again with render="auto".',
  });
}

/** A copy that is young enough; a rendered one is better than a plain one. */
async function fromCache(ladder: LadderDependencies, sources: readonly PageSource[], given: Climb) {
  const started = performance.now();
  for (const source of [...sources].reverse()) {
    const record = ladder.cache.fresh(source.keyOf(given.url, given.request.expand), given.request.maxAgeS);
    if (!record) continue;
    given.attempts.push({ rung: 'cache', outcome: 'hit', ms: since(started) });
    given.progress('understand');
    const document = await ladder.documentOf(given, record);
    const found: Found = { document, record, fromCache: true, attempts: given.attempts, notes: [] };
    return { source, found };
  }
  return null;
}

/** One more rung. With an answer at hand its faults are remarks; without one they are the caller's to know. */
async function next(ladder: LadderDependencies, source: PageSource, given: Climb, best: Found | null): Promise<Found> {
  const { deadline, attempts } = given;
  const started = performance.now();
  try {
    const found = await oneRung(ladder, source, given, best);
    return best === null ? found : preferred(best, found, source.rung.name);
  } catch (thrown) {
    const known = attempts.length;
    const reason = best === null ? null : afterCheaper(thrown, deadline);
    if (best === null || reason === null) throw thrown;
    if (attempts[known - 1]?.rung !== source.rung.name) {
      attempts.push({ rung: source.rung.name, outcome: reason.code, ms: since(started) });
    }
    return { ...best, notes: [...best.notes, reason.note] };
  }
}

/** A page that turned its visitor away is asked once more where the rung has a way for that. */
async function secondTry(ladder: LadderDependencies, source: PageSource, given: Climb, best: Found): Promise<Found> {
  const { again } = source;
  if (again === null || !turnedAway(best.document) || given.deadline.remainingMs < LEAST_MS) return best;
  const isThere = await source.rung.again?.isThere();
  return isThere === true ? next(ladder, again, given, best) : best;
}

async function oneRung(
  ladder: LadderDependencies,
  source: PageSource,
  given: Climb,
  best: Found | null,
): Promise<Found> {
  const { url, deadline, attempts } = given;
  const started = performance.now();
  const page = best?.record?.page ?? null;
  const obtained = await source.obtain({
    url,
    // What a browser was shown is no page to show to another.
    atHand: page?.sight === null ? page : null,
    expand: given.request.expand,
    signal: deadline.signal,
    remainingMs: () => deadline.remainingMs,
    progress: given.progress,
  });
  const outcome = source.manner === '' ? obtained.outcome : `${obtained.outcome} ${source.manner}`;
  attempts.push({ rung: source.rung.name, outcome, ms: since(started) });
  const rest = { fromCache: false, attempts, notes: [] };
  if (obtained.type === 'failed') return { ...rest, document: obtained.document, record: null };
  given.progress('understand');
  const { record } = obtained;
  const document = await ladder.documentOf(given, record);
  if (isAnswer(document)) ladder.cache.keep(source.keyOf(url, given.request.expand), record);
  return { ...rest, document, record };
}

/** Without a browser the static answer is all there is; that is said once, with what would help. */
function withReason(found: Found, sources: readonly PageSource[]): Found {
  const isOpen = found.document.seen === 'static' && found.document.via === 'http' && isAnswer(found.document);
  if (!isOpen || found.notes.length > 0 || !sources.some(({ rung }) => rung.renders)) return found;
  return { ...found, notes: ['There was no time left to look at the page in a browser.'] };
}

export function since(started: number): number {
  return Math.round(performance.now() - started);
}
