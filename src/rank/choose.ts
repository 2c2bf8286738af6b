/** A passage that competes for a place in an answer. */
export interface Candidate {
  readonly score: number;
  /** Which text it is from. */
  readonly source: number;
}

export interface Choice<T extends Candidate> {
  readonly candidate: T;
  /** Passages of the same wording, best first; left out themselves. */
  readonly copies: readonly T[];
}

export interface Chosen<T extends Candidate> {
  /** In the order in which they should be shown. */
  readonly choices: readonly Choice<T>[];
  /** Too weak beside the best. */
  readonly setAside: number;
  /** Passages that repeat another one. */
  readonly duplicates: number;
}

/** Weaker passages than this share of the best one are set aside: they match by chance more often than not. */
const RELEVANCE_FLOOR = 0.5;
/** What each further passage of one source loses, so that several sources are heard before one is heard out. */
const REPEATED_SOURCE = 0.85;
/**
 * Share of a passage’s word sequences that stand in a better one for it to be a copy. High, and never with another
 * number in it: two sources that disagree in one word are what research is for.
 */
const COPIED = 0.9;
const SEQUENCE = 4;
/** More are never shown; the work of choosing grows with the square of this. */
const MAX_COMPETING = 300;

/**
 * Puts ranked candidates (best first) in the order of an answer: strong ones, no copies, sources taking turns.
 * `termsOf` gives the terms of a candidate (tokenize.ts), to tell whether two say the same.
 */
export function choosePassages<T extends Candidate>(
  ranked: readonly T[],
  termsOf: (candidate: T) => readonly string[],
): Chosen<T> {
  const best = ranked[0]?.score ?? 0;
  const strong = ranked.slice(0, MAX_COMPETING).filter(({ score }) => score >= best * RELEVANCE_FLOOR);
  const groups = groupCopies(strong, termsOf);
  const duplicates = groups.reduce((sum, { copies }) => sum + copies.length, 0);
  const choices = takeTurns(groups).map(({ candidate, copies }) => ({ candidate, copies }));
  return { choices, setAside: ranked.length - strong.length, duplicates };
}

interface Group<T extends Candidate> extends Choice<T> {
  readonly copies: T[];
  readonly numbers: ReadonlySet<string>;
}

function groupCopies<T extends Candidate>(
  ranked: readonly T[],
  termsOf: (candidate: T) => readonly string[],
): Group<T>[] {
  const groups: Group<T>[] = [];
  const holders = new Map<string, number[]>();
  for (const candidate of ranked) {
    const terms = termsOf(candidate);
    const own = sequences(terms);
    const numbers = numbersIn(terms);
    const shared = new Map<number, number>();
    for (const sequence of own) {
      for (const group of holders.get(sequence) ?? []) shared.set(group, (shared.get(group) ?? 0) + 1);
    }
    const original = [...shared].find(([at, count]) => {
      return count >= own.size * COPIED && numbers.every((number) => groups[at]?.numbers.has(number));
    });
    const group = original && groups[original[0]];
    if (group) {
      group.copies.push(candidate);
      continue;
    }
    groups.push({ candidate, copies: [], numbers: new Set(numbers) });
    for (const sequence of own) {
      const list = holders.get(sequence);
      if (list) list.push(groups.length - 1);
      else holders.set(sequence, [groups.length - 1]);
    }
  }
  return groups;
}

function numbersIn(terms: readonly string[]): string[] {
  return terms.filter((term) => /\p{N}/u.test(term));
}

/** Every four terms in a row; a shorter passage is one sequence. */
function sequences(terms: readonly string[]): Set<string> {
  const found = new Set<string>();
  for (let i = 0; i === 0 || i + SEQUENCE <= terms.length; i++) found.add(terms.slice(i, i + SEQUENCE).join(' '));
  return found;
}

/** Best first, but each further passage of a source weighs less. */
export function takeTurns<T extends Pick<Candidate, 'score' | 'source'>, G extends { readonly candidate: T }>(
  groups: readonly G[],
): G[] {
  const left = [...groups];
  const taken = new Map<number, number>();
  const order: G[] = [];
  const worth = ({ candidate }: G) => candidate.score * REPEATED_SOURCE ** (taken.get(candidate.source) ?? 0);
  while (left.length > 0) {
    let best = 0;
    left.forEach((group, i) => {
      const leader = left[best];
      if (leader && worth(group) > worth(leader)) best = i;
    });
    for (const group of left.splice(best, 1)) {
      order.push(group);
      taken.set(group.candidate.source, (taken.get(group.candidate.source) ?? 0) + 1);
    }
  }
  return order;
}
