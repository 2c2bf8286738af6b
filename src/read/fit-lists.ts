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

/**
 * The outline from the top: upper levels go first when not all headings fit, in document order. Entries are counted
 * only until the budget is used up, as a long page may have tens of thousands.
 */
export function chooseOutline(
  sections: readonly Section[],
  budget: number,
): Listed<OutlineEntry> & { readonly notes: readonly string[] } {
  const chosen = new Map<number, OutlineEntry>();
  let tokens = 0;
  const order = sections.map((_, i) => i).sort((a, b) => levelAt(sections, a) - levelAt(sections, b) || a - b);
  for (const position of order) {
    const section = sections[position];
    if (!section || chosen.size >= MAX_OUTLINE) break;
    const entry = { id: section.id, level: section.level, heading: section.heading, tokens: section.tokens };
    const cost = dataCost(entry) + 1;
    if (tokens + cost > budget) break;
    tokens += cost;
    chosen.set(position, entry);
  }
  const entries = [...chosen].sort(([a], [b]) => a - b).map(([, entry]) => entry);
  const left = sections.length - entries.length;
  const notes = left > 0 ? [`The outline shows ${entries.length} of ${sections.length} headings.`] : [];
  return { entries, tokens, left, notes };
}

function levelAt(sections: readonly Section[], position: number): number {
  return sections[position]?.level ?? 0;
}

export function describeThreats(threats: Listed<Threat>): string[] {
  return threats.left > 0 ? [`${threats.left} more findings of hidden text are counted in threat_counts only.`] : [];
}

export function describeData(left: number): string[] {
  return left > 0 ? [`${left} more pieces of embedded data: section="data:all" lists all.`] : [];
}
