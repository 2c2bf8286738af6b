import { type FoundData, findData } from '../extract/data/find-data.ts';
import type { Extraction, Removal } from '../extract/extraction.ts';
import { extractFacts, extractHtml } from '../extract/html.ts';
import { placeStreamed } from '../extract/main/streamed.ts';
import { keepStatedData } from '../extract/template/from-data.ts';
import { parseDocument } from '../html/parse.ts';
import { append, createElement, elements, type HtmlRoot, isElement, replaceWith, textContent } from '../html/tree.ts';
import { applySight } from '../visibility/apply.ts';
import type { Finding, Proof } from '../visibility/sight.ts';
import { seeStatic } from '../visibility/static.ts';
import { visibleText } from './evidence.ts';
import { collectMarkup, type MarkupEvidence } from './markup-evidence.ts';
import { markdownAlternate } from './native/offered-forms.ts';
import type { DocumentOptions, PageJob } from './page-job.ts';

/** An HTML page understood: what it looks like to classification, what it says, what of it nobody sees. */
export interface HtmlReading {
  readonly extraction: Extraction;
  readonly markup: MarkupEvidence;
  readonly visible: { readonly text: string; readonly characters: number };
  readonly findings: readonly Finding[];
  readonly leftOut: readonly Removal[];
  readonly proof: Proof;
  /** What the page carries for machines; no part of its text. */
  readonly data: FoundData;
  /** Where it says that it is to be had as Markdown, as written. */
  readonly alternate: string | null;
  readonly notes: readonly string[];
}

/** Characters of the visible text that classification looks at: a paywall speaks below the teaser. */
const VISIBLE_SAMPLE = 12_000;
/** A page with less text than this shows nothing before its scripts have run. */
const THIN_TEXT = 250;
/** What `<noscript>` must hold to be the page itself (a thread, a list), and not a remark or a note in passing. */
const NOSCRIPT_PAGE = 1000;

/**
 * Parses as a browser with scripts does, where nobody sees `<noscript>`: what stands there is reported and not read.
 * The one exception: a page that shows nothing without its scripts and offers a whole page for readers that, like this
 * one, do not run them. That page is then read, which is said, and the answer stays unproven.
 */
export function readHtml(source: string, job: PageJob): HtmlReading {
  const withScripts = readOnce(source, job, true);
  if (withScripts.visible.characters >= THIN_TEXT || !/<noscript/iu.test(source)) return withScripts;
  const without = readOnce(source, job, false);
  if (without.visible.characters < withScripts.visible.characters + NOSCRIPT_PAGE) return withScripts;
  const note =
    'The text is what the page offers to readers without scripts (noscript); with scripts it looks different.';
  return { ...without, proof: { ...without.proof, complete: false }, notes: [note] };
}

/** The tree of a fetched page with what a person could see of it, and nothing else. */
export function seenTree(source: string, job: PageJob, scripting = true) {
  const root = parseDocument(source, { scripting });
  const data = findData(root);
  const alternate = markdownAlternate(root);
  placeStreamed(root);
  const markup = collectMarkup(root);
  if (!scripting) unwrapNoscript(root);
  const sight = seeStatic(root, { url: job.baseUrl, sheets: job.sheets });
  keepStatedData(root);
  const { expand, includeHidden } = job.options;
  const { findings, leftOut } = applySight(root, sight, { expand, includeHidden });
  keepFrame(root);
  return { root, markup, sight, findings, leftOut, data, alternate };
}

function readOnce(source: string, job: PageJob, scripting: boolean): HtmlReading {
  const { root, markup, sight, findings, leftOut, data, alternate } = seenTree(source, job, scripting);
  const { extraction, visible } = extractSeen(root, job.baseUrl, job.options);
  return { extraction, markup, visible, findings, leftOut, proof: sight.proof, data, alternate, notes: [] };
}

/** What the tree of a page says, once nothing is left in it but what a person could see. Changes the tree. */
export function extractSeen(
  root: HtmlRoot,
  url: string,
  options: DocumentOptions,
  ignoresData: (visibleCharacters: number) => boolean = () => false,
) {
  const { includeLinks, includeImages, selector, factsOnly, template = 'auto' } = options;
  const visible = visibleText(bodyOf(root), VISIBLE_SAMPLE);
  if (factsOnly || options.data) return { visible, extraction: extractFacts(root, url, visible.text) };
  const wholePage = selector?.trim().toLowerCase() === 'body';
  const chosen = {
    selector: wholePage ? null : selector,
    wholePage,
    template: template === 'none' ? null : template,
    ignoresData: ignoresData(visible.characters),
  };
  return { visible, extraction: extractHtml(root, { url, includeLinks, includeImages, ...chosen }) };
}

/** Without scripts, noscript is an element like any other. */
function unwrapNoscript(root: HtmlRoot): void {
  for (const element of [...elements(root)]) {
    if (element.tag === 'noscript') replaceWith(element, createElement('div', {}, [...element.children]));
  }
}

/** A page that is hidden as a whole still is a page: an empty one. */
export function keepFrame(root: HtmlRoot): void {
  let html = root.children.find((child) => isElement(child, 'html'));
  if (!html) {
    html = createElement('html');
    append(root, html);
  }
  if (isElement(html) && !html.children.some((child) => isElement(child, 'body', 'frameset'))) {
    append(html, createElement('body'));
  }
}

export function bodyOf(root: HtmlRoot): HtmlRoot {
  const html = root.children.find((child) => isElement(child, 'html'));
  const body = isElement(html) ? html.children.find((child) => isElement(child, 'body')) : undefined;
  // A frameset has no body; its text is all there is.
  return body && textContent(body).trim() !== '' ? { ...root, children: [body] } : root;
}
