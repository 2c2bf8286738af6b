/**
 * CBOR (RFC 8949) as browsers write it on `--remote-debugging-pipe=cbor`: maps and arrays without a length, each in an
 * envelope that gives its bytes (tag 24), strings of ASCII as text and others as bytes of UTF-16, whole numbers of 32
 * bits, all others as doubles. For a browser it is the form in which it keeps its messages: it saves it to write a
 * megabyte of JSON (measured: the snapshot of a 200 KB article comes after 39 ms in place of 70).
 */
import { CdpFault } from './fault.ts';

/** Of an envelope: tag 24, a byte string with four bytes of length. */
const ENVELOPE = [0xd8, 0x18, 0x5a] as const;
export const ENVELOPE_HEAD_BYTES = 7;
const MAP = 0xbf;
const ARRAY = 0x9f;
const END = 0xff;
const DOUBLE = 0xfb;
const FALSE = 0xf4;
const TRUE = 0xf5;
const NULL = 0xf6;
/** Tag 22: bytes that stand as base64 where there is only text. */
const BASE64 = 0xd6;
/** Major types (RFC 8949, section 3.1). */
const UNSIGNED = 0;
const NEGATIVE = 1;
const BYTES = 2;
const TEXT = 3;
/** As deep as browsers themselves read. */
const MAX_DEPTH = 300;

/** How many bytes the envelope takes that begins with these, its head among them; null for other bytes. */
export function envelopeLength(head: Uint8Array): number | null {
  if (!ENVELOPE.every((byte, index) => head[index] === byte)) return null;
  const [a = 0, b = 0, c = 0, d = 0] = head.subarray(ENVELOPE.length, ENVELOPE_HEAD_BYTES);
  return ENVELOPE_HEAD_BYTES + a * 2 ** 24 + b * 2 ** 16 + c * 2 ** 8 + d;
}

/** @throws CdpFault for anything but one value as described above. Binary values become base64, as in JSON. */
export function decodeCbor(bytes: Uint8Array): unknown {
  return new Reader(bytes).whole();
}

/** The number of the command that a message answers with a result; null for all other messages. Looks at its head only. */
export function answeredCommand(bytes: Uint8Array): number | null {
  return new Reader(bytes.subarray(0, 64)).answered();
}

function notCbor(): CdpFault {
  return new CdpFault('refused', 'a message', 'not in the form of this pipe');
}

class Reader {
  readonly #bytes: Buffer;
  readonly #view: DataView;
  #at = 0;
  #depth = 0;

  constructor(bytes: Uint8Array) {
    this.#bytes = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
    this.#view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  }

  whole(): unknown {
    const value = this.#value();
    if (this.#at !== this.#bytes.length) throw notCbor();
    return value;
  }

  answered(): number | null {
    try {
      this.#at = ENVELOPE_HEAD_BYTES;
      if (this.#bytes[this.#at++] !== MAP || this.#value() !== 'id') return null;
      const id = this.#value();
      return this.#value() === 'result' && typeof id === 'number' ? id : null;
    } catch {
      return null;
    }
  }

  #value(): unknown {
    const head = this.#bytes[this.#at++];
    if (head === undefined) throw notCbor();
    switch (head >> 5) {
      case UNSIGNED:
        return this.#length(head);
      case NEGATIVE:
        return -1 - this.#length(head);
      case BYTES:
        return this.#taken(head, 'utf16le');
      case TEXT:
        return this.#taken(head, 'utf8');
      default:
        return this.#other(head);
    }
  }

  #other(head: number): unknown {
    switch (head) {
      case ENVELOPE[0]:
        return this.#enveloped();
      case ARRAY:
        return this.#array();
      case MAP:
        return this.#map();
      case DOUBLE:
        return this.#double();
      case FALSE:
      case TRUE:
        return head === TRUE;
      case NULL:
        return null;
      case BASE64:
        return this.#taken(this.#bytes[this.#at++] ?? END, 'base64');
      default:
        throw notCbor();
    }
  }

  #enveloped(): unknown {
    const isWhole = this.#bytes[this.#at] === ENVELOPE[1] && this.#bytes[this.#at + 1] === ENVELOPE[2];
    this.#at += ENVELOPE_HEAD_BYTES - 1;
    const kind = this.#bytes[this.#at++];
    if (isWhole && kind === ARRAY) return this.#array();
    if (isWhole && kind === MAP) return this.#map();
    throw notCbor();
  }

