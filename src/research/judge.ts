import type { Document } from '../read/document.ts';
import { pageKey, siteKey } from './addresses.ts';
import type { Hit, HitRules } from './hits.ts';
import { isBefore } from './published.ts';
import type { FilterReason } from './result.ts';

export interface Judged {
  readonly evidence: boolean;
  /** What keeps a page out that was obtained. */
  readonly filtered: FilterReason | null;
  /** No date is known that a filter could be held against. */
  readonly unknownDate: boolean;
}

/** Decides page by page, in the order in which they arrive, which are evidence. */
export interface Judge {
  /** True when the page was obtained and nothing keeps it out. A wall or an error page never is evidence. */
  accepts(document: Document, hit: Hit): boolean;
  of(hit: Hit): Judged | undefined;
  isEvidence(hit: Hit): boolean;
  /** Whether the site of an address has given as much evidence as it may. */
  isFull(address: string): boolean;
}

export function createJudge(rules: HitRules): Judge {
  const judged = new Map<Hit, Judged>();
  const addresses = new Set<string>();
  const contents = new Set<string>();
  const sites = new Map<string, number>();
  return {
    of: (hit) => judged.get(hit),
    isFull,
    isEvidence: (hit) => judged.get(hit)?.evidence ?? false,
    accepts(document, hit) {
      const obtained = isContent(document);
      const filtered = obtained ? reasonAgainst(document) : null;
      const { published } = document.provenance;
      const unknownDate = obtained && rules.publishedAfter !== null && published === null;
      const evidence = obtained && filtered === null;
      judged.set(hit, { evidence, filtered, unknownDate });
      if (evidence) remember(document);
      return evidence;
    },
  };

  function reasonAgainst({ finalUrl, provenance }: Document): FilterReason | null {
    const refusal = rules.domains.refusal(finalUrl);
    if (refusal !== null) return refusal;
    if (isBefore(provenance.published, rules.publishedAfter)) return 'before_date';
    const known = keysOf(finalUrl, provenance.canonical_url).some((key) => addresses.has(key));
    if (known || contents.has(provenance.content_sha256)) return 'duplicate';
    return isFull(finalUrl) ? 'same_site' : null;
  }

  function isFull(address: string): boolean {
    return (sites.get(siteKey(address, rules.siteOf)) ?? 0) >= rules.pagesPerSite;
  }

  function remember({ finalUrl, provenance }: Document): void {
    for (const key of keysOf(finalUrl, provenance.canonical_url)) addresses.add(key);
    contents.add(provenance.content_sha256);
    const site = siteKey(finalUrl, rules.siteOf);
    sites.set(site, (sites.get(site) ?? 0) + 1);
  }
}

function isContent({ status, page }: Document): boolean {
  return (status === 'ok' || status === 'partial') && page.text.trim() !== '';
}

/** A canonical address of another site is a claim of the page alone, and no reason to drop that other page. */
function keysOf(finalUrl: string, canonical: string | null): string[] {
  const own = pageKey(finalUrl);
  const named = canonical === null ? own : pageKey(canonical);
  return named.split('/')[0] === own.split('/')[0] ? [own, named] : [own];
}
