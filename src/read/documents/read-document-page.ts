import { codePointLength } from '../../base/text.ts';
import type { DocumentHtml, DocumentHtmlPage, HiddenText } from '../../extract/documents/document-html.ts';
import { type DocumentFile, documentFile, meantKind } from '../../extract/documents/document-kind.ts';
import { drawingFacts, imageFacts } from '../../extract/documents/image-facts.ts';
import { readDocument } from '../../extract/documents/read-document.ts';
import { ArchiveError } from '../../extract/documents/zip.ts';
import { type ContentKind, EMPTY_METADATA, type Extraction, type Removal } from '../../extract/extraction.ts';
import { detectLanguage } from '../../extract/language.ts';
import { speaksToMachine } from '../../visibility/machine-speech.ts';
import { isSentence, severityOf } from '../../visibility/severity.ts';
import type { Finding } from '../../visibility/sight.ts';
import type { PageJob } from '../page-job.ts';
import type { PdfPage } from '../pdf/read-pdf-page.ts';
import { readHtml } from '../read-html.ts';
import { verdict } from '../reasons.ts';

/**
 * An office document, a book or a message understood: turned into HTML that says in CSS how it looks, and that read as
 * pages are. Pictures give their facts. Null for everything else.
 */
export async function readDocumentPage(job: PageJob): Promise<PdfPage | null> {
  const { page } = job;
  if (page.sight !== null || page.body.length === 0) return null;
  const file = documentFile(page.body, page.contentType, page.url);
  if (file === null) return pictureFacts(job);
  try {
    const document = await readDocument(file, page.body, job.options.includeHidden);
    return documentPage(job, document, kindOf(file));
  } catch (thrown) {
    if (!(thrown instanceof ArchiveError)) throw thrown;
    return { ...NOTHING_READ, ...unread(kindOf(file), verdict(`document_${thrown.why}`, thrown.message)) };
  }
}

function kindOf(file: DocumentFile): ContentKind {
  return file.kind === 'office' ? 'docx' : file.kind;
}

function pictureFacts({ page }: PageJob): PdfPage | null {
  const isDrawing = /^image\/svg\+xml\b/iu.test(page.contentType ?? '') || isDrawingByName(page);
  const facts = isDrawing ? drawingFacts(page.body) : imageFacts(page.body);
  if (facts === null) return null;
  const { format, width, height } = facts;
  const size = width > 0 && height > 0 ? `, ${width} × ${height} pixels` : '';
  const said = `a ${format} picture${size}, ${page.body.length} bytes`;
  return { ...NOTHING_READ, ...unread('image', verdict('media_type', said)), notes: [`This is ${said}.`] };
}

/** Where the type says nothing, the name does. */
function isDrawingByName({ contentType, url }: PageJob['page']): boolean {
  return /^(?:|application\/octet-stream|text\/plain)$/iu.test(contentType?.split(';')[0]?.trim() ?? '')
    ? /\.svg(?:[?#]|$)/iu.test(url)
    : false;
}

function unread(kind: ContentKind, own: PdfPage['verdict']) {
  return { extraction: emptyExtraction(kind), verdict: own };
}

function emptyExtraction(kind: ContentKind): Extraction {
  const none = { title: '', markdown: '', metadata: EMPTY_METADATA, removals: [], notes: [], linksOmitted: 0 };
  return { kind, mode: kind, ...none };
}

const NOTHING_READ = { findings: [], seen: 'proven', cut: 'no', notes: [] } as const;

function documentPage(job: PageJob, document: DocumentHtml, kind: ContentKind): PdfPage {
  const readings = document.pages.map((page) => readOne(job, page));
  const markdown = readings
    .map(({ extraction }) => extraction.markdown.trim())
    .filter(Boolean)
    .join('\n\n');
  const isTold = TITLED.has(kind) || isWithin(markdown, document.title);
  return {
    extraction: {
      kind,
      title: (isTold ? document.title : '') || (/^#{1,6} (.{1,300})$/mu.exec(markdown)?.[1] ?? ''),
      markdown,
      metadata: {
        ...EMPTY_METADATA,
        language: document.language ?? detectLanguage(markdown),
        author: document.author,
        published: document.created,
        modified: document.modified,
      },
      removals: [
        ...readings.flatMap(({ leftOut, extraction }) => [...leftOut, ...extraction.removals]),
        ...besideOf(document),
      ],
      mode: kind,
      notes: [],
      linksOmitted: readings.reduce((sum, { extraction }) => sum + extraction.linksOmitted, 0),
    },
    findings: [
      ...document.hidden.map(findingOf),
      ...(isTold || document.title === '' ? [] : [findingOf(propertyOf(document.title))]),
      ...readings.flatMap(({ findings }) => findings),
    ],
    seen: 'proven',
    cut: job.page.truncated ? 'damaged' : 'no',
    verdict: null,
    notes: [...mislabelled(job, kind), ...document.notes, ...selectorNote(job)],
  };
}

/** Readers show the title of a book and the subject of a message; the title among a file’s properties they do not. */
const TITLED: ReadonlySet<ContentKind> = new Set(['epub', 'eml']);

function isWithin(markdown: string, title: string): boolean {
  const plain = (text: string) =>
    text
      .replace(/[^\p{L}\p{N}]+/gu, ' ')
      .trim()
      .toLowerCase();
  const words = plain(title);
  return words !== '' && plain(markdown.slice(0, 200_000)).includes(words);
}

function propertyOf(text: string): HiddenText {
  return { reason: 'title among the file’s properties', text, location: 'properties' };
}

function readOne(job: PageJob, { html, location }: DocumentHtmlPage) {
  const options = { ...job.options, selector: 'body', includeImages: false };
  const reading = readHtml(html, { ...job, sheets: new Map(), options });
  const findings = reading.findings.map((finding) =>
    location === '' ? finding : { ...finding, location: `${location}: ${finding.location}` },
  );
  return { ...reading, findings };
}

function besideOf({ beside }: DocumentHtml): Removal[] {
  const characters = beside.reduce((sum, text) => sum + codePointLength(text.replace(/\s+/gu, ' ').trim()), 0);
  if (characters === 0) return [];
  return [{ what: 'boilerplate', step: 'document', reason: 'headers and footers of its pages', characters }];
}

/** Ways in which people keep words beside a text; only words for a machine are worth a warning there. */
const ORDINARY =
  /^(?:comment|speaker notes|deleted in tracked changes|hidden (?:slide|sheet|row|column)|alternative text|title among .*)$/u;

function findingOf({ reason, text, location }: HiddenText): Finding {
  const type = 'hidden_markup';
  const isWarning = ORDINARY.test(reason) ? speaksToMachine(text) : isSentence(text);
  const severity = isWarning ? 'warn' : severityOf({ type, reason: 'collapsed', text });
  return { type, severity, reason, text, location };
}

/** Said when a server or a name promises something else. Types that say nothing are no promise. */
function mislabelled({ page }: PageJob, kind: ContentKind): string[] {
  const type = (page.contentType ?? '').split(';')[0]?.trim().toLowerCase() ?? '';
  if (!/^[a-z\d.+-]{1,40}\/[a-z\d.+-]{1,80}$/u.test(type)) return [];
  if (/octet-stream|application\/(?:x-)?(?:zip|download|unknown|force-download)/u.test(type)) return [];
  return meantKind(type, '') === kind ? [] : [`sent as ${type}, but the content is ${kind.toUpperCase()}.`];
}

function selectorNote({ options: { selector } }: PageJob): string[] {
  if (selector === null || selector.trim().toLowerCase() === 'body') return [];
  return ['selector is for HTML; the document was read whole.'];
}