  #array(): unknown[] {
    if (++this.#depth > MAX_DEPTH) throw notCbor();
    const list: unknown[] = [];
    const bytes = this.#bytes;
    for (let head = bytes[this.#at]; head !== END; head = bytes[this.#at]) {
      // Most of a snapshot are small numbers.
      if (head !== undefined && head < 24) {
        list.push(head);
        this.#at++;
      } else list.push(this.#value());
    }
    this.#at++;
    this.#depth--;
    return list;
  }

  #map(): Record<string, unknown> {
    if (++this.#depth > MAX_DEPTH) throw notCbor();
    const map: Record<string, unknown> = {};
    while (this.#bytes[this.#at] !== END) {
      const key = this.#value();
      if (typeof key !== 'string') throw notCbor();
      const value = this.#value();
      // A site may call a header so, and it must not become the map's prototype.
      if (key === '__proto__') Object.defineProperty(map, key, { value, enumerable: true, writable: true });
      else map[key] = value;
    }
    this.#at++;
    this.#depth--;
    return map;
  }

  #double(): number {
    if (this.#at + 8 > this.#bytes.length) throw notCbor();
    const value = this.#view.getFloat64(this.#at);
    this.#at += 8;
    return value;
  }

  #taken(head: number, encoding: 'utf8' | 'utf16le' | 'base64'): string {
    const length = this.#length(head);
    const end = this.#at + length;
    if (end > this.#bytes.length) throw notCbor();
    const text = this.#bytes.toString(encoding, this.#at, end);
    this.#at = end;
    return text;
  }

  /** The number in a head and in the bytes after it (RFC 8949, section 3). */
  #length(head: number): number {
    const short = head & 0x1f;
    if (short < 24) return short;
    const bytes = this.#bytes;
    const at = this.#at;
    if (short > 26 || at + 2 ** (short - 24) > bytes.length) throw notCbor();
    this.#at = at + 2 ** (short - 24);
    if (short === 24) return bytes[at] ?? 0;
    return short === 25 ? this.#view.getUint16(at) : this.#view.getUint32(at);
  }
}

/** Takes what JSON takes; properties without a value are left out. */
export function encodeCbor(message: object): Buffer {
  return Buffer.concat(encoded(message));
}

function encoded(value: unknown): Buffer[] {
  if (typeof value === 'string') return text(value);
  if (typeof value === 'number') return [number(value)];
  if (typeof value === 'boolean') return [Buffer.of(value ? TRUE : FALSE)];
  if (typeof value !== 'object' || value === null) return [Buffer.of(NULL)];
  if (Array.isArray(value)) return enveloped(ARRAY, value.flatMap(encoded));
  const entries = Object.entries(value).filter(([, each]) => each !== undefined);
  return enveloped(
    MAP,
    entries.flatMap(([key, each]) => [...text(key), ...encoded(each)]),
  );
}

function enveloped(kind: typeof MAP | typeof ARRAY, parts: readonly Buffer[]): Buffer[] {
  const head = Buffer.from([...ENVELOPE, 0, 0, 0, 0, kind]);
  const length = parts.reduce((sum, part) => sum + part.length, 2);
  head.writeUInt32BE(length, ENVELOPE.length);
  return [head, ...parts, Buffer.of(END)];
}

function text(value: string): Buffer[] {
  const isAscii = Buffer.byteLength(value) === value.length;
  const bytes = Buffer.from(value, isAscii ? 'latin1' : 'utf16le');
  return [headed(isAscii ? TEXT : BYTES, bytes.length), bytes];
}

function number(value: number): Buffer {
  if (Number.isInteger(value) && Math.abs(value) < 2 ** 31) {
    return value < 0 ? headed(NEGATIVE, -1 - value) : headed(UNSIGNED, value);
  }
  const bytes = Buffer.alloc(9, DOUBLE);
  bytes.writeDoubleBE(value, 1);
  return bytes;
}

function headed(major: number, length: number): Buffer {
  const type = major << 5;
  if (length < 24) return Buffer.of(type | length);
  if (length < 2 ** 8) return Buffer.of(type | 24, length);
  if (length < 2 ** 16) return Buffer.of(type | 25, length >> 8, length & 0xff);
  const bytes = Buffer.alloc(5, type | 26);
  bytes.writeUInt32BE(length, 1);
  return bytes;
}
