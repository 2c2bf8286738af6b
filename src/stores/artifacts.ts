import { randomBytes } from 'node:crypto';
import { chmod, lstat, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { AppError } from '../base/errors.ts';
import { Mutex } from '../base/queue.ts';
import { type Clock, systemClock } from '../base/time.ts';
import { ensurePrivateFolder, PRIVATE_FOLDER_MODE } from '../config/paths.ts';

/** Files that an answer is too small for. Each form has its ending; a name says no more than what made it and when. */
const MIME_TYPES = {
  webp: 'image/webp',
  png: 'image/png',
  jpeg: 'image/jpeg',
  html: 'text/html',
  csv: 'text/csv',
  pdf: 'application/pdf',
} as const;
export type ArtifactForm = keyof typeof MIME_TYPES;

export interface Artifact {
  readonly uri: string;
  readonly name: string;
  /** On this machine. */
  readonly path: string;
  readonly mimeType: string;
  readonly bytes: number;
  /** ISO 8601, UTC; the file is deleted after this. */
  readonly expiresAt: string;
}

export interface ArtifactStore {
  /** `kind` is one word of ours. Resolves to a sentence when there is no room: that is for the answer to say. */
  save(content: Uint8Array, kind: string, form: ArtifactForm): Promise<Artifact | string>;
  /** @throws AppError `expired_handle` for what is not there (any more), `budget_exceeded` for what is too large. */
  open(uri: string): Promise<{ readonly mimeType: string; readonly content: Buffer }>;
}

export interface ArtifactOptions {
  /** Made when first needed, for its owner only. */
  readonly folder: string;
  /** Of all files together; 0 keeps none. */
  readonly maxBytes: number;
  readonly lifeMs?: number;
  readonly clock?: Clock;
}

const PREFIX = 'plainsight://artifacts/';
const FILE_MODE = 0o600;
const DAY_MS = 24 * 60 * 60 * 1000;
/** Larger ones are taken from the disk: as a resource they would end most conversations. */
const MAX_OPENED_BYTES = 8 * 1024 * 1024;
/** 128 random bits: who has not been given the name cannot find it. */
const NAME = /^[a-z]{1,20}-\d{8}-\d{6}-[0-9a-f]{32}\.([a-z]{3,4})$/u;

/** Files with a stated life in one folder. Nothing in a name comes from a page; nothing is ever written over. */
export function createArtifactStore(options: ArtifactOptions): ArtifactStore {
  const { folder, maxBytes, lifeMs = DAY_MS, clock = systemClock } = options;
  const lock = new Mutex();
  return {
    save: (content, kind, form) =>
      lock.run(async () => {
        if (maxBytes === 0) return 'No file was kept: PLAINSIGHT_ARTIFACTS_MB is 0.';
        try {
          await ensurePrivateFolder(folder);
          await chmod(folder, PRIVATE_FOLDER_MODE);
          const used = await sweep(folder, clock.now() - lifeMs);
          if (used + content.byteLength > maxBytes) return full(maxBytes, lifeMs);
          return await write(content, kind, form);
        } catch (thrown) {
          return `No file was kept: the artifacts folder cannot be written${codeOf(thrown)}.`;
        }
      }),
    async open(uri) {
      const name = uri.startsWith(PREFIX) ? uri.slice(PREFIX.length) : '';
      const mimeType = mimeTypeOf(name);
      const path = join(folder, name);
      const found = mimeType === null ? null : await lstat(path).catch(() => null);
      if (mimeType === null || !found?.isFile() || found.mtimeMs < clock.now() - lifeMs) throw expired(lifeMs);
      if (found.size > MAX_OPENED_BYTES) throw tooLarge(found.size);
      return { mimeType, content: await readFile(path) };
    },
  };

  async function write(content: Uint8Array, kind: string, form: ArtifactForm): Promise<Artifact> {
    const at = new Date(clock.now()).toISOString();
    const stamp = `${at.slice(0, 10).replaceAll('-', '')}-${at.slice(11, 19).replaceAll(':', '')}`;
    const name = `${kind}-${stamp}-${randomBytes(16).toString('hex')}.${form}`;
    const path = join(folder, name);
    try {
      await writeFile(path, content, { flag: 'wx', mode: FILE_MODE });
    } catch (thrown) {
      await rm(path, { force: true });
      throw thrown;
    }
    return {
      uri: PREFIX + name,
      name,
      path,
      mimeType: MIME_TYPES[form],
      bytes: content.byteLength,
      expiresAt: new Date(clock.now() + lifeMs).toISOString(),
    };
  }
}

/** Deletes what is older, and says how many bytes are left. Files that are not ours are left alone and counted. */
async function sweep(folder: string, before: number): Promise<number> {
  let used = 0;
  for (const name of await readdir(folder)) {
    const path = join(folder, name);
    const found = await lstat(path).catch(() => null);
    if (!found) continue;
    if (NAME.test(name) && found.mtimeMs < before) await rm(path, { force: true });
    else used += found.size;
  }
  return used;
}

function mimeTypeOf(name: string): string | null {
  const ending = NAME.exec(name)?.[1] ?? '';
  return Object.entries(MIME_TYPES).find(([form]) => form === ending)?.[1] ?? null;
}

function full(maxBytes: number, lifeMs: number): string {
  const room = Math.round(maxBytes / (1024 * 1024));
  const hours = Math.round(lifeMs / 3_600_000);
  return (
    `No file was kept: the artifacts folder is full (${room} MiB). Files go by themselves after ${hours} hours; ` +
    'PLAINSIGHT_ARTIFACTS_MB gives more room.'
  );
}

function expired(lifeMs: number): AppError {
  return new AppError('expired_handle', 'There is no such artifact, or its time is over.', {
    hint: `Artifacts are kept for ${Math.round(lifeMs / 3_600_000)} hours; call the tool again for a new one.`,
  });
}

function tooLarge(bytes: number): AppError {
  const size = `${(bytes / (1024 * 1024)).toFixed(1)} MiB, more than the ${MAX_OPENED_BYTES / (1024 * 1024)} MiB`;
  return new AppError('budget_exceeded', `The artifact is too large to be sent as a resource: ${size} that are sent.`, {
    hint: 'Open the file at the path that came with it.',
  });
}

function codeOf(thrown: unknown): string {
  return thrown instanceof Error && 'code' in thrown ? ` (${String(thrown.code)})` : '';
}
