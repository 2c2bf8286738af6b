import { htmlPage } from '../../extract/documents/document-html.ts';
import { EMPTY_METADATA, type Extraction, type Removal } from '../../extract/extraction.ts';
import { fence } from '../../extract/kinds/fence.ts';
import { detectLanguage } from '../../extract/language.ts';
import { loadMarkdownRenderer } from '../../extract/native/markdown-html.ts';
import type { NativeHtml, NativeText } from '../../extract/native/native-page.ts';
import { readNative } from '../../extract/native/read-native.ts';
import { severityOf } from '../../visibility/severity.ts';
import type { Finding } from '../../visibility/sight.ts';
import { decodePage, typeName } from '../decode-page.ts';
import type { PageJob } from '../page-job.ts';
import type { PdfPage } from '../pdf/read-pdf-page.ts';
import { readHtml } from '../read-html.ts';

/**
 * The source of a page understood: Markdown and facts become HTML, and that is read as pages are, so that comments,
 * hidden elements and closed sections in it are what they are there. Null for what came otherwise; a source that does
 * not say what its page says is read as nothing, which sends the reader to the page.
 */
export async function readNativePage(job: PageJob): Promise<PdfPage | null> {
  const { page } = job;
  if (page.native === undefined) return null;
  // Sources send files and data; a page in their place asks to sign in or says that something is wrong.
  const isGood = page.httpStatus === 200 && !page.truncated && !typeName(page.contentType).includes('html');
  const { source } = decodePage(page);
  const read = isGood
    ? readNative({ form: page.native, text: source, pageUrl: job.url }, await loadMarkdownRenderer())
    : null;
  if (read === null) return { extraction: NOTHING, findings: [], seen: 'static', cut: 'no', verdict: null, notes: [] };
  return read.type === 'text' ? textPage(read) : htmlSource(job, read);
}

const NOTHING: Extraction = {
  kind: 'text',
  title: '',
  markdown: '',
  metadata: EMPTY_METADATA,
  removals: [],
  mode: 'native',
  notes: [],
  linksOmitted: 0,
};

/** The page shows the file as it is, so it is shown as it is here. */
function textPage({ text, language, title }: NativeText): PdfPage {
  const body = text
    .replace(/^\ufeff/u, '')
    .replace(/\r\n?/gu, '\n')
    .replace(/\s+$/u, '');
  const extraction = { ...NOTHING, title, markdown: fence(body, language) };
  return { extraction, findings: [], seen: 'proven', cut: 'no', verdict: null, notes: [] };
}

function htmlSource(job: PageJob, read: NativeHtml): PdfPage {
  const options = { ...job.options, selector: 'body', template: 'none', data: undefined };
  const reading = readHtml(htmlPage(read.html), { ...job, baseUrl: read.base ?? job.url, sheets: new Map(), options });
  const { extraction } = reading;
  const hidden = job.options.includeHidden ? read.hidden.map(({ text }) => `Hidden: ${text}`) : [];
  return {
    extraction: {
      ...extraction,
      kind: 'markdown',
      title: read.title || (/^#{1,6} (.{1,300})$/mu.exec(extraction.markdown)?.[1] ?? ''),
      markdown: [extraction.markdown, ...hidden].join('\n\n').trim(),
      metadata: { ...EMPTY_METADATA, language: detectLanguage(extraction.markdown), published: read.published },
      removals: [...reading.leftOut, ...extraction.removals, ...frontMatterOf(read)],
      mode: 'native',
      notes: [...extraction.notes, 'How the site shows this text was not looked at.'],
      fields: read.fields,
    },
    findings: [...read.hidden.map(findingOf), ...reading.findings],
    seen: 'static',
    cut: 'no',
    verdict: null,
    notes: [],
  };
}

function frontMatterOf({ frontMatter }: NativeHtml): Removal[] {
  if (frontMatter === 0) return [];
  return [{ what: 'metadata', step: 'native', reason: 'facts before the text', characters: frontMatter }];
}

function findingOf({ reason, text, location }: NativeHtml['hidden'][number]): Finding {
  const type = 'hidden_markup';
  return { type, reason, text, severity: severityOf({ type, reason, text }), location };
}
