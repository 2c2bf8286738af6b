import { restKindOf } from './engine-health.ts';
import type { Group } from './plan.ts';
import { MIN_LEFT_MS, type SearchWalk } from './search-walk.ts';
import type { Searxng, SearxngAnswer } from './searxng.ts';

const TIME_MS = 12_000;
/** The operator's own instance is soon mended and never flagged: it is tried again before long. */
const OWN_REST_CAP_MS = 60_000;
/** Health knows engines behind SearXNG by this prefix. */
const PREFIX = 'searxng:';
const LABEL = 'searxng';
const RETRY_LABEL = 'searxng-retry';

type SearxngGroup = Extract<Group, { readonly type: 'searxng' }>;

/**
 * SearXNG, and when many of its engines did not answer, SearXNG again with the healthy ones named. What it says of its
 * engines goes into the table of health. True when the search is answered.
 */
export async function walkSearxng(walk: SearchWalk, group: SearxngGroup): Promise<boolean> {
  const { searxng, health } = walk.parts;
  if (searxng === null) return false;
  if ((await health.restOf(LABEL)) > 0) {
    walk.record(LABEL, 'resting', performance.now());
    return false;
  }
  const engines = group.engines ?? (await namedFirst(walk, searxng));
  const first = await ask(walk, searxng, LABEL, engines);
  if (first === null || !group.retry || first.outcome !== 'thin') return settled(walk, first);
  const healthy = await healthyEngines(walk, searxng);
  const isOther = healthy !== null && healthy.length > 0 && String(healthy) !== String(engines);
  if (!isOther || walk.deadline.remainingMs < MIN_LEFT_MS) return walk.isEnough;
  return settled(walk, await ask(walk, searxng, RETRY_LABEL, healthy));
}

function settled(walk: SearchWalk, answer: SearxngAnswer | null): boolean {
  if (walk.isEnough) return true;
  if (answer?.outcome === 'empty') return true;
  return answer?.outcome === 'ok' && walk.pages > 0;
}

/** Nobody is named while all are well: SearXNG knows best. */
async function namedFirst(walk: SearchWalk, searxng: Searxng): Promise<readonly string[] | null> {
  const resting = await walk.parts.health.resting();
  if (!resting.some(({ engine }) => engine.startsWith(PREFIX))) return null;
  const healthy = await healthyEngines(walk, searxng);
  return healthy !== null && healthy.length > 0 ? healthy : null;
}

async function healthyEngines(walk: SearchWalk, searxng: Searxng): Promise<readonly string[] | null> {
  const all = await searxng.engines(walk.query, walk.deadline.signal);
  if (all === null) return null;
  const resting = new Set((await walk.parts.health.resting()).map(({ engine }) => engine));
  return all.filter((name) => !resting.has(PREFIX + name));
}

async function ask(
  walk: SearchWalk,
  searxng: Searxng,
  label: string,
  engines: readonly string[] | null,
): Promise<SearxngAnswer | null> {
  const startedAt = performance.now();
  const { signal } = walk.deadline;
  const lane = { signal, maxWaitMs: walk.deadline.remainingMs - MIN_LEFT_MS };
  const waitMs = await walk.parts.pace.enterEngine(LABEL, 'searxng', lane);
  if (waitMs > 0) {
    walk.soonestMs = Math.min(walk.soonestMs, waitMs);
    walk.record(label, 'rate_limited', startedAt, `our own pace: its turn is in ${Math.ceil(waitMs / 1000)} s`);
    return null;
  }
  const timeoutMs = Math.min(TIME_MS, walk.deadline.remainingMs);
  const answer = await searxng.ask(walk.query, { signal, timeoutMs, engines });
  await remember(walk, answer, timeoutMs === TIME_MS);
  const { outcome, detail, hits, freshness } = answer;
  const kept = hits.length === 0 ? 0 : walk.take(hits, { label, engine: LABEL, weight: 1, freshness });
  if (outcome === 'empty') walk.empties.add(label);
  const isEmptied = hits.length > 0 && kept === 0;
  walk.record(label, isEmptied && outcome === 'ok' ? 'empty' : outcome, startedAt, detail);
  if (detail !== '' && outcome !== 'thin') walk.notes.push(`${label}: ${detail}.`);
  return isEmptied ? { ...answer, outcome: 'thin' } : answer;
}

async function remember(walk: SearchWalk, answer: SearxngAnswer, hadTime: boolean): Promise<void> {
  const { health } = walk.parts;
  for (const engine of answer.live) await health.clear(PREFIX + engine);
  for (const { engine, reason } of answer.dead) await health.rest(PREFIX + engine, restKindOf(reason));
  const { outcome, retryAfterMs } = answer;
  // That our own SearXNG is gone says nothing about the web; that it answered with results does.
  if (answer.live.length > 0) walk.reached = true;
  if (outcome === 'rate_limited')
    await health.rest(LABEL, 'limited', { atLeastMs: retryAfterMs, capMs: OWN_REST_CAP_MS });
  else if (outcome === 'timeout' && hadTime) await health.rest(LABEL, 'timeout');
  else if (outcome === 'ok' || outcome === 'empty' || outcome === 'thin') await health.clear(LABEL);
}
