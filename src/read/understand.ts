import { canParseUrl } from '../base/url.ts';
import { CONTENT_KINDS, type ContentKind, EMPTY_METADATA, type Extraction } from '../extract/extraction.ts';
import { extractKind } from '../extract/kinds/extract.ts';
import { type SniffedKind, sniffKind } from '../extract/sniff.ts';
import { parseDocument } from '../html/parse.ts';
import { withoutChallenge } from './challenge-parameters.ts';
import { classify } from './classify.ts';
import { type DataPart, dataPart, listData } from './data-part.ts';
import { decodePage, typeName } from './decode-page.ts';
import { buildDocument, type Document, type PageFacts } from './document.ts';
import { ASKED_FOR_A_PAGE, type PageEvidence } from './evidence.ts';
import { collectMarkup, type MarkupEvidence, NO_MARKUP } from './markup-evidence.ts';
import { offeredForms } from './native/offered-forms.ts';
import type { PageJob, PageJobResult } from './page-job.ts';
import { type PdfPage, pdfVerdict } from './pdf/read-pdf-page.ts';
import { type HtmlReading, readHtml } from './read-html.ts';
import type { RawPage } from './rung.ts';
import { unpackSight } from './see/packed-sight.ts';
import { readRendered } from './see/read-rendered.ts';

/**
 * From bytes to Document, in one go and without any input but the job: the whole work of the worker. Never throws for
 * what a page holds; a fault of our own does.
 */
export function understandPage(job: PageJob, pdf: PdfPage | null = null): PageJobResult {
  try {
    return { type: 'document', document: understand(job, pdf) };
  } catch (thrown) {
    if (thrown instanceof SyntaxError && job.options.selector !== null) return { type: 'bad_selector' };
    throw thrown;
  }
}

/** A page in the making: what was read of it, by whatever kind it is. */
interface Reading {
  readonly kind: ContentKind | null;
  readonly html: HtmlReading | null;
  readonly extraction: Extraction;
  readonly cut: 'no' | 'limit' | 'damaged';
  /** Remarks on how the bytes were taken. */
  readonly notes: readonly string[];
}

function understand(job: PageJob, pdf: PdfPage | null): Document {
  const { page, options } = job;
  const reading = pdf === null ? readBody(job) : pdfReading(job, pdf);
  const { kind, html, extraction } = reading;
  const classified = classify(evidenceOf(job, reading));
  const facts = {
    verdict: pdf === null ? classified : pdfVerdict(classified, pdf),
    url: job.url,
    finalUrl: withoutChallenge(page.url, job.url),
    httpStatus: page.httpStatus,
    kind: kind ?? 'text',
    via: page.via,
    archivedAt: page.archivedAt,
    seen: pdf?.seen ?? seenAs(page, reading),
    rawSha256: job.rawSha256,
    format: options.format,
    title: extraction.title,
    markdown: extraction.markdown,
    metadata: extraction.metadata,
    removals: [...(html?.leftOut ?? []), ...extraction.removals],
    findings: pdf?.findings ?? html?.findings ?? [],
    linksOmitted: extraction.linksOmitted,
    ...(extraction.fields && { fields: extraction.fields }),
    notes: [...reading.notes, ...notesOf(job, extraction, html)],
    data: html === null ? [] : listData(html.data),
    moreData: html?.data.more ?? 0,
  };
  return buildDocument(options.data === undefined ? facts : withPart(facts, partOf(job, html)));
}

function partOf({ options }: PageJob, html: HtmlReading | null): DataPart | null {
  return html && options.data ? dataPart(html.data, options.data, options.includeHidden) : null;
}

/** The receipt of the page with the embedded data that was asked for as its text. */
function withPart(facts: PageFacts, part: DataPart | null): PageFacts {
  const { fields: _, ...page } = facts;
  return {
    ...page,
    markdown: part?.markdown ?? '',
    removals: [],
    findings: [...facts.findings, ...(part?.findings ?? [])],
    linksOmitted: 0,
    notes: [...(part?.notes ?? []), ...facts.notes],
    data: [],
    moreData: 0,
    lacksPart: part === null,
  };
}

