import { canParseUrl } from '../base/url.ts';
import { CONTENT_KINDS, type ContentKind, EMPTY_METADATA, type Extraction } from '../extract/extraction.ts';
import { extractKind } from '../extract/kinds/extract.ts';
import type { SniffedKind } from '../extract/sniff.ts';
import { classify } from './classify.ts';
import { decodePage, typeName } from './decode-page.ts';
import { buildDocument, type Document } from './document.ts';
import type { PageEvidence } from './evidence.ts';
import { NO_MARKUP } from './markup-evidence.ts';
import type { PageJob, PageJobResult } from './page-job.ts';
import { type HtmlReading, readHtml } from './read-html.ts';
import type { RawPage } from './rung.ts';
import { unpackSight } from './see/packed-sight.ts';
import { readRendered } from './see/read-rendered.ts';

/**
 * From bytes to Document, in one go and without any input but the job: the whole work of the worker. Never throws for
 * what a page holds; a fault of our own does.
 */
export function understandPage(job: PageJob): PageJobResult {
  try {
    return { type: 'document', document: understand(job) };
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

function understand(job: PageJob): Document {
  const { page, options } = job;
  const reading = readBody(job);
  const { kind, html, extraction } = reading;
  return buildDocument({
    verdict: classify(evidenceOf(job, reading)),
    url: job.url,
    finalUrl: page.url,
    httpStatus: page.httpStatus,
    kind: kind ?? 'text',
    via: page.via,
    archivedAt: page.archivedAt,
    seen: seenAs(page, reading),
    rawSha256: job.rawSha256,
    format: options.format,
    title: extraction.title,
    markdown: extraction.markdown,
    metadata: extraction.metadata,
    removals: [...(html?.leftOut ?? []), ...extraction.removals],
    findings: html?.findings ?? [],
    linksOmitted: extraction.linksOmitted,
    ...(extraction.fields && { fields: extraction.fields }),
    notes: [...reading.notes, ...notesOf(job, extraction, html)],
  });
}

/** Data is all there is to see of it; a page is proven, or a browser showed it, or it is only what markup says. */
function seenAs({ sight }: RawPage, { kind, html }: Reading): Document['seen'] {
  if (sight !== null) return 'rendered';
  return (html === null ? kind !== null : html.proof.complete) ? 'proven' : 'static';
}

function readBody(job: PageJob): Reading {
  const { page } = job;
  if (page.sight !== null) {
    const html = readRendered(unpackSight(page.sight), job.baseUrl, job.options);
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
    ...(html?.markup ?? NO_MARKUP),
    visibleText: html?.visible.text ?? content.slice(0, 4000),
    visibleCharacters: html?.visible.characters ?? content.length,
    contentCharacters: content.length,
  };
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

/** PDF is named by the sniffer and read by a part that is not there yet. */
function readableKind(kind: SniffedKind): ContentKind | null {
  if (kind === 'empty') return 'text';
  return kind === 'pdf' ? null : (CONTENT_KINDS.find((known) => known === kind) ?? null);
}

const LOGIN_PATH =
  /(?:^|[/._-])(?:log-?in|sign-?in|auth|sso|authwall|account\/begin|session\/new|checkpoint)(?:[/._-]|$)/iu;
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
  if (reading && /"isAccessibleForFree"\s*:\s*"?false/iu.test(reading.markup.scriptText)) {
    notes.push('The page says that it is not free to read; the text may end early.');
  }
  if (reading && !reading.proof.complete) {
    const reasons = reading.proof.reasons.slice(0, 6).join('; ');
    notes.push(`Seen without a browser, so not certain: ${reasons === '' ? 'scripts may change the page' : reasons}.`);
  }
  if (reading && !/^(?:none|page|selector)$/u.test(extraction.mode))
    notes.push(`Content chosen as ${extraction.mode}.`);
  return notes;
}
