import { findData } from '../../extract/data/find-data.ts';
import { applySight } from '../../visibility/apply.ts';
import type { RenderedSight } from '../../visibility/rendered/rendered-sight.ts';
import { collectMarkup } from '../markup-evidence.ts';
import { markdownAlternate } from '../native/offered-forms.ts';
import type { DocumentOptions } from '../page-job.ts';
import { extractSeen, type HtmlReading, keepFrame } from '../read-html.ts';
import { keepDrawnWords } from './readable-drawings.ts';

/** Less is the frame of a page that has not come. */
const SHOWS_SOMETHING = 20;

/**
 * A rendered page understood, for the worker: the same reading that `readHtml` gives of a fetched one. Changes the
 * tree. Throws a SyntaxError for a selector that cannot be parsed.
 */
export function readRendered(rendered: RenderedSight, baseUrl: string, options: DocumentOptions): HtmlReading {
  const { root, sight, removals } = rendered;
  const data = findData(root);
  const alternate = markdownAlternate(root);
  const { markup, findings, leftOut } = seenRendered(rendered, options);
  const { extraction, visible } = extractSeen(root, baseUrl, options, (shown) => shown >= SHOWS_SOMETHING);
  return {
    extraction,
    // The scripts have run: what is not there by now is not waiting for them.
    markup: { ...markup, scripts: { count: 0, emptyRoot: false, asked: false } },
    visible,
    findings,
    leftOut: [...leftOut, ...removals],
    proof: sight.proof,
    data,
    alternate,
    notes: [],
  };
}

/** Leaves in the tree of a rendered page what a person could see of it, and nothing else. */
export function seenRendered({ root, sight }: RenderedSight, { expand, includeHidden }: DocumentOptions) {
  const markup = collectMarkup(root);
  const { findings, leftOut } = applySight(root, sight, { expand, includeHidden });
  keepFrame(root);
  keepDrawnWords(root);
  return { markup, findings, leftOut };
}
