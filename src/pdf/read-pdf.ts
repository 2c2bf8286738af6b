import { type DocumentFacts, readFacts } from './document-facts.ts';
import type { Engine } from './engine.ts';
import { PlainFile } from './file/plain-file.ts';
import { FontPool } from './font-pool.ts';
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
export interface SeenPage extends Omit<PageReading, 'glyphs' | 'texts' | 'links' | 'fonts'>, Sheet {
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
const NONE: ReadonlySet<string> = new Set();
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
  const fonts = new FontPool();
  const { includeHidden } = options;
  const file = once(() => PlainFile.of(engine, document, bytes.length));
  let stopped: ReadPdf['stopped'] = pageCount > MAX_PAGES ? 'pages' : null;
  for (let index = 0; index < Math.min(pageCount, MAX_PAGES); index++) {
    if (options.clock() > end) stopped = 'time';
    else if (engine.heapBytes > MAX_HEAP_BYTES) stopped = 'memory';
    if (stopped === 'time' || stopped === 'memory') break;
    const reading = onePage(engine, document, index, { includeHidden, canvas, file, unlikeFonts: NONE });
    if (reading === 'memory' || reading === 'fault') {
      stopped = reading;
      break;
    }
    if (reading === null) lost.push(index + 1);
    else {
      fonts.add(index, reading.fonts);
      pages.push(seenPage(reading));
    }
  }
  if (stopped !== 'fault' && stopped !== 'memory') {
    const fault = readAgain({ engine, bytes, pages, fonts, canvas, file, includeHidden, clock: options.clock, end });
    stopped = fault ?? stopped;
  }
  const rebuilt = stopped !== 'fault' && !engine.calls.FPDF_DocumentHasValidCrossReferenceTable(document);
  return { type: 'read', facts, pages, pageCount, lost, stopped, rebuilt };
}

/** Asked for by few pages, made for the first of them. */
function once<T>(make: () => T): () => T {
  let made: { readonly value: T } | null = null;
  return () => {
    made ??= { value: make() };
    return made.value;
  };
}

interface Again {
  readonly engine: Engine;
  readonly bytes: Uint8Array;
  /** Changed in place. */
  readonly pages: SeenPage[];
  readonly fonts: FontPool;
  readonly canvas: Canvas;
  readonly file: () => PlainFile | null;
  readonly includeHidden: boolean;
  readonly clock: () => number;
  readonly end: number;
}

/**
 * Reads the pages again on which a font was believed that all pages together show to lie: from the file as it came,
 * since reading makes annotations part of a page. What could not be read again is taken away.
 */
function readAgain({
  engine,
  bytes,
  pages,
  fonts,
  canvas,
  file,
  includeHidden,
  clock,
  end,
}: Again): ReadPdf['stopped'] {
  const lies = fonts.lies();
  if (lies.pages.length === 0) return null;
  const opened = openDocument(engine, bytes);
  let stopped: ReadPdf['stopped'] = null;
  for (const index of lies.pages) {
    const place = pages.findIndex(({ number }) => number === index + 1);
    if (clock() > end) stopped = 'time';
    const options = { includeHidden, canvas, file, unlikeFonts: lies.fonts };
    const reading: ReturnType<typeof onePage> =
      stopped || opened.type !== 'open' ? null : onePage(engine, opened.document, index, options);
    if (reading === 'memory' || reading === 'fault') stopped = reading;
    if (reading !== null && typeof reading !== 'string') pages.splice(place, 1, seenPage(reading));
    else pages.splice(place, 1);
  }
  return stopped;
}

/** After a fault inside the module its memory is in doubt, so nothing more is asked of it. */
function onePage(
  engine: Engine,
  document: number,
  index: number,
  options: PageOptions,
): PageReading | null | 'memory' | 'fault' {
  try {
    return readPage(engine, document, index, options);
  } catch (thrown) {
    if (thrown instanceof RangeError) return 'memory';
    // What the module throws when it gives up; a fault of ours is an error of another name and goes on.
    if (thrown instanceof Error && thrown.name !== 'RuntimeError') throw thrown;
    return 'fault';
  }
}

function seenPage(reading: PageReading): SeenPage {
  const { glyphs, texts: _texts, links: _links, fonts: _fonts, ...rest } = reading;
  return { ...rest, ...sheetOf(reading), signs: glyphs.length };
}
