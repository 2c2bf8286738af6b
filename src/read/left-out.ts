import type { LeftOutKind, Removal } from '../extract/extraction.ts';
import { CAPS } from './caps.ts';
import type { LeftOut } from './result.ts';

/** How a caller gets what is left out, by kind. */
const HOW: Readonly<Record<LeftOutKind, string>> = {
  boilerplate: 'Ask again with selector="body" for the whole page.',
  metadata: 'Ask again with selector="body" for the whole page.',
  overlay: 'A person would close this to read on; render="never" with selector="body" has its text.',
  collapsed: 'Ask again with expand=true.',
  inactive_tab: 'Ask again with expand=true.',
  unproven: 'Whether a person sees it could not be decided; render="never" reads the markup alone.',
  duplicate: 'The same text stands elsewhere in the answer.',
  image: 'Ask again with include_images=true.',
  frame: 'Read the frame’s own address.',
  closed_root: 'Only a browser shows it.',
  windowed: 'Ask again with another start.',
  over_budget: 'Ask again with more max_tokens.',
};

/** Removals added up by kind, with the labels of what can be opened. `clean` makes a page’s label safe to show. */
export function summariseLeftOut(removals: readonly Removal[], clean: (label: string) => string): LeftOut[] {
  const kinds = new Map<LeftOutKind, { count: number; characters: number; labels: string[] }>();
  for (const { what, characters, label } of removals) {
    const sum = kinds.get(what) ?? { count: 0, characters: 0, labels: [] };
    kinds.set(what, sum);
    sum.count++;
    sum.characters += characters;
    const shown = label === undefined || sum.labels.length >= CAPS.labels ? '' : clean(label);
    if (shown !== '') sum.labels.push(`“${shown}” (${characters})`);
  }
  return [...kinds].map(([what, { count, characters, labels }]) => {
    const more = count > labels.length && labels.length > 0 ? ', …' : '';
    return {
      what,
      count,
      characters,
      how: labels.length > 0 ? `${HOW[what]} Closed: ${labels.join(', ')}${more}` : HOW[what],
    };
  });
}

export function leftOut(what: LeftOutKind, count: number, characters: number, how = HOW[what]): LeftOut {
  return { what, count, characters, how };
}
