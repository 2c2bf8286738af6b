import { randomBytes, randomUUID } from 'node:crypto';
import { chmod, link, mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';

export interface SigningKey {
  readonly bytes: Uint8Array;
  /** False when it could be kept nowhere and dies with this process. */
  readonly lasting: boolean;
}

const KEY_BYTES = 32;

/**
 * A random key that outlives the process, in a file for its owner only (0600 in a folder of 0700). Processes that
 * start at once agree on one key: the file appears whole under its name or not at all, and the first one wins. Where
 * nothing can be written the key is of this process.
 */
export async function loadKeyFile(file: string): Promise<SigningKey> {
  try {
    const bytes = (await readKey(file)) ?? (await createKey(file));
    return { bytes, lasting: true };
  } catch {
    return { bytes: randomBytes(KEY_BYTES), lasting: false };
  }
}

/** Null when there is none, or one that was damaged. */
async function readKey(file: string): Promise<Uint8Array | null> {
  const bytes = await readFile(file).catch(() => null);
  if (bytes?.length === KEY_BYTES) return bytes;
  if (bytes !== null) await rm(file, { force: true });
  return null;
}

async function createKey(file: string): Promise<Uint8Array> {
  await mkdir(dirname(file), { recursive: true, mode: 0o700 });
  const temporary = `${file}.${randomUUID()}`;
  await writeFile(temporary, randomBytes(KEY_BYTES), { mode: 0o600, flag: 'wx' });
  try {
    await chmod(temporary, 0o600);
    // Unlike a rename, a link never replaces the key that another process made meanwhile.
    await link(temporary, file).catch((error: unknown) => {
      if (!isExisting(error)) throw error;
    });
    const bytes = await readFile(file);
    if (bytes.length !== KEY_BYTES) throw new Error('the key file is not a key');
    return bytes;
  } finally {
    await rm(temporary, { force: true });
  }
}

function isExisting(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 'EEXIST';
}
