import { randomBytes } from 'node:crypto';
import { mkdir, open, readdir, readFile, rename, stat, unlink } from 'node:fs/promises';
import { join } from 'node:path';
import { ensurePrivateFolder, PRIVATE_FOLDER_MODE } from '../config/paths.ts';

/** What a file is found by again. */
export interface EvidenceName {
  /** Milliseconds since the epoch. */
  readonly atMs: number;
  readonly host: string;
  /** Hexadecimal digests of the address and of the content. */
  readonly addressKey: string;
  readonly contentKey: string;
}

export interface EvidenceFolderOptions {
  /** Absolute. Made when absent, for its owner only. */
  readonly folder: string;
  /** Nothing is kept beyond this, and nothing is ever deleted: evidence goes only by its owner's hand. */
  readonly maxBytes: number;
}

/** Thrown by `keep` when the quota leaves no room. */
export class EvidenceQuotaError extends Error {
  override readonly name = 'EvidenceQuotaError';
}

const FILE_MODE = 0o600;
const ENDING = '.warc.gz';
const KEY_LENGTH = 16;
/** Other processes write into the folder too, so its size is looked at anew from time to time. */
const COUNT_AGAIN_MS = 5 * 60 * 1000;
const DAY = /^\d{4}-\d\d-\d\d$/u;

/**
 * A folder of compressed WARC files, one for each read: `2026-01-31/20260131T120000.123Z_example.com_u…_c….warc.gz`.
 * Address and content are in the name, so that no index can be out of date.
 */
export class EvidenceFolder {
  readonly #options: EvidenceFolderOptions;
  #bytes = 0;
  /** Of files that are being written. */
  #reserved = 0;
  #countedAt = Number.NEGATIVE_INFINITY;
  #counting: Promise<void> | null = null;

  constructor(options: EvidenceFolderOptions) {
    this.#options = options;
  }

  /**
   * Writes one file, whole or not at all, and gives its path.
   * @throws EvidenceQuotaError, or what the file system says (ENOSPC, EACCES, …)
   */
  async keep(name: EvidenceName, bytes: Uint8Array): Promise<string> {
    if (performance.now() - this.#countedAt >= COUNT_AGAIN_MS) {
      this.#counting ??= this.#count().finally(() => {
        this.#counting = null;
      });
      await this.#counting;
    }
    const size = bytes.byteLength;
    if (this.#bytes + this.#reserved + size > this.#options.maxBytes) throw new EvidenceQuotaError('no room is left');
    // Reserved before it is written: reads end side by side.
    this.#reserved += size;
    try {
      const path = await this.#write(name, bytes);
      this.#bytes += size;
      return path;
    } finally {
      this.#reserved -= size;
    }
  }

  /** Paths of the files of an address or a content, newest first. */
  async find(key: { readonly addressKey: string } | { readonly contentKey: string }): Promise<string[]> {
    const part = 'addressKey' in key ? `_u${short(key.addressKey)}_` : `_c${short(key.contentKey)}`;
    const found: string[] = [];
    for (const day of (await this.#days()).reverse()) {
      const names = await list(join(this.#options.folder, day));
      const matching = names.filter((name) => name.endsWith(ENDING) && !name.startsWith('.') && name.includes(part));
      found.push(
        ...matching
          .sort()
          .reverse()
          .map((name) => join(this.#options.folder, day, name)),
      );
    }
    return found;
  }

  read(path: string): Promise<Uint8Array> {
    return readFile(path);
  }

  async #write(name: EvidenceName, bytes: Uint8Array): Promise<string> {
    const time = new Date(name.atMs).toISOString();
    const folder = join(this.#options.folder, time.slice(0, 10));
    await ensurePrivateFolder(this.#options.folder);
    await mkdir(folder, { recursive: true, mode: PRIVATE_FOLDER_MODE });
    const host =
      name.host
        .toLowerCase()
        .replace(/[^a-z0-9.-]+/gu, '-')
        .slice(0, 60) || 'local';
    const stem = `${time.replace(/[-:]/gu, '')}_${host}_u${short(name.addressKey)}_c${short(name.contentKey)}`;
    const random = randomBytes(4).toString('hex');
    const written = join(folder, `.${stem}.${random}.part`);
    // Two reads of one page in one millisecond are two files.
    const path = join(folder, `${stem}_${random}${ENDING}`);
    try {
      const file = await open(written, 'wx', FILE_MODE);
      try {
        await file.writeFile(bytes);
      } finally {
        await file.close();
      }
      await rename(written, path);
      return path;
    } catch (thrown) {
      await unlink(written).catch(() => {});
      throw thrown;
    }
  }

  async #count(): Promise<void> {
    let bytes = 0;
    for (const day of await this.#days()) {
      const folder = join(this.#options.folder, day);
      for (const name of await list(folder)) bytes += await sizeOf(join(folder, name));
    }
    this.#bytes = bytes;
    this.#countedAt = performance.now();
  }

  async #days(): Promise<string[]> {
    return (await list(this.#options.folder)).filter((name) => DAY.test(name)).sort();
  }
}

function short(key: string): string {
  return key.slice(0, KEY_LENGTH);
}

async function list(folder: string): Promise<string[]> {
  try {
    return await readdir(folder);
  } catch (thrown) {
    if (thrown instanceof Error && 'code' in thrown && thrown.code === 'ENOENT') return [];
    throw thrown;
  }
}

function sizeOf(path: string): Promise<number> {
  return stat(path).then(
    ({ size }) => size,
    () => 0,
  );
}
