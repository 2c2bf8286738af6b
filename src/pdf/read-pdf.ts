import { type DocumentFacts, readFacts } from './document-facts.ts';
import type { Engine } from './engine.ts';
import { openDocument } from './open.ts';
import { type PageReading, readPage } from './read-page.ts';

/** A whole file, read page by page; layout and Markdown come after (write-document.ts). */
export type PdfReading =
  | { readonly type: 'locked' | 'damaged' }
  | {
      readonly type: 'read';
      readonly facts: DocumentFacts;
      readonly pages: readonly PageReading[];
      readonly pageCount: number;
      /** Numbers of pages that could not be opened. */
      readonly lost: readonly number[];
      /** Why the last pages were not read; null when all were. */
      readonly stopped: 'time' | 'memory' | 'fault' | 'pages' | null;
      /** The file’s table of contents was damaged and rebuilt from what was found. */
      readonly rebuilt: boolean;
    };

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

/** Never throws for what a file holds: what was read before a fault is given back with the reason. */
export function readPdf(engine: Engine, bytes: Uint8Array, options: PdfOptions): PdfReading {
  const end = options.clock() + options.timeMs;
  const opened = openDocument(engine, bytes);
  if (opened.type !== 'open') return opened;
  const { document, pages: pageCount } = opened;
  const facts = readFacts(engine, document);
  const pages: PageReading[] = [];
  const lost: number[] = [];
  let stopped: Extract<PdfReading, { type: 'read' }>['stopped'] = pageCount > MAX_PAGES ? 'pages' : null;
  for (let index = 0; index < Math.min(pageCount, MAX_PAGES); index++) {
    if (options.clock() > end) stopped = 'time';
    else if (engine.heapBytes > MAX_HEAP_BYTES) stopped = 'memory';
    if (stopped === 'time' || stopped === 'memory') break;
    const reading = onePage(engine, document, index, options.includeHidden);
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
function onePage(engine: Engine, document: number, index: number, includeHidden: boolean) {
  try {
    return readPage(engine, document, index, { includeHidden });
  } catch (thrown) {
    if (thrown instanceof RangeError) return 'memory';
    // What the module throws when it gives up; a fault of ours is an error of another name and goes on.
    if (thrown instanceof Error && thrown.name !== 'RuntimeError') throw thrown;
    return 'fault';
  }
}
