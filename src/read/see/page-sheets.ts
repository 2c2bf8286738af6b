import type { Classified } from '../../visibility/rendered/classified.ts';
import { askFrame } from './ask-frame.ts';
import { MAX_SHEET_BYTES, type StandingPage } from './standing-page.ts';

/**
 * The rules as they are now of all sheets that a script could have changed and that can be reached: what a script may
 * not read, it may not change. Null when they are too long. CSSOM 1, section 6.1.
 */
const SCRIPT = `(() => {
  let text = '';
  const walk = (root) => {
    for (const sheet of [...root.styleSheets, ...root.adoptedStyleSheets]) {
      let rules = [];
      try { rules = sheet.cssRules; } catch {}
      for (const rule of rules) if (text.length < ${MAX_SHEET_BYTES}) text += rule.cssText + '\\n';
    }
    for (const { shadowRoot } of root.querySelectorAll('*')) if (shadowRoot) walk(shadowRoot);
  };
  walk(document);
  return text.length < ${MAX_SHEET_BYTES} ? text : null;
})()`;

/** The text of all style of a page, as far as it can be known. */
export interface PageSheets {
  /** Null stands for sheets of which nothing is known. */
  readonly texts: readonly (string | null)[];
  /** Some were changed by scripts and had to be read from the page: where that cannot reach, they are not known. */
  readonly isReread: boolean;
}

/** To be called in the hold. */
export async function readSheets(held: StandingPage): Promise<PageSheets> {
  const texts = await held.sheets.pageStyles();
  if (!texts.includes(null)) return { texts, isReread: false };
  const current = await Promise.all(held.frames.map(currentRules));
  return { texts: [...texts.filter((text) => text !== null), ...current], isReread: true };
}

/** The same when it is known whether there are closed trees, into which nobody can look. */
export function withClosedTrees({ texts, isReread }: PageSheets, { models }: Classified): readonly (string | null)[] {
  const isClosed = models.flat().some(({ document: { raw, capture } }) => {
    return raw.nodes.shadowRootType?.value.some((kind) => capture.strings[kind] === 'closed');
  });
  return isReread && isClosed ? [...texts, null] : texts;
}

async function currentRules(frame: StandingPage['frames'][number]): Promise<string | null> {
  const rules = await askFrame(frame, SCRIPT);
  return typeof rules === 'string' ? rules : null;
}
