import { oneLine, truncate } from '../base/text.ts';
import { canParseUrl } from '../base/url.ts';
import { queryTerms } from '../rank/query-terms.ts';
import { isSingle, tokenize } from '../rank/tokenize.ts';
import type { Document } from '../read/document.ts';
import { pageKey, siteKey } from './addresses.ts';
import type { FollowTokens } from './follow-token.ts';
import type { HitRules } from './hits.ts';
import type { Candidate, Passage } from './result.ts';

const MAX_CANDIDATES = 12;
const MAX_PER_PAGE = 4;
const MAX_PER_SITE = 3;
/** A search is 1, its links are 2, theirs 3; further away a link has little to do with the question. */
const MAX_DEPTH = 3;
const MAX_LABEL = 100;
const MAX_URL = 1000;
/** A link in our own Markdown, which escapes brackets inside. Bounded, so that brackets without end cost nothing. */
const LINK = /(!?)\[((?:[^[\]\\\n]|\\.){1,500})\]\((https?:\/\/(?:[^\s()]|\([^\s()]{0,200}\)){1,2000})\)/gu;
const UNREAD_FORMAT =
  /\.(?:zip|gz|tgz|bz2|xz|7z|rar|exe|msi|dmg|pkg|deb|rpm|iso|apk|jar|mp[34]|m4[av]|mov|avi|mkv|webm|ogg|wav|flac|jpe?g|png|gif|webp|svg|ico|woff2?|ttf|otf|psd|pptx?|xlsx?|docx?)$/iu;

export interface CandidateInput {
  readonly passages: readonly Passage[];
  /** The pages that were read for this answer, evidence or not, by the address that passages name. */
  readonly documents: ReadonlyMap<string, { readonly document: Document; readonly depth: number }>;
  /** Addresses that need no card: everything that was read. */
  readonly read: ReadonlySet<string>;
  readonly rules: HitRules;
  readonly query: string;
  readonly tokens: FollowTokens;
  readonly nowMs: number;
}

/** Links inside the passages as cards to follow: those whose words are asked for first, then in the order of passages. */
export function candidatesIn(input: CandidateInput): Candidate[] {
  const wanted = new Set(
    queryTerms(input.query)
      .filter(({ content }) => content)
      .map(({ term }) => term),
  );
  const links = input.passages
    .flatMap((passage) => linksOf(passage, input))
    .map((link, order) => ({ ...link, order, relevance: relevance(link.label, wanted) }))
    .sort((a, b) => b.relevance - a.relevance || a.order - b.order);
  const limits = new Limits();
  const cards: Candidate[] = [];
  for (const link of links) {
    if (cards.length >= MAX_CANDIDATES) break;
    const site = siteKey(link.url, input.rules.siteOf);
    if (limits.takes(pageKey(link.url), link.parent.source_url, site)) cards.push(cardOf(link, site, input));
  }
  return cards;
}

interface Link {
  readonly url: string;
  readonly label: string;
  readonly parent: Passage;
  readonly depth: number;
}

function linksOf(parent: Passage, { documents, read, rules }: CandidateInput): Link[] {
  const depth = (documents.get(parent.source_url)?.depth ?? MAX_DEPTH) + 1;
  if (depth > MAX_DEPTH || parent.fence) return [];
  const own = pageKey(parent.source_url);
  return [...parent.text.matchAll(LINK)].flatMap(([, image, label = '', written = '']) => {
    if (image !== '' || !canParseUrl(written)) return [];
    const url = new URL(written);
    url.hash = '';
    const key = pageKey(url.href);
    const known = key === own || read.has(key);
    if (known || url.href.length > MAX_URL || url.username !== '' || rules.domains.refusal(url.href) !== null)
      return [];
    return [{ url: url.href, label: plain(label), parent, depth }];
  });
}

function plain(label: string): string {
  return truncate(oneLine(label.replace(/\\(.)/gu, '$1').replace(/[*_`]+/gu, '')), MAX_LABEL);
}

function relevance(label: string, wanted: ReadonlySet<string>): number {
  return new Set(tokenize(label).filter((term) => !isSingle(term) && wanted.has(term))).size;
}

class Limits {
  readonly #keys = new Set<string>();
  readonly #pages = new Map<string, number>();
  readonly #sites = new Map<string, number>();

  takes(key: string, page: string, site: string): boolean {
    const ofPage = this.#pages.get(page) ?? 0;
    const ofSite = this.#sites.get(site) ?? 0;
    if (this.#keys.has(key) || ofPage >= MAX_PER_PAGE || ofSite >= MAX_PER_SITE) return false;
    this.#keys.add(key);
    this.#pages.set(page, ofPage + 1);
    this.#sites.set(site, ofSite + 1);
    return true;
  }
}

function cardOf({ url, label, parent, depth }: Link, domain: string, input: CandidateInput): Candidate {
  const counts = input.documents.get(parent.source_url)?.document.threatCounts ?? {};
  const threats = Object.values(counts).reduce((sum, count) => sum + count, 0);
  const same = [...input.documents.keys()].filter((page) => siteKey(page, input.rules.siteOf) === domain).length;
  const flags = [
    ...((counts.strip_incomplete ?? 0) > 0 ? ['parent_strip_incomplete'] : []),
    ...((counts.detection_degraded ?? 0) > 0 ? ['parent_detection_degraded'] : []),
    ...(threats > 0 ? [`parent_threats=${threats}`] : []),
    ...(UNREAD_FORMAT.test(new URL(url).pathname) ? ['likely_unsupported_format'] : []),
    ...(same > 0 ? [`same_domain_pages=${same}`] : []),
  ];
  return {
    token: input.tokens.sign({ url, depth }, input.nowMs),
    url,
    domain,
    label,
    parent_source_url: parent.source_url,
    parent_passage_id: parent.id,
    depth,
    flags,
  };
}
