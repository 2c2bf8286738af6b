import type { Group, Plan } from './plan.ts';
import { MIN_LEFT_MS, type SearchWalk } from './search-walk.ts';
import { walkEngines } from './walk-engines.ts';
import { walkSearxng } from './walk-searxng.ts';

/**
 * Goes through the layers until the search is answered. Rejects with the reason of the signal when the caller
 * cancels; when the time is over it ends with what there is.
 */
export async function walkPlan(walk: SearchWalk, { groups }: Plan): Promise<void> {
  try {
    for (const group of groups) {
      if (walk.deadline.remainingMs < MIN_LEFT_MS) break;
      if (isHopeless(walk, group)) continue;
      const isAnswered =
        group.type === 'searxng' ? await walkSearxng(walk, group) : await walkEngines(walk, group.stations);
      if (isAnswered) break;
    }
  } catch (thrown) {
    if (!walk.deadline.timedOut) throw thrown;
  }
  takeDoubtful(walk);
  await settleUnreachable(walk);
}

/** Where nobody else found anything, what seems to answer another question is given all the same, and said so. */
function takeDoubtful(walk: SearchWalk): void {
  const [first] = walk.doubtful;
  if (walk.pages > 0 || walk.empties.size > 0 || first === undefined) return;
  walk.take(first.raw, first.from);
  walk.notes.unshift(
    `No result of ${first.from.label} holds a word of the question: it may have answered another one.`,
  );
}

/** A browser reaches nothing either where a whole row of engines could not be reached. */
function isHopeless({ reached, unreachable }: SearchWalk, group: Group): boolean {
  if (group.type !== 'engines' || reached || unreachable.length < 2) return false;
  return group.stations.every(({ layer }) => layer === 'browser');
}

/** When nothing at all could be reached, it is our network that is gone, and no engine is to blame for that. */
async function settleUnreachable(walk: SearchWalk): Promise<void> {
  if (!walk.reached) return;
  for (const label of walk.unreachable) await walk.parts.health.rest(label, 'unreachable');
}
