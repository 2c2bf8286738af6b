import { createHash } from 'node:crypto';
import type { Passage } from '../rank/passages.ts';
import type { PassageIndex } from '../rank/rank.ts';
import { chooseList } from './fit-lists.ts';
import { leftOut } from './left-out.ts';
import { toOffset } from './offsets.ts';
import type { PageText } from './page-text.ts';
import { repairedSlice } from './repair.ts';
import type { LeftOut, Match } from './result.ts';
import { textCost } from './tokens.ts';
import { fitWindow } from './window.ts';

export interface FoundPassages {
  readonly markdown: string;
  readonly cost: number;
  readonly start: number;
  readonly end: number;
  readonly matches: readonly Match[];
  readonly setAside: number;
  readonly leftOut: readonly LeftOut[];
  readonly notes: readonly string[];
}

/** Weaker passages than this share of the best one are set aside: they match by chance more often than not. */
const RELEVANCE_FLOOR = 0.5;
/** About what an entry of `matches` costs. */
const MATCH_TOKENS = 45;
const GAP = { markdown: '[…]', text: '[…]', html: '<p>[…]</p>' } as const;

interface Chosen {
  readonly passage: Passage;
  readonly score: number;
  readonly end: number;
  readonly clamped: boolean;
}

/**
 * The best passages of the range in document order, within budget; null when none matches. The text of each stands in
 * `markdown` exactly as it stands in the page between the offsets of its match.
 */
export function selectPassages(
  page: PageText,
  index: PassageIndex,
  query: string,
  range: { readonly start: number; readonly end: number },
  budget: number,
  matchBudget: number,
): FoundPassages | null {
  const ranked = index.search(query).flatMap(({ index: position, score }) => {
    const passage = index.passages[position];
    return passage && passage.start >= range.start && passage.end <= range.end ? [{ passage, score }] : [];
  });
  const best = ranked[0]?.score ?? 0;
  if (best <= 0) return null;
  const strong = ranked.filter(({ score }) => score >= best * RELEVANCE_FLOOR);
  const listBudget = Math.max(Math.min(160, budget / 2), matchBudget);
  const room = Math.max(20, budget - Math.min(listBudget, strong.length * MATCH_TOKENS));
  let chosen = choose(page, strong, room);
  let markdown = write(page, chosen, room);
  let cost = textCost(markdown);
  while (chosen.length > 1 && cost > room) {
    chosen = chosen.slice(0, -1);
    markdown = write(page, chosen, room);
    cost = textCost(markdown);
  }
  const listed = chooseList(
    [...chosen].sort((a, b) => a.passage.start - b.passage.start).map((one) => matchOf(page, one)),
    listBudget,
  );
  return { markdown, cost, ...describe(page, chosen, ranked.length, listed.entries) };
}

/** Best first; the best one is always taken, cut when it has to be. */
function choose(page: PageText, strong: readonly { passage: Passage; score: number }[], budget: number): Chosen[] {
  const chosen: Chosen[] = [];
  let spent = 0;
  for (const { passage, score } of strong) {
    const whole = { passage, score, end: passage.end, clamped: false };
    const cost = textCost(write(page, [whole], budget)) + 4;
    if (spent + cost <= budget) {
      chosen.push(whole);
      spent += cost;
    } else if (chosen.length === 0) {
      const head = textCost(headingLine(page, passage));
      const room = Math.max(10, Math.floor((budget - head) * 0.9));
      const end = clampedEnd(page, passage, room);
      return [{ passage, score, end, clamped: end < passage.end }];
    }
  }
  return chosen;
}

/** Where the passage ends when it may cost so much; without blanks at its end, so that the span is what is shown. */
export function clampedEnd(page: PageText, { start, end }: Pick<Passage, 'start' | 'end'>, budget: number): number {
  const cut = fitWindow(page, start, end, budget).end;
  return start + Math.max(1, page.text.slice(start, cut).trimEnd().length);
}

function headingLine(page: PageText, passage: Passage): string {
  const block = passage.heading === null ? undefined : page.blocks[passage.heading];
  return block && block.start !== passage.start ? page.text.slice(block.start, block.end) : '';
}

/** Passages in document order: each under its heading, gaps marked, fences and tables repaired. */
function write(page: PageText, chosen: readonly Chosen[], budget: number): string {
  const parts: string[] = [];
  let heading: number | null = null;
  let end = -1;
  for (const run of runsOf(page, chosen)) {
    const line = run.heading !== heading ? headingLine(page, run) : '';
    const from = line === '' ? run.start : (page.blocks[run.heading ?? -1]?.start ?? run.start);
    if (end >= 0 && page.text.slice(end, from).trim() !== '') parts.push(GAP[page.format]);
    if (line !== '') parts.push(line);
    if (line !== '' && page.text.slice(from + line.length, run.start).trim() !== '') parts.push(GAP[page.format]);
    parts.push(repairedSlice(page, run.start, run.end, budget).text.replace(/\n+$/u, ''));
    heading = run.heading;
    end = run.end;
  }
  return parts.join(page.format === 'html' ? '\n' : '\n\n');
}

/** The chosen in document order, pieces of one block that follow each other as one stretch. */
function runsOf(page: PageText, chosen: readonly Chosen[]): Passage[] {
  const runs: Passage[] = [];
  const ordered = [...chosen].sort((a, b) => a.passage.start - b.passage.start);
  for (const { passage, end } of ordered) {
    const last = runs.at(-1);
    if (last?.piece && passage.piece && page.text.slice(last.end, passage.start).trim() === '') {
      runs.splice(-1, 1, { ...last, end });
    } else runs.push({ ...passage, end });
  }
  return runs;
}

/** The same as long as the text of the passage is. */
export function passageId(page: PageText, { start, end }: Pick<Passage, 'start' | 'end'>): string {
  const digest = createHash('sha256').update(page.text.slice(start, end)).digest('hex');
  return `p-${digest.slice(0, 8)}`;
}

/** The words of the heading that a passage stands under; empty above the first one. */
export function headingOf(page: PageText, { heading }: Pick<Passage, 'heading'>): string {
  const block = heading === null ? undefined : page.blocks[heading];
  return page.sections.find(({ start }) => start === block?.start)?.heading ?? '';
}

function matchOf(page: PageText, { passage, score, end, clamped }: Chosen): Match {
  return {
    id: passageId(page, passage),
    heading: headingOf(page, passage),
    start: toOffset(page, passage.start),
    end: toOffset(page, end),
    score: Math.round(score * 1000) / 1000,
    clamped,
    fence: passage.fence,
  };
}

function describe(page: PageText, chosen: readonly Chosen[], matching: number, matches: readonly Match[]) {
  const start = Math.min(...chosen.map(({ passage }) => passage.start));
  const end = Math.max(...chosen.map((one) => one.end));
  const shown = chosen.reduce((sum, one) => sum + toOffset(page, one.end) - toOffset(page, one.passage.start), 0);
  const setAside = matching - chosen.length;
  const notes =
    matches.length < chosen.length ? [`matches lists ${matches.length} of the ${chosen.length} passages shown.`] : [];
  const hidden = page.total - shown;
  const how =
    'Read without query, or from start of a match, for the text around it; more max_tokens shows more passages.';
  return { start, end, matches, setAside, notes, leftOut: hidden > 0 ? [leftOut('windowed', 1, hidden, how)] : [] };
}
