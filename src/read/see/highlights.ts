import type { PseudoStyles } from '../../visibility/rendered/proof-sheets.ts';
import { askFrame } from './ask-frame.ts';
import type { StandingPage } from './standing-page.ts';

/** Null for nothing highlighted nor selected, else the names of the highlights. */
const SCRIPT = `(() => {
  const names = globalThis.CSS?.highlights ? Array.from(CSS.highlights.keys()) : [];
  const selection = getSelection();
  return names.length > 0 || (selection !== null && !selection.isCollapsed) ? names : null;
})()`;
const MAX_NAMES = 100;
const NAME = /^[\w-]{1,60}$/u;

/**
 * Asks, where the sheets may style highlights or a selection, whether the page has any: `selection` says so then, and
 * `highlights` names all there are. True as well when a frame does not say. To be called in the hold.
 */
export async function withHighlights({ frames }: StandingPage, pseudos: PseudoStyles): Promise<PseudoStyles> {
  if (!pseudos.selection && pseudos.highlights.length === 0) return pseudos;
  const answers = await Promise.all(frames.map(namesOf));
  const names = new Set(answers.flatMap((answer) => answer ?? []));
  const known = [...new Set([...pseudos.highlights, ...names])].filter((name) => NAME.test(name));
  return {
    ...pseudos,
    selection: answers.some((answer) => answer !== null),
    highlights: known.slice(0, MAX_NAMES),
  };
}

async function namesOf(frame: StandingPage['frames'][number]): Promise<string[] | null> {
  const names = await askFrame(frame, SCRIPT);
  if (names === null) return null;
  return Array.isArray(names) ? names.filter((name) => typeof name === 'string') : [];
}
