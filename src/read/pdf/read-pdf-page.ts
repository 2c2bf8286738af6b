import { EMPTY_METADATA, type Extraction, type Removal } from '../../extract/extraction.ts';
import { detectLanguage } from '../../extract/language.ts';
import { isPdf } from '../../extract/sniff.ts';
import { type PdfReading, type ReadPdf, readPdf } from '../../pdf/read-pdf.ts';
import { writePages } from '../../pdf/write-document.ts';
import type { Finding } from '../../visibility/sight.ts';
import type { PageJob } from '../page-job.ts';
import { type Verdict, verdict } from '../reasons.ts';
import type { ReadResult } from '../result.ts';
import { loadEngine } from './load-engine.ts';
import { findingsOf } from './pdf-findings.ts';
import { isCutShort, notesOf } from './pdf-notes.ts';

/** A PDF understood, in the form that understand.ts makes documents of. */
export interface PdfPage {
  readonly extraction: Extraction;
  readonly findings: readonly Finding[];
  readonly seen: ReadResult['seen'];
  /** The file itself ends early. */
  readonly cut: 'no' | 'damaged';
  /** Stands in place of what classification says of a page that arrived well. */
  readonly verdict: Verdict | null;
  readonly notes: readonly string[];
}

/** For all pages of a file; the thread is killed after 20 s (see read.ts), and laying out comes after this. */
const READING_MS = 14_000;

export function isPdfPage({ page }: PageJob): boolean {
  return page.sight === null && isPdf(page.body);
}

export async function readPdfPage(job: PageJob): Promise<PdfPage> {
  const engine = await loadEngine();
  const { includeHidden } = job.options;
  const clock = () => performance.now();
  return pdfPage(job, readPdf(engine, job.page.body, { includeHidden, clock, timeMs: READING_MS }));
}

function pdfPage(job: PageJob, reading: PdfReading): PdfPage {
  if (reading.type !== 'read') {
    const code = reading.type === 'locked' ? 'pdf_locked' : 'pdf_damaged';
    return { extraction: NOTHING, findings: [], seen: 'static', cut: 'no', verdict: verdict(code), notes: [] };
  }
  const { facts, pages, pageCount } = reading;
  const { includeLinks, selector } = job.options;
  const wholePage = selector?.trim().toLowerCase() === 'body';
  const written = writePages(pages, facts.bookmarks, { includeLinks, wholePage });
  const repeated = pages.reduce((sum, page) => sum + page.repeated, 0);
  const title = isTitle(facts.title) ? facts.title : written.firstHeading;
  const complete = pages.length === pageCount && pages.every(({ incomplete }) => !incomplete);
  return {
    extraction: {
      kind: 'pdf',
      title,
      markdown: written.markdown,
      metadata: {
        ...EMPTY_METADATA,
        language: facts.language ?? detectLanguage(written.markdown.replace(/^# Page \d+$/gmu, '')),
        author: facts.author === '' ? null : facts.author,
        published: facts.created,
        modified: facts.modified,
        description: facts.subject === '' ? null : facts.subject,
      },
      removals: [...written.removals, ...(repeated > 0 ? [drawnTwice(repeated)] : [])],
      mode: 'pdf',
      notes: [],
      linksOmitted: written.linksOmitted,
    },
    findings: findingsOf(reading, complete),
    seen: complete ? 'proven' : 'static',
    cut: isCutShort(job.page.body) || reading.lost.length > 0 ? 'damaged' : 'no',
    verdict: verdictOf(reading, written.markdown),
    notes: notesOf(job, reading),
  };
}

/** What says more about the page than that it arrived well. */
export function pdfVerdict(classified: Verdict, { verdict: own }: PdfPage): Verdict {
  const { code } = classified.reason;
  return own !== null && (code === 'ok' || code === 'no_text' || code.startsWith('body_')) ? own : classified;
}

function verdictOf({ pages, pageCount, stopped }: ReadPdf, markdown: string): Verdict | null {
  if (pages.length === 0 && stopped === 'memory') return verdict('memory_limit');
  if (pages.length === 0) return verdict('pdf_damaged');
  if (stopped !== null) return verdict('pdf_cut', `${pages.length} of ${pageCount}; ${WHY[stopped]}`);
  return markdown === '' ? verdict('pdf_no_text') : null;
}

const WHY = {
  time: 'the time for one file was over',
  memory: 'the memory for one file was used up',
  fault: 'a page is damaged in a way that stops the reading',
  pages: 'more pages than are read',
} as const;

function drawnTwice(characters: number): Removal {
  return { what: 'duplicate', step: 'pdf', reason: 'drawn twice on the same place', characters };
}

/** Programs write the name of a file, or their own, where a title should be. */
function isTitle(title: string): boolean {
  return !/^(?:|untitled|(?:microsoft )?(?:word|powerpoint|excel) ?- .*|.*\.(?:docx?|pptx?|xlsx?|tex|dvi|indd|qxd|odt|pdf|ps))$/iu.test(
    title,
  );
}

const NOTHING: Extraction = {
  kind: 'pdf',
  title: '',
  markdown: '',
  metadata: EMPTY_METADATA,
  removals: [],
  mode: 'pdf',
  notes: [],
  linksOmitted: 0,
};
