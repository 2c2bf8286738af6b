import { AppError } from '../base/errors.ts';
import { truncate } from '../base/text.ts';
import type { SearchWalk } from './search-walk.ts';

/** The error of a search that nobody answered: what was tried, when to come back, how to depend on less. */
export async function unavailable(walk: SearchWalk): Promise<AppError> {
  const tried = outcomesOf(walk);
  const resting = await walk.parts.health.resting();
  const planned = new Set(walk.attempts.map(({ layer }) => layer));
  const waits = resting.filter(({ engine }) => planned.has(engine)).map(({ retry_after_s }) => retry_after_s * 1000);
  const retryAfterMs = Math.min(walk.soonestMs, ...waits, DEFAULT_RETRY_MS);
  const seconds = Math.ceil(retryAfterMs / 1000);
  return new AppError(
    'search_unavailable',
    `No search engine answered; this does not mean that there are no results. Tried: ${tried || 'nothing, as no layer is set up'}.`,
    {
      hint:
        `${walk.reached || walk.unreachable.length === 0 ? '' : 'Is this machine online? '}Try again in ${seconds} s. To depend less on public engines, run SearXNG beside Plainsight (compose.yaml) and ` +
        'set PLAINSIGHT_SEARXNG_URL, or set a key such as PLAINSIGHT_BRAVE_API_KEY; `plainsight search --engines` shows ' +
        'who rests.',
      retryable: true,
      retryAfterMs,
    },
  );
}

const DEFAULT_RETRY_MS = 5 * 60_000;

const MAX_TRIED = 900;

/** Labels with the same fate together: “direct:bing, direct:google unreachable (host not found)”. */
function outcomesOf(walk: SearchWalk): string {
  const byFate = new Map<string, string[]>();
  for (const { layer, outcome } of walk.attempts) {
    const detail = walk.details.get(layer);
    const fate = `${outcome.replaceAll('_', ' ')}${detail ? ` (${detail})` : ''}`;
    byFate.set(fate, [...(byFate.get(fate) ?? []), layer]);
  }
  const tried = [...byFate].map(([fate, layers]) => `${[...new Set(layers)].join(', ')} ${fate}`).join('; ');
  return truncate(tried, MAX_TRIED);
}
