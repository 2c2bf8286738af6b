import { extractHtml } from '../extract/html.ts';
import { applySight } from '../visibility/apply.ts';
import { renderedSight } from '../visibility/rendered/rendered-sight.ts';
import { visibleText } from './evidence.ts';
import { collectMarkup } from './markup-evidence.ts';
import type { PageJob } from './page-job.ts';
import { bodyOf, type HtmlReading, keepFrame, VISIBLE_SAMPLE } from './read-html.ts';
import { unpackSight } from './see/packed-sight.ts';

/** A page that a browser showed: the tree it had, less what no person could see of it. */
export function readRendered(packed: Uint8Array, job: PageJob): HtmlReading {
  const { root, sight, removals } = renderedSight(unpackSight(packed));
  const markup = collectMarkup(root);
  const { expand, includeHidden, includeLinks, includeImages, selector } = job.options;
  const { findings, leftOut } = applySight(root, sight, { expand, includeHidden });
  keepFrame(root);
  const wholePage = selector?.trim().toLowerCase() === 'body';
  const visible = visibleText(bodyOf(root), VISIBLE_SAMPLE);
  const extraction = extractHtml(root, {
    url: job.baseUrl,
    includeLinks,
    includeImages,
    selector: wholePage ? null : selector,
    wholePage,
  });
  return {
    extraction,
    // The scripts have run: what is not there by now is not waiting for them.
    markup: { ...markup, scripts: { count: 0, emptyRoot: false, asked: false } },
    visible,
    findings,
    leftOut: [...leftOut, ...removals],
    proof: sight.proof,
    notes: [],
  };
}
