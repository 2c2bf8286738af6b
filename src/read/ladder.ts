import { AppError } from '../base/errors.ts';
import type { Deadline } from '../base/time.ts';
import type { BlockMemory } from './block-memory.ts';
import type { Document } from './document.ts';
import type { Found, Tried } from './found.ts';
import { afterCheaper, furtherRungs, isAnswer, preferred, turnedAway, turnsPlainAway } from './ladder-rules.ts';
import { hasTimeFor, limitOf, limitOfSecondTry } from './ladder-time.ts';
import { nativeFirst } from './native/native-first.ts';
import type { PageSource } from './obtain.ts';
import type { PageCache, PageRecord } from './page-cache.ts';
import type { ReadRequest } from './result.ts';

export interface Climb {
  /** Normalised, without fragment. */
  readonly url: string;
  readonly request: ReadRequest;
  readonly deadline: Deadline;
  readonly progress: (step: 'fetch' | 'style sheets' | 'understand' | 'render') => void;
  /** Attempts are added as they end, so that they are known when the time runs out in between. */
  readonly attempts: Tried[];
}

export interface LadderDependencies {
  /** Cheapest rung first. */
  readonly sources: readonly PageSource[];
  readonly cache: PageCache;
  /** Absent: every read begins with a plain request. */
  readonly memory?: BlockMemory | null;
  /** Asked before all others where a page has a source of its own; see native-first.ts. */
  readonly native?: PageSource | null;
  /** The document of a record, from memory or from a worker. */
  readonly documentOf: (climb: Climb, record: PageRecord) => Promise<Document>;
}

/**
 * The cache, then rung by rung until one gives a page that needs no better one. With `render: auto` that is the plain
 * answer only when it is proven to be what a person sees; else the page is rendered, and the plain answer stays at
 * hand in case that fails. What a browser is given to save is fetched plainly, also with `render: always`. What no rung
 * got from the site is asked of the archive.
 */
export async function climb(ladder: LadderDependencies, given: Climb): Promise<Found> {
  const sources = sourcesFor(ladder.sources, given);
  const documentOf = (record: PageRecord) => ladder.documentOf(given, record);
  const native = await nativeFirst({ source: ladder.native ?? null, cache: ladder.cache, documentOf }, sources, given);
  if (native) return native;
  const kept = await fromCache(ladder, sources, given);
  let best = kept?.found ?? null;
  if (best && (kept?.source.rung.name !== 'http' || furtherRungs(best.document).length === 0)) return best;
  const files = sources.some(({ rung }) => rung.name === 'http') ? null : plainFor(ladder.sources, given);
  const left = new Set(files ? [...sources, files] : sources);
  if (kept) left.delete(kept.source);
  const spared = best ? null : (files ?? (await sparedSource(ladder, sources, given)));
  let plain: Document | null = null;
  let fault: unknown = null;
  for (let source = nextOf(left, best, spared, given); source; source = nextOf(left, best, spared, given)) {
    left.delete(source);
    const later = new Set([...left].map(({ rung }) => rung.name));
    try {
      best = await next(ladder, source, given, best, later);
      best = await secondTry(ladder, source, given, best, later);
    } catch (thrown) {
      // A browser that was sent first and cannot be had leaves the plain request that was spared.
      if (
        best !== null ||
        spared === null ||
        spared === files ||
        !left.has(spared) ||
        !afterCheaper(thrown, given.deadline)
      )
        throw thrown;
      fault = thrown;
    }
    if (source.rung.name === 'http') plain = best?.document ?? null;
  }
  if (best === null) throw fault ?? new TypeError('a ladder without rungs');
  await learn(ladder, given.url, plain, best);
  return withReason(best, sources);
}

/** The rungs that may be used, cheapest first. @throws AppError when only a browser may and there is none. */
function sourcesFor(all: readonly PageSource[], { request, url }: Climb): readonly PageSource[] {
  const usable = all.filter(({ rung }) => rung.accepts?.(url) ?? true);
  if (request.render === 'auto') return usable;
  const sources = usable.filter(({ rung }) => rung.renders === (request.render === 'always'));
  if (sources.length > 0) return sources;
  throw new AppError('browser_unavailable', 'render="always" needs a browser, and none can be used.', {
    hint: 'Run `plainsight setup` to get one, or ask again with render="auto".',
  });
}

/** The plain request where only a browser may look at pages: for what turns out to be a file that it would save. */
function plainFor(all: readonly PageSource[], { request, url }: Climb): PageSource | null {
  if (request.render !== 'always') return null;
  return all.find(({ rung }) => rung.name === 'http' && (rung.accepts?.(url) ?? true)) ?? null;
}

/** The plain request, where the site is known to turn it away and a browser can be sent instead. */
async function sparedSource(ladder: LadderDependencies, sources: readonly PageSource[], given: Climb) {
  const plain = sources.find(({ rung }) => rung.name === 'http');
  if (!plain || !ladder.memory || !sources.some(({ rung }) => rung.renders)) return null;
  if (!(await ladder.memory.skipsPlain(given.url))) return null;
  given.attempts.push({ rung: 'http', outcome: 'skipped: this site turned plain requests away before', ms: 0 });
  return plain;
}

