import { chooseList } from '../read/fit-lists.ts';
import { dataCost } from '../read/tokens.ts';
import type { PassageDraft } from './evidence.ts';
import type { Candidate, Followed, Passage, ResearchReceipt, ResearchResult, Source } from './result.ts';

/**
 * How an answer keeps its budget: `max_tokens` pays for its whole JSON. Passages are what it is for, so the rest gets
 * at most OTHERS_SHARE where they could fill it all. What does not fit goes in this order, and each step is counted in
 * the receipt: candidate cards, threat excerpts, metadata, sources without a passage (their safety counts stay),
 * passages from the weakest on; the best passage is cut rather than dropped.
 */
const OTHERS_SHARE = 0.4;
const CARDS_SHARE = 0.12;
/** Most passages of one answer; more would be a page, not an answer. */
const MAX_PASSAGES = 40;
/** Numbers of the receipt are known last; each is counted as one of this size before. */
const PLACEHOLDER = 88_888;
const NOTES_TOKENS = 160;
/** A runner may add a note on ignored arguments. */
const SPARE_TOKENS = 48;
const MAX_ROUNDS = 60;

export interface Draft {
  readonly query: string;
  readonly aim: string;
  /** In the order in which they should be shown. */
  readonly passages: readonly PassageDraft[];
  /** Those that passages name by position come first, in that order. */
  readonly sources: readonly Source[];
  readonly candidatesFor: (passages: readonly Passage[]) => readonly Candidate[];
  readonly followed: readonly Followed[];
  readonly receipt: ResearchReceipt;
  readonly truncated: boolean;
  readonly notes: readonly string[];
}

/** What a step of shedding leaves. */
interface Level {
  readonly excerpts: boolean;
  readonly metadata: boolean;
}

const LEVELS: readonly Level[] = [
  { excerpts: true, metadata: true },
  { excerpts: false, metadata: true },
  { excerpts: false, metadata: false },
];

export function fitResearch(draft: Draft, maxTokens: number): ResearchResult {
  const budget = maxTokens - SPARE_TOKENS;
  const frame = frameOf(draft, maxTokens);
  const room = Math.max(0, budget - dataCost(emptyResult(draft, frame, placeholders(draft.receipt))));
  const wanted = draft.passages.slice(0, MAX_PASSAGES).reduce((sum, { cost }) => sum + cost, 0);
  const listed = listSources(draft.sources, Math.max(room * OTHERS_SHARE, room - wanted));
  const usable = draft.passages.filter(({ source }) => source < listed.count);
  // Cards get the rest of what the others may have; passages that do not need their room leave more.
  const reserve = listed.reduced ? 0 : Math.max(0, Math.min(room * OTHERS_SHARE - listed.tokens, room * CARDS_SHARE));
  let passages = choosePassages(usable, room - listed.tokens - reserve);
  // Where excerpts had to go, cards went before them.
  let cards: readonly Candidate[] = listed.reduced ? [] : draft.candidatesFor(passages);
  let allowance = room - listed.tokens - cost(passages);
  for (let round = 0; ; round++) {
    const shown = chooseList(cards, Math.max(0, allowance)).entries;
    const result = compose(draft, frame, listed, passages, shown);
    const excess = result.receipt.tokens - budget;
    if (excess <= 0 || round === MAX_ROUNDS) return result;
    if (shown.length > 0) {
      cards = shown.slice(0, -1);
      allowance = budget;
    } else if (passages.length > 0) {
      passages = passages.slice(0, -1);
      cards = [];
    } else return bare(draft, listed, maxTokens);
  }
}

interface Frame {
  readonly query: string;
  readonly aim: string;
  readonly executedQuery: string;
  readonly followed: readonly Followed[];
  readonly notes: readonly string[];
  readonly byDomain: boolean;
}

/** The parts that depend on nothing else, each within its share of a small budget. */
function frameOf(draft: Draft, maxTokens: number): Frame {
  const share = Math.floor(maxTokens / 10);
  const followed = dataCost(draft.followed) <= share * 2 ? draft.followed : draft.followed.map(withoutAddress);
  const notes = chooseList(draft.notes, Math.min(NOTES_TOKENS, share));
  return {
    query: fitText(draft.query, share),
    aim: fitText(draft.aim, share / 2),
    executedQuery: fitText(draft.receipt.executed_query, share),
    followed,
    notes: [...notes.entries, ...(notes.left > 0 ? [`${notes.left} more notes did not fit.`] : [])],
    byDomain: dataCost(draft.receipt.hits_by_domain) <= share,
  };
}

function withoutAddress(followed: Followed): Followed {
  return { ...followed, url: null, why: '' };
}

/** The text, or its beginning; an echo needs no more. */
function fitText(text: string, tokens: number): string {
  let kept = text;
  while (kept !== '' && dataCost(kept) > tokens) kept = [...kept].slice(0, Math.floor([...kept].length * 0.7)).join('');
  return kept === text ? text : `${kept}…`;
}

interface ListedSources {
  readonly entries: readonly Source[];
  readonly count: number;
  readonly tokens: number;
  /** Something of their facts had to go. */
  readonly reduced: boolean;
  readonly excerptsOmitted: number;
  readonly compacted: number;
  readonly omitted: readonly Source[];
}

