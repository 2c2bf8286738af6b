import type { SearchResult } from '../search/search.ts';
import { pageKey, type SiteOf, siteKey } from './addresses.ts';
import type { DomainFilter } from './domain-filter.ts';
import { isBefore } from './published.ts';
import type { Source } from './result.ts';

/** A page that may be read. */
export interface Hit {
  readonly url: string;
  readonly title: string;
  readonly depth: number;
  readonly discoveredVia: Source['discovered_via'];
}

export interface HitRules {
  readonly domains: DomainFilter;
  readonly publishedAfter: string | null;
  readonly pagesPerSite: number;
  readonly siteOf: SiteOf;
}

export interface SiftedHits {
  /** Worth reading, best first. */
  readonly hits: readonly Hit[];
  /** Further pages of sites that have had their share, to fall back on when those fail. */
  readonly spares: readonly Hit[];
  readonly counts: {
    readonly distinct: number;
    readonly byDomain: Readonly<Record<string, number>>;
    readonly excluded: number;
    readonly outside: number;
    readonly beforeDate: number;
    readonly sameDomain: number;
  };
}

/** Takes from the results of a search what the filters allow: each page once, of each site as many as asked for. */
export function siftHits(results: readonly SearchResult[], rules: HitRules): SiftedHits {
  const seen = new Set<string>();
  const bySite = new Map<string, number>();
  const byDomain: Record<string, number> = {};
  const counts = { distinct: 0, excluded: 0, outside: 0, beforeDate: 0, sameDomain: 0 };
  const hits: Hit[] = [];
  const spares: Hit[] = [];
  for (const { url, title, published } of results) {
    const key = pageKey(url);
    if (seen.has(key)) continue;
    seen.add(key);
    counts.distinct++;
    const site = siteKey(url, rules.siteOf);
    byDomain[site] = (byDomain[site] ?? 0) + 1;
    const refusal = rules.domains.refusal(url);
    const taken = bySite.get(site) ?? 0;
    if (refusal === 'excluded_domain') counts.excluded++;
    else if (refusal === 'outside_domains') counts.outside++;
    else if (isBefore(published, rules.publishedAfter)) counts.beforeDate++;
    else {
      bySite.set(site, taken + 1);
      const spare = taken >= rules.pagesPerSite;
      if (spare) counts.sameDomain++;
      (spare ? spares : hits).push({ url, title, depth: 1, discoveredVia: 'search' });
    }
  }
  return { hits, spares, counts: { ...counts, byDomain } };
}