function pdfReading({ page }: PageJob, { extraction, notes, cut }: PdfPage): Reading {
  const sniffed = sniffKind(page.contentType, '', page.body.subarray(0, 4096), page.url);
  // A document says so itself: its bytes are those of an archive.
  const remark = sniffed.note === undefined || extraction.kind !== 'pdf' ? [] : [`${sniffed.note}.`];
  return {
    kind: extraction.kind,
    html: null,
    extraction,
    cut: page.truncated ? cutOf(page, false) : cut,
    notes: [...remark, ...notes],
  };
}

/** Data is all there is to see of it; a page is proven, or a browser showed it, or it is only what markup says. */
function seenAs({ sight }: RawPage, { kind, html }: Reading): Document['seen'] {
  if (sight !== null) return 'rendered';
  return (html === null ? kind !== null : html.proof.complete) ? 'proven' : 'static';
}

function readBody(job: PageJob): Reading {
  const { page } = job;
  if (page.sight !== null) {
    const html = withSentMarkup(readRendered(unpackSight(page.sight), job.baseUrl, job.options), page);
    return { kind: 'html', html, extraction: html.extraction, cut: page.truncated ? 'damaged' : 'no', notes: [] };
  }
  const { source, decoded, sniffed } = decodePage(page);
  const kind = readableKind(sniffed.kind);
  const html = kind === 'html' ? readHtml(source, job) : null;
  const other = kind === null || html !== null ? null : extractKind(kind, source, kindOptions(job));
  return {
    kind,
    html,
    extraction: html?.extraction ?? other ?? NOTHING,
    cut: cutOf(page, decoded.text.length > source.length),
    notes: [
      ...(sniffed.note === undefined ? [] : [`${sniffed.note}.`]),
      ...(decoded.source === 'guess' ? [`The encoding ${decoded.charset} was guessed; nothing names it.`] : []),
    ],
  };
}

/** Above this much text to be seen, a page is no wall, whatever stood in its markup. */
const WALL_TEXT = 1500;
const WALL_BYTES = 200_000;

/** Walls take their scripts away once these have run, so what the site sent for the document is looked at as well. */
function withSentMarkup(html: HtmlReading, page: RawPage): HtmlReading {
  if (html.visible.characters > WALL_TEXT || page.body.length === 0 || page.body.length > WALL_BYTES) return html;
  const sent = collectMarkup(parseDocument(Buffer.from(page.body).toString('latin1'), { scripting: true }));
  return { ...html, markup: { ...html.markup, markup: html.markup.markup + sent.markup } };
}

function evidenceOf(job: PageJob, { kind, html, extraction, cut }: Reading): PageEvidence {
  const { page } = job;
  const content = extraction.markdown.trim();
  return {
    httpStatus: page.httpStatus,
    headers: page.headers,
    hasLocation: page.headers.location !== undefined,
    contentType: typeName(page.contentType),
    kind: kind ?? (page.body.length === 0 ? 'text' : null),
    cut,
    redirectedToLogin: html !== null && isLoginDetour(job, html),
    notFree: html !== null && NOT_FREE.test(html.markup.scriptText),
    asked: askedFor(job.url),
    ...(html?.markup ?? wallMarkup(page, content)),
    visibleText: html?.visible.text ?? content.slice(0, 4000),
    visibleCharacters: html?.visible.characters ?? content.length,
    contentCharacters: content.length,
  };
}

/** Programs that ask for data are sent walls as data; on an error page nothing else is likely to speak of captchas. */
function wallMarkup({ httpStatus }: RawPage, content: string): MarkupEvidence {
  const isError = httpStatus !== null && httpStatus >= 400;
  return isError ? { ...NO_MARKUP, markup: content.slice(0, 4000).toLowerCase() } : NO_MARKUP;
}

