import { oneLine, truncate } from '../base/text.ts';
import type { Block } from '../rank/blocks.ts';
import { CAPS } from './caps.ts';
import type { Section } from './page-text.ts';
import { countTokens } from './tokens.ts';

/** Pages of a PDF are found by their number. */
const PAGE_HEADING = /^Page (\d{1,5})$/u;

/** The headings of a text as sections. `headingText` gives the plain words of a heading block. */
export function sectionsOf(text: string, blocks: readonly Block[], headingText: (block: Block) => string): Section[] {
  const headings = blocks.filter(({ kind }) => kind === 'heading');
  const ids = new Map<string, number>();
  // Each stretch between two headings is counted once; sections add up the stretches they span.
  const stretches = headings.map(({ start }, i) =>
    countTokens(text.slice(start, headings[i + 1]?.start ?? text.length)),
  );
  const ends = sectionEnds(headings);
  const sums = [0];
  for (const tokens of stretches) sums.push((sums.at(-1) ?? 0) + tokens);
  return headings.map((block, i) => {
    const heading = truncate(oneLine(headingText(block)), CAPS.heading);
    const last = ends[i] ?? headings.length;
    return {
      id: uniqueId(block.level === 1 ? heading.replace(PAGE_HEADING, 'p$1') : heading, ids),
      level: block.level,
      heading,
      start: block.start,
      end: headings[last]?.start ?? text.length,
      tokens: (sums[last] ?? 0) - (sums[i] ?? 0),
    };
  });
}

/** For each heading the position of the next one of its level or above (a stack, so that long pages stay linear). */
function sectionEnds(headings: readonly Block[]): number[] {
  const ends = headings.map(() => headings.length);
  const open: number[] = [];
  headings.forEach((heading, position) => {
    for (let top = open.at(-1); top !== undefined; top = open.at(-1)) {
      if ((headings[top]?.level ?? 0) < heading.level) break;
      ends[top] = position;
      open.pop();
    }
    open.push(position);
  });
  return ends;
}

const MAX_SLUG = 48;

/** The heading’s own words, as people know it from web addresses; a number sets equal ones apart. */
function uniqueId(heading: string, used: Map<string, number>): string {
  const words =
    heading
      .normalize('NFKC')
      .toLowerCase()
      .match(/[\p{L}\p{N}\p{M}]+/gu) ?? [];
  const slug = [...words.join('-')].slice(0, MAX_SLUG).join('').replace(/-$/u, '') || 'section';
  for (;;) {
    const count = (used.get(slug) ?? 0) + 1;
    used.set(slug, count);
    const id = count === 1 ? slug : `${slug}-${count}`;
    // “Step 2” may have taken the name that the second “Step” would get.
    if (count === 1 || !used.has(id)) {
      if (count > 1) used.set(id, 1);
      return id;
    }
  }
}
