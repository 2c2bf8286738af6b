import { delay } from '../base/time.ts';
import { askEngine, type EngineAnswer } from './ask-engine.ts';
import type { RestKind } from './engine-health.ts';
import type { Station } from './plan.ts';
import type { AttemptOutcome } from './search.ts';
import { MIN_LEFT_MS, type SearchWalk } from './search-walk.ts';
import { areUnrelated } from './unrelated.ts';

/** Longest time one engine is waited for. */
const TIME_MS = { direct: 8_000, browser: 15_000, api: 12_000 } as const;
const WAY = { direct: 'page', browser: 'browser', api: 'keyed' } as const;
/** Engines that gave results and are put together, at most: asking more is impolite and adds little. */
const MAX_ANSWERS = 3;
/** So many engines have to say that there is nothing before it is believed while others could be asked. */
const EMPTY_ANSWERS = 2;
/** Longest wait that a keyed service may ask for within a search. */
const SHORT_WAIT_MS = 2_500;

/** The outcomes that make an engine rest, and for what. */
const REST_OF: Readonly<Partial<Record<AttemptOutcome, RestKind>>> = {
  rate_limited: 'limited',
  challenge: 'challenged',
  blocked: 'refused',
  timeout: 'timeout',
  unparsed: 'unparsed',
  error: 'error',
};

/** Asks one engine after the other until the answer is good enough. True when the search is answered. */
export async function walkEngines(walk: SearchWalk, stations: readonly Station[]): Promise<boolean> {
  const answered = { web: 0, news: 0, knowledge: 0 };
  let empty = 0;
  for (const station of stations) {
    const { role } = station.engine.template;
    if (walk.deadline.remainingMs < MIN_LEFT_MS) break;
    if (role === 'news' && answered.news > 0) continue;
    const outcome = await ask(walk, station);
    if (outcome === 'no browser') break;
    if (outcome === 'ok') answered[role]++;
    if (outcome === 'empty' && role === 'web') empty++;
    // News alone answer no question about the latest release of something.
    if (walk.isEnough && (!walk.query.newsLike || answered.web > 0)) return true;
    if (walk.providers.size >= MAX_ANSWERS || (walk.pages === 0 && empty >= EMPTY_ANSWERS)) return true;
  }
  return walk.pages > 0 || empty > 0;
}

async function ask(walk: SearchWalk, station: Station): Promise<AttemptOutcome | 'no browser'> {
  const { label, layer, engine } = station;
  const startedAt = performance.now();
  if ((await walk.parts.health.restOf(label)) > 0) return ended(walk, label, startedAt, 'resting');
  const { rate } = engine.template.request;
  const lane = { signal: walk.deadline.signal, maxWaitMs: walk.deadline.remainingMs - MIN_LEFT_MS, rate };
  const waitMs = await walk.parts.pace.enterEngine(label, WAY[layer], lane);
  if (waitMs > 0) {
    walk.soonestMs = Math.min(walk.soonestMs, waitMs);
    return ended(walk, label, startedAt, 'rate_limited', `our own pace: its turn is in ${Math.ceil(waitMs / 1000)} s`);
  }
  const timeoutMs = Math.min(TIME_MS[layer], walk.deadline.remainingMs);
  const answer = await sendPatiently(walk, station, timeoutMs);
  if (answer.outcome === 'skipped' && layer === 'browser') {
    walk.record('browser', 'skipped', startedAt, answer.detail);
    return 'no browser';
  }
  // Cut short by the time of the whole search, the engine is not to blame.
  const isCut = answer.outcome === 'timeout' && timeoutMs < TIME_MS[layer] / 2;
  if (!isCut && engine.origin !== 'caller') await remember(walk, station, answer);
  if (answer.outcome === 'empty') walk.empties.add(label);
  if (answer.outcome !== 'ok') return ended(walk, label, startedAt, answer.outcome, answer.detail);
  const from = { label, engine: engine.name, weight: engine.template.weight, freshness: answer.freshness };
  const { template } = engine;
  if (template.kind === 'html' && template.decoys && areUnrelated(walk.query.text, answer.hits)) {
    walk.doubtful.push({ raw: answer.hits, from });
    return ended(walk, label, startedAt, 'thin', 'none of its results holds a word of the question');
  }
  const kept = walk.take(answer.hits, from);
  for (const filter of answer.unknownFilters) walk.notes.push(`${label} cannot apply ${filter}.`);
  return ended(walk, label, startedAt, kept > 0 ? 'ok' : 'empty');
}

function ended(
  walk: SearchWalk,
  label: string,
  startedAt: number,
  outcome: AttemptOutcome,
  detail = '',
): AttemptOutcome {
  walk.record(label, outcome, startedAt, detail);
  return outcome;
}

/** A keyed service that says “in a second” is asked again in a second. */
async function sendPatiently(walk: SearchWalk, station: Station, timeoutMs: number): Promise<EngineAnswer> {
  const answer = await send(walk, station, timeoutMs);
  const { outcome, retryAfterMs } = answer;
  const waitMs = station.layer === 'api' && outcome === 'rate_limited' ? retryAfterMs : null;
  const spareMs = walk.deadline.remainingMs - MIN_LEFT_MS;
  if (waitMs === null || waitMs > SHORT_WAIT_MS || waitMs > spareMs) return answer;
  await delay(waitMs, walk.deadline.signal);
  return send(walk, station, Math.min(timeoutMs, walk.deadline.remainingMs));
}

async function send(walk: SearchWalk, { layer, engine }: Station, timeoutMs: number): Promise<EngineAnswer> {
  const { outlets, clock } = walk.parts;
  const { signal } = walk.deadline;
  try {
    return await askEngine(engine, walk.query, { way: WAY[layer], outlets, signal, timeoutMs, nowMs: clock.now() });
  } catch (thrown) {
    if (!walk.deadline.timedOut && !(thrown instanceof Error && thrown.name === 'TimeoutError')) throw thrown;
    const detail = 'the time for the whole search was over';
    return { outcome: 'timeout', detail, hits: [], retryAfterMs: null, freshness: 'none', unknownFilters: [] };
  }
}

async function remember(
  walk: SearchWalk,
  { label, layer }: Station,
  { outcome, retryAfterMs }: EngineAnswer,
): Promise<void> {
  const { health } = walk.parts;
  if (outcome !== 'unreachable' && outcome !== 'skipped') walk.reached = true;
  const kind = REST_OF[outcome];
  if (outcome === 'ok' || outcome === 'empty') await health.clear(label);
  else if (outcome === 'unreachable') walk.unreachable.push(label);
  else if (kind && layer === 'api') await health.rest(label, kind, { exactMs: retryAfterMs });
  else if (kind) await health.rest(label, kind, { atLeastMs: retryAfterMs });
}
