import { isAmong } from './domains.ts';
import { isWithin } from './freshness.ts';
import type { Hit } from './hit.ts';
import type { Query } from './query.ts';

export interface Filtered {
  readonly kept: readonly Hit[];
  /** Outside of the domains asked for. */
  readonly elsewhere: number;
  /** Dated outside of the time asked for. */
  readonly outdated: number;
  /** Without a date, from an engine that could not be told the time asked for. */
  readonly undated: number;
}

/** What engines were told and what they could not be told, held against every result. */
export function applyFilters(hits: readonly Hit[], query: Query, freshness: 'applied' | 'wider' | 'none'): Filtered {
  const counts = { elsewhere: 0, outdated: 0, undated: 0 };
  const kept = hits.filter(({ url, published }) => {
    const isOutside = query.include.length > 0 && !isAmong(url, query.include);
    if (isOutside || isAmong(url, query.exclude)) counts.elsewhere++;
    else if (query.freshness === null) return true;
    else if (published === null && freshness !== 'applied') counts.undated++;
    else if (published !== null && !isWithin(published, query.freshness)) counts.outdated++;
    else return true;
    return false;
  });
  return { kept, ...counts };
}