/** A body is short because of a limit of ours, or because something went wrong on its way. */
function cutOf(page: RawPage, tooLong: boolean): 'no' | 'limit' | 'damaged' {
  if (tooLong || page.notes.some((note) => note.startsWith('cut at '))) return 'limit';
  return page.truncated ? 'damaged' : 'no';
}

const NOTHING: Extraction = {
  kind: 'text',
  title: '',
  markdown: '',
  metadata: EMPTY_METADATA,
  removals: [],
  mode: 'none',
  notes: [],
  linksOmitted: 0,
};

function kindOptions({ page, options, baseUrl }: PageJob) {
  const { includeLinks, includeImages } = options;
  return { url: baseUrl, includeLinks, includeImages, contentType: page.contentType };
}

/** PDFs, documents and pictures are read before they come here: see worker.ts. */
function readableKind(kind: SniffedKind): ContentKind | null {
  if (kind === 'empty') return 'text';
  return kind === 'pdf' || kind === 'image' ? null : (CONTENT_KINDS.find((known) => known === kind) ?? null);
}

const LOGIN_PATH =
  /(?:^|[/._-])(?:log-?in|sign-?in|auth|sso|authwall|account\/begin|session\/new|checkpoint)(?:[/._-]|$)/iu;
const SEARCH_QUERY = /[?&](?:q|query|search|keywords?|s|k|term|wd|text|suche|recherche)=/iu;
const NOT_FREE = /"isAccessibleForFree"\s*:\s*"?false/iu;

function askedFor(url: string): PageEvidence['asked'] {
  if (!canParseUrl(url)) return ASKED_FOR_A_PAGE;
  const { hostname, pathname, search } = new URL(url);
  return {
    login: LOGIN_PATH.test(`${hostname}${pathname}`),
    root: pathname === '/',
    search: SEARCH_QUERY.test(search) || /\/search(?:\/|$)/iu.test(pathname),
  };
}

/** A sign-in page has little else on it. */
const LOGIN_TEXT = 1500;

/** Asked for one page, sent on to a page that wants a password. */
function isLoginDetour({ page, url }: PageJob, { markup, visible }: HtmlReading): boolean {
  if (!canParseUrl(url) || !canParseUrl(page.url)) return false;
  const asked = new URL(url);
  const got = new URL(page.url);
  if (asked.host === got.host && asked.pathname === got.pathname) return false;
  if (LOGIN_PATH.test(asked.pathname) || visible.characters > LOGIN_TEXT) return false;
  return LOGIN_PATH.test(`${got.hostname}${got.pathname}`) && (markup.passwordField || visible.characters < 600);
}

function notesOf(job: PageJob, extraction: Extraction, reading: HtmlReading | null): string[] {
  const notes = [...job.page.notes, ...(reading?.notes ?? []), ...extraction.notes];
  if (job.options.selector !== null && extraction.markdown.trim() === '')
    notes.push('The selector matches nothing with text.');
  if (reading?.markup.passwordField && reading.visible.characters < LOGIN_TEXT) notes.push('The page asks to sign in.');
  const forward = reading?.markup.forwardsTo ?? null;
  if (forward !== null && canParseUrl(forward, job.baseUrl) && (reading?.visible.characters ?? 0) < LOGIN_TEXT) {
    notes.push(`The page sends visitors on to ${new URL(forward, job.baseUrl).href.slice(0, 250)}`);
  }
  if (reading && NOT_FREE.test(reading.markup.scriptText)) {
    notes.push('The page says that it is not free to read; the text may end early.');
  }
  if (reading && !reading.proof.complete) {
    const reasons = reading.proof.reasons.slice(0, 6).join('; ');
    notes.push(`Seen without a browser, so not certain: ${reasons === '' ? 'scripts may change the page' : reasons}.`);
  }
  if (reading && !/^(?:none|page|selector)$/u.test(extraction.mode))
    notes.push(`Content chosen as ${extraction.mode}.`);
  if (reading) notes.push(...offeredForms(job.page.headers, reading.alternate, job.baseUrl));
  return notes;
}
