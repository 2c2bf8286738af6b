import type { Hit } from './hit.ts';
import type { SearchResult } from './search.ts';

/**
 * Reciprocal rank fusion (Cormack, Clarke and Büttcher, 2009): a result scores 1 / (60 + rank) with each engine that
 * found it. Needs no scores of the engines, which cannot be compared, and no tuning.
 */
const K = 60;

interface Merged {
  hit: Hit;
  snippet: string;
  published: string | null;
  /** Best rank and weight of each engine: an engine that names a page twice counts once. */
  readonly engines: Map<string, { rank: number; weight: number }>;
  readonly order: number;
}

/** Hits of all answers put together: one result for each page, best first. The first mention is the one shown. */
export function fuse(hits: readonly Hit[], limit: number): SearchResult[] {
  const merged = merge(hits);
  const best = new Map<string, number>();
  for (const { engines } of merged) for (const [name, { weight }] of engines) best.set(name, weight);
  const top = [...best.values()].reduce((sum, weight) => sum + weight / (K + 1), 0);
  const scored = merged.map((each) => ({ each, score: scoreOf(each) / (top || 1) }));
  scored.sort((a, b) => b.score - a.score || a.each.order - b.each.order);
  return scored.slice(0, limit).map(({ each, score }, index) => ({
    rank: index + 1,
    title: each.hit.title,
    url: each.hit.url,
    snippet: each.snippet,
    engines: [...each.engines].sort(([, a], [, b]) => a.rank - b.rank).map(([name]) => name),
    published: each.published,
    score: Math.round(score * 10_000) / 10_000,
  }));
}

/** How many different pages these are. */
export function countPages(hits: readonly Hit[]): number {
  return new Set(hits.map(({ key }) => key)).size;
}

function merge(hits: readonly Hit[]): Merged[] {
  const byKey = new Map<string, Merged>();
  for (const hit of hits) {
    let entry = byKey.get(hit.key);
    if (!entry) {
      entry = { hit, snippet: hit.snippet, published: hit.published, engines: new Map(), order: byKey.size };
      byKey.set(hit.key, entry);
    } else {
      // The longer snippet tells more; of two addresses of one page the encrypted one is shown.
      if (hit.snippet.length > entry.snippet.length) entry.snippet = hit.snippet;
      entry.published ??= hit.published;
      if (/^http:/iu.test(entry.hit.url) && /^https:/iu.test(hit.url)) entry.hit = { ...entry.hit, url: hit.url };
    }
    for (const { engine, rank, weight } of hit.foundBy) {
      const known = entry.engines.get(engine);
      if (!known || rank < known.rank) entry.engines.set(engine, { rank, weight });
    }
  }
  return [...byKey.values()];
}

function scoreOf({ engines }: Merged): number {
  let score = 0;
  for (const { rank, weight } of engines.values()) score += weight / (K + rank);
  return score;
}
