import { AppError } from '../../base/errors.ts';
import { Deadline } from '../../base/time.ts';
import type { ArtifactStore } from '../../stores/artifacts.ts';
import { badSelector } from '../bad-selector.ts';
import type { Browsing } from '../browsing.ts';
import type { PageFileRequest, PictureLeftOut, Screenshot, ScreenshotResult } from '../picture-result.ts';
import type { PagePool } from '../pool.ts';
import type { Reader, WholeRead } from '../read.ts';
import { renderedRequest } from '../rendered-request.ts';
import type { ReadResult } from '../result.ts';
import type { PrintedPage } from './print-page.ts';
import type { SaveOutcome } from './save-job.ts';

export interface PageFileDependencies {
  readonly reader: Pick<Reader, 'readBy' | 'readLocal'>;
  readonly browsing: Pick<Browsing, 'watched'>;
  readonly artifacts: Pick<ArtifactStore, 'save'>;
  readonly pool: Pick<PagePool, 'save'>;
}

interface FileCall {
  readonly signal: AbortSignal;
  progress(step: string, done: number, total: number | null): void;
}

/** A file that was made, before it is kept. */
interface Made {
  readonly content: Uint8Array;
  readonly pages?: number;
  readonly leftOut: readonly PictureLeftOut[];
  readonly notes: readonly string[];
}

/** With these a saved page can still be read as a resource (stores/artifacts.ts). */
const MAX_HTML_BYTES = 8 * 1024 * 1024;
const MAX_SAVING_MS = 20_000;
/** Longest time that a printed page is looked through for what nobody sees in it. */
const MAX_CHECK_S = 15;
/** A read has seven steps of its own (read.ts); the page is printed during the sixth. */
const STEP = { look: 6.5, check: 8, keep: 9, all: 9 };
/** Remarks of a read that are of no use beside a file of the whole page. */
const ABOUT_TEXT = /^(?:Content chosen as|The outline shows|\d+ more findings of hidden text|source: ) /u;
const PAGES = /^PDF of (\d+) pages?;/u;

/**
 * Pages as files: printed to PDF as they look, or saved as HTML of what is seen. Like a picture, a file is made of the
 * page as it stood when its text was judged, by the same way through gate, pace and classification.
 */
export class PageFiles {
  readonly #dependencies: PageFileDependencies;

  constructor(dependencies: PageFileDependencies) {
    this.#dependencies = dependencies;
  }

  /**
   * Rejects as Reader.read does, with `browser_unavailable` when there is none, and with `budget_exceeded` for a file
   * that is too large or has no room: without it there is no answer.
   */
  async save(request: PageFileRequest, call: FileCall): Promise<Screenshot> {
    const { reader, browsing, artifacts } = this.#dependencies;
    using deadline = new Deadline(request.timeoutS * 1000, call.signal);
    let printed: PrintedPage | null = null;
    let images: ReadonlyMap<string, string> = new Map();
    const rung = browsing.watched({
      onSettled: async (page) => {
        const { scrollThere } = await import('../picture/scroll-through.ts');
        await scrollThere(page, deadline.signal);
      },
      // The page may be opened again when a browser dies or is turned away; the last look counts.
      onSeen: async (look) => {
        call.progress(request.form === 'pdf' ? 'print' : 'collect pictures', STEP.look, STEP.all);
        if (request.form === 'pdf') {
          const { printSeen } = await import('./print-page.ts');
          printed = await printSeen(look, request.hideOverlays, deadline.signal);
        } else {
          const { loadedImages } = await import('./page-images.ts');
          images = await loadedImages(look, deadline.signal);
        }
      },
    });
    const progress = (step: string, done: number) => call.progress(step, done, STEP.all);
    const whole = await reader.readBy(rung, renderedRequest(request.url, request.timeoutS), {
      signal: call.signal,
      progress,
    });
    call.progress(request.form === 'pdf' ? 'check' : 'write', STEP.check, STEP.all);
    const made =
      request.form === 'pdf'
        ? printed && (await this.#checked(printed, whole.result, deadline, call))
        : await this.#saved(whole, request, images, deadline);
    if (made === null || made === 'nothing')
      return { result: answer(whole.result, made, request), block: null, file: null };
    call.progress('keep', STEP.keep, STEP.all);
    deadline.signal.throwIfAborted();
    const kept = await artifacts.save(made.content, 'page', request.form);
    if (typeof kept === 'string') throw noRoom(kept, made.content.byteLength);
    const { uri, path, bytes, expiresAt } = kept;
    const facts = { uri, path, ...(made.pages !== undefined && { pages: made.pages }), bytes, expires_at: expiresAt };
    return { result: { ...answer(whole.result, made, request), artifact: facts }, block: null, file: kept };
  }

  /** Reads the printed file as any PDF: how many pages it has, and what lies in it that nobody sees. */
  async #checked(
    { pdf, overlays, seen, textsLeft }: PrintedPage,
    read: ReadResult,
    deadline: Deadline,
    call: FileCall,
  ): Promise<Made> {
    const timeoutS = Math.max(1, Math.min(MAX_CHECK_S, deadline.remainingMs / 1000));
    const source = { name: 'printed.pdf', baseUrl: null, request: renderedRequest('printed.pdf', timeoutS) };
    const silent = { signal: call.signal, progress: () => {} };
    const check = await this.#dependencies.reader.readLocal(pdf, source, silent);
    const pages = Number(check.notes.map((note) => PAGES.exec(note)?.[1]).find((count) => count !== undefined));
    // Letters filled with a picture are drawn as one, with clear letters over it.
    const { squeezed } = await import('./print-page.ts');
    const unseen = check.threats.filter(({ excerpt }) => !seen.includes(squeezed(excerpt.replace(/…$/u, ''))));
    const left = unseen.filter(({ type }) => type === 'hidden_pdf').length;
    const notes: string[] = [];
    if (left > 0)
      notes.push(
        `Text that nobody sees is in the file all the same (${left} times): read the file with a tool that tells it apart.`,
      );
    if (check.status !== 'ok')
      notes.push(`The file could not be looked through for hidden text (${check.reason.code}).`);
    const hidden = (read.threat_counts.hidden_css ?? 0) + (read.threat_counts.hidden_markup ?? 0);
    return {
      content: pdf,
      ...(Number.isInteger(pages) && { pages }),
      leftOut: counted({ overlay: overlays, hidden: Math.max(0, hidden - left), windowed: textsLeft }, 'pdf'),
      notes,
    };
  }

