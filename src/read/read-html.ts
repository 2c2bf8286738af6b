import type { Extraction, Removal } from '../extract/extraction.ts';
import { extractHtml } from '../extract/html.ts';
import { parseDocument } from '../html/parse.ts';
import { createElement, elements, type HtmlRoot, isElement, replaceWith, textContent } from '../html/tree.ts';
import { applySight } from '../visibility/apply.ts';
import type { Finding, Proof } from '../visibility/sight.ts';
import { seeStatic } from '../visibility/static.ts';
import { collectMarkup, type MarkupEvidence, visibleText } from './evidence.ts';
import type { PageJob } from './page-job.ts';

/** An HTML page understood: what it looks like to classification, what it says, what of it nobody sees. */
export interface HtmlReading {
  readonly extraction: Extraction;
  readonly markup: MarkupEvidence;
  readonly visible: { readonly text: string; readonly characters: number };
  readonly findings: readonly Finding[];
  readonly leftOut: readonly Removal[];
  readonly proof: Proof;
  readonly notes: readonly string[];
}

const VISIBLE_SAMPLE = 4000;
/** A page with less text than this may keep its content for visitors without scripts. */
const THIN_TEXT = 250;

/**
 * Parses as a browser with scripts does, where nobody sees `<noscript>`. Only when that leaves next to nothing, and
 * noscript holds a real text, the page is read as a browser without scripts would show it, and the answer says so.
 */
export function readHtml(source: string, job: PageJob): HtmlReading {
  const withScripts = readOnce(source, job, true);
  if (withScripts.visible.characters >= THIN_TEXT || !/<noscript/iu.test(source)) return withScripts;
  const without = readOnce(source, job, false);
  if (without.visible.characters < withScripts.visible.characters + THIN_TEXT) return withScripts;
  const note = 'The text is what the page shows without scripts (noscript); with scripts it may look different.';
  const { complete: _, reasons } = without.proof;
  return { ...without, proof: { complete: false, reasons }, notes: [note] };
}

function readOnce(source: string, job: PageJob, scripting: boolean): HtmlReading {
  const root = parseDocument(source, { scripting });
  const markup = collectMarkup(root);
  if (!scripting) unwrapNoscript(root);
  const sight = seeStatic(root, { url: job.baseUrl, sheets: job.sheets });
  const { expand, includeHidden, includeLinks, includeImages, selector } = job.options;
  const { findings, leftOut } = applySight(root, sight, { expand, includeHidden });
  const visible = visibleText(bodyOf(root), VISIBLE_SAMPLE);
  const wholePage = selector?.trim().toLowerCase() === 'body';
  const extraction = extractHtml(root, {
    url: job.baseUrl,
    includeLinks,
    includeImages,
    selector: wholePage ? null : selector,
    wholePage,
  });
  return { extraction, markup, visible, findings, leftOut, proof: sight.proof, notes: [] };
}

/** Without scripts, noscript is an element like any other. */
function unwrapNoscript(root: HtmlRoot): void {
  for (const element of [...elements(root)]) {
    if (element.tag === 'noscript') replaceWith(element, createElement('div', {}, [...element.children]));
  }
}

function bodyOf(root: HtmlRoot): HtmlRoot {
  const html = root.children.find((child) => isElement(child, 'html'));
  const body = isElement(html) ? html.children.find((child) => isElement(child, 'body')) : undefined;
  // A frameset has no body; its text is all there is.
  return body && textContent(body).trim() !== '' ? { ...root, children: [body] } : root;
}
