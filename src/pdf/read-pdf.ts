import { type DocumentFacts, readFacts } from './document-facts.ts';
import type { Engine } from './engine.ts';
import { type Sheet, sheetOf } from './layout/sheet.ts';
import { openDocument } from './open.ts';
import { Canvas } from './raster.ts';
import { type PageOptions, type PageReading, readPage } from './read-page.ts';
import { withoutTables } from './repair.ts';

/** A whole file, read page by page; layout and Markdown come after (write-document.ts). */
export type PdfReading = { readonly type: 'locked' | 'damaged' } | ReadPdf;

export interface ReadPdf {
  readonly type: 'read';
  readonly facts: DocumentFacts;
  readonly pages: readonly SeenPage[];
  readonly pageCount: number;
  /** Numbers of pages that could not be opened. */
  readonly lost: readonly number[];
  /** Why the last pages were not read; null when all were. */
  readonly stopped: 'time' | 'memory' | 'fault' | 'pages' | null;
  /** The file’s table of contents was damaged and rebuilt from what was found. */
  readonly rebuilt: boolean;
}

/** What stays of a page: its signs are put together to words at once, as those of 300 pages would fill the memory. */
export interface SeenPage extends Omit<PageReading, 'glyphs' | 'texts' | 'links'>, Sheet {
  readonly signs: number;
}

export interface PdfOptions {
  readonly includeHidden: boolean;
  /** Milliseconds of a clock that only runs forward. */
  readonly clock: () => number;
  /** For all pages, in milliseconds. */
  readonly timeMs: number;
}

/** A page costs some ten milliseconds; more pages than this do not fit any answer. */
const MAX_PAGES = 2000;
/** Memory of the module beyond which no further page is opened. */
const MAX_HEAP_BYTES = 320 * 1024 * 1024;

/**
 * Never throws for what a file holds: what was read before a fault is given back with the reason. A file that does not
 * open, or opens and shows nothing at all, is looked through once more as if it had no tables.
 */
export function readPdf(engine: Engine, bytes: Uint8Array, options: PdfOptions): PdfReading {
  const end = options.clock() + options.timeMs;
  const first = readOnce(engine, bytes, options, end);
  if (first.type === 'locked' || (first.type === 'read' && (first.stopped === 'fault' || !isBlank(first))))
    return first;
  const mended = withoutTables(bytes);
  const second = mended === null ? first : readOnce(engine, mended, options, end);
  return second.type === 'read' && (first.type !== 'read' || !isBlank(second)) ? { ...second, rebuilt: true } : first;
}

function isBlank({ pages }: ReadPdf): boolean {
  return pages.every(
    ({ signs, hasPictures, hidden, hasDrawings }) => signs === 0 && hidden.length === 0 && !hasPictures && !hasDrawings,
  );
}

function readOnce(engine: Engine, bytes: Uint8Array, options: PdfOptions, end: number): PdfReading {
  const opened = openDocument(engine, bytes);
  if (opened.type !== 'open') return opened;
  const { document, pages: pageCount } = opened;
  const facts = readFacts(engine, document);
  const pages: SeenPage[] = [];
  const lost: number[] = [];
  const canvas = new Canvas();
  let stopped: ReadPdf['stopped'] = pageCount > MAX_PAGES ? 'pages' : null;
  for (let index = 0; index < Math.min(pageCount, MAX_PAGES); index++) {
    if (options.clock() > end) stopped = 'time';
    else if (engine.heapBytes > MAX_HEAP_BYTES) stopped = 'memory';
    if (stopped === 'time' || stopped === 'memory') break;
    const reading = onePage(engine, document, index, { includeHidden: options.includeHidden, canvas });
    if (reading === 'memory' || reading === 'fault') {
      stopped = reading;
      break;
    }
    if (reading === null) lost.push(index + 1);
    else pages.push(reading);
  }
  const rebuilt = stopped !== 'fault' && !engine.calls.FPDF_DocumentHasValidCrossReferenceTable(document);
  return { type: 'read', facts, pages, pageCount, lost, stopped, rebuilt };
}

/** After a fault inside the module its memory is in doubt, so nothing more is asked of it. */
function onePage(
  engine: Engine,
  document: number,
  index: number,
  options: PageOptions,
): SeenPage | null | 'memory' | 'fault' {
  try {
    const reading = readPage(engine, document, index, options);
    return reading === null ? null : seenPage(reading);
  } catch (thrown) {
    if (thrown instanceof RangeError) return 'memory';
    // What the module throws when it gives up; a fault of ours is an error of another name and goes on.
    if (thrown instanceof Error && thrown.name !== 'RuntimeError') throw thrown;
    return 'fault';
  }
}

function seenPage(reading: PageReading): SeenPage {
  const { glyphs, texts: _texts, links: _links, ...rest } = reading;
  return { ...rest, ...sheetOf(reading), signs: glyphs.length };
}