  async #saved(
    { result, record }: WholeRead,
    request: PageFileRequest,
    images: ReadonlyMap<string, string>,
    deadline: Deadline,
  ): Promise<Made | 'nothing' | null> {
    if (record === null) return null;
    const { page, rawSha256, sheets } = record;
    const options = { ...renderedRequest(request.url, MAX_CHECK_S), selector: request.selector };
    const job = {
      page: { url: request.url, baseUrl: page.url, page, rawSha256, sheets, options },
      title: result.title,
      language: result.provenance.language,
      takenAt: result.fetched_at,
      images,
      maxBytes: MAX_HTML_BYTES,
    };
    const timeoutMs = Math.min(MAX_SAVING_MS, deadline.remainingMs);
    const outcome = await this.#dependencies.pool.save(job, { signal: deadline.signal, timeoutMs });
    return madeOf(outcome);
  }
}

function madeOf(outcome: SaveOutcome | { readonly type: 'killed' }): Made | 'nothing' | null {
  if (outcome.type === 'not a page') return null;
  if (outcome.type === 'nothing') return 'nothing';
  if (outcome.type === 'bad_selector') throw badSelector();
  if (outcome.type === 'killed') {
    throw new AppError('budget_exceeded', 'Saving the page took more time or memory than it may.', {
      hint: 'Save a part of it with selector, or read its words with read_page.',
    });
  }
  if (outcome.type === 'too large') {
    throw new AppError('budget_exceeded', `The saved page is larger than ${MAX_HTML_BYTES / (1024 * 1024)} MiB.`, {
      hint: 'Save a part of it with selector, or read its words with read_page.',
    });
  }
  const { file, images, removed } = outcome;
  return {
    content: file,
    leftOut: counted({ ...removed, image: images.named }, 'html'),
    notes: ['The file holds the words, links, tables and pictures of the page, not its look; format=pdf keeps that.'],
  };
}

type Counted = PictureLeftOut['what'];

const HOW: Readonly<Partial<Record<Counted, string>>> = {
  hidden: 'Nobody sees it; read_page reports it.',
  collapsed: 'Closed sections: read_page with expand=true reads them.',
  windowed: 'Texts in panes that scroll, which paper shows as far as they stand in view; read_page has them all.',
  unproven: 'Whether a person sees it could not be decided.',
  frame: 'Frames that could not be read: save their own addresses.',
  image: 'Named by their addresses only: not loaded, too large, or drawings, which can hold hidden text.',
};

function counted(counts: Readonly<Partial<Record<Counted, number>>>, form: 'pdf' | 'html'): PictureLeftOut[] {
  const overlay =
    form === 'pdf' ? 'hide_overlays=false shows them.' : 'format=pdf with hide_overlays=false shows them.';
  const how = { ...HOW, overlay };
  const kinds: readonly Counted[] = ['hidden', 'overlay', 'windowed', 'collapsed', 'unproven', 'frame', 'image'];
  return kinds.flatMap((what) => {
    const count = counts[what] ?? 0;
    return count === 0 ? [] : [{ what, count, how: how[what] ?? '' }];
  });
}

function answer(
  read: ReadResult,
  given: Made | 'nothing' | null,
  { form, selector }: PageFileRequest,
): ScreenshotResult {
  const made = given === 'nothing' ? null : given;
  const notes = [...(made?.notes ?? [])];
  if (given === 'nothing') {
    notes.push('The selector matches nothing that is shown, so there is no file.');
  } else if (made === null) {
    const isPage = read.status === 'ok' || read.status === 'partial' || read.status === 'unsupported_content';
    const why = isPage ? 'what the site sent is no page that a browser lays out' : 'no page was obtained';
    notes.push(`There is no file: ${why}.`);
  } else if (form === 'pdf' && selector !== null) {
    notes.push('selector is for pictures and format=html; the PDF holds the whole page.');
  }
  return {
    status: read.status,
    reason: read.reason,
    url: read.url,
    final_url: read.final_url,
    title: read.title,
    http_status: read.http_status,
    taken_at: read.fetched_at,
    image: null,
    page: null,
    tile: null,
    artifact: null,
    elements: [],
    left_out: [...(made?.leftOut ?? [])],
    attempts: read.attempts,
    notes: [...notes, ...read.notes.filter((note) => !ABOUT_TEXT.test(note))],
  };
}

function noRoom(why: string, bytes: number): AppError {
  const size = `${(bytes / (1024 * 1024)).toFixed(1)} MiB`;
  return new AppError('budget_exceeded', `${why} The file has ${size}.`, {
    hint: 'Raise PLAINSIGHT_ARTIFACTS_MB, or read the words of the page with read_page.',
  });
}
