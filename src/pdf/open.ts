import type { Engine } from './engine.ts';

export type Opened =
  | { readonly type: 'open'; readonly document: number; readonly pages: number }
  | { readonly type: 'locked' | 'damaged' };

const PASSWORD_ERROR = 4;
const SECURITY_ERROR = 5;

/** Opens a file without a password, which many files that forbid copying or printing need. */
export function openDocument(engine: Engine, bytes: Uint8Array): Opened {
  const pointer = engine.place(bytes);
  const document = engine.calls.FPDF_LoadMemDocument(pointer, bytes.length, '');
  if (document === 0) {
    const error = engine.calls.FPDF_GetLastError();
    engine.raw.free(pointer);
    return { type: error === PASSWORD_ERROR || error === SECURITY_ERROR ? 'locked' : 'damaged' };
  }
  // The memory goes with the engine, which lives as long as one file.
  return { type: 'open', document, pages: engine.calls.FPDF_GetPageCount(document) };
}
