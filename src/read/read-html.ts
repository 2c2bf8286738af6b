import type { Extraction, Removal } from '../extract/extraction.ts';
import { extractHtml } from '../extract/html.ts';
import { placeStreamed } from '../extract/main/streamed.ts';
import { parseDocument } from '../html/parse.ts';
import { append, createElement, type HtmlRoot, isElement, textContent } from '../html/tree.ts';
import { applySight } from '../visibility/apply.ts';
import type { Finding, Proof } from '../visibility/sight.ts';
import { seeStatic } from '../visibility/static.ts';
import { visibleText } from './evidence.ts';
import { collectMarkup, type MarkupEvidence } from './markup-evidence.ts';
import type { PageJob } from './page-job.ts';

/** An HTML page understood: what it looks like to classification, what it says, what of it nobody sees. */
export interface HtmlReading {
  readonly extraction: Extraction;
  readonly markup: MarkupEvidence;
  readonly visible: { readonly text: string; readonly characters: number };
  readonly findings: readonly Finding[];
  readonly leftOut: readonly Removal[];
  readonly proof: Proof;
}

const VISIBLE_SAMPLE = 4000;
const STREAMED = 'parts that arrive late stand where the page’s script puts them';

/**
 * Parses as a browser with scripts does, where nobody ever sees `<noscript>`: what stands there is reported, never
 * read, also on a page that shows next to nothing else until its scripts have run.
 */
export function readHtml(source: string, job: PageJob): HtmlReading {
  const root = parseDocument(source, { scripting: true });
  const streamed = placeStreamed(root) > 0;
  const markup = collectMarkup(root);
  const sight = seeStatic(root, { url: job.baseUrl, sheets: job.sheets });
  const { expand, includeHidden, includeLinks, includeImages, selector } = job.options;
  const { findings, leftOut } = applySight(root, sight, { expand, includeHidden });
  keepFrame(root);
  const visible = visibleText(bodyOf(root), VISIBLE_SAMPLE);
  const wholePage = selector?.trim().toLowerCase() === 'body';
  const extraction = extractHtml(root, {
    url: job.baseUrl,
    includeLinks,
    includeImages,
    selector: wholePage ? null : selector,
    wholePage,
  });
  // The person waits for a script, however small: what it places was placed here.
  const proof = streamed ? { complete: false, reasons: [...sight.proof.reasons, STREAMED] } : sight.proof;
  return { extraction, markup, visible, findings, leftOut, proof };
}

/** A page that is hidden as a whole still is a page: an empty one. */
function keepFrame(root: HtmlRoot): void {
  let html = root.children.find((child) => isElement(child, 'html'));
  if (!html) {
    html = createElement('html');
    append(root, html);
  }
  if (isElement(html) && !html.children.some((child) => isElement(child, 'body', 'frameset'))) {
    append(html, createElement('body'));
  }
}

function bodyOf(root: HtmlRoot): HtmlRoot {
  const html = root.children.find((child) => isElement(child, 'html'));
  const body = isElement(html) ? html.children.find((child) => isElement(child, 'body')) : undefined;
  // A frameset has no body; its text is all there is.
  return body && textContent(body).trim() !== '' ? { ...root, children: [body] } : root;
}
