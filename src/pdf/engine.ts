import type { WrappedPdfiumModule } from '@embedpdf/pdfium';

/**
 * The calls that are made for every character of a page. The library’s own wrappers convert arguments on each call,
 * which costs more than the calls themselves; these are the functions of the WebAssembly module as they are.
 */
interface RawCalls {
  malloc(bytes: number): number;
  free(pointer: number): void;
  FPDFText_GetUnicode(textPage: number, index: number): number;
  FPDFText_IsGenerated(textPage: number, index: number): number;
  FPDFText_HasUnicodeMapError(textPage: number, index: number): number;
  FPDFText_GetTextObject(textPage: number, index: number): number;
  FPDFText_GetCharBox(
    textPage: number,
    index: number,
    left: number,
    right: number,
    bottom: number,
    top: number,
  ): number;
  FPDFText_GetCharOrigin(textPage: number, index: number, x: number, y: number): number;
  FPDFText_GetLooseCharBox(textPage: number, index: number, rectangle: number): number;
}

/** The memory as the module shows it; the views are renewed when it grows, so they are asked for each time. */
interface Memory {
  readonly HEAPU8: Uint8Array;
  readonly HEAP32: Int32Array;
  readonly HEAPU32: Uint32Array;
  readonly HEAPF32: Float32Array;
  readonly HEAPF64: Float64Array;
}

const SCRATCH_BYTES = 512;

/** PDFium with what every user of it needs: memory to pass values in and out, and texts. Pages are not held here. */
export class Engine {
  readonly calls: WrappedPdfiumModule;
  readonly raw: RawCalls;
  readonly #memory: Memory;
  /** A few hundred bytes for values that calls give back. */
  readonly scratch: number;

  constructor(library: WrappedPdfiumModule) {
    this.calls = library;
    // seam: the library types two of the exports it passes on.
    this.raw = library.pdfium.wasmExports as unknown as RawCalls;
    // seam: declared by a package of types that is not installed.
    this.#memory = library.pdfium as unknown as Memory;
    this.scratch = this.allocate(SCRATCH_BYTES);
  }

  /** Bytes now taken from the system. They are only given back with the whole instance. */
  get heapBytes(): number {
    return this.#memory.HEAPU8.byteLength;
  }

  /** @throws RangeError when the memory that a document may have is used up. */
  allocate(bytes: number): number {
    const pointer = this.raw.malloc(bytes);
    if (pointer === 0) throw new RangeError('out of memory');
    return pointer;
  }

  place(bytes: Uint8Array): number {
    const pointer = this.allocate(bytes.length);
    this.#memory.HEAPU8.set(bytes, pointer);
    return pointer;
  }

  /** A copy, as the memory itself moves when it grows. */
  bytes(pointer: number, length: number): Uint8Array {
    return this.#memory.HEAPU8.slice(pointer, pointer + length);
  }

  /** Four bytes each; a view, to be read before anything else is asked of the module. */
  words(pointer: number, length: number): Uint32Array {
    return this.#memory.HEAPU32.subarray(pointer >> 2, (pointer >> 2) + length);
  }

  float(slot: number): number {
    return this.#memory.HEAPF32[(this.scratch >> 2) + slot] ?? 0;
  }

  double(slot: number): number {
    return this.#memory.HEAPF64[(this.scratch >> 3) + slot] ?? 0;
  }

  int(slot: number): number {
    return this.#memory.HEAP32[(this.scratch >> 2) + slot] ?? 0;
  }

  /** Into the first slots of eight bytes. */
  setDoubles(values: readonly number[]): void {
    this.#memory.HEAPF64.set(values, this.scratch >> 3);
  }

  setFloats(values: readonly number[]): void {
    this.#memory.HEAPF32.set(values, this.scratch >> 2);
  }

  setInt(slot: number, value: number): void {
    this.#memory.HEAP32[(this.scratch >> 2) + slot] = value;
  }

  /** The address of a slot of `size` bytes in the scratch memory. */
  slot(index: number, size = 4): number {
    return this.scratch + index * size;
  }

  /**
   * A text as PDFium hands texts out: asked for its size first, then written. UTF-16 unless `encoding` says otherwise;
   * what follows a NUL or stands beyond `maxBytes` is dropped.
   */
  text(
    write: (buffer: number, bytes: number) => number,
    maxBytes = 65_536,
    encoding: 'utf-16le' | 'utf-8' = 'utf-16le',
  ) {
    const needed = write(0, 0);
    if (needed <= 0) return '';
    const buffer = this.allocate(needed);
    try {
      const written = Math.min(needed, write(buffer, needed));
      const text = new TextDecoder(encoding).decode(this.bytes(buffer, Math.min(written, maxBytes)));
      return text.split('\0', 1)[0] ?? '';
    } finally {
      this.raw.free(buffer);
    }
  }
}
