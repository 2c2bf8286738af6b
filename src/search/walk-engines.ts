import { askEngine, type EngineAnswer } from './ask-engine.ts';
import type { RestKind } from './engine-health.ts';
import type { Station } from './plan.ts';
import type { AttemptOutcome } from './search.ts';
import { MIN_LEFT_MS, type SearchWalk } from './search-walk.ts';

/** Longest time one engine is waited for. */
const TIME_MS = { direct: 8_000, browser: 15_000, api: 12_000 } as const;
const WAY = { direct: 'page', browser: 'browser', api: 'keyed' } as const;
/** Engines that gave results and are put together, at most: asking more is impolite and adds little. */
const MAX_ANSWERS = 3;
/** So many engines have to say that there is nothing before it is believed while others could be asked. */
const EMPTY_ANSWERS = 2;

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
  const lane = { signal: walk.deadline.signal, maxWaitMs: walk.deadline.remainingMs - MIN_LEFT_MS };
  const waitMs = await walk.parts.pace.enterEngine(label, WAY[layer], lane);
  if (waitMs > 0) {
    walk.soonestMs = Math.min(walk.soonestMs, waitMs);
    return ended(walk, label, startedAt, 'rate_limited', `our own pace: its turn is in ${Math.ceil(waitMs / 1000)} s`);
  }
  const timeoutMs = Math.min(TIME_MS[layer], walk.deadline.remainingMs);
  const answer = await send(walk, station, timeoutMs);
  if (answer.outcome === 'skipped' && layer === 'browser') {
    walk.record('browser', 'skipped', startedAt, answer.detail);
    return 'no browser';
  }
  // Cut short by the time of the whole search, the engine is not to blame.
  const isCut = answer.outcome === 'timeout' && timeoutMs < TIME_MS[layer] / 2;
  if (!isCut && engine.origin !== 'caller') await remember(walk, label, answer);
  if (answer.outcome === 'empty') walk.empties.add(label);
  if (answer.outcome !== 'ok') return ended(walk, label, startedAt, answer.outcome, answer.detail);
  const { weight } = engine.template;
  const kept = walk.take(answer.hits, { label, engine: engine.name, weight, freshness: answer.freshness });
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

async function remember(walk: SearchWalk, label: string, { outcome, retryAfterMs }: EngineAnswer): Promise<void> {
  const { health } = walk.parts;
  if (outcome !== 'unreachable' && outcome !== 'skipped') walk.reached = true;
  const kind = REST_OF[outcome];
  if (outcome === 'ok' || outcome === 'empty') await health.clear(label);
  else if (outcome === 'unreachable') walk.unreachable.push(label);
  else if (kind) await health.rest(label, kind, { atLeastMs: retryAfterMs });
}