/** The rung to try now; null when none could do better, or none has time for it. */
function nextOf(
  left: ReadonlySet<PageSource>,
  best: Found | null,
  spared: PageSource | null,
  { deadline }: Climb,
): PageSource | null {
  if (best === null) {
    const live = [...left].filter(({ rung }) => rung.name !== 'archive');
    return live.find((source) => source !== spared) ?? live[0] ?? null;
  }
  const wanted = furtherRungs(best.document).filter((name) => hasTimeFor(name, deadline.remainingMs));
  for (const name of wanted) {
    const source = [...left].find(({ rung }) => rung.name === name);
    if (source) return source;
  }
  return null;
}

/** A copy that is young enough; a rendered one is better than a plain one, and a live one than one of the archive. */
async function fromCache(ladder: LadderDependencies, sources: readonly PageSource[], given: Climb) {
  const started = performance.now();
  const order = [...sources].reverse().sort((a, b) => rank(a) - rank(b));
  for (const source of order) {
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

function rank({ rung }: PageSource): number {
  return rung.name === 'archive' ? 1 : 0;
}

/** One more rung. With an answer at hand its faults are remarks; without one they are the caller's to know. */
async function next(
  ladder: LadderDependencies,
  source: PageSource,
  given: Climb,
  best: Found | null,
  later: ReadonlySet<Tried['rung']>,
  limitMs = limitOf(source.rung.name, given.deadline.remainingMs, later),
): Promise<Found> {
  const { deadline, attempts } = given;
  const { name } = source.rung;
  const started = performance.now();
  const known = attempts.length;
  try {
    const found = await oneRung(ladder, source, given, best, limitMs);
    return best === null ? found : preferred(best, found, name);
  } catch (thrown) {
    const reason = afterCheaper(thrown, deadline, name);
    if (reason && attempts.length === known) attempts.push({ rung: name, outcome: reason.code, ms: since(started) });
    if (best === null || reason === null) throw thrown;
    return { ...best, notes: [...best.notes, reason.note] };
  }
}

/** A page that turned its visitor away is asked once more where the rung has a way for that. */
async function secondTry(
  ladder: LadderDependencies,
  source: PageSource,
  given: Climb,
  best: Found,
  later: ReadonlySet<Tried['rung']>,
): Promise<Found> {
  const { again } = source;
  if (again === null || !turnedAway(best.document)) return best;
  const limitMs = limitOfSecondTry(source.rung.name, given.deadline.remainingMs, later);
  const isThere = limitMs !== null && (await source.rung.again?.isThere());
  return isThere === true && limitMs !== null ? next(ladder, again, given, best, later, limitMs) : best;
}

async function oneRung(
  ladder: LadderDependencies,
  source: PageSource,
  given: Climb,
  best: Found | null,
  limitMs: number,
): Promise<Found> {
  const { url, deadline, attempts } = given;
  const { name } = source.rung;
  const started = performance.now();
  const page = best?.record?.page ?? null;
  const obtained = await source.obtain({
    url,
    // What a browser was shown is no page to show to another.
    atHand: page?.sight === null ? page : null,
    expand: given.request.expand,
    instead: best && `${best.document.status}: ${best.document.reason.code}`,
    limitMs,
    signal: deadline.signal,
    remainingMs: () => deadline.remainingMs,
    progress: given.progress,
  });
  const outcome = source.manner === '' ? obtained.outcome : `${obtained.outcome} ${source.manner}`;
  const attempt = { rung: name, outcome, ms: since(started) };
  attempts.push(attempt);
  const rest = { fromCache: false, attempts, notes: [] };
  if (obtained.type === 'failed') return { ...rest, document: obtained.document, record: null };
  given.progress('understand');
  const { record } = obtained;
  const document = await ladder.documentOf(given, record);
  attempts[attempts.length - 1] = { ...attempt, found: document.reason.code };
  if (isAnswer(document)) ladder.cache.keep(source.keyOf(url, given.request.expand), record);
  return { ...rest, document, record };
}

/** What this read showed about the site, for the next one. */
async function learn({ memory }: LadderDependencies, url: string, plain: Document | null, best: Found): Promise<void> {
  if (!memory || plain === null) return;
  const isSeen = best.document.via === 'browser' && isAnswer(best.document);
  if (turnsPlainAway(plain) || (plain.reason.code === 'http_forbidden' && isSeen)) await memory.remember(url);
  else if (isAnswer(plain)) await memory.forget(url);
}

/** Without a browser the static answer is all there is; that is said once, with what would help. */
function withReason(found: Found, sources: readonly PageSource[]): Found {
  const isOpen = found.document.seen === 'static' && found.document.via === 'http' && isAnswer(found.document);
  const isFile = found.attempts.some(({ outcome }) => outcome === 'file_download');
  if (!isOpen || isFile || found.notes.length > 0 || !sources.some(({ rung }) => rung.renders)) return found;
  return { ...found, notes: ['There was no time left to look at the page in a browser.'] };
}

export function since(started: number): number {
  return Math.round(performance.now() - started);
}
