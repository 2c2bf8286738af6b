import { randomUUID } from 'node:crypto';
import { mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import { type Clock, systemClock } from '../base/time.ts';
import { type KeyValueStore, type LaneRule, nextMoment, type Reservation } from './key-value.ts';

export interface LocalStoreOptions {
  /** Most values kept; the ones written longest ago go first. */
  readonly maxEntries: number;
  /** File that outlives the process; null keeps everything in memory only. */
  readonly file: string | null;
  readonly clock?: Clock;
}

interface Entry {
  /** Null marks what was deleted, so that another process's copy of it does not come back. */
  value: string | null;
  expiresAt: number;
  writtenAt: number;
}

/** Writes come in bursts; one write of the file serves a burst. */
const WRITE_DELAY_MS = 200;
const MAX_FILE_BYTES = 4 * 1024 * 1024;
/** Long enough for every process to have read it. */
const DELETED_TTL_MS = 60 * 60_000;

/**
 * Values in this process, and on request in one small JSON file beside it. Several processes may share the file: each
 * takes over what others wrote later, key by key. A file that is damaged or cannot be written costs memory of the past,
 * never an answer.
 */
export function createLocalStore(options: LocalStoreOptions): KeyValueStore {
  return new LocalStore(options);
}

class LocalStore implements KeyValueStore {
  readonly #options: LocalStoreOptions;
  readonly #clock: Clock;
  readonly #entries = new Map<string, Entry>();
  #loaded: Promise<void> | null = null;
  #timer: NodeJS.Timeout | null = null;
  #writing: Promise<void> = Promise.resolve();

  constructor(options: LocalStoreOptions) {
    this.#options = options;
    this.#clock = options.clock ?? systemClock;
  }

  async get(key: string): Promise<string | null> {
    await this.#load();
    return this.#live(key);
  }

  async set(key: string, value: string, ttlMs: number): Promise<void> {
    await this.#load();
    this.#put(key, value, ttlMs);
  }

  async delete(key: string): Promise<void> {
    await this.#load();
    if (this.#options.file === null) this.#entries.delete(key);
    else if (this.#entries.has(key)) this.#put(key, null, DELETED_TTL_MS);
  }

  async list(prefix: string): Promise<ReadonlyArray<readonly [string, string]>> {
    await this.#load();
    const found: Array<readonly [string, string]> = [];
    for (const key of [...this.#entries.keys()].sort()) {
      const value = key.startsWith(prefix) ? this.#live(key) : null;
      if (value !== null) found.push([key, value]);
    }
    return found;
  }

  async reserve(key: string, rule: LaneRule, maxWaitMs: number): Promise<Reservation> {
    await this.#load();
    const now = this.#clock.now();
    const taken = parseMoments(this.#live(key));
    const moment = nextMoment(taken, rule, now);
    const waitMs = moment - now;
    if (waitMs > maxWaitMs) return { granted: false, waitMs };
    const kept = [...taken, moment].slice(-rule.limit);
    this.#put(key, JSON.stringify(kept), waitMs + Math.max(rule.windowMs, rule.gapMs));
    return { granted: true, waitMs };
  }

  async close(): Promise<void> {
    if (this.#timer === null) return this.#writing;
    clearTimeout(this.#timer);
    this.#timer = null;
    await this.#write();
  }

  #live(key: string): string | null {
    const entry = this.#entries.get(key);
    if (!entry) return null;
    if (entry.expiresAt > this.#clock.now()) return entry.value;
    this.#entries.delete(key);
    return null;
  }

  #put(key: string, value: string | null, ttlMs: number): void {
    const now = this.#clock.now();
    this.#entries.delete(key);
    this.#entries.set(key, { value, expiresAt: now + ttlMs, writtenAt: now });
    this.#trim();
    if (this.#options.file === null || this.#timer !== null) return;
    this.#timer = setTimeout(() => {
      this.#timer = null;
      void this.#write();
    }, WRITE_DELAY_MS);
    this.#timer.unref();
  }

  #trim(): void {
    for (const key of this.#entries.keys()) {
      if (this.#entries.size <= this.#options.maxEntries) return;
      this.#entries.delete(key);
    }
  }

  #load(): Promise<void> {
    this.#loaded ??= this.#takeOver();
    return this.#loaded;
  }

  /** What other processes wrote later than we did. */
  async #takeOver(): Promise<void> {
    const now = this.#clock.now();
    for (const [key, entry] of await readEntries(this.#options.file)) {
      const own = this.#entries.get(key);
      if (entry.expiresAt > now && (!own || own.writtenAt < entry.writtenAt)) this.#entries.set(key, entry);
    }
    this.#trim();
  }

  #write(): Promise<void> {
    this.#writing = this.#writing.then(async () => {
      const { file } = this.#options;
      if (file === null) return;
      await this.#takeOver();
      const now = this.#clock.now();
      const live = [...this.#entries].filter(([, { expiresAt }]) => expiresAt > now);
      await writeAtomically(file, JSON.stringify(Object.fromEntries(live))).catch(() => {});
    });
    return this.#writing;
  }
}

function parseMoments(text: string | null): number[] {
  const parsed: unknown = text === null ? [] : JSON.parse(text);
  return Array.isArray(parsed) ? parsed.filter((each) => typeof each === 'number') : [];
}

async function readEntries(file: string | null): Promise<Array<[string, Entry]>> {
  if (file === null) return [];
  try {
    const bytes = await readFile(file);
    const parsed: unknown = bytes.length > MAX_FILE_BYTES ? {} : JSON.parse(bytes.toString('utf8'));
    if (typeof parsed !== 'object' || parsed === null) return [];
    return Object.entries(parsed).flatMap(
      ([key, entry]): Array<[string, Entry]> => (isEntry(entry) ? [[key, entry]] : []),
    );
  } catch {
    return [];
  }
}

function isEntry(value: unknown): value is Entry {
  if (typeof value !== 'object' || value === null) return false;
  const { value: text, expiresAt, writtenAt } = { value: undefined, expiresAt: 0, writtenAt: 0, ...value };
  return (typeof text === 'string' || text === null) && typeof expiresAt === 'number' && typeof writtenAt === 'number';
}

/** Whole or not at all, for its owner only. */
async function writeAtomically(file: string, text: string): Promise<void> {
  await mkdir(dirname(file), { recursive: true, mode: 0o700 });
  const temporary = `${file}.${randomUUID()}`;
  try {
    await writeFile(temporary, text, { mode: 0o600 });
    await rename(temporary, file);
  } catch (thrown) {
    await rm(temporary, { force: true });
    throw thrown;
  }
}
