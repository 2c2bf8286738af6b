import { extractHtml } from '../../extract/html.ts';
import { type HtmlRoot, isElement, textContent } from '../../html/tree.ts';
import { applySight } from '../../visibility/apply.ts';
import type { RenderedSight } from '../../visibility/rendered/rendered-sight.ts';
import { collectMarkup, visibleText } from '../evidence.ts';
import type { DocumentOptions } from '../page-job.ts';
import type { HtmlReading } from '../read-html.ts';

/** Characters of visible text that are looked at to say what kind of page it is. */
const VISIBLE_SAMPLE = 4000;

/**
 * A rendered page understood, for the worker: the same reading that `readHtml` gives of a fetched one. Plain data in
 * (it crosses to the worker by structured clone, which keeps nodes and their verdicts together) and out. Changes the
 * tree. Throws a SyntaxError for a selector that cannot be parsed.
 */
export function readRendered(rendered: RenderedSight, baseUrl: string, options: DocumentOptions): HtmlReading {
  const { root, sight, removals } = rendered;
  const markup = collectMarkup(root);
  const { expand, includeHidden, includeLinks, includeImages, selector } = options;
  const { findings, leftOut } = applySight(root, sight, { expand, includeHidden });
  const visible = visibleText(bodyOf(root), VISIBLE_SAMPLE);
  const wholePage = selector?.trim().toLowerCase() === 'body';
  const extraction = extractHtml(root, {
    url: baseUrl,
    includeLinks,
    includeImages,
    selector: wholePage ? null : selector,
    wholePage,
  });
  return { extraction, markup, visible, findings, leftOut: [...leftOut, ...removals], proof: sight.proof, notes: [] };
}

function bodyOf(root: HtmlRoot): HtmlRoot {
  const html = root.children.find((child) => isElement(child, 'html'));
  const body = isElement(html) ? html.children.find((child) => isElement(child, 'body')) : undefined;
  return body && textContent(body).trim() !== '' ? { ...root, children: [body] } : root;
}
