import { inflateSync } from 'node:zlib';
import type { Engine } from '../engine.ts';
import { Dictionary, Name, Reference, readValue, type Value } from './values.ts';

/** FPDF_REMOVE_SECURITY: every object is written anew, none in a stream of objects, and nothing is encrypted. */
const PLAINLY = 3;
const MAX_BYTES = 24 * 1024 * 1024;
const MAX_STREAM_BYTES = 8 * 1024 * 1024;
const MAX_OBJECTS = 1_000_000;
const ROW_BYTES = 20;

/**
 * The objects of a file, for what PDFium knows and does not tell. It is asked to write the file anew in the plainest
 * form, whatever that of the file is, and only this form is read here: objects one by one, and one table of them.
 */
export class PlainFile {
  readonly #text: string;
  readonly #places: ReadonlyMap<number, number>;
  readonly #known = new Map<number, Value>();
  readonly trailer: Dictionary;

  private constructor(text: string, places: ReadonlyMap<number, number>, trailer: Dictionary) {
    this.#text = text;
    this.#places = places;
    this.trailer = trailer;
  }

  /** Null for a file that is too large for this, or that PDFium does not write. */
  static of(engine: Engine, document: number, bytes: number): PlainFile | null {
    const copy = bytes > MAX_BYTES ? null : plainCopy(engine, document);
    if (copy === null) return null;
    const text = copy.toString('latin1');
    const start = Number(/startxref\s+(\d{1,10})\s+%%EOF\s*$/u.exec(text.slice(-100))?.[1] ?? -1);
    const table = start < 0 ? null : readTable(text, start);
    if (table === null) return null;
    const { value } = readValue(text, table.end);
    return value instanceof Dictionary ? new PlainFile(text, table.places, value) : null;
  }

  /** Whether a word stands anywhere in the file, streams aside: to ask before looking for it. */
  mentions(word: string): boolean {
    return this.#text.includes(word);
  }

  object(number: number): Value {
    const known = this.#known.get(number);
    if (known !== undefined) return known;
    const place = this.#places.get(number);
    const value = place === undefined ? null : readValue(this.#text, place).value;
    this.#known.set(number, value);
    return value;
  }

  /** What a value stands for; one step is enough, as references to references are not allowed. */
  resolve(value: Value | undefined): Value {
    return value instanceof Reference ? this.object(value.number) : (value ?? null);
  }

  dictionary(value: Value | undefined): Dictionary | null {
    const found = this.resolve(value);
    return found instanceof Dictionary ? found : null;
  }

  array(value: Value | undefined): readonly Value[] {
    const found = this.resolve(value);
    return Array.isArray(found) ? found : [];
  }

  name(value: Value | undefined): string | null {
    const found = this.resolve(value);
    return found instanceof Name ? found.name : null;
  }

  /** The content of the stream of this number as text, one character for each byte; null where it cannot be had. */
  stream(number: number): string | null {
    const place = this.#places.get(number);
    if (place === undefined) return null;
    const { value, end } = readValue(this.#text, place);
    if (!(value instanceof Dictionary)) return null;
    const start = /\s*stream\r?\n/uy;
    start.lastIndex = end;
    if (!start.test(this.#text)) return null;
    const stop = this.#text.indexOf('endstream', start.lastIndex);
    if (stop < 0) return null;
    const raw = this.#text.slice(start.lastIndex, stop);
    const filters = [value.entries.get('Filter') ?? null].flat().map((each) => this.name(each));
    if (filters.every((filter) => filter === null)) return raw;
    return filters.length === 1 && filters[0] === 'FlateDecode' ? inflated(raw) : null;
  }
}

function plainCopy(engine: Engine, document: number): Buffer | null {
  const { calls } = engine;
  const writer = calls.PDFiumExt_OpenFileWriter();
  try {
    if (!calls.FPDF_SaveAsCopy(document, writer, PLAINLY)) return null;
    const size = calls.PDFiumExt_GetFileWriterSize(writer);
    if (size <= 0 || size > 2 * MAX_BYTES) return null;
    const buffer = engine.allocate(size);
    try {
      calls.PDFiumExt_GetFileWriterData(writer, buffer, size);
      return Buffer.from(engine.bytes(buffer, size));
    } finally {
      engine.raw.free(buffer);
    }
  } finally {
    calls.PDFiumExt_CloseFileWriter(writer);
  }
}

/** Places of the objects (after `obj`) by number, and where the table ends. */
function readTable(text: string, start: number): { places: Map<number, number>; end: number } | null {
  const places = new Map<number, number>();
  const head = /xref\s+/uy;
  head.lastIndex = start;
  if (!head.test(text)) return null;
  let at = head.lastIndex;
  const section = /(\d{1,10}) (\d{1,10})\s+/uy;
  for (;;) {
    section.lastIndex = at;
    const found = section.exec(text);
    if (!found) break;
    at = section.lastIndex;
    const [first, count] = [Number(found[1]), Number(found[2])];
    if (places.size + count > MAX_OBJECTS) return null;
    for (let i = 0; i < count; i++, at += ROW_BYTES) {
      const row = /^(\d{10}) \d{5} n/u.exec(text.slice(at, at + ROW_BYTES));
      const place = row ? afterHead(text, Number(row[1])) : null;
      if (place !== null) places.set(first + i, place);
    }
  }
  const end = /\s*trailer/uy;
  end.lastIndex = at;
  return end.test(text) ? { places, end: end.lastIndex } : null;
}

function afterHead(text: string, at: number): number | null {
  const head = /\d{1,10} \d{1,5} obj/uy;
  head.lastIndex = at;
  return head.test(text) ? head.lastIndex : null;
}

function inflated(raw: string): string | null {
  try {
    return inflateSync(Buffer.from(raw, 'latin1'), { maxOutputLength: MAX_STREAM_BYTES }).toString('latin1');
  } catch {
    return null;
  }
}
