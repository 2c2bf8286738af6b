import { inflateRawSync } from 'node:zlib';

/** Thrown for archives that cannot or must not be opened; the message is ours and holds no text of the file. */
export class ArchiveError extends Error {
  readonly why: 'damaged' | 'locked' | 'too_large';

  constructor(why: 'damaged' | 'locked' | 'too_large', message: string) {
    super(message);
    this.name = 'ArchiveError';
    this.why = why;
  }
}

interface Entry {
  readonly name: string;
  readonly method: number;
  readonly encrypted: boolean;
  readonly packedBytes: number;
  readonly unpackedBytes: number;
  readonly offset: number;
}

/** Office files have some hundred entries; books of many chapters and pictures some thousand. */
const MAX_ENTRIES = 10_000;
/** One part, unpacked: as much text as is read of any page, with the markup that office formats put around it. */
const MAX_PART_BYTES = 32_000_000;
/** All parts that are unpacked for one document. */
const MAX_TOTAL_BYTES = 96_000_000;

const END_SIGNATURE = 0x06054b50;
const CENTRAL_SIGNATURE = 0x02014b50;
const LOCAL_SIGNATURE = 0x04034b50;
const END_BYTES = 22;
const MAX_COMMENT_BYTES = 65_535;

/**
 * A ZIP archive of which single parts are unpacked, when they are asked for. Sizes are those of the central directory
 * and are checked before anything is unpacked; unpacking stops at the declared size, whatever the data would become.
 * Archives in the archive are bytes like any other. Throws ArchiveError.
 */
export class Archive {
  readonly #bytes: Buffer;
  readonly #entries: ReadonlyMap<string, Entry>;
  #left = MAX_TOTAL_BYTES;

  constructor(bytes: Uint8Array) {
    this.#bytes = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
    this.#entries = readDirectory(this.#bytes);
  }

  /** Names of all entries, in the order of the directory. */
  get names(): string[] {
    return [...this.#entries.keys()];
  }

  has(name: string): boolean {
    return this.#entries.has(name);
  }

  /** The bytes of one entry; null when there is none of the name. */
  read(name: string): Buffer | null {
    const entry = this.#entries.get(name);
    if (entry === undefined) return null;
    if (entry.encrypted) throw new ArchiveError('locked', 'parts of it are encrypted');
    const size = entry.unpackedBytes;
    if (size > MAX_PART_BYTES || size > this.#left) {
      throw new ArchiveError('too_large', 'unpacked, it would be larger than the limit');
    }
    this.#left -= size;
    return this.#unpack(entry);
  }

  /** The text of one entry, by its byte order mark; UTF-8 otherwise. */
  text(name: string): string | null {
    const bytes = this.read(name);
    if (bytes === null) return null;
    const isBig = bytes[0] === 0xfe && bytes[1] === 0xff;
    const isLittle = bytes[0] === 0xff && bytes[1] === 0xfe;
    return new TextDecoder(isBig ? 'utf-16be' : isLittle ? 'utf-16le' : 'utf-8').decode(bytes);
  }

  #unpack({ offset, method, packedBytes, unpackedBytes }: Entry): Buffer {
    const bytes = this.#bytes;
    if (offset + 30 > bytes.length || bytes.readUInt32LE(offset) !== LOCAL_SIGNATURE) throw damaged();
    const start = offset + 30 + bytes.readUInt16LE(offset + 26) + bytes.readUInt16LE(offset + 28);
    const packed = bytes.subarray(start, start + packedBytes);
    if (packed.length < packedBytes) throw damaged();
    if (method === 0) return packed;
    if (method !== 8) throw new ArchiveError('damaged', 'it is packed in a way that is not known here');
    try {
      return inflateRawSync(packed, { maxOutputLength: Math.max(1, unpackedBytes) });
    } catch (thrown) {
      const isLonger = thrown instanceof RangeError;
      throw isLonger ? new ArchiveError('too_large', 'it unpacks to more than it declares') : damaged();
    }
  }
}

function damaged(): ArchiveError {
  return new ArchiveError('damaged', 'the archive that it is made of is broken');
}

/** By section 4.3 of the format’s specification (APPNOTE); ZIP64 is for files far above our limits. */
function readDirectory(bytes: Buffer): Map<string, Entry> {
  const end = endOf(bytes);
  const count = bytes.readUInt16LE(end + 10);
  if (count > MAX_ENTRIES) throw new ArchiveError('too_large', 'it has more parts than the limit');
  const entries = new Map<string, Entry>();
  let at = bytes.readUInt32LE(end + 16);
  for (let index = 0; index < count; index++) {
    if (at + 46 > bytes.length || bytes.readUInt32LE(at) !== CENTRAL_SIGNATURE) throw damaged();
    const nameBytes = bytes.readUInt16LE(at + 28);
    const name = bytes.toString('utf8', at + 46, at + 46 + nameBytes).replace(/^\/+/u, '');
    const entry: Entry = {
      name,
      method: bytes.readUInt16LE(at + 10),
      encrypted: (bytes.readUInt16LE(at + 8) & 1) === 1,
      packedBytes: bytes.readUInt32LE(at + 20),
      unpackedBytes: bytes.readUInt32LE(at + 24),
      offset: bytes.readUInt32LE(at + 42),
    };
    if (!entries.has(name)) entries.set(name, entry);
    at += 46 + nameBytes + bytes.readUInt16LE(at + 30) + bytes.readUInt16LE(at + 32);
  }
  return entries;
}

function endOf(bytes: Buffer): number {
  const lowest = Math.max(0, bytes.length - END_BYTES - MAX_COMMENT_BYTES);
  for (let at = bytes.length - END_BYTES; at >= lowest; at--) {
    if (bytes.readUInt32LE(at) === END_SIGNATURE) return at;
  }
  throw damaged();
}
