import type { Threat } from '../visibility/sight.ts';
import type { Section } from './page-text.ts';
import type { OutlineEntry } from './result.ts';
import { dataCost } from './tokens.ts';

/** The part of a list that fits its share of the budget. */
export interface Listed<T> {
  readonly entries: readonly T[];
  readonly tokens: number;
  /** How many did not fit. */
  readonly left: number;
}

/** Takes entries in order while they fit; the first one that does not ends the list. */
export function chooseList<T>(all: readonly T[], budget: number): Listed<T> {
  let tokens = 0;
  let count = 0;
  for (const entry of all) {
    const cost = dataCost(entry) + 1;
    if (tokens + cost > budget) break;
    tokens += cost;
    count++;
  }
  return { entries: all.slice(0, count), tokens, left: all.length - count };
}

const MAX_OUTLINE = 400;

/** The outline from the top: upper levels go first when not all headings fit, in document order. */
export function chooseOutline(
  sections: readonly Section[],
  budget: number,
): Listed<OutlineEntry> & { notes: string[] } {
  const entries = sections.map(({ id, level, heading, tokens }) => ({ id, level, heading, tokens }));
  const costs = entries.map((entry) => dataCost(entry) + 1);
  const chosen = new Set<number>();
  let tokens = 0;
  const order = entries.map((_, i) => i).sort((a, b) => (entries[a]?.level ?? 0) - (entries[b]?.level ?? 0) || a - b);
  for (const position of order) {
    const cost = costs[position] ?? 0;
    if (tokens + cost > budget || chosen.size >= MAX_OUTLINE) break;
    tokens += cost;
    chosen.add(position);
  }
  const left = entries.length - chosen.size;
  const notes = left > 0 ? [`The outline shows ${chosen.size} of ${entries.length} headings.`] : [];
  return { entries: entries.filter((_, i) => chosen.has(i)), tokens, left, notes };
}

export function describeThreats(threats: Listed<Threat>): string[] {
  return threats.left > 0 ? [`${threats.left} more findings of hidden text are counted in threat_counts only.`] : [];
}