function listSources(sources: readonly Source[], budget: number): ListedSources {
  for (const level of LEVELS) {
    const entries = sources.map((source) => reduce(source, level));
    const listed = chooseList(entries, budget);
    if (listed.left === 0 || level === LEVELS.at(-1)) {
      const { length } = listed.entries;
      const excerpts = (list: readonly Source[]) => list.reduce((sum, { threats }) => sum + threats.length, 0);
      const read = sources.filter(({ provenance }) => provenance !== null).length;
      return {
        entries: listed.entries,
        count: length,
        tokens: listed.tokens,
        reduced: level !== LEVELS[0],
        excerptsOmitted: excerpts(sources) - excerpts(listed.entries),
        compacted: level.metadata ? 0 : read,
        omitted: sources.slice(length),
      };
    }
  }
  return { entries: [], count: 0, tokens: 0, reduced: true, excerptsOmitted: 0, compacted: 0, omitted: sources };
}

function reduce(source: Source, { excerpts, metadata }: Level): Source {
  const { provenance } = source;
  const core = provenance && {
    content_sha256: provenance.content_sha256 ?? '',
    published: provenance.published ?? null,
  };
  return {
    ...source,
    threats: excerpts ? source.threats : [],
    provenance: metadata ? provenance : core,
    reason: metadata || source.status !== 'ok' ? source.reason : '',
  };
}

/** In order while they fit; smaller ones further down may still fill a gap. The best one is cut when it has to be. */
function choosePassages(drafts: readonly PassageDraft[], budget: number): Passage[] {
  const chosen: Passage[] = [];
  let spent = 0;
  for (const draft of drafts.slice(0, MAX_PASSAGES)) {
    if (spent + draft.cost <= budget) {
      chosen.push(draft.whole);
      spent += draft.cost;
    } else if (chosen.length === 0) {
      const cut = draft.clamp(budget);
      if (cut) return [cut];
    }
  }
  return chosen;
}

function cost(passages: readonly Passage[]): number {
  return passages.reduce((sum, passage) => sum + dataCost(passage) + 1, 0);
}

function compose(
  draft: Draft,
  frame: Frame,
  listed: ListedSources,
  passages: readonly Passage[],
  candidates: readonly Candidate[],
): ResearchResult {
  const counts = new Map<string, number>();
  for (const { source_url: url } of passages) counts.set(url, (counts.get(url) ?? 0) + 1);
  const receipt: ResearchReceipt = {
    ...draft.receipt,
    passages_returned: passages.length,
    passages_omitted: draft.passages.length - passages.length,
    passages_clamped: passages.filter(({ clamped }) => clamped).length,
    candidates_omitted: draft.candidatesFor(passages).length - candidates.length,
    threat_excerpts_omitted: listed.excerptsOmitted,
    metadata_compacted: listed.compacted,
    sources_omitted: listed.omitted.length,
    omitted_safety: safetyOf(listed.omitted),
  };
  const result = {
    ...emptyResult(draft, frame, receipt),
    passages: [...passages],
    sources: listed.entries.map((source) => ({ ...source, passages: counts.get(source.url) ?? 0 })),
    candidates: [...candidates],
  };
  const shed = receipt.passages_omitted + receipt.candidates_omitted + receipt.threat_excerpts_omitted;
  result.truncated = draft.truncated || shed + receipt.metadata_compacted + receipt.sources_omitted > 0;
  result.receipt.tokens = PLACEHOLDER;
  result.receipt.tokens = dataCost(result);
  return result;
}

function emptyResult(draft: Draft, frame: Frame, receipt: ResearchReceipt): ResearchResult {
  return {
    query: frame.query,
    aim: frame.aim,
    passages: [],
    sources: [],
    candidates: [],
    followed: [...frame.followed],
    truncated: draft.truncated,
    receipt: {
      ...receipt,
      executed_query: frame.executedQuery,
      hits_by_domain: frame.byDomain ? receipt.hits_by_domain : {},
    },
    notes: [...frame.notes],
  };
}

/** What was hidden on pages that are not listed is still told. */
function safetyOf(sources: readonly Source[]): Record<string, number> {
  const counts: Record<string, number> = {};
  for (const { threat_counts: found } of sources) {
    for (const [type, count] of Object.entries(found)) counts[type] = (counts[type] ?? 0) + count;
  }
  return counts;
}

function placeholders(receipt: ResearchReceipt): ResearchReceipt {
  const entries = Object.entries(receipt).map(([name, value]) => [
    name,
    typeof value === 'number' ? PLACEHOLDER : value,
  ]);
  return { ...receipt, ...Object.fromEntries(entries) };
}

/** A budget of almost nothing: the receipt, and the sources that fit beside it. */
function bare(draft: Draft, listed: ListedSources, maxTokens: number): ResearchResult {
  const entries = listed.entries.slice(0, Math.floor(listed.entries.length / 2));
  const fewer = { ...listed, entries, count: entries.length, omitted: draft.sources.slice(entries.length) };
  const result = compose(draft, frameOf({ ...draft, notes: [] }, maxTokens), fewer, [], []);
  return result.receipt.tokens <= maxTokens || entries.length === 0 ? result : bare(draft, fewer, maxTokens);
}
