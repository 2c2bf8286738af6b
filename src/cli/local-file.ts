import { open, stat } from 'node:fs/promises';
import { AppError } from '../base/errors.ts';
import { UsageError } from './usage-error.ts';

/** A local page may be as large as a fetched one. */
const MAX_LOCAL_BYTES = 10 * 1024 * 1024;

/**
 * Whether a word names a file on this machine. With a scheme it never does, so that `file:` and its like meet the gate
 * and are refused. A word that looks like a path but names nothing is an error here and not a strange address there.
 */
export async function isLocalFile(word: string): Promise<boolean> {
  if (/^[a-z][a-z0-9+.-]+:/iu.test(word)) return false;
  const isFile = await stat(word).then(
    (found) => found.isFile() || found.isFIFO(),
    () => false,
  );
  if (isFile) return true;
  const looksLikePath = /^(?:\.{0,2}[/\\](?!\/)|~[/\\]|[a-z]:[/\\])/iu.test(word);
  if (looksLikePath) throw new UsageError(`there is no file ${word}`, 'read');
  return false;
}

export async function readLocalFile(path: string): Promise<Uint8Array> {
  const file = await open(path).catch((thrown: unknown) => {
    throw new UsageError(`${path} cannot be read${codeOf(thrown)}`, 'read');
  });
  try {
    return await collect(file.createReadStream({ autoClose: false }), path);
  } finally {
    await file.close();
  }
}

/** Everything that comes on standard input. */
export async function readStandardInput(stdin: NodeJS.ReadableStream, signal: AbortSignal): Promise<Uint8Array> {
  const stop = () => {
    if ('destroy' in stdin && typeof stdin.destroy === 'function') stdin.destroy(signal.reason);
  };
  signal.addEventListener('abort', stop, { once: true });
  try {
    return await collect(stdin, 'standard input');
  } finally {
    signal.removeEventListener('abort', stop);
  }
}

async function collect(stream: AsyncIterable<string | Uint8Array>, what: string): Promise<Uint8Array> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of stream) {
    const bytes = typeof chunk === 'string' ? Buffer.from(chunk) : chunk;
    size += bytes.byteLength;
    if (size > MAX_LOCAL_BYTES) {
      throw new AppError('budget_exceeded', `${what} holds more than ${MAX_LOCAL_BYTES / (1024 * 1024)} MiB.`, {
        hint: 'Give a smaller file.',
      });
    }
    chunks.push(bytes);
  }
  return Buffer.concat(chunks);
}

function codeOf(thrown: unknown): string {
  return thrown instanceof Error && 'code' in thrown ? ` (${String(thrown.code)})` : '';
}
